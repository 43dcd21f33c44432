"""google.protobuf's well-known types and their special JSON forms, read and written."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

from emulator.surface import scalars
from emulator.surface.registry import Message, snake_case

_HUMP = re.compile(r"_([a-z0-9])")

# protobuf's parsers stop at 100 levels, of which a JSON object takes three. What is left is for the
# messages around the Struct, those of an answer that holds it included.
STRUCT_LEVELS = 20
"""How deep a Struct may be nested that a client gives or is given."""


class NestedTooDeep(ValueError):
    """A JSON value whose message could be written but not read again."""


def camel_case(name: str) -> str:
    """`display_name` -> `displayName`."""
    return _HUMP.sub(lambda match: match.group(1).upper(), name)


def fill_struct(struct: Message, value: object, levels: int = sys.maxsize) -> None:
    """Fill a google.protobuf.Struct from a JSON object; `NestedTooDeep` beyond `levels`."""
    if not isinstance(value, dict):
        raise TypeError("a Struct is a JSON object")
    fields = struct.fields
    for key, item in value.items():
        fill_value(fields[key], item, levels - 1)


def struct_dict(struct: Message) -> dict[str, Any]:
    """The JSON object of a google.protobuf.Struct."""
    fields = struct.fields
    return {key: value_of(fields[key]) for key in sorted(fields)}


def stored_struct(struct: Mapping[str, Any]) -> dict[str, Any]:
    """What `struct_dict` gives of a Struct that was filled from a JSON object."""
    return {key: _stored_value(struct[key]) for key in sorted(struct)}


def _stored_value(value: Any) -> Any:
    if isinstance(value, str) or value is None or isinstance(value, bool):
        return value
    if isinstance(value, dict):
        return stored_struct(value)
    return [_stored_value(item) for item in value] if isinstance(value, list) else json_float(value)


def value_of(value: Message) -> Any:
    """The JSON value of a google.protobuf.Value."""
    kind = value.WhichOneof("kind")
    if kind == "string_value":
        return value.string_value
    if kind == "number_value":
        return json_float(value.number_value)
    if kind == "struct_value":
        return struct_dict(value.struct_value)
    if kind == "list_value":
        return [value_of(item) for item in value.list_value.values]
    return value.bool_value if kind == "bool_value" else None


def json_float(number: float) -> float | str:
    """A number as the service writes it: 1 and not 1.0, and the special values as strings."""
    number = float(number)
    if number.is_integer() and abs(number) < 2**63:
        return int(number)
    if math.isfinite(number):
        return number
    return "NaN" if math.isnan(number) else ("Infinity" if number > 0 else "-Infinity")


def fill_value(target: Message, value: object, levels: int = sys.maxsize) -> None:
    """Fill a google.protobuf.Value from a JSON value; `NestedTooDeep` beyond `levels`."""
    if value is None:
        target.null_value = 0
    elif isinstance(value, bool):
        target.bool_value = value
    elif isinstance(value, str):
        target.string_value = value
    elif isinstance(value, int | float):
        target.number_value = value
    elif levels <= 0:
        raise NestedTooDeep(f"it is nested deeper than {STRUCT_LEVELS} levels")
    elif isinstance(value, dict):
        target.struct_value.SetInParent()
        fill_struct(target.struct_value, value, levels)
    else:
        target.list_value.SetInParent()
        _fill_list(target.list_value, value, levels)


def _fill_list(target: Message, value: object, levels: int) -> None:
    if not isinstance(value, list):
        raise TypeError("a ListValue is a JSON array")
    for item in value:
        fill_value(target.values.add(), item, levels - 1)


def _fill_mask(mask: Message, value: object) -> None:
    """Comma-separated paths, each segment in either spelling."""
    if not isinstance(value, str):
        raise TypeError("a FieldMask is a string")
    for path in filter(None, (part.strip() for part in value.split(","))):
        mask.paths.append(".".join(snake_case(part) for part in path.split(".")))


def _fill_from_text(message: Message, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError("a string is expected")
    message.FromJsonString(value)


def _fill_wrapped(message: Message, value: object) -> None:
    message.value = scalars.reader(message.DESCRIPTOR.fields_by_name["value"])(value)


def _write_text(message: Message) -> str | None:
    """The time as text; null if it is out of range, which gRPC lets in and JSON cannot tell."""
    try:
        return message.ToJsonString()  # type: ignore[no-any-return]
    except ValueError:
        return None


WRAPPERS = frozenset(
    f"google.protobuf.{kind}Value"
    for kind in ("Bool", "Int32", "Int64", "UInt32", "UInt64", "Float", "Double", "String", "Bytes")
)
"""Messages whose JSON form is that of their one field."""

READERS: Mapping[str, Callable[[Message, object], None]] = {
    "google.protobuf.Struct": lambda message, value: fill_struct(message, value, STRUCT_LEVELS),
    "google.protobuf.Value": lambda message, value: fill_value(message, value, STRUCT_LEVELS),
    "google.protobuf.ListValue": lambda message, value: _fill_list(message, value, STRUCT_LEVELS),
    "google.protobuf.Timestamp": _fill_from_text,
    "google.protobuf.Duration": _fill_from_text,
    "google.protobuf.FieldMask": _fill_mask,
    **dict.fromkeys(WRAPPERS, _fill_wrapped),
}
"""Fill a message from its JSON form; ValueError, TypeError or OverflowError if it does not fit."""

WRITERS: Mapping[str, Callable[[Message], Any]] = {
    "google.protobuf.Struct": struct_dict,
    "google.protobuf.Value": value_of,
    "google.protobuf.ListValue": lambda message: [value_of(item) for item in message.values],
    "google.protobuf.Timestamp": _write_text,
    "google.protobuf.Duration": _write_text,
    "google.protobuf.FieldMask": lambda message: ",".join(map(camel_case, message.paths)),
}
"""The JSON form of a message."""

"""proto3 JSON and query parameters to messages, refused in the words of Google's front end.

Fields may be spelled in lowerCamelCase or snake_case and enums by name or number. A field that the
version of the API does not have is refused, also if another version has it. All mistakes of a
request are collected and reported at once, as the service does.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from emulator.surface.errors import ApiError, Code, FieldViolation
from emulator.surface.registry import Message, snake_case, surface, union_name, union_package
from emulator.surface.wellknown import READERS

_CPP = FieldDescriptor
_INT_BITS = {
    _CPP.TYPE_INT32: (-(2**31), 2**31 - 1, "TYPE_INT32"),
    _CPP.TYPE_SINT32: (-(2**31), 2**31 - 1, "TYPE_SINT32"),
    _CPP.TYPE_SFIXED32: (-(2**31), 2**31 - 1, "TYPE_SFIXED32"),
    _CPP.TYPE_UINT32: (0, 2**32 - 1, "TYPE_UINT32"),
    _CPP.TYPE_FIXED32: (0, 2**32 - 1, "TYPE_FIXED32"),
    _CPP.TYPE_INT64: (-(2**63), 2**63 - 1, "TYPE_INT64"),
    _CPP.TYPE_SINT64: (-(2**63), 2**63 - 1, "TYPE_SINT64"),
    _CPP.TYPE_SFIXED64: (-(2**63), 2**63 - 1, "TYPE_SFIXED64"),
    _CPP.TYPE_UINT64: (0, 2**64 - 1, "TYPE_UINT64"),
    _CPP.TYPE_FIXED64: (0, 2**64 - 1, "TYPE_FIXED64"),
}
_PAYLOAD = "Invalid JSON payload received."


class _Unfit(Exception):
    """A JSON value that is not one of the field's type."""


@lru_cache(maxsize=4096)
def _fields(package: str, message: str) -> Mapping[str, FieldDescriptor]:
    """The fields of a message in one version, under both spellings."""
    absent = surface.missing_fields.get(package, {}).get(message, frozenset())
    found: dict[str, FieldDescriptor] = {}
    for field in surface.descriptor(message).fields:
        if field.name not in absent:
            found[field.json_name] = found[field.name] = field
    return found


class Decoder:
    """Fills the messages of one request; `finish` raises what was wrong with it."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._violations: list[FieldViolation] = []

    def finish(self) -> None:
        """Raise one INVALID_ARGUMENT for all the mistakes seen, if any."""
        if self._violations:
            text = "\n".join(violation.description for violation in self._violations)
            raise ApiError(Code.INVALID_ARGUMENT, text, self._violations)

    def body(self, message: Message, field: str, value: object) -> None:
        """Fill the message, or the one field that the HTTP rule names, from a JSON body."""
        if field in ("", "*"):
            self.fill(message, value, "")
        else:
            self._set(message, message.DESCRIPTOR.fields_by_name[field], value, field)

    def query(self, message: Message, parameters: Iterable[tuple[str, str]]) -> None:
        """Fill the message from query parameters, nested ones by their dotted path."""
        for name, text in parameters:
            self._parameter(message, name, text)

    def path(self, message: Message, field: str, text: str) -> None:
        """Set a field that the URL's path holds, such as `session.name`."""
        *parents, last = field.split(".")
        for parent in parents:
            message = getattr(message, parent)
        setattr(message, last, text)

    def fill(self, message: Message, value: object, path: str) -> None:
        """Fill a message from a JSON object; `path` is where it stands in the request."""
        full_name = message.DESCRIPTOR.full_name
        if reader := READERS.get(full_name):
            self._read_wellknown(reader, message, value, path)
        elif full_name == "google.protobuf.Any":
            self._fill_any(message, value, path)
        elif not isinstance(value, dict):
            self._invalid(path, self._type_url(full_name), value)
        else:
            self._fill_fields(message, value, path)

    def _fill_fields(self, message: Message, value: dict[str, Any], path: str) -> None:
        fields = _fields(self._package, message.DESCRIPTOR.full_name)
        oneofs: set[str] = set()
        for name, item in value.items():
            field = fields.get(name)
            if field is None:
                self._unknown(name, path, "Cannot find field.")
            elif item is not None or _takes_null(field):
                where = f"{path}.{field.name}" if path else field.name
                if self._single_choice(field, oneofs, path):
                    self._set(message, field, item, where)

    def _single_choice(self, field: FieldDescriptor, seen: set[str], path: str) -> bool:
        oneof = field.containing_oneof
        if oneof is None or oneof.name not in seen:
            if oneof is not None:
                seen.add(oneof.name)
            return True
        self._report(
            path,
            f"Invalid value at '{path or field.name}' (oneof), oneof field '{oneof.name}' "
            f"is already set. Cannot set '{field.json_name}'",
        )
        return False

    def _set(self, message: Message, field: FieldDescriptor, value: object, path: str) -> None:
        if _is_map(field):
            self._set_map(message, field, value, path)
        elif field.is_repeated:
            self._set_repeated(message, field, value, path)
        elif isinstance(value, list) and not _takes_null(field) and not _is_list_value(field):
            name = path.rpartition(".")[2]
            parent = path.rpartition(".")[0]
            self._unknown(name, parent, "Proto field is not repeating, cannot start list.")
        elif field.message_type is not None:
            child = getattr(message, field.name)
            child.SetInParent()
            self.fill(child, value, path)
        else:
            self._guarded(field, value, path, lambda item: setattr(message, field.name, item))

    def _set_repeated(
        self, message: Message, field: FieldDescriptor, value: object, path: str
    ) -> None:
        items = value if isinstance(value, list) else [value]
        target = getattr(message, field.name)
        for position, item in enumerate(items):
            where = f"{path}[{position}]"
            if field.message_type is not None:
                self.fill(target.add(), item, where)
            else:
                self._guarded(field, item, where, target.append)

    def _set_map(self, message: Message, field: FieldDescriptor, value: object, path: str) -> None:
        if not isinstance(value, dict):
            self._invalid(path, "Map", value)
            return
        target = getattr(message, field.name)
        assert field.message_type is not None
        entry = field.message_type.fields_by_name["value"]
        for key, item in value.items():
            where = f"{path}[{key}]"
            if entry.message_type is not None:
                self.fill(target[key], item, where)
            else:
                self._guarded(entry, item, where, lambda one, at=key: target.__setitem__(at, one))

    def _guarded(self, field: FieldDescriptor, value: object, path: str, store: Any) -> None:
        try:
            store(_scalar(field, value))
        except _Unfit:
            self._invalid(path, self._type_name(field), value)

    def _read_wellknown(self, reader: Any, message: Message, value: object, path: str) -> None:
        try:
            reader(message, value)
        except (ValueError, TypeError, OverflowError):
            self._invalid(path, self._type_url(message.DESCRIPTOR.full_name), value)

    def _fill_any(self, message: Message, value: object, path: str) -> None:
        url = value.get("@type") if isinstance(value, dict) else None
        known = union_name(str(url).rpartition("/")[2])
        try:
            inner = surface.message_class(known)()
        except KeyError:
            self._invalid(path, "Any", value)
            return
        assert isinstance(value, dict)
        content = {key: item for key, item in value.items() if key != "@type"}
        self.fill(inner, content.get("value") if known in READERS else content, path)
        message.Pack(inner)

    def _parameter(self, message: Message, name: str, text: str) -> None:
        *parents, last = name.split(".")
        for parent in parents:
            field = _fields(self._package, message.DESCRIPTOR.full_name).get(parent)
            if field is None or field.message_type is None or field.is_repeated:
                self._unbound(name, parent)
                return
            message = getattr(message, field.name)
        field = _fields(self._package, message.DESCRIPTOR.full_name).get(last)
        if field is None or _is_map(field):
            self._unbound(name, last)
        elif text != "" or field.is_repeated or field.has_presence:
            self._set(message, field, [text] if field.is_repeated else text, _snake_path(name))

    def _unbound(self, name: str, part: str) -> None:
        reason = f"Field '{part}' could not be found in request message."
        self._report("", f'{_PAYLOAD} Unknown name "{name}": Cannot bind query parameter. {reason}')

    def _unknown(self, name: str, path: str, reason: str) -> None:
        where = f" at '{path}'" if path else ""
        self._report(path, f'{_PAYLOAD} Unknown name "{name}"{where}: {reason}')

    def _invalid(self, path: str, type_name: str, value: object) -> None:
        if path == "" and not isinstance(value, dict):
            self._report("", f'{_PAYLOAD} Unknown name "": Root element must be a message.')
            return
        shown = f'"{value}"' if isinstance(value, str) else _brief(value)
        self._report(path, f"Invalid value at '{path}' ({type_name}), {shown}")

    def _report(self, path: str, description: str) -> None:
        self._violations.append(FieldViolation(path, description))

    def _type_name(self, field: FieldDescriptor) -> str:
        if field.enum_type is not None:
            return self._type_url(field.enum_type.full_name)
        return _INT_BITS[field.type][2] if field.type in _INT_BITS else _TYPE_NAMES[field.type]

    def _type_url(self, full_name: str) -> str:
        union = union_package(self._package) + "."
        name = full_name.replace(union, self._package + ".", 1)
        return f"type.googleapis.com/{name}"


_TYPE_NAMES = {
    _CPP.TYPE_DOUBLE: "TYPE_DOUBLE",
    _CPP.TYPE_FLOAT: "TYPE_FLOAT",
    _CPP.TYPE_BOOL: "TYPE_BOOL",
    _CPP.TYPE_STRING: "TYPE_STRING",
    _CPP.TYPE_BYTES: "TYPE_BYTES",
}


def _brief(value: object) -> str:
    text = str(value) if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= 100 else text[:100] + "..."


def _snake_path(name: str) -> str:
    return ".".join(snake_case(part) for part in name.split("."))


def _is_map(field: FieldDescriptor) -> bool:
    kind: Descriptor | None = field.message_type
    return kind is not None and kind.GetOptions().map_entry


def _takes_null(field: FieldDescriptor) -> bool:
    return field.message_type is not None and (
        field.message_type.full_name == "google.protobuf.Value" and not field.is_repeated
    )


def _is_list_value(field: FieldDescriptor) -> bool:
    kind = field.message_type
    return kind is not None and kind.full_name == "google.protobuf.ListValue"


def _scalar(field: FieldDescriptor, value: object) -> Any:
    """The Python value of a scalar or enum field for a JSON value or a query parameter's text."""
    kind = field.type
    if kind == _CPP.TYPE_STRING:
        return _string(value)
    if kind in _INT_BITS:
        return _integer(value, *_INT_BITS[kind][:2])
    if kind == _CPP.TYPE_ENUM:
        return _enum_number(field, value)
    if kind == _CPP.TYPE_BOOL:
        return _boolean(value)
    if kind == _CPP.TYPE_BYTES:
        return _bytes(value)
    return _float(value)


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise _Unfit
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _Unfit from None
    return value


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise _Unfit


def _integer(value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _Unfit
    try:
        number = int(value)
    except (ValueError, OverflowError):
        number = _integer_of_decimal(value)
    if (isinstance(value, float) and value != number) or not least <= number <= most:
        raise _Unfit
    return number


def _integer_of_decimal(value: object) -> int:
    number = _float(value)
    if not math.isfinite(number) or number != int(number):
        raise _Unfit
    return int(number)


def _float(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _Unfit
    try:
        return float(value)
    except (ValueError, OverflowError):
        raise _Unfit from None


def _enum_number(field: FieldDescriptor, value: object) -> int:
    if isinstance(value, str) and field.enum_type is not None:
        named = field.enum_type.values_by_name.get(value)
        if named is not None:
            return int(named.number)
    return _integer(value, -(2**31), 2**31 - 1)


def _bytes(value: object) -> bytes:
    if not isinstance(value, str):
        raise _Unfit
    text = value.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise _Unfit from None

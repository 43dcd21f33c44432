"""Structured data as plain values: JSON in a string field, and whether it fits a schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from emulator.json_depth import is_deeper
from emulator.retrieval.filters import dates, geo
from emulator.surface.errors import ApiError, invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import STRUCT_LEVELS, fill_struct, struct_dict


def attributes(body: bytes) -> Mapping[str, Any]:
    """The structured data of a stored document."""
    return struct_of(de.Document.FromString(body))


def struct_of(document: Message) -> Mapping[str, Any]:
    """A document's structured data, from whichever of its two fields holds it."""
    if document.WhichOneof("data") == "json_data":
        return json_data(document)
    return struct_dict(document.struct_data)


def data_size(document: Message) -> int:
    """How many bytes a document's structured data has."""
    if document.WhichOneof("data") == "json_data":
        return len(document.json_data.encode())
    return int(document.struct_data.ByteSize())


def json_object(text: str, field: str) -> Mapping[str, Any]:
    """The JSON object in a string field; INVALID_ARGUMENT if it is something else."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise invalid_argument(field, f"it is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise invalid_argument(field, "it must be a JSON object.")
    return value


def json_data(document: Message) -> Mapping[str, Any]:
    """The JSON object that a document has as text; INVALID_ARGUMENT if it is none."""
    text, field = document.json_data, "document.json_data"
    value = json_object(text, field)
    if is_deeper(value, text, STRUCT_LEVELS):
        raise invalid_argument(field, f"it is nested deeper than {STRUCT_LEVELS} levels.")
    return value


def fill_from_json(document: Message) -> None:
    """Hold the data of a document with `json_data` as `struct_data` instead."""
    values = json_data(document)
    document.struct_data.SetInParent()
    fill_struct(document.struct_data, values)


def check_values(values: Mapping[str, Any], types: Mapping[str, str], field: str) -> None:
    """INVALID_ARGUMENT for a value that is not of its declared type; others are not looked at.

    `types` is as `schema_rules.field_types` gives it, `field` the request field of the values.
    """
    if types:
        _check_object(values, types, "", field)


def _check_object(
    values: Mapping[str, Any], types: Mapping[str, str], path: str, field: str
) -> None:
    for key, value in values.items():
        _check(value, types, f"{path}.{key}" if path else key, field)


def _check(value: object, types: Mapping[str, str], path: str, field: str) -> None:
    declared = types.get(path)
    if value is None:
        return
    if declared is not None and not _FITS[declared](value):
        raise _misfit(path, declared, field)
    if isinstance(value, dict):
        _check_object(value, types, path, field)
    elif isinstance(value, list):
        _check_items(value, types, f"{path}[]", field)


def _check_items(items: Sequence[object], types: Mapping[str, str], path: str, field: str) -> None:
    for item in items:
        _check(item, types, path, field)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return _is_number(value) and not (isinstance(value, float) and not value.is_integer())


def _is_time(value: object) -> bool:
    """Whether a filter could find it, or it is left empty."""
    return isinstance(value, str) and (not value or dates.period(value) is not None)


def _is_place(value: object) -> bool:
    if not isinstance(value, dict):
        return isinstance(value, str)
    there = geo.point(value.get("latitude"), value.get("longitude"))
    return there is not None or isinstance(value.get("address"), str)


_FITS: Mapping[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "geolocation": _is_place,
    "datetime": _is_time,
    "number": _is_number,
    "integer": _is_whole,
}


def _misfit(path: str, declared: str, field: str) -> ApiError:
    return invalid_argument(
        field, f"the field '{path}' is not of the type {declared} that the schema gives it."
    )

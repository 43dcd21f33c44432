"""What a schema may say, how it may change, and what it says about fields.

A schema is JSON Schema of the 2020-12 draft with a few types and annotations of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from emulator.discoveryengine.struct_data import json_object
from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_TYPES = (
    *("object", "array", "string", "number", "integer", "boolean"),
    *("datetime", "geolocation"),
)
_FLAGS = ("retrievable", "indexable", "searchable", "completable", "dynamicFacetable")
_MAX_DEPTH = 50


def content_of(schema: Message, field: str) -> Mapping[str, Any]:
    """The JSON Schema in whichever of the two fields holds it; INVALID_ARGUMENT if none does."""
    kind = schema.WhichOneof("schema")
    if kind is None:
        raise invalid_argument(field, "one of struct_schema and json_schema is required.")
    if kind == "json_schema":
        return json_object(schema.json_schema, f"{field}.json_schema")
    return struct_dict(schema.struct_schema)


def field_types(schema: Message) -> dict[str, str]:
    """The type of each declared field by its path; the items of a list `tags` are `tags[]`."""
    nodes = _nodes(content_of(schema, "schema"), "")
    return {path: str(node["type"]) for path, node in nodes if "type" in node}


def completable_fields(schema: Message) -> list[str]:
    """The paths of the fields whose values may complete queries."""
    nodes = _nodes(content_of(schema, "schema"), "")
    return [path.replace("[]", "") for path, node in nodes if node.get("completable")]


def check_schema(schema: Message, field: str = "schema") -> None:
    """INVALID_ARGUMENT for a schema that is not an object's or has unknown types in it."""
    content = content_of(schema, field)
    where = f"{field}.{schema.WhichOneof('schema')}"
    if content.get("type") != "object":
        raise invalid_argument(where, 'the top level must have "type": "object".')
    _check(content, where, 1)


def check_change(old: Message, new: Message) -> None:
    """INVALID_ARGUMENT unless every field of the old schema is in the new one with its type."""
    types = field_types(new)
    where = f"schema.{new.WhichOneof('schema')}"
    for path, known in field_types(old).items():
        if path not in types:
            raise invalid_argument(where, f"the field '{path}' cannot be removed.")
        if types[path] != known:
            raise invalid_argument(
                where,
                f"the type of the field '{path}' cannot change from {known} to {types[path]}.",
            )


def _check(node: Mapping[str, Any], where: str, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise invalid_argument(where, f"it is nested more than {_MAX_DEPTH} levels deep.")
    if node.get("type", "object") not in _TYPES:
        raise invalid_argument(f"{where}.type", f"it must be one of {', '.join(_TYPES)}.")
    for flag in _FLAGS:
        if not isinstance(node.get(flag, False), bool):
            raise invalid_argument(f"{where}.{flag}", "it must be true or false.")
    for path, child in _children(node, where):
        _check(child, path, depth + 1)


def _children(node: Mapping[str, Any], where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The schemas of an object's properties and of an array's items, with their paths."""
    properties = _object(node.get("properties", {}), f"{where}.properties")
    for name, child in properties.items():
        path = f"{where}.properties.{name}"
        yield path, _object(child, path)
    if "items" in node:
        yield f"{where}.items", _object(node["items"], f"{where}.items")


def _object(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise invalid_argument(where, "it must be an object.")
    return value


def _nodes(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The schema of each field by the field's path."""
    if path:
        yield path, node
    for name, child in node.get("properties", {}).items():
        yield from _nodes(child, f"{path}.{name}" if path else name)
    if "items" in node:
        yield from _nodes(node["items"], f"{path}[]")

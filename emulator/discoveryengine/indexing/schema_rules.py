"""What a schema may say, how it may change, and what it says about fields.

A schema is JSON Schema of the 2020-12 draft with a few types and annotations of its own. What may
be annotated is what the service documents of FieldConfig and on "Configure field settings".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from emulator.discoveryengine.indexing.struct_data import json_object
from emulator.resources import masks
from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_TYPES = (
    *("object", "array", "string", "number", "integer", "boolean"),
    *("datetime", "geolocation"),
)
FLAGS = ("retrievable", "indexable", "searchable", "completable", "dynamicFacetable")
DETECTIONS: Mapping[str, str] = {
    "datetime_detection": "datetime",
    "date_detection": "datetime",
    "geolocation_detection": "geolocation",
}
"""The types that are told apart in fields that a schema does not describe, by their switches."""

_MOST_FLAGGED = 50
_TEXT_FLAGS = ("searchable", "completable")
_KEY_FIXED = ("indexable", "searchable")
_DIMENSIONS = range(1, 769)
_MAX_DEPTH = 50


def json_schema_of(schema: Message, field: str) -> Mapping[str, Any]:
    """The JSON Schema in whichever of the two fields holds it; INVALID_ARGUMENT if none does."""
    kind = schema.WhichOneof("schema")
    if kind is None:
        raise invalid_argument(field, "one of struct_schema and json_schema is required.")
    if kind == "json_schema":
        return json_object(schema.json_schema, f"{field}.json_schema")
    return struct_dict(schema.struct_schema)


def field_types(schema: Message) -> dict[str, str]:
    """The type of each declared field by its path; the items of a list `tags` are `tags[]`."""
    nodes = schema_nodes(json_schema_of(schema, "schema"))
    return {path: str(node["type"]) for path, node in nodes if "type" in node}


def completable_fields(schema: Message) -> list[str]:
    """The paths of the fields whose values may complete queries."""
    nodes = schema_nodes(json_schema_of(schema, "schema"))
    return [path.replace("[]", "") for path, node in nodes if node.get("completable")]


def check_schema(schema: Message, field: str = "schema") -> None:
    """INVALID_ARGUMENT for a schema that is not an object's, or has types and annotations in it
    that are not known or do not go together."""
    content = json_schema_of(schema, field)
    where = f"{field}.{schema.WhichOneof('schema')}"
    if content.get("type") != "object":
        raise invalid_argument(where, 'the top level must have "type": "object".')
    for name in DETECTIONS:
        _check_boolean(content, name, where)
    _check(content, where, 1)
    flagged = Counter(flag for _, node in schema_nodes(content) for flag in FLAGS if node.get(flag))
    for flag, count in flagged.items():
        if count > _MOST_FLAGGED:
            raise invalid_argument(
                where, f"at most {_MOST_FLAGGED} fields may be {flag}, got {count}."
            )


def stored_schema(schema: Message, field: str = "schema") -> Message:
    """A checked schema as it is kept: text loses its layout, as the service tells it back."""
    kept = masks.writable(schema)
    if kept.WhichOneof("schema") == "json_schema":
        try:
            kept.json_schema = orjson.dumps(json_schema_of(schema, field)).decode()
        except orjson.JSONEncodeError:
            raise invalid_argument(f"{field}.json_schema", "it is nested too deeply.") from None
    return kept


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
    _check_annotations(node, where)
    for path, child in _children(node, where):
        _check(child, path, depth + 1)


def _check_annotations(node: Mapping[str, Any], where: str) -> None:
    kind, key = node.get("type", "object"), node.get("keyPropertyMapping", "")
    for flag in FLAGS:
        if _check_boolean(node, flag, where) and (reason := _flag_misfit(flag, kind, key)):
            raise invalid_argument(f"{where}.{flag}", reason)
    if not isinstance(key, str):
        raise invalid_argument(f"{where}.keyPropertyMapping", "it must be a string.")
    if node.get("dynamicFacetable") and not (node.get("indexable") or key):
        raise invalid_argument(f"{where}.dynamicFacetable", "the field must also be indexable.")
    if "dimension" in node and node["dimension"] not in _DIMENSIONS:
        raise invalid_argument(
            f"{where}.dimension", f"it must be {_DIMENSIONS[0]} to {_DIMENSIONS[-1]}."
        )


def _check_boolean(node: Mapping[str, Any], name: str, where: str) -> bool:
    value = node.get(name, False)
    if not isinstance(value, bool):
        raise invalid_argument(f"{where}.{name}", "it must be true or false.")
    return value


def _flag_misfit(flag: str, kind: str, key: object) -> str:
    """Why a field cannot have a flag; empty if it can."""
    if kind == "array":
        return "an array has none: set it on its items."
    if kind == "object":
        return "an object has none: set it on its properties."
    if flag in _TEXT_FLAGS and kind != "string":
        return f"only a field of the type string can have it, not one of the type {kind}."
    if flag in _KEY_FIXED and key:
        return f"it is fixed for the key property '{key}', and cannot be set."
    return ""


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


def schema_nodes(
    node: Mapping[str, Any], path: str = ""
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The schema of each field by the field's path, the items of a list `tags` as `tags[]`.

    An array's key property is that of its items; Google's samples have it at the one for embeddings
    and at the other for categories.
    """
    if path:
        yield path, node
    for name, child in node.get("properties", {}).items():
        yield from schema_nodes(child, f"{path}.{name}" if path else name)
    if "items" in node:
        mapped = {"keyPropertyMapping": node.get("keyPropertyMapping", ""), **node["items"]}
        yield from schema_nodes(mapped, f"{path}[]")

"""JSON Schemas, as OpenAPI and MCP have them, as the `Schema` messages of tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from typing import Any

from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import STRUCT_LEVELS, fill_value

_TYPES = frozenset(("string", "integer", "number", "boolean", "object", "array"))
_DEEPEST = 40
_MOST_PARTS = 200
_LIMITS = (
    ("minItems", "min_items"),
    ("maxItems", "max_items"),
    ("minimum", "minimum"),
    ("maximum", "maximum"),
)

Json = Mapping[str, Any]


class Schemas:
    """Converts the schemas of one document, to whose parts their references point.

    A schema that is referred to becomes one of the root's `defs`, so it may refer to itself.
    """

    def __init__(self, document: Json) -> None:
        self._document = document
        self._referred: dict[str, str] = {}

    def root(self, schema: Any) -> Message:
        """A schema with all that it refers to."""
        return self.finished(self.part(schema))

    def part(self, schema: Any, depth: int = 0) -> Message:
        """A schema that is part of a root."""
        found = ces.Schema()
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            found.type = ces.Schema.OBJECT
            return found
        if isinstance(schema.get("$ref"), str):
            found.ref = f"#/defs/{self._name(schema['$ref'])}"
            return found
        merged = self.merged(schema)
        self._fill(found, merged, depth + 1)
        return found

    def finished(self, root: Message) -> Message:
        """The root with `defs` for all that its parts refer to."""
        done: set[str] = set()
        while waiting := [ref for ref in self._referred if ref not in done]:
            for ref in waiting:
                done.add(ref)
                part = self.part(self.resolved(ref))
                root.defs[self._referred[ref]].CopyFrom(part)
        return root

    def resolved(self, ref: str) -> Json:
        """What `#/a/b` points to in the document; an empty schema if it points nowhere."""
        return _mapping(pointed_to(self._document, ref))

    def merged(self, schema: Any) -> Json:
        """A schema without `$ref` and `allOf` at its top: all that they say stands in it."""
        return _joined(list(self._parts(_mapping(schema), set())))

    def _parts(self, schema: Json, seen: set[str]) -> Iterator[Json]:
        """What a schema is made of by `$ref` and `allOf`, itself last; no `$ref` leads on twice."""
        ref = schema.get("$ref")
        if isinstance(ref, str) and ref not in seen and len(seen) < _MOST_PARTS:
            seen.add(ref)
            yield from self._parts(self.resolved(ref), seen)
        for part in _sequence(schema.get("allOf")):
            yield from self._parts(_mapping(part), seen)
        yield {name: one for name, one in schema.items() if name not in ("$ref", "allOf")}

    def _name(self, ref: str) -> str:
        """The name among the `defs`: the last of the reference, with a number if that is taken."""
        wanted = ref.rpartition("/")[2]
        numbered = (f"{wanted}_{number}" for number in count(2))
        free = (one for one in chain([wanted], numbered) if one not in self._referred.values())
        return self._referred.get(ref) or self._referred.setdefault(ref, next(free))

    def _fill(self, found: Message, schema: Json, depth: int) -> None:
        kind, nullable = _type(schema)
        if kind:
            found.type = ces.Schema.Type.Value(kind.upper())
        if nullable:
            found.nullable = True
        for name in ("description", "title"):
            setattr(found, name, str(schema.get(name, "")))
        for name, one in _mapping(schema.get("properties")).items():
            found.properties[name].CopyFrom(self.part(one, depth))
        required = (str(one) for one in _sequence(schema.get("required")))
        found.required.extend(one for one in required if one in found.properties)
        for name, field in (("items", "items"), ("additionalProperties", "additional_properties")):
            if isinstance(schema.get(name), Mapping):
                getattr(found, field).CopyFrom(self.part(schema[name], depth))
        alternatives = [*_sequence(schema.get("anyOf")), *_sequence(schema.get("oneOf"))]
        kept = [one for one in alternatives if one != {"type": "null"}]
        found.any_of.extend(self.part(one, depth) for one in kept)
        found.nullable = found.nullable or len(kept) < len(alternatives)
        found.prefix_items.extend(
            self.part(one, depth) for one in _sequence(schema.get("prefixItems"))
        )
        _fill_values(found, schema)


def steps(ref: str) -> list[str]:
    """The keys on the way that a reference such as `#/a/b` goes."""
    named = ref.removeprefix("#/").split("/")
    return [one.replace("~1", "/").replace("~0", "~") for one in named]


def pointed_to(document: Json, ref: str) -> Any:
    """What a reference points to in a document; None if it points nowhere."""
    found: Any = document
    for key in steps(ref):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _fill_values(found: Message, schema: Json) -> None:
    values = [schema["const"]] if "const" in schema else _sequence(schema.get("enum"))
    found.enum.extend(str(one) for one in values if one is not None)
    if schema.get("uniqueItems") is True:
        found.unique_items = True
    # What is out of the range of the message's fields is left out.
    for name, field in _LIMITS:
        if isinstance(schema.get(name), int | float):
            with suppress(TypeError, ValueError, OverflowError):
                setattr(found, field, schema[name])
    if "default" in schema:
        with suppress(ValueError, OverflowError):
            fill_value(found.default, schema["default"], STRUCT_LEVELS)


def _type(schema: Json) -> tuple[str, bool]:
    """The type, as far as the schema has one, and whether null is allowed."""
    given = schema.get("type")
    types = [given] if isinstance(given, str) else [str(one) for one in _sequence(given)]
    known = [one for one in types if one in _TYPES]
    nullable = "null" in types or schema.get("nullable") is True
    if known:
        return known[0], nullable
    if "items" in schema or "prefixItems" in schema:
        return "array", nullable
    if "enum" in schema or "const" in schema:
        return "string", nullable
    return ("" if "anyOf" in schema or "oneOf" in schema else "object"), nullable


def _joined(schemas: Sequence[Json]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in schemas:
        properties = {**_mapping(found.get("properties")), **_mapping(one.get("properties"))}
        named = [*_sequence(found.get("required")), *_sequence(one.get("required"))]
        required = [name for name in named if isinstance(name, str)]
        found |= one
        found |= {"properties": properties} if properties else {}
        found |= {"required": list(dict.fromkeys(required))} if required else {}
    return found


def _mapping(value: Any) -> Json:
    return value if isinstance(value, Mapping) else {}


def _sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()

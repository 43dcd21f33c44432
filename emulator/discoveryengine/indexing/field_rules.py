"""What the fields of a data store are for: found, filtered by, shown, suggested.

The annotations of its default schema say it. A field that they say nothing of is left to the mode:
`auto` lets all fields be found, filtered by and shown, `strict` none, as the service does. A schema
with `"dynamic": "false"` takes no further fields, so those are left out in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

from emulator.discoveryengine.indexing.schema_rules import (
    DETECTIONS,
    FLAGS,
    json_schema_of,
    schema_nodes,
)
from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.filters.syntax import is_field
from emulator.retrieval.key_properties import title_of, uri_of
from emulator.surface.messages import discoveryengine as de

SchemaMode: TypeAlias = Literal["auto", "strict"]

_TYPES: Mapping[str, FieldType] = {
    "string": "string",
    "number": "number",
    "integer": "integer",
    "boolean": "boolean",
    "datetime": "datetime",
    "geolocation": "geolocation",
}
# What key properties are for is fixed: these are there to be found, and all but the long ones to be
# filtered by.
_FOUND = frozenset({"title", "description", "category", "categories"})
_NOT_FILTERED = frozenset({"description", "embedding_vector"})


@dataclass(frozen=True, slots=True)
class FieldUses:
    """What one field is for."""

    retrievable: bool = False
    indexable: bool = False
    searchable: bool = False
    dynamic: bool = False


_NONE = FieldUses()
_ALL = FieldUses(retrievable=True, indexable=True, searchable=True)


@dataclass(frozen=True)
class FieldRules:
    """The uses and types of the declared fields by their paths, and the uses of all others.

    `keys` are the paths of the fields that a schema maps to key properties, `marks` those of the
    texts that it marks as searchable, `detects` the types that are told apart in fields that it
    does not describe; a closed schema takes no such fields.
    """

    uses: Mapping[str, FieldUses]
    types: Mapping[str, FieldType]
    others: FieldUses
    keys: Mapping[str, str]
    marks: frozenset[str] = frozenset()
    detects: frozenset[str] = frozenset({"datetime", "geolocation"})
    is_closed: bool = False

    def of(self, path: str) -> FieldUses:
        """What a field is for."""
        return self.uses.get(path, self.others)

    @cached_property
    def dynamic(self) -> list[str]:
        """The paths of the texts that may be counted unasked."""
        return [
            path
            for path, uses in self.uses.items()
            if uses.dynamic and uses.indexable and self.types[path] == "string"
        ]

    @cached_property
    def hides(self) -> bool:
        """Whether there may be fields that results do not show."""
        return not self._all(lambda uses: uses.retrievable)

    @cached_property
    def _finds_all(self) -> bool:
        """Whether queries are matched with all that is shown."""
        return self._all(lambda uses: uses.searchable and uses.retrievable)

    def shown(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The structured data that results show."""
        return self._kept(values, lambda uses: uses.retrievable) if self.hides else values

    def found_by(self, values: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The structured data whose text queries are matched with; None for all that is shown."""
        if self._finds_all:
            return None
        return self._kept(values, lambda uses: uses.searchable)

    def marked(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The structured data of the texts that the schema itself marks as searchable."""
        if not self.marks:
            return {}
        return _kept(values, self.marks.__contains__, self.types, "")

    def filterable(self, detected: Mapping[str, FieldType]) -> dict[str, FieldType]:
        """The types of the fields that filters, orders, facets and boosts may name."""
        every = {**self.detected(detected), **self.types}
        return {
            path: kind for path, kind in every.items() if self.of(path).indexable and is_field(path)
        }

    def detected(self, types: Mapping[str, FieldType]) -> dict[str, FieldType]:
        """Types seen in documents, with dates and places only where those are detected."""
        return {
            path: "string" if kind == "datetime" and kind not in self.detects else kind
            for path, kind in types.items()
            if kind != "geolocation" or kind in self.detects
        }

    def title(self, values: Mapping[str, Any]) -> str | None:
        """The text of the title: of the field mapped to it, or else of one with a usual name."""
        return self._text(values, "title") or title_of(self.shown(values))

    def uri(self, values: Mapping[str, Any]) -> str | None:
        """The address: of the field mapped to it, or else of one with a usual name."""
        return self._text(values, "uri") or uri_of(self.shown(values))

    def _text(self, values: Mapping[str, Any], key: str) -> str:
        value: Any = values
        for name in self.keys[key].split(".") if key in self.keys else ():
            value = value.get(name) if isinstance(value, Mapping) else None
        return " ".join(value.split()) if isinstance(value, str) else ""

    def _all(self, holds: Callable[[FieldUses], bool]) -> bool:
        return holds(self.others) and all(map(holds, self.uses.values()))

    def _kept(
        self, values: Mapping[str, Any], holds: Callable[[FieldUses], bool]
    ) -> Mapping[str, Any]:
        return _kept(values, lambda path: holds(self.of(path)), self.types, "")


@lru_cache(maxsize=256)
def field_rules(body: bytes | None, mode: SchemaMode) -> FieldRules:
    """The rules of a stored schema, or of none."""
    others = _ALL if mode == "auto" else _NONE
    if body is None:
        return FieldRules({}, {}, others, {})
    content = json_schema_of(de.Schema.FromString(body), "schema")
    uses: dict[str, FieldUses] = {}
    types: dict[str, FieldType] = {}
    keys: dict[str, str] = {}
    marks: set[str] = set()
    for declared, node in schema_nodes(content):
        path = declared.replace("[]", "")
        kind = _TYPES.get(node.get("type", ""))
        if key := node.get("keyPropertyMapping"):
            keys.setdefault(key, path)
        if kind is not None:
            types[path] = kind
            uses[path] = _uses(node, kind, others)
        if node.get("searchable"):
            marks.add(path)
    is_closed = str(content.get("dynamic", "true")).lower() == "false"
    others = _NONE if is_closed else others
    detects = _detects(content)
    return FieldRules(uses, types, others, keys, frozenset(marks), detects, is_closed)


def _uses(node: Mapping[str, Any], kind: FieldType, others: FieldUses) -> FieldUses:
    """A flag that is not set is off, unless none is: then the field is left to the mode.

    Two flags cannot be set for all types, and then are as the others are: truth values can be
    filtered by (the service once took no `indexable` for them), and what is not a text is found by
    what is shown of it.
    """
    key = node.get("keyPropertyMapping", "")
    says = any(flag in node for flag in FLAGS)
    retrievable = bool(node.get("retrievable")) if says else others.retrievable
    searchable = bool(node.get("searchable")) if kind == "string" else retrievable
    given = FieldUses(
        retrievable=retrievable,
        indexable=bool(node.get("indexable", kind == "boolean")) if says else others.indexable,
        searchable=searchable if says else others.searchable,
        dynamic=bool(node.get("dynamicFacetable")),
    )
    if not key:
        return given
    return FieldUses(given.retrievable, key not in _NOT_FILTERED, key in _FOUND, given.dynamic)


def _detects(content: Mapping[str, Any]) -> frozenset[str]:
    off = {kind for name, kind in DETECTIONS.items() if content.get(name) is False}
    return frozenset(DETECTIONS.values()) - off


def _kept(
    values: Mapping[str, Any], keeps: Callable[[str], bool], leaves: Mapping[str, Any], above: str
) -> dict[str, Any]:
    """The values of the fields that are kept, in the objects and lists that they stand in."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        path = f"{above}.{key}" if above else str(key)
        kept = _kept_value(value, keeps, leaves, path)
        if kept is not _NOTHING:
            found[key] = kept
    return found


_NOTHING = object()


def _kept_value(
    value: Any, keeps: Callable[[str], bool], leaves: Mapping[str, Any], path: str
) -> Any:
    if isinstance(value, Mapping) and path not in leaves:
        return _kept(value, keeps, leaves, path) or _NOTHING
    if isinstance(value, list):
        items = [_kept_value(item, keeps, leaves, path) for item in value]
        return [item for item in items if item is not _NOTHING] or _NOTHING
    return value if keeps(path) else _NOTHING

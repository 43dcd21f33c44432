"""The fields that filters, orders and facets may name."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal, TypeAlias, get_args

from emulator.retrieval.filters.conditions import DOCUMENT_ID
from emulator.retrieval.filters.geo import Point

FieldType: TypeAlias = Literal["string", "number", "integer", "boolean", "datetime", "geolocation"]

Locate: TypeAlias = Callable[[str, str], Point | None]
"""Tells where the place of a name is, for a field of places."""

Pages: TypeAlias = Callable[[str], Sequence[str] | None]
"""Tells the ids of a website's pages whose addresses a pattern covers; None where is no website."""

# Names of a document's id, where its structured data has no field of that name.
_IDS = ("id", "document_id")

_STRUCTURED = "structData."

_MOST_ALIKE = 3


@dataclass(frozen=True, slots=True)
class Field:
    """A known field: the path to its values and their type."""

    path: str
    type: FieldType


@dataclass(frozen=True, slots=True)
class Fields:
    """What is known of the fields of the branches that are searched.

    `types` maps dotted paths into the structured data to types. `keys` maps the names of key
    properties to the paths of fields: each branch may have a field of its own for one. A field that
    is in neither is refused or, if `lenient`, matches nothing. `differing` has all types of the
    paths that have several, one in each branch, after that of `types`. `locate` tells where the
    place of a name is, for a field of places, `pages` which pages an address means.
    """

    types: Mapping[str, FieldType]
    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    differing: Mapping[str, Sequence[FieldType]] = field(default_factory=dict)
    lenient: bool = False
    locate: Locate = field(default=lambda path, name: None, compare=False)
    pages: Pages = field(default=lambda pattern: None, compare=False)

    def find(self, name: str, types: Container[str] = get_args(FieldType)) -> Field | None:
        """Return the first field of a name that is of one of the types; None if there is none."""
        return next((one for one in self.of_each_type(name) if one.type in types), None)

    def unknown(self, name: str) -> str:
        """What a name is that is none of a field, with the names that are most like it."""
        alike = ", ".join(get_close_matches(name, self.types, n=_MOST_ALIKE))
        known = f"; most like it: {alike}" if alike else ""
        return f"not known or not indexable{known}"

    def all(self, name: str) -> Sequence[Field]:
        """Return the fields of a name, which may have the prefix `structData.`."""
        own = name if name in self.types else name.removeprefix(_STRUCTURED)
        paths = dict.fromkeys((own, *self.keys.get(name, ())))
        known = [path for path in paths if path in self.types]
        if not known and name in _IDS:
            return [Field(DOCUMENT_ID, "string")]
        return [Field(path, self.types[path]) for path in known]

    def of_each_type(self, name: str) -> Sequence[Field]:
        """Return the fields of a name, one for each type that its path has."""
        found = self.all(name)
        return [Field(one.path, kind) for one in found for kind in self._types_of(one)]

    def _types_of(self, one: Field) -> Sequence[FieldType]:
        return self.differing.get(one.path, (one.type,))

"""The fields that filters, orders and facets may name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from emulator.retrieval.filters.conditions import DOCUMENT_ID
from emulator.retrieval.filters.geo import Point

FieldType: TypeAlias = Literal["string", "number", "integer", "boolean", "datetime", "geolocation"]

Locate: TypeAlias = Callable[[str, str], Point | None]
"""Tells where the place of a name is, for a field of places."""

# Names of a document's id, where its structured data has no field of that name.
IDS = {"id": DOCUMENT_ID, "document_id": DOCUMENT_ID}

_PATH = re.compile(r"\w[\w-]*(?:\.\w[\w-]*)*")
_STRUCTURED = "structData."


@dataclass(frozen=True, slots=True)
class Field:
    """A known field: the path to its values and their type."""

    path: str
    type: FieldType


@dataclass(frozen=True, slots=True)
class Fields:
    """What is known of a branch's fields.

    `types` maps dotted paths into the structured data to types. `aliases` maps further names to
    paths; a path of the data comes before an alias of the same name. A field that is in neither
    is refused or, if `lenient`, matches nothing. `locate` tells where the place of a name is, for
    a field of places.
    """

    types: Mapping[str, FieldType]
    aliases: Mapping[str, str] = field(default_factory=lambda: IDS)
    lenient: bool = False
    locate: Locate = field(default=lambda path, name: None, compare=False)

    def find(self, name: str) -> Field | None:
        """Return the field of a name, which may have the prefix `structData.`; None if unknown."""
        for path in (name, self.aliases.get(name, ""), name.removeprefix(_STRUCTURED)):
            if path == DOCUMENT_ID:
                return Field(path, "string")
            if path in self.types and _PATH.fullmatch(path):
                return Field(path, self.types[path])
        return None

"""The types of fields that no schema describes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from emulator.retrieval.attributes import Leaf, Leaves
from emulator.retrieval.filters import dates
from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.filters.syntax import is_field

_NUMERIC = {"integer", "number"}


# Of each type of a field so many documents are remembered.
_REMEMBERED = 100


@dataclass(slots=True)
class DetectedTypes:
    """The types of the fields of many documents, by path.

    A field has the types of the documents that are there. It stays known when the last is gone.
    """

    types: dict[str, FieldType] = field(default_factory=dict)
    are_doubtful: bool = False
    """Whether a type may be gone: all are that were remembered of it, and there were others."""
    _counts: defaultdict[str, Counter[FieldType]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    _remembered: dict[str, dict[str, FieldType]] = field(default_factory=dict)
    _others: set[tuple[str, FieldType]] = field(default_factory=set)

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> DetectedTypes:
        """What `state` was made of."""
        found = cls(state["types"], _remembered=state["remembered"])
        found._others.update((path, kind) for path, kind in state["others"])
        for shown in found._remembered.values():
            for path, kind in shown.items():
                found._counts[path][kind] += 1
        return found

    def state(self) -> Mapping[str, Any]:
        """All that is known, as JSON; not to be changed."""
        return {
            "types": self.types,
            "remembered": self._remembered,
            "others": list(self._others),
        }

    def update(self, document_id: str, values: Leaves) -> None:
        """Look at a document's values as they are now; it has none if it is gone."""
        before = self._remembered.pop(document_id, {})
        for path, kind in before.items():
            self._counts[path][kind] -= 1
        shown = self._shown(values)
        if shown:
            self._remembered[document_id] = shown
        for path in before.keys() | shown.keys():
            self.types[path] = self._type(path) or self.types[path]
        self.are_doubtful |= any(
            pair in self._others and not self._counts[pair[0]][pair[1]] for pair in before.items()
        )

    def _shown(self, values: Leaves) -> dict[str, FieldType]:
        """The types to remember a document for, which count from now on."""
        shown = {}
        for path, kind in detect_types(values).items():
            if self._counts[path][kind] < _REMEMBERED:
                self._counts[path][kind] += 1
                shown[path] = kind
            else:
                self._others.add((path, kind))
        return shown

    def _type(self, path: str) -> FieldType | None:
        merged = None
        for kind, count in self._counts[path].items():
            if count:
                merged = _merged(merged, kind)
        return merged


def detect_types(values: Leaves) -> dict[str, FieldType]:
    """Return the type of each field of one document's structured data, by path.

    Of an array the elements count; an empty text says nothing. Whole numbers are integers, full
    ISO 8601 dates and times datetimes, objects with latitude and longitude or with nothing but an
    address geolocations.
    """
    found: dict[str, FieldType] = {}
    for path, leaf in values:
        if leaf != "" and is_field(path):
            found[path] = _merged(found.get(path), _type(leaf))
    return found


def merge_types(
    known: Mapping[str, FieldType], more: Mapping[str, FieldType]
) -> dict[str, FieldType]:
    """Return the types of the fields of both.

    Integers and numbers are numbers; any other two types make a field one of strings.
    """
    return {**known, **{path: _merged(known.get(path), one) for path, one in more.items()}}


def _merged(known: FieldType | None, other: FieldType) -> FieldType:
    if known is None or known == other:
        return other
    return "number" if {known, other} == _NUMERIC else "string"


def _type(leaf: Leaf) -> FieldType:
    if isinstance(leaf, str):
        return "datetime" if dates.is_date(leaf) else "string"
    if isinstance(leaf, bool):
        return "boolean"
    if isinstance(leaf, float):
        return "integer" if leaf.is_integer() else "number"
    return "geolocation"

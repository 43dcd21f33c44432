"""The types of fields that no schema describes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from emulator.retrieval.attributes import Leaf, leaves
from emulator.retrieval.filters import dates
from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.filters.geo import Point
from emulator.retrieval.filters.syntax import FIELD

_NUMERIC = {"integer", "number"}


@dataclass(slots=True)
class DetectedTypes:
    """The types of the fields of many documents, by path."""

    types: dict[str, FieldType] = field(default_factory=dict)
    _are_mixed: bool = False
    _are_fewer: bool = False

    @property
    def are_doubtful(self) -> bool:
        """Whether a field that had several types may have but one now.

        The document with the other one may be gone.
        """
        return self._are_mixed and self._are_fewer

    def update(self, documents: Iterable[Mapping[str, object]], gone: int = 0) -> None:
        """Look at the structured data of further documents; so many of the others are gone."""
        for data in documents:
            for path, kind in detect_types(data).items():
                known = self.types.get(path, kind)
                self.types[path] = merged = _merged(known, kind)
                self._are_mixed |= known != kind and merged == "string"
        self._are_fewer |= gone > 0


def detect_types(data: Mapping[str, object]) -> dict[str, FieldType]:
    """Return the type of each field of one document's structured data, by path.

    Of an array the elements count; an empty text says nothing. Whole numbers are integers, full
    ISO 8601 dates and times datetimes, objects with latitude and longitude or with nothing but an
    address geolocations.
    """
    found: dict[str, FieldType] = {}
    for path, leaf in leaves(data):
        if leaf != "" and FIELD.fullmatch(path):
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
    match leaf:
        case Point():
            return "geolocation"
        case bool():
            return "boolean"
        case float():
            return "integer" if leaf.is_integer() else "number"
        case str():
            return "datetime" if dates.is_date(leaf) else "string"

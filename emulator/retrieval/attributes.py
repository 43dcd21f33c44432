"""Structured data as the typed values of its fields.

A field is a dotted path; through arrays it has several values. What a value is for filters,
facets and order is decided by the field's type when asked, so each value is read as all it can be:
a text may also be a date or a place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from emulator.retrieval.filters import dates, geo
from emulator.retrieval.filters.geo import Point
from emulator.retrieval.text.analysis import encodable

Leaf: TypeAlias = str | bool | float | Point
Leaves: TypeAlias = Sequence[tuple[str, Leaf]]  # with their paths
_Value = TypeVar("_Value")
_ByPath: TypeAlias = dict[str, dict[_Value, None]]  # a set for each path that keeps its order

# Nobody writes data nested deeper; protobuf stops at 100 levels too.
_DEEPEST = 64

# Longer texts are to be read, not compared: no filter finds them and no facet shows them. Nor is
# an empty one a value.
_LONGEST_TEXT = 2_000


# A place given by its address alone.
UNLOCATED = Point(math.nan, math.nan)


@dataclass(slots=True)  # Frozen ones take four times as long to make.
class Attributes:
    """The distinct values of each path in order of appearance; dates as microseconds."""

    texts: _ByPath[str] = field(default_factory=dict)
    truths: _ByPath[bool] = field(default_factory=dict)
    numbers: _ByPath[float] = field(default_factory=dict)
    dates: _ByPath[int] = field(default_factory=dict)
    points: _ByPath[Point] = field(default_factory=dict)

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Attributes:
        """Read any JSON object; what is no value of a field is left out."""
        return cls.of(leaves(data))

    @classmethod
    def of(cls, values: Leaves) -> Attributes:
        """Read the same from the `leaves` of a JSON object."""
        found = cls({}, {}, {}, {}, {})
        for path, leaf in values:
            if isinstance(leaf, str):
                if 0 < len(leaf) <= _LONGEST_TEXT:
                    _add(found.texts, path, leaf)
                    if not leaf[0].isalpha():  # As neither a date nor a place begins.
                        found._add_read(path, leaf)
            elif isinstance(leaf, bool):
                _add(found.truths, path, leaf)
            elif isinstance(leaf, float):
                _add(found.numbers, path, leaf)
            elif leaf is not UNLOCATED:
                _add(found.points, path, leaf)
        return found

    def _add_read(self, path: str, text: str) -> None:
        """Add what a text may be read as."""
        period = dates.period(text)
        if period is not None:
            _add(self.dates, path, period.start)
        place = geo.parse_point(text)
        if place is not None:
            _add(self.points, path, place)


def leaves(data: Mapping[str, object]) -> list[tuple[str, Leaf]]:
    """Return every value with its path.

    An object with latitude and longitude is a place beside its parts, and so is one that has
    nothing but an address: an UNLOCATED one.
    """
    found: list[tuple[str, Leaf]] = []
    for key, value in data.items():
        _collect(found, encodable(str(key)), value, 1)
    return found


def _collect(found: list[tuple[str, Leaf]], path: str, value: object, depth: int) -> None:
    if isinstance(value, str):
        found.append((path, encodable(value)))
    elif isinstance(value, bool):
        found.append((path, value))
    elif isinstance(value, int | float):
        number = _double(value)
        if math.isfinite(number):
            found.append((path, number))
    elif depth >= _DEEPEST:
        return
    elif isinstance(value, list | tuple):
        for item in value:
            _collect(found, path, item, depth + 1)
    elif isinstance(value, Mapping):
        place = geo.point(value.get("latitude"), value.get("longitude"))
        if place is not None or (len(value) == 1 and isinstance(value.get("address"), str)):
            found.append((path, place or UNLOCATED))
        for key, item in value.items():
            _collect(found, f"{path}.{encodable(str(key))}", item, depth + 1)


def _double(value: float) -> float:
    """The number as protobuf's Struct holds all numbers."""
    try:
        return float(value) + 0.0  # which makes -0 a 0
    except OverflowError:
        return math.inf


def _add(values: _ByPath[_Value], path: str, value: _Value) -> None:
    values.setdefault(path, {})[value] = None

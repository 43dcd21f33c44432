"""Places on the globe, and circles as the cells of a grid that is halved again and again.

A cell is named by a digit 0-3 for each halving of latitude and longitude, so that the cells
inside one have its name as prefix.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

_EARTH_RADIUS = 6_371_000.0  # metres
_DEGREE = math.pi / 180

_LEVELS = 26  # cells of at most 60 cm
_MOST_BORDER_CELLS = 64

# Rounding must not put a place on the other side of a border: it is off by micrometres.
_MARGIN = 0.01  # metres

_PAIR = re.compile(r"\s*([+-]?\d+(?:\.\d*)?)\s*,\s*([+-]?\d+(?:\.\d*)?)\s*", re.ASCII)


class Point(NamedTuple):
    """A place in degrees."""

    latitude: float
    longitude: float


class Circle(NamedTuple):
    """All places within a distance in metres of a centre."""

    centre: Point
    metres: float

    def holds(self, point: Point) -> bool:
        """Whether the place is inside or on the edge."""
        return distance(self.centre, point) <= self.metres


class Cover(NamedTuple):
    """Names of cells that are wholly inside a circle, and of those its edge runs through."""

    inside: tuple[str, ...]
    border: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    name: str
    south: float
    west: float

    @property
    def height(self) -> float:
        return 180.0 / (1 << len(self.name))

    def quarters(self) -> list[_Cell]:
        half = self.height / 2
        return [
            _Cell(f"{self.name}{row * 2 + column}", self.south + row * half, west)
            for row in (0, 1)
            for column, west in enumerate((self.west, self.west + self.height))
        ]

    @property
    def centre(self) -> Point:
        return Point(self.south + self.height / 2, self.west + self.height)

    @property
    def reach(self) -> float:
        """At least the distance from the centre to any place in the cell, in metres."""
        north = self.south + self.height
        nearest = 0.0 if self.south < 0 < north else min(abs(self.south), abs(north))
        half_width = self.height * math.cos(nearest * _DEGREE)
        return (self.height / 2 + half_width) * _DEGREE * _EARTH_RADIUS + _MARGIN


def point(latitude: object, longitude: object) -> Point | None:
    """Return the place of two numbers in degrees; None if they are none or out of range."""
    if not (_is_number(latitude) and _is_number(longitude)):
        return None
    place = Point(float(latitude), float(longitude))  # type: ignore[arg-type]  # both are numbers
    return place if abs(place.latitude) <= 90 and abs(place.longitude) <= 180 else None


def parse_point(text: str) -> Point | None:
    """Return the place of "latitude,longitude"."""
    match = _PAIR.fullmatch(text)
    return point(float(match[1]), float(match[2])) if match else None


def distance(one: Point, other: Point) -> float:
    """Return the length of the great circle between two places in metres (haversine)."""
    south, north = one.latitude * _DEGREE, other.latitude * _DEGREE
    across = (other.longitude - one.longitude) * _DEGREE
    chord = (
        math.sin((north - south) / 2) ** 2
        + math.cos(south) * math.cos(north) * math.sin(across / 2) ** 2
    )
    return 2 * _EARTH_RADIUS * math.asin(min(1.0, math.sqrt(chord)))


def cell(place: Point) -> str:
    """Return the name of the smallest cell that holds a place."""
    last = (1 << _LEVELS) - 1
    row = min(int((place.latitude + 90) / 180 * (1 << _LEVELS)), last)
    column = min(int((place.longitude + 180) / 360 * (1 << _LEVELS)), last)
    # Their bits as decimal digits: twice the one and the other make the number of the quarter.
    return f"{2 * int(f'{row:b}') + int(f'{column:b}'):0{_LEVELS}}"


@lru_cache(maxsize=64)
def cover(circle: Circle) -> Cover:
    """Return cells that together hold every place of a circle."""
    inside: list[str] = []
    border = [_Cell("", -90.0, -180.0)]
    while border and len(border) <= _MOST_BORDER_CELLS and len(border[0].name) < _LEVELS:
        parts = [part for whole in border for part in whole.quarters()]
        gaps = [(part, distance(circle.centre, part.centre), part.reach) for part in parts]
        inside += [part.name for part, gap, reach in gaps if gap + reach <= circle.metres]
        border = [part for part, gap, reach in gaps if gap - reach <= circle.metres < gap + reach]
    return Cover(tuple(inside), tuple(part.name for part in border))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)

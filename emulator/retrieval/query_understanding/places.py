"""Distances from places: "within 5 km of 52.5, 13.4", "near Dundee"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from emulator.retrieval.filters.fields import Locate
from emulator.retrieval.filters.geo import parse_point
from emulator.retrieval.query_understanding.constraints import PlaceConstraint
from emulator.retrieval.text.letters import fold_case

_METRES = {"m": 1.0, "k": 1_000.0, "mi": 1_609.344}
_NEAR = 10_000.0
_PLACE = r"(?P<place>-?\d+(?:\.\d+)?\s*,\s*-?\d+(?:\.\d+)?|[^\W\d_][\w'-]*(?:\s+[A-Z][\w'-]*)*)"
_WITHIN = re.compile(
    r"\b(?:(?i:within|less\s+than|under|up\s+to))\s+(?P<number>\d+(?:\.\d+)?)\s*"
    r"(?P<unit>(?i:kilomet(?:er|re)s?|kms?|met(?:er|re)s?|m|miles?|mi))\s+(?i:of|from|around)\s+"
    + _PLACE
)
_NEARBY = re.compile(r"\b(?i:near(?:\s+to|by)?|close\s+to|around)\s+" + _PLACE)


@dataclass(frozen=True, slots=True)
class Unlocated:
    """A place in the text that nobody could locate."""

    address: str


def find_places(
    text: str, fields: Sequence[str], locate: Locate
) -> Iterator[PlaceConstraint | Unlocated]:
    """Yield the distances from places, for the first of the fields that the place is known for."""
    if not fields:
        return
    for match in _WITHIN.finditer(text):
        yield _constraint(match, _distance(match), fields, locate)
    for match in _NEARBY.finditer(text):
        yield _constraint(match, _NEAR, fields, locate)


def _constraint(
    match: re.Match[str], metres: float, fields: Sequence[str], locate: Locate
) -> PlaceConstraint | Unlocated:
    address = match["place"]
    named = dict.fromkeys((address, address.title()))  # Many type names without capitals.
    for field, name in product(fields, named):
        point = parse_point(address) or locate(field, name)
        if point is not None:
            return PlaceConstraint(
                field, address, point.latitude, point.longitude, metres, *match.span()
            )
    return Unlocated(address)


def _distance(match: re.Match[str]) -> float:
    unit = fold_case(match["unit"])
    key = "k" if unit.startswith("k") else "mi" if unit.startswith("mi") else "m"
    return float(match["number"]) * _METRES[key]

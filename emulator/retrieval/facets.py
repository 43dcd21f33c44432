"""Counts of the documents that match, by the values of a field."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import tantivy
from tantivy import Occur

from emulator.retrieval import columns, schema
from emulator.retrieval.filters.conditions import DOCUMENT_ID
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.ranking import top

_DEFAULT_LIMIT = 20
_MOST_VALUES = 300
_MOST_INTERVALS = 30
_MOST_RESTRICTIONS = 10

# Tantivy gives up on an aggregation of more than 65,000 buckets.
_ALL = 60_000

Order: TypeAlias = Literal["", "count desc", "value desc"]


class FacetError(ValueError):
    """A facet that is refused, with the reason."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of numbers; ends that are open are infinite."""

    minimum: float = -math.inf
    maximum: float = math.inf
    exclusive_minimum: bool = False
    exclusive_maximum: bool = False

    def __post_init__(self) -> None:
        if not self.minimum <= self.maximum:
            raise FacetError("The minimum of an interval is above its maximum")

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest number inside."""
        least, greatest = self.minimum, self.maximum
        return (
            math.nextafter(least, math.inf) if self.exclusive_minimum else least,
            math.nextafter(greatest, -math.inf) if self.exclusive_maximum else greatest,
        )


@dataclass(frozen=True, slots=True)
class Facet:
    """What to count: texts, dates as written and truth values, or numbers by intervals.

    Values are shown if they are in `restricted`, start with one of `prefixes` and contain one of
    `contains`, as far as these are given; `ignore_case` is for the last two. Without an order
    values ascend and intervals stand as given; that order also breaks ties of counts. Filters on
    the paths in `excluded` do not restrict what is counted.
    """

    field: Field
    intervals: tuple[Interval, ...] = ()
    restricted: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    ignore_case: bool = False
    order: Order = ""
    limit: int = 0
    excluded: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        numeric = self.field.type in ("number", "integer")
        if self.field.path == DOCUMENT_ID or self.field.type == "geolocation":
            raise FacetError("Only textual and numerical fields can be facets")
        if numeric != bool(self.intervals):
            problem = "required for" if numeric else "not supported on"
            raise FacetError(f"Intervals are {problem} a field of type {self.field.type}")
        if self.limit < 0:
            raise FacetError("The limit is negative")
        _check_number("intervals", self.intervals, _MOST_INTERVALS)
        for name in ("restricted", "prefixes", "contains"):
            _check_number(f"{name} values", getattr(self, name), _MOST_RESTRICTIONS)

    @property
    def most(self) -> int:
        """How many values to show; all intervals, unless told otherwise."""
        return min(self.limit or max(_DEFAULT_LIMIT, len(self.intervals)), _MOST_VALUES)

    @property
    def is_restricted(self) -> bool:
        """Whether not every value may be shown."""
        return bool(self.restricted or self.prefixes or self.contains)

    def shows(self, value: str) -> bool:
        """Whether a value may be shown."""
        if self.restricted and value not in self.restricted:
            return False
        fold: Callable[[str], str] = str.casefold if self.ignore_case else str
        folded = fold(value)
        starts = [folded.startswith(fold(prefix)) for prefix in self.prefixes]
        contains = [fold(part) in folded for part in self.contains]
        return (any(starts) or not starts) and (any(contains) or not contains)


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value or an interval and the number of documents that have it."""

    value: str | Interval
    count: int


def count_facet(
    searcher: tantivy.Searcher, entries: tantivy.Query, facet: Facet
) -> list[FacetValue]:
    """Count a facet over `entries`: one entry of the index for each document that matches.

    Intervals are shown with a count of 0 too, values are not.
    """
    if facet.intervals:
        intervals = [_count_interval(searcher, entries, facet, one) for one in facet.intervals]
        return _arranged(intervals, facet.order)[: facet.most]
    counts = _count_values(searcher, entries, facet)
    values = [FacetValue(value, counts[value]) for value in sorted(counts) if facet.shows(value)]
    return _arranged(values, facet.order)[: facet.most]


def _arranged(values: list[FacetValue], order: Order) -> list[FacetValue]:
    match order:
        case "count desc":
            return sorted(values, key=lambda one: -one.count)
        case "value desc":
            return sorted(values, key=_rank, reverse=True)
        case "":
            return values


def _rank(one: FacetValue) -> tuple[tuple[float, float], str]:
    if isinstance(one.value, Interval):
        return one.value.bounds, ""
    return (0.0, 0.0), one.value


def _count_interval(
    searcher: tantivy.Searcher, entries: tantivy.Query, facet: Facet, interval: Interval
) -> FacetValue:
    least, greatest = map(columns.stored_number, interval.bounds)
    inside = schema.in_range(f"{schema.NUMBERS}.{facet.field.path}", least, greatest)
    _, count = top(searcher, schema.within(entries, [(Occur.Must, inside)]))
    return FacetValue(interval, count)


def _count_values(
    searcher: tantivy.Searcher, entries: tantivy.Query, facet: Facet
) -> dict[str, int]:
    """The counts of all values, or of those that come first if no order needs the others."""
    terms: dict[str, object] = {"field": f"{schema.ATTRIBUTES}.{facet.field.path}", "size": _ALL}
    if facet.order != "count desc" and not facet.is_restricted:
        direction = "desc" if facet.order else "asc"
        terms |= {"size": facet.most, "order": {"_key": direction}}
    found = searcher.aggregate(entries, {"values": {"terms": terms}})["values"]["buckets"]
    if facet.field.type == "boolean":
        return {one["key_as_string"]: one["doc_count"] for one in found if "key_as_string" in one}
    texts = (one for one in found if "key_as_string" not in one)
    return {columns.original_text(one["key"]): one["doc_count"] for one in texts}


def _check_number(name: str, given: Sequence[object], most: int) -> None:
    if len(given) > most:
        raise FacetError(f"A facet can have {most} {name} at most")

"""Counts of the documents that match, by the values of a field."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import product, starmap
from typing import Any, Literal, TypeAlias

import tantivy

from emulator.retrieval.filters.conditions import DOCUMENT_ID
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.index import columns, queries, schema
from emulator.retrieval.index.selection import MOST_BUCKETS

_DEFAULT_LIMIT = 20
_MOST_VALUES = 300

_DIGITS = re.compile(r"\d+", re.ASCII)

Order: TypeAlias = Literal["", "count desc", "value desc"]


class FacetError(ValueError):
    """A facet that is refused, with the reason and the part of its facetKey that is wrong."""

    def __init__(self, reason: str, part: str) -> None:
        super().__init__(reason)
        self.part = part


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of numbers; ends that are open are infinite."""

    minimum: float = -math.inf
    maximum: float = math.inf
    exclusive_minimum: bool = False
    exclusive_maximum: bool = False

    def __post_init__(self) -> None:
        if not self.minimum <= self.maximum:
            raise FacetError("The minimum of an interval is above its maximum", "intervals")

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
    values ascend in natural order (`a2` before `a10`) and intervals stand as given; that order also
    breaks ties of counts. Filters on the paths in `excluded` do not restrict what is counted. The
    values of fields in `also`, of the same type, are counted with those of the field.
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
    also: tuple[Field, ...] = ()

    def __post_init__(self) -> None:
        numeric = self.field.type in ("number", "integer")
        if self.field.path == DOCUMENT_ID or self.field.type == "geolocation":
            raise FacetError("Only textual and numerical fields can be facets", "key")
        if numeric != bool(self.intervals):
            problem = "required for" if numeric else "not supported on"
            reason = f"Intervals are {problem} a field of type {self.field.type}"
            raise FacetError(reason, "intervals")
        restrictions = {
            "restricted_values": self.restricted,
            "prefixes": self.prefixes,
            "contains": self.contains,
        }
        for part, given in restrictions.items():
            if numeric and given:
                raise FacetError("Only the values of textual fields can be restricted", part)

    @property
    def paths(self) -> Sequence[str]:
        """Where the values are."""
        return [one.path for one in (self.field, *self.also)]

    @property
    def most(self) -> int:
        """How many values to show; all intervals, unless told otherwise."""
        return min(self.limit or max(_DEFAULT_LIMIT, len(self.intervals)), _MOST_VALUES)

    @property
    def is_restricted(self) -> bool:
        """Whether not every value may be shown."""
        return bool(self.restricted or self.prefixes or self.contains)

    def shows(self, one: FacetValue) -> bool:
        """Whether a value may be shown."""
        value = str(one.value)
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


_Key: TypeAlias = tuple[str, Interval | None]
"""A field whose values are counted, or numbers inside an interval."""


def count_facets(
    searcher: tantivy.Searcher, entries: tantivy.Query, facets: Sequence[Facet]
) -> list[list[FacetValue]]:
    """Count every value of each facet over `entries`: one entry of the index for each document.

    Intervals are counted with 0 too, values are not; which of them are shown, `shown` tells.
    """
    found = _count(searcher, entries, {key for facet in facets for key in _keys(facet)})
    return [
        [value for key in _keys(facet) for value in _values(facet, key, found[key])]
        for facet in facets
    ]


def shown(facet: Facet, counts: Iterable[FacetValue]) -> list[FacetValue]:
    """Return the values of a facet to show, in order, from the counts of one or several indexes."""
    sums: Counter[str | Interval] = Counter()
    for one in counts:
        sums[one.value] += one.count
    values = list(starmap(FacetValue, sums.items()))
    if facet.is_restricted:
        values = list(filter(facet.shows, values))
    if facet.order == "count desc":
        values = _most_frequent(values, facet.most)
    if not facet.intervals:
        values.sort(key=_natural)
    return _arranged(values, facet.order)[: facet.most]


def _most_frequent(values: list[FacetValue], most: int) -> list[FacetValue]:
    """Leave out what cannot be among the first by count: to bring all in order takes long."""
    if len(values) <= most:
        return values
    least = nlargest(most, (one.count for one in values))[-1]
    return [one for one in values if one.count >= least]


def _arranged(values: list[FacetValue], order: Order) -> list[FacetValue]:
    match order:
        case "count desc":
            return sorted(values, key=lambda one: -one.count)
        case "value desc":
            return sorted(values, key=_descending, reverse=True)
        case "":
            return values


def _descending(one: FacetValue) -> Any:
    return one.value.bounds if isinstance(one.value, Interval) else _natural(one)


def _natural(one: FacetValue) -> tuple[str, str]:
    """Text with its numbers in order of their size; what is still alike is told apart by spelling.

    A number is longer, or of greater digits, than a smaller one; it stands before other characters.
    """
    value = str(one.value)
    return _DIGITS.sub(_sized, value), value


def _sized(digits: re.Match[str]) -> str:
    number = digits[0].lstrip("0")
    return f"\0{chr(len(number))}{number}"


def _keys(facet: Facet) -> list[_Key]:
    """What is counted for a facet."""
    intervals = dict.fromkeys(facet.intervals) or (None,)
    return [(path, interval) for interval, path in product(intervals, facet.paths)]


def _count(
    searcher: tantivy.Searcher, entries: tantivy.Query, keys: Iterable[_Key]
) -> Mapping[_Key, dict[str, Any]]:
    """What Tantivy counts for each of the keys, all in one go."""
    names = {key: str(number) for number, key in enumerate(keys)}
    wanted = {name: _aggregation(*key) for key, name in names.items()}
    found = searcher.aggregate(entries, wanted) if wanted else {}
    return {key: found[name] for key, name in names.items()}


def _aggregation(path: str, interval: Interval | None) -> dict[str, object]:
    if interval is None:
        return {"terms": {"field": f"{schema.ATTRIBUTES}.{path}", "size": MOST_BUCKETS}}
    least, greatest = map(columns.stored_number, interval.bounds)
    return {"filter": queries.range_text(f"{schema.NUMBERS}.{path}", least, greatest)}


def _values(facet: Facet, key: _Key, found: Mapping[str, Any]) -> list[FacetValue]:
    _, interval = key
    if interval is not None:
        return [FacetValue(interval, found["doc_count"])]
    buckets = found["buckets"]
    if facet.field.type == "boolean":
        truths = (one for one in buckets if "key_as_string" in one)
        return [FacetValue(one["key_as_string"], one["doc_count"]) for one in truths]
    texts = (one for one in buckets if "key_as_string" not in one)
    return [FacetValue(columns.original_text(one["key"]), one["doc_count"]) for one in texts]

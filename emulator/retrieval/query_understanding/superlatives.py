"""What is asked for by the least or the most of something: "the cheapest", "the highest rating"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.query_understanding.field_matching import (
    ends_with,
    named_fields,
    words_after,
)
from emulator.retrieval.text.analysis import terms


class Scale(NamedTuple):
    """The words for the least and the most of something, and what fields are called that hold it.

    `names_field` if the word after them may name the field: "the longest warranty".
    """

    least: str
    most: str
    measures: str = ""
    names_field: bool = False


TIMES = Scale("earliest|soonest|oldest", "latest|newest|most recent")
_NAMED = Scale("lowest|least|fewest|smallest", "highest|most|greatest|largest", names_field=True)
SCALES: Sequence[Scale] = (
    Scale(
        "cheapest|least expensive|most affordable|lowest[- ]priced",
        "most expensive|dearest|priciest|costliest",
        "price cost fee fare amount total charge premium",
    ),
    TIMES,
    Scale("slowest", "fastest|quickest", "speed velocity knots mph"),
    Scale("fastest|quickest", "slowest", "duration minutes hours days"),
    Scale("shortest", "longest", "duration minutes hours days length pages", names_field=True),
    Scale("shortest", "tallest", "height elevation altitude"),
    Scale("shallowest", "deepest", "depth"),
    Scale("youngest", "oldest", "age"),
    Scale("coldest|coolest", "hottest|warmest", "temperature"),
    Scale("lightest", "heaviest", "weight kg grams pounds"),
    Scale("closest|nearest", "farthest|furthest", "distance km miles meters"),
    Scale(
        "worst(?:[- ]rated)?|lowest[- ]rated",
        "best(?:[- ]rated)?|(?:highest|top)[- ]rated",
        "rating score stars",
    ),
    Scale("smallest", "biggest|largest", "size area capacity seats beds", names_field=True),
    _NAMED,
)
_PATTERNS = [
    (one, re.compile(rf"\b(?<!\bat )(?:({one.least})|({one.most}))\b", re.IGNORECASE))
    for one in SCALES
]
# In lower case: a search that heeds no case takes ten times as long.
_ANY = re.compile(rf"\b(?<!\bat )(?:{'|'.join(f'{one.least}|{one.most}' for one in SCALES)})\b")
_NUMBERS = ("number", "integer")
_DATED = terms("released published launched created opened born date")

_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS = ("second", "third", "fourth", "fifth")
# "The three cheapest", "top 5 best rated", "the second cheapest".
_BEFORE = re.compile(
    rf"\b(?:top[ -])?(?:(?P<count>{'|'.join(_COUNTS)}|[2-9]|[1-9]\d)"
    rf"|(?P<rank>{'|'.join(_RANKS)}|[2-9](?:nd|rd|th)))[ -]$",
    re.IGNORECASE,
)

# How far behind the word the name of its field may end: "the longest battery life".
_AFTER = 2


class Superlative(NamedTuple):
    """The field of which the least or the most is asked for; the words stand in `[start, end)`.

    `how_many` are asked for, and of which `rank` they are: 2 for the second cheapest.
    """

    field: str
    is_most: bool
    start: int
    end: int
    how_many: int = 1
    rank: int = 1


def has_superlative(text: str) -> bool:
    """Return whether a text has a word for the least or the most of something."""
    return _ANY.search(text.lower()) is not None


def after_superlative(text: str) -> str:
    """Return what stands behind the last such word; nothing if there is none."""
    ends = [found.end() for _, pattern in _PATTERNS for found in pattern.finditer(text)]
    return text[max(ends, default=len(text)) :]


def find_superlatives(text: str, types: Mapping[str, FieldType]) -> Iterator[Superlative]:
    """Yield what the superlative of a text may be about, with the words after it that name the
    field; the likeliest first."""
    for scale, pattern in _PATTERNS:
        if found := pattern.search(text):
            start, how_many, rank = _counted(text, found.start())
            after = words_after(text, found.end(), _AFTER)
            for fields, near in _measured(scale, types, after):
                for field in named_fields(fields, near):
                    end = ends_with(text, found.end(), field)
                    yield Superlative(field, found[2] is not None, start, end, how_many, rank)


def _counted(text: str, start: int) -> tuple[int, int, int]:
    """Where a superlative begins with the number before it, how many it asks for, of which rank."""
    found = _BEFORE.search(text, 0, start)
    if found is None:
        return start, 1, 1
    if found["count"]:
        return found.start(), _number(found["count"], _COUNTS), 1
    return found.start(), 1, _number(found["rank"], _RANKS)


def _number(said: str, words: Sequence[str]) -> int:
    digits = "".join(filter(str.isdecimal, said))
    return int(digits) if digits else words.index(said.lower()) + 2


def _measured(
    scale: Scale, types: Mapping[str, FieldType], after: Collection[str]
) -> Iterator[tuple[Collection[str], Collection[str]]]:
    """Fields that a scale may be of, with the words of their names that tell it, best first."""
    numbers = [path for path, one in types.items() if one in _NUMBERS]
    if scale is TIMES:
        yield [path for path, one in types.items() if one == "datetime"], _DATED
        yield numbers, terms("year")
        return
    if scale.names_field:
        yield numbers, after
    yield numbers, terms(scale.measures)

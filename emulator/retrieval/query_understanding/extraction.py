"""Filters extracted from a text, and the query that remains."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from emulator.retrieval.filters.fields import FieldType, Locate
from emulator.retrieval.query_understanding.constraints import (
    Constraint,
    PlaceConstraint,
    ValueConstraint,
)
from emulator.retrieval.query_understanding.dates import find_dates
from emulator.retrieval.query_understanding.field_matching import OF_WAYS
from emulator.retrieval.query_understanding.numbers import find_descriptions, find_numbers
from emulator.retrieval.query_understanding.places import Unlocated, find_places
from emulator.retrieval.query_understanding.values import find_truths, find_values

# Nobody says more than this in plain words, and what is longer takes quadratic time.
_LONGEST = 2_000

# Words that only lead to what was taken out of the text.
_LEADING = re.compile(
    r"(?:\b(?:with|a|an|the|of|is|are|was|were|has|have|having|that|which|whose|where|and|or|but|for|at|in|to|"
    r"costing|costs?|priced|released|published|updated|made)\b[\s,]*)+(?=\x00)",
    re.IGNORECASE,
)
_GAP = re.compile(r"[\s,]*\x00[\s,\x00]*")
_LOOSE_ENDS = re.compile(
    r"^(?:\s*(?:and|or|but|,)\s+)+|(?:[\s,]+(?:and|or|but|with|for|that))*[\s,]*$"
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KnownFields:
    """The fields of an index with their types, and the values that they have.

    `values` gives the values of a field of texts with the number of documents that have each;
    `places` are the fields that distances may be of. `today` is what "last year" counts from.
    `has_several` tells whether documents have several values of a field.
    """

    types: Mapping[str, FieldType]
    values: Callable[[str], Mapping[str, int]]
    today: date
    places: Sequence[str] = ()
    locate: Locate = field(default=lambda path, name: None)
    has_several: Callable[[str], bool] = field(default=lambda path: False)

    def of(self, *types: FieldType) -> list[str]:
        """The fields of some types."""
        return [path for path, one in self.types.items() if one in types]


@dataclass(frozen=True, slots=True)
class ExtractedFilters:
    """What is left to search for, the constraints that were found, and places not located."""

    text: str
    constraints: tuple[Constraint, ...]
    unlocated: tuple[str, ...]

    def filter(self, constraints: Iterable[Constraint] | None = None) -> str:
        """Constraints, by default all of them, as a filter."""
        chosen = self.constraints if constraints is None else constraints
        return " AND ".join(one.filter for one in chosen)

    @property
    def places(self) -> list[Constraint]:
        """The constraints of places."""
        return [one for one in self.constraints if isinstance(one, PlaceConstraint)]


def extract_filters(text: str, known: KnownFields) -> ExtractedFilters:
    """Return the constraints in the first 2,000 characters of a text, and the query that is left.

    Places come before dates, dates before numbers and these before values, and words are taken for
    one thing only.
    """
    found: list[Constraint] = []
    unlocated: list[str] = []
    left, rest = _split(text)
    for find in _finders(known):
        taken: list[Constraint] = []
        for one in find(left):
            if isinstance(one, Unlocated):
                unlocated.append(one.address)
            elif not any(_clash(one, other) for other in taken):
                taken.append(one)
        left = _masked(left, taken)
        found += taken
    return ExtractedFilters(
        _cleaned(left) + rest, tuple(_merged(found, text, known)), tuple(unlocated)
    )


def _split(text: str) -> tuple[str, str]:
    """The part of a text that is searched for constraints, cut behind a word, and the rest."""
    if len(text) <= _LONGEST:
        return text, ""
    head = text[:_LONGEST]
    end = max(head.rfind(" "), 0) or _LONGEST
    return text[:end], text[end:]


def _finders(
    known: KnownFields,
) -> Iterator[Callable[[str], Iterable[Constraint | Unlocated]]]:
    numbers = known.of("number", "integer")
    yield lambda text: find_places(text, known.places, known.locate)
    yield lambda text: find_dates(text, known.of("datetime"), numbers, known.today)
    yield lambda text: find_descriptions(text, numbers)
    yield lambda text: find_numbers(text, numbers)
    yield lambda text: find_truths(text, known.of("boolean"))
    texts = {path: known.values(path) for path in known.of("string")}
    yield lambda text: () if OF_WAYS.match(text) else find_values(text, texts)


def _clash(one: Constraint, other: Constraint) -> bool:
    """Whether two constraints use the same words; those of the two ends of a range may."""
    if (one.start, one.end) == (other.start, other.end):
        return one.field != other.field
    return one.start < other.end and other.start < one.end


def _masked(text: str, taken: Iterable[Constraint]) -> str:
    """The text with the taken spans replaced by NULs, which keeps all offsets."""
    for one in taken:
        text = text[: one.start] + "\x00" * (one.end - one.start) + text[one.end :]
    return text


def _cleaned(text: str) -> str:
    if "\x00" not in text:
        return text
    return _LOOSE_ENDS.sub("", _GAP.sub(" ", _LEADING.sub("", text))).strip()


def _merged(found: Iterable[Constraint], text: str, known: KnownFields) -> list[Constraint]:
    """Values of one field as one constraint, unless documents are to have each of them."""
    merged: dict[object, list[Constraint]] = {}
    for one in found:
        key: object = (one.field, one.negated) if isinstance(one, ValueConstraint) else one
        merged.setdefault(key, []).append(one)
    return [one for alike in merged.values() for one in _together(alike, text, known)]


def _together(alike: Sequence[Constraint], text: str, known: KnownFields) -> Sequence[Constraint]:
    """Any of the values is meant, but in "with a pool and a gym" each of them: a hotel has both."""
    values = [one for one in alike if isinstance(one, ValueConstraint)]
    if len(values) < 2:
        return alike[:1]
    said = text[min(one.start for one in values) : max(one.end for one in values)]
    if not values[0].negated and not _OR.search(said) and known.has_several(values[0].field):
        return list({one.values: one for one in values}.values())
    every = dict.fromkeys(value for one in values for value in one.values)
    return [replace(values[0], values=tuple(every))]

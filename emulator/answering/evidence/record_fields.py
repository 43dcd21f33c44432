"""What records say of themselves: in their titles, and in fields with a name and a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from emulator.answering.document_text.layout import FIELD, truth_value
from emulator.answering.document_text.parsed_text import parse, title_terms
from emulator.answering.values import Passage
from emulator.retrieval.text.analysis import terms


def said_of(passage: Passage, kind: Set[str]) -> Set[str]:
    """Those of some terms that a record says of itself: by its title or by its fields."""
    return (kind & title_terms(passage.title)).union(*saying(passage, kind).values())


def saying(passage: Passage, kind: Set[str]) -> dict[str, Set[str]]:
    """Those of some terms that values of a record say that say no more, by the names of the fields:
    "Category: rowing boat" is none of "boats"; or the name of a field that tells it by yes.

    One of several values is none of things alone: "Tags: battery, wind" is of no battery.
    """
    said = {name: _said_by(name, value, kind) for name, value in fields_of(passage)}
    return {name: words for name, words in said.items() if words}


def _said_by(name: str, value: str, kind: Set[str]) -> Set[str]:
    whole = frozenset(terms(name if truth_value(value) else value))
    if whole <= kind:
        return whole
    return frozenset().union(*(one for one in _several(value) if one < kind))


def knows(passage: Passage, wanted: Set[str]) -> bool:
    """Whether a record says any of some terms of itself, or has a field that is called so."""
    named = (frozenset(terms(name)) for name, _ in fields_of(passage))
    return bool(said_of(passage, wanted)) or any(wanted & one for one in named)


def is_denied(passage: Passage, said: Set[str]) -> bool:
    """Whether a record says no to what a field tells by yes or no: "Electric: no"."""
    denied = (name for name, value in fields_of(passage) if truth_value(value) is False)
    return any(frozenset(terms(name)) <= said for name in denied)


def having(passages: Sequence[Passage], said: Set[str]) -> Set[str]:
    """The names of the fields that have a value of some terms in any record: "City: Oslo"."""
    fields = (field for one in passages if said and one.structured for field in fields_of(one))
    return {name for name, value in fields if _has_value(value, said)}


def lacks(passage: Passage, denied: Set[str], fields: Set[str]) -> bool:
    """Whether a record says no to some terms, or has other values in these fields."""
    others = (value for name, value in fields_of(passage) if name in fields)
    return is_denied(passage, denied) or any(not _has_value(value, denied) for value in others)


def _has_value(value: str, said: Set[str]) -> bool:
    return any(one <= said for one in _several(value) if one)


def _several(value: str) -> Iterator[Set[str]]:
    """The terms of each of the values that a field may have: "battery, wind"."""
    return (frozenset(terms(one)) for one in value.split(", "))


def fields_of(passage: Passage) -> list[tuple[str, str]]:
    """The names of a record's fields with their values, as its text has them."""
    found = (FIELD.fullmatch(one.text) for one in parse(passage.text).sentences)
    return [(field["name"], field["value"]) for field in found if field]

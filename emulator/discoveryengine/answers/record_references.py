"""Records with more or less of something than another one: "Which are cheaper than the Finch?"."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from emulator.answering.evidence.record_fields import fields_of
from emulator.answering.evidence.records import asks_for_things, named_record
from emulator.answering.values import Passage
from emulator.discoveryengine.answers.superlative_questions import things_beside
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.retrieval.filters.lexer import literal
from emulator.retrieval.query_understanding.comparatives import with_superlative
from emulator.retrieval.query_understanding.field_matching import name_words
from emulator.retrieval.query_understanding.superlatives import find_superlatives

MOST_RECORDS, MOST_FIELDS = 200, 5
"""How many records are read to find those that are meant, and how many fields may be meant."""

# Real questions are far shorter.
_LONGEST = 500
_THAN = re.compile(
    r"(?P<asked>.*?) than (?:the |an? |your |our )?(?P<name>[^?!]+?)[?.! ]*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d\S*")


class Reference(NamedTuple):
    """What is asked for, and the field of which it must have more, or less, than a named record.

    `filter` says so in the filter language.
    """

    things: str
    path: str
    is_more: bool
    filter: str


def find_reference(environment: Environment, scopes: Scopes, question: str) -> Reference | None:
    """Return what a question refers to; None if it compares things with no record by a field."""
    found = _THAN.fullmatch(question) if len(question) <= _LONGEST else None
    most = with_superlative(found["asked"]) if found and asks_for_things(question) else ""
    if not found or not most or not any(map(str.isalpha, found["name"])):
        return None
    named = _record(environment, scopes, found["name"])
    possible = find_superlatives(most, scopes.fields.known.types) if named else ()
    for meant in islice(possible, MOST_FIELDS):
        if named and (value := _value(named, meant.field)):
            compared = f"{meant.field} {'>' if meant.is_most else '<'} {value}"
            return Reference(things_beside(most, meant), meant.field, meant.is_most, compared)
    return None


def _record(environment: Environment, scopes: Scopes, name: str) -> Passage | None:
    """The record of that name."""
    passages = passages_of(Retriever(environment, scopes).documents(name, MOST_RECORDS, 0).found)
    place = named_record(passages, name)
    return None if place is None else passages[place]


def _value(record: Passage, path: str) -> str:
    """The number or the date that a record has in a field, as filters have it; empty if neither."""
    words = name_words(path)
    values = (value.rstrip(".") for name, value in fields_of(record) if name_words(name) == words)
    value = next(values, "")
    if _NUMBER.fullmatch(value):
        return value
    return literal(value) if _DATE.fullmatch(value) else ""

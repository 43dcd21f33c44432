"""A passage read once: its sentences, what each one is, and the terms in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from emulator.answering.layout import HEADS, SentenceKind, is_ended, place, refers_back
from emulator.retrieval.analysis import content_terms

# Stems keep derivations of a word apart ("defend" and "defense", "deadly" and "deadliness"); so
# many first letters in common make a family of words.
_FAMILY = 5

_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|cannot|neither|nicht|nie|kein\w*)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?<![^\W\d_])([^\W\d_]\w*)[ -](\d\w*)(?!\w|\.\d)")
# "4.3" tells versions apart whatever is said before it: "Cloud 4.3", "release 4.3".
_DOTTED = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){1,3}(?!\w|\.\d)")
_DIGIT = re.compile(r"\d")

Numbered = tuple[str, str]
"""A word and the number that tells one of its kind from the others: ("skylark", "2").

A dotted number is that by itself, with an empty word.
"""


class Sentence(NamedTuple):
    """A sentence, its terms, their families and its numbered things.

    `heading` is the position of the heading, question or table header it stands under; `is_ended`
    tells whether it ends as a sentence does, `is_negated` whether it denies something, `goes_on`
    whether it begins with a word for what was named before.
    """

    text: str
    kind: SentenceKind
    starts_line: bool
    terms: frozenset[str]
    families: frozenset[str]
    numbered: frozenset[Numbered]
    heading: int | None
    is_ended: bool
    is_negated: bool
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """The sentences of a text in order and how often each term occurs in it.

    `headings` are the terms of its headings and of the questions that it asks itself.
    """

    sentences: tuple[Sentence, ...]
    counts: Mapping[str, int]
    numbered: frozenset[Numbered]
    headings: frozenset[str]


# The same passages are read for one question after another; a session asks about few of them.
@lru_cache(maxsize=2048)
def read(text: str) -> Reading:
    """Split a text into sentences and analyse each."""
    said: list[str] = []
    found: list[Sentence] = []
    section = header = None
    for index, placed in enumerate(place(text)):
        if placed.kind is not SentenceKind.ROW:
            header = index if placed.kind is SentenceKind.HEADER_ROW else None
        heading = section if header in (None, index) else header
        if placed.kind in HEADS:
            heading, section = None, index
        words = content_terms(placed.text)
        said += words
        distinct = frozenset(words)
        found.append(
            Sentence(
                placed.text,
                placed.kind,
                placed.starts_line,
                distinct,
                families(distinct),
                numbered(placed.text),
                heading,
                is_ended(placed.text),
                is_negated(placed.text),
                refers_back(placed.text),
            )
        )
    everything = frozenset().union(*(sentence.numbered for sentence in found))
    headings = frozenset().union(*(each.terms for each in found if each.kind in HEADS))
    return Reading(tuple(found), Counter(said), everything, headings)


def is_negated(text: str) -> bool:
    """Whether a sentence or a question denies something."""
    return _NEGATION.search(text) is not None


def family(term: str) -> str | None:
    """Return the family of a term; short words have none."""
    return term[:_FAMILY] if len(term) >= _FAMILY else None


def families(found: Iterable[str]) -> frozenset[str]:
    """Return the families of the given terms."""
    return frozenset([term[:_FAMILY] for term in found if len(term) >= _FAMILY])


def numbered(text: str) -> frozenset[Numbered]:
    """Return the numbered things of a text, in lower case."""
    if not _DIGIT.search(text):
        return frozenset()
    dotted = (("", number) for number in _DOTTED.findall(text))
    return frozenset([*_NUMBERED.findall(text.lower()), *dotted])

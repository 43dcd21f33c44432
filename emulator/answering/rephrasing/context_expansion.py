"""What was spoken of, searched for with a follow-up question, and named as far as documents say it.

Whether a question goes on with what was spoken of often cannot be told from its words: "What are
the limitations?". The words of the questions before it are searched for with it, each counting by
how likely it is meant too (Voskarides et al., "Query Resolution for Conversational Search with
Limited Supervision", 2020), and those are named that the best passage then says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple, Protocol

from emulator.answering.document_text.named_entities import names
from emulator.answering.document_text.parsed_text import families, passage_terms
from emulator.answering.rephrasing.coreference.short_names import with_full_names
from emulator.answering.rephrasing.ellipsis.substitution import APPENDED
from emulator.answering.rephrasing.topics import content_words, names_and_words
from emulator.answering.values import UNSEEN, Idf, Passage
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.languages import (
    character_pairs,
    function_terms,
    is_spaceless,
    language_of,
    without_phrases,
    without_spaceless_runs,
)

# A question without words of its own means half of those of the question before, one with a single
# word a quarter, and so on; of each question before that it means fewer.
_FIRST_WEIGHT = 0.5
_DECAY = 0.7
_WORD = re.compile(r"[^\W_]+")
# As many as a topic has.
_MOST_WORDS = 4

NO_TERMS: Mapping[str, float] = MappingProxyType({})
"""No terms besides those of a text."""


class PassageSearch(Protocol):
    """A search: the passages for a text, best first."""

    def __call__(self, text: str, weights: Mapping[str, float] = NO_TERMS, /) -> Sequence[Passage]:
        """The passages; other terms count by their `weights`, where a word of the text has 1."""


class ResolvedQuery(NamedTuple):
    """A question made to stand alone, and the terms to search for besides, with their weights."""

    text: str
    weights: Mapping[str, float] = NO_TERMS


def expand(query: str, spoken: Iterable[str], idf: Idf, find: PassageSearch) -> ResolvedQuery:
    """Return the query with the terms spoken of, of which up to four words or names are named.

    `spoken` are the questions before, made to stand alone, the latest first. Named is what the best
    passage says, unless it is the best without their words, too. Where that says no word of the
    query, or none of theirs has to be named and the query names something itself ("How much does
    the Skylark 3 cost?"), nothing of them is meant. A name said in short is put in full.
    """
    own = _content_terms(query)
    known = _salient_words(own, spoken, idf)
    weights = _weights(known, len(own if language_of(query) else content_words(query)))
    found = find(query, weights)
    if (full := with_full_names(query, found)) != query:
        return expand(full, spoken, idf, find)
    best = found[:1] if weights else ()
    unnamed = ResolvedQuery(query, NO_TERMS if names(query) else weights)
    if not best or [one.text for one in find(query)[:1]] == [best[0].text]:
        return unnamed
    said = passage_terms(best[0])
    if own and own.isdisjoint(said) and not _says_forms(query, own, said):
        return ResolvedQuery(query)

    def strength(name: str) -> float:
        return sum(weights[term] * idf(term) for term in terms(name))

    told = sorted((name for name in known if said >= set(terms(name))), key=strength, reverse=True)
    named = [name for name in known if name in told[:_MOST_WORDS]]
    return ResolvedQuery(_append_words(query, named), weights) if named else unnamed


def _salient_words(own: frozenset[str], spoken: Iterable[str], idf: Idf) -> Mapping[str, int]:
    """The words and names of which documents have all that may be spoken of still, with their ages.

    A question that names what was spoken of and asks something else of it means no more of that.
    What was asked before the same was is about something else.
    """
    found: dict[str, int] = {}
    for age, question in enumerate(spoken):
        asked = _content_terms(question)
        if own.isdisjoint(asked) or own <= asked:
            for name in _names_and_words(question):
                if own.isdisjoint(_content_terms(name)) and _is_indexed(name, idf):
                    found.setdefault(name, age)
        if not own.isdisjoint(asked):
            break
    return found


def _content_terms(text: str) -> frozenset[str]:
    """The terms of a text but of what serves the asking; pairs of those without spaces."""
    if is_spaceless(text):
        text = without_phrases(text)
        return frozenset((*terms(without_spaceless_runs(text)), *character_pairs(text)))
    return frozenset(terms(text)) - function_terms(text)


def _says_forms(query: str, own: Set[str], said: Set[str]) -> bool:
    """Whether a text says other forms of a question's words, where their stems are not known."""
    return bool(language_of(query)) and not families(own).isdisjoint(families(said))


def _names_and_words(question: str) -> Sequence[str]:
    """What a question is about, in its own words."""
    if is_spaceless(question):
        return _WORD.findall(without_phrases(question))
    serving = function_terms(question)
    return [name for name in names_and_words(question) if not serving.issuperset(terms(name))]


def _weights(known: Mapping[str, int], words: int) -> dict[str, float]:
    """How likely each term of words of this age is meant by a question with so many of its own."""
    found: dict[str, float] = {}
    for name, age in known.items():
        for term in terms(name):
            found.setdefault(term, _FIRST_WEIGHT / (1 + words) * _DECAY**age)
    return found


def _is_indexed(name: str, idf: Idf) -> bool:
    """Whether documents have all of a word or name, and it is no mere digit or letter."""
    found, unseen = terms(name), idf(UNSEEN)
    return len(name) > 1 and bool(found) and all(idf(term) < unseen for term in found)


def _append_words(query: str, words: Sequence[str]) -> str:
    """Name the words at the end, with what is named there already."""
    named, end = " ".join(dict.fromkeys(words)), "?" if query.endswith("?") else ""
    body = query.rstrip("?.! ")
    return f"{body[:-1]} {named}){end}" if APPENDED.search(query) else f"{body} ({named}){end}"

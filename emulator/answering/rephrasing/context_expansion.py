"""Follow-up queries expanded with terms of the earlier questions.

Whether a question depends on those before it often cannot be told from its words: "What are the
limitations?". Their terms are searched for with it, weighted by how likely they are meant, too
(Voskarides et al., "Query Resolution for Conversational Search with Limited Supervision", 2020),
and those that the best passage says are appended to the question.
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
    function_terms,
    language_of,
    without_phrases,
)
from emulator.retrieval.text.spaceless import (
    character_pairs,
    is_spaceless,
    without_spaceless_runs,
)

# The weight of a term of the last question for a query without terms of its own. It is divided by
# one plus the number of these, and decays with the age of the question.
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
    """Return the query with weighted terms of earlier questions, and up to four of them appended.

    `spoken` are the questions before, made to stand alone, the latest first. Appended is
    what the best passage says, unless it is the best without their terms, too. No terms are added
    if that passage says no word of the query, or if none has to be appended and the query has a
    name of its own ("How much does the Skylark 3 cost?"). A name said in short is put in full.
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
    """The indexed words and names of earlier questions that may still be salient, with their ages.

    Left out are a question that has some but not all terms of the query, and all questions before
    the latest one that has any.
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
    """The terms of a text without function words; character pairs in scripts without spaces."""
    if is_spaceless(text):
        text = without_phrases(text)
        return frozenset((*terms(without_spaceless_runs(text)), *character_pairs(text)))
    return frozenset(terms(text)) - function_terms(text)


def _says_forms(query: str, own: Set[str], said: Set[str]) -> bool:
    """Whether terms share a word family with the query's, in languages other than English."""
    return bool(language_of(query)) and not families(own).isdisjoint(families(said))


def _names_and_words(question: str) -> Sequence[str]:
    """The names and content words of a question, as written."""
    if is_spaceless(question):
        return _WORD.findall(without_phrases(question))
    serving = function_terms(question)
    return [name for name in names_and_words(question) if not serving.issuperset(terms(name))]


def _weights(known: Mapping[str, int], words: int) -> dict[str, float]:
    """The weight of each term by its age, for a query with so many words of its own."""
    found: dict[str, float] = {}
    for name, age in known.items():
        for term in terms(name):
            found.setdefault(term, _FIRST_WEIGHT / (1 + words) * _DECAY**age)
    return found


def _is_indexed(name: str, idf: Idf) -> bool:
    """Whether the index has all terms of a name, and it is no single character."""
    found, unseen = terms(name), idf(UNSEEN)
    return len(name) > 1 and bool(found) and all(idf(term) < unseen for term in found)


def _append_words(query: str, words: Sequence[str]) -> str:
    """Append words, behind those that were appended already."""
    named, end = " ".join(dict.fromkeys(words)), "?" if query.endswith("?") else ""
    body = query.rstrip("?.! ")
    return f"{body[:-1]} {named}){end}" if APPENDED.search(query) else f"{body} ({named}){end}"

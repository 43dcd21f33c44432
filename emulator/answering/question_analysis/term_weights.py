"""The weights of the terms of a question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from emulator.answering.document_text.named_entities import names
from emulator.answering.document_text.parsed_text import ASIDE, passage_terms
from emulator.answering.rules import filler_terms, generic_abroad, generic_terms
from emulator.answering.values import UNSEEN, Idf, Passage
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.languages import (
    function_terms,
    without_phrases,
)
from emulator.retrieval.text.spaceless import (
    character_pairs,
    characters,
    inflecting,
    is_spaceless,
    without_spaceless_runs,
)

# A corpus says its main words in nearly every passage, where idf calls them worthless; a question
# that says them is about this corpus all the same. Share of the rarity of an unseen term.
_LEAST_SHARE = 0.4

# "Release 4.4" and "release notes for 4.4" are told from others by the number: no text about them
# need say the words.
_OF_A_VERSION = re.compile(
    r"\b((?:release notes?|changelog|version|release|edition|build|update)(?: (?:for|of))?"
    r"(?: (?:version|release))?) v?\d+\.\d",
    re.IGNORECASE,
)

# Words that fit any topic ("way", "start", "important") say less than their rarity suggests.
_GENERIC_SHARE = 0.25

# What is said aside only tells of what it is asked.
_ASIDE_SHARE = 0.5

# Words that are known to be said otherwise, too, are no sign of another topic.
_SAYABLE_SHARE = 0.5


def unseen_term_idf(idf: Idf) -> float:
    """Return the weight of a term that occurs nowhere, the highest there is."""
    return idf(UNSEEN)


def term_idf(term: str, idf: Idf) -> float:
    """Return the weight of a term; a pair of characters is as rare as the rarer of both.

    The index knows the characters by themselves only.
    """
    return max(map(idf, characters(term))) if is_spaceless(term) else idf(term)


def weights(question: str, idf: Idf) -> dict[str, float]:
    """Return the question's content terms, in order, with their weights.

    Words about the asking ("tell me", "explain"), and the one before a version, are left out unless
    there is nothing else. Without spaces they are pairs of neighbours.
    """
    question = without_phrases(question)
    asked = dict.fromkeys(_asked(question)) or dict.fromkeys(terms(question, stop_words=True))
    serving = function_terms(question)
    fillers = filler_terms(question) | serving
    fillers |= frozenset().union(*map(terms, _OF_A_VERSION.findall(question)))
    topical = [term for term in asked if term not in fillers] or list(asked)
    least = _LEAST_SHARE * unseen_term_idf(idf)
    generic, abroad = generic_terms(question) | inflecting(topical), generic_abroad(question)
    named = frozenset(names(question))  # "Is there an SDK for Go?"
    aside = terms_in_brackets(question)

    def share(term: str) -> float:
        if term in abroad or (term in generic and term not in named):
            return _GENERIC_SHARE
        return _ASIDE_SHARE if term in aside else 1.0

    return {term: max(term_idf(term, idf), least) * share(term) for term in topical}


def _asked(question: str) -> list[str]:
    if not is_spaceless(question):
        return terms(question)
    return [*terms(without_spaceless_runs(question)), *character_pairs(question)]


def terms_in_brackets(question: str) -> set[str]:
    """Return the terms that a question has only in brackets at its end, where context is added."""
    found = ASIDE.search(question)
    return set(terms(found[1])).difference(terms(question[: found.start()])) if found else set()


def discounted(weighted: Mapping[str, float], sayable: Set[str], idf: Idf) -> dict[str, float]:
    """Return the weights, lower for terms that no text has but that have expansion terms."""
    unseen = unseen_term_idf(idf)
    return {
        term: weight * (_SAYABLE_SHARE if term in sayable and idf(term) >= unseen else 1.0)
        for term, weight in weighted.items()
    }


def as_common_as_forms(
    weighted: Mapping[str, float], forms: Mapping[str, str], idf: Idf
) -> dict[str, float]:
    """Return the weights, lower for terms of which other forms are more common.

    `forms` are such forms, each with its term: a word is no rarer for standing in a form that no
    text has, as nouns and verbs of most languages do.
    """
    least = _LEAST_SHARE * unseen_term_idf(idf)
    found = dict(weighted)
    for form, term in forms.items():
        rarity = max(term_idf(term, idf), least)
        found[term] = min(found[term], weighted[term] * max(idf(form), least) / rarity)
    return found


def idf_over(passages: Sequence[Passage]) -> Idf:
    """Return BM25's idf computed over the passages alone, for callers without an index."""
    frequencies: Counter[str] = Counter()
    for passage in passages:
        frequencies.update(passage_terms(passage))
    return _idf(frequencies, len(passages))


def _idf(frequencies: Mapping[str, int], total: int) -> Idf:
    def idf(term: str) -> float:
        holding = frequencies.get(term, 0)
        return math.log(1 + (total - holding + 0.5) / (holding + 0.5))

    return idf

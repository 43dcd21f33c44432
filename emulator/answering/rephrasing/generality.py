"""What is asked of a thing by its name, and said of any: "How do I return my Rook 2?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from emulator.answering.names import full_names, names
from emulator.answering.reading import of_page, read, title_terms
from emulator.answering.rules import rules
from emulator.answering.values import UNSEEN, Idf, Passage
from emulator.retrieval.analysis import terms

# What stands before a thing with which somebody does something.
_ACTED_ON = re.compile(
    r"\b(?:to|i|we|you|one) (?:\w+ ){1,2}(?P<article>(?:an?|the|my|our|your) )\Z", re.IGNORECASE
)
_REACH = 40  # An act in two words and an article have fewer letters.


def of_any(question: str) -> str:
    """Return the question asked of any such thing, or nothing."""
    for start, end in full_names(question):
        if found := _ACTED_ON.search(question, max(0, start - _REACH), start):
            return f"{question[: found.start('article')]}one{question[end:]}"
    return ""


def is_unsaid(question: str, passages: Iterable[Passage], idf: Idf) -> bool:
    """Whether what is asked of is known, and none of the passages found say all of the question."""
    wanted = _specific(question)
    is_known = all(idf(term) < idf(UNSEEN) for term in wanted)
    return is_known and not any(_says(wanted, one) for one in passages)


def is_about(question: str, title: str) -> bool:
    """Whether a title says all that is asked, and names no thing that may be another."""
    wanted = _specific(question)
    return bool(wanted) and wanted <= title_terms(title) and not names(of_page(title))


def _specific(question: str) -> Set[str]:
    """The terms but words that fit any topic and those about the asking."""
    return set(terms(question)) - (rules().generic - set(names(question))) - rules().fillers


def _says(wanted: Set[str], passage: Passage) -> bool:
    titled = title_terms(passage.title)
    return any(wanted <= titled | each.terms for each in read(passage.text).sentences)

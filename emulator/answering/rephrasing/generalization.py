"""Questions about a named thing that documents answer for any: "How do I return my Rook 2?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set

from emulator.answering.document_text.named_entities import full_names, names
from emulator.answering.document_text.parsed_text import parse, title_terms, without_site_name
from emulator.answering.rules import filler_terms, generic_terms
from emulator.answering.values import UNSEEN, Idf, Passage
from emulator.retrieval.text.analysis import terms

# An action and an article, behind which its object stands.
_ACTED = r"\b(?:to|i|we|you|one) (?:\w+ ){1,2}(?P<article>(?:an?|the|my|our|your) )"
_ACTED_ON = re.compile(rf"{_ACTED}\Z", re.IGNORECASE)
_ACTS = re.compile(rf"{_ACTED}(?P<thing>.+)")
_WORD = re.compile(r"\w+")
_REACH = 40  # An act in two words and an article have fewer letters.


def truecase(question: str, passages: Sequence[Passage]) -> str:
    """Return a question in lower case with the object of its action capitalised as in the passages.

    A word keeps its case if any passage has it in lower case.
    """
    found = _ACTS.search(question) if question[1:].islower() else None
    if not found:
        return question
    texts = {text: text.lower() for one in passages for text in (one.title, one.text)}
    thing = _WORD.sub(lambda word: _as_written(word[0], texts), found["thing"])
    return question[: found.start("thing")] + thing


def _as_written(word: str, texts: Mapping[str, str]) -> str:
    """A word as texts, here with each in lower case, write it inside a sentence, if they never
    write it in lower case."""
    near = [text for text, lowered in texts.items() if word in lowered]
    # Looked for by its first letters, which is fast, as it is not where case is ignored.
    lower = re.compile(rf"{re.escape(word)}\b(?<=\w {re.escape(word)})")
    if any(map(lower.search, near)):
        return word
    inside = re.compile(rf"(?<=\w ){re.escape(word)}\b", re.IGNORECASE)
    return min((match[0] for text in near for match in inside.finditer(text)), default=word)


def generalize(question: str) -> str:
    """Return the question with "one" for the named object of its action; empty if it has none."""
    for start, end in full_names(question):
        if found := _ACTED_ON.search(question, max(0, start - _REACH), start):
            return f"{question[: found.start('article')]}one{question[end:]}"
    return ""


def needs_generalization(question: str, passages: Iterable[Passage], idf: Idf) -> bool:
    """Whether the index has all terms of the question, but no sentence found says them all."""
    wanted = _specific_terms(question)
    is_known = all(idf(term) < idf(UNSEEN) for term in wanted)
    return is_known and not any(_says(wanted, one) for one in passages)


def is_general_answer(question: str, passage: Passage) -> bool:
    """Whether the title of a passage says all that is asked, and names no thing of its own.

    The title of a record does: the "Pole mount kit" tells nobody how to mount anything.
    """
    wanted, title = _specific_terms(question), passage.title
    is_said = bool(wanted) and wanted <= title_terms(title)
    return is_said and not passage.structured and not names(without_site_name(title))


def _specific_terms(question: str) -> Set[str]:
    """The terms of a question without words that fit any topic and fillers."""
    return (
        set(terms(question))
        - (generic_terms(question) - set(names(question)))
        - filler_terms(question)
    )


def _says(wanted: Set[str], passage: Passage) -> bool:
    titled = title_terms(passage.title)
    return any(wanted <= titled | each.terms for each in parse(passage.text).sentences)

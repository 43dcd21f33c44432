"""Names that may be persons', by the way they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from emulator.answering.document_text.named_entities import names_in_statement
from emulator.answering.rephrasing.coreference.context_dependence import (
    PRONOUN,
    is_personal_pronoun,
)
from emulator.answering.rephrasing.topics import Topic

_MOST_NAMES = 3
_INSTITUTIONS = frozenset(
    """
    Academy Agency Association Authority Bank Board Bridge Building Bureau Center Centre Church City
    Club College Commission Committee Company Conference Corporation Council Court County Department
    Foundation Fund Gallery Group Hall Hospital House Institute Island Lake League Library Ministry
    Mountain Museum Office Organization Park Party Prize Project River School Series Service Society
    Square State States Station Street System Team Union University Valley War World
    """.split()  # noqa: SIM905
)
_HIS = re.compile(r"\b(?:he|him|his)\b", re.IGNORECASE)
_TITLES = {
    "he": frozenset(["Mr", "Sir", "Lord", "King", "Prince", "Father", "Brother", "Herr"]),
    "she": frozenset(["Mrs", "Ms", "Miss", "Lady", "Queen", "Princess", "Sister", "Frau"]),
}
_ABBREVIATION = re.compile(r"[A-Z]{2}|^.$")
_DETERMINER = re.compile(r"\b(?:the|an?|my|our|your|his|her|its|their) $", re.IGNORECASE)
# A function word with a capital is part of a title: "Most Valuable Player".
_NO_PERSON = re.compile(
    r"\b(?:(?i:the|an?|in|into|at|near|between|from|to|of|on|across)|(?<=\w )[A-Z][a-z]+) $"
)


def may_be_person(topic: Topic) -> bool:
    """Whether a name may be a person's: of a few words, none a number or an abbreviation.

    An institution or a place is told by its last word, and a thing by what stands before it: "a
    Skylark", "his Bible".
    """
    words = topic.words
    if not topic.is_name or _DETERMINER.search(topic.source.partition(topic.text)[0]):
        return False
    plain = all(word.isalpha() and not _ABBREVIATION.search(word) for word in words)
    few = len(words) <= _MOST_NAMES
    return plain and few and words[-1] not in _INSTITUTIONS


@lru_cache(maxsize=1024)  # The answers of a session are looked at with every further question.
def person_names(text: str) -> tuple[Topic, ...]:
    """Return the names of two words or three in a text that may be persons', in order."""
    found = []
    for start, end in names_in_statement(text):
        topic = Topic(tuple(text[start:end].split()), is_name=True)
        if len(topic.words) > 1 and may_be_person(topic) and not _NO_PERSON.search(text, 0, start):
            found.append(topic)
    return tuple(found)


def fits_pronoun(topic: Topic, pronoun: str, texts: Sequence[str]) -> bool:
    """Whether nothing in a name or in what was said of it speaks against "he" or "she"."""
    wanted = "he" if _HIS.fullmatch(pronoun) else "she"
    for kind, titles in _TITLES.items():
        if not titles.isdisjoint(topic.words):
            return kind == wanted
    told = (_pronoun_after(topic, text) for text in texts)
    return next(filter(None, told), wanted) == wanted


def _pronoun_after(topic: Topic, text: str) -> str:
    """Return "he" or "she" if a text goes on with it from a name, before it names anybody else."""
    start = text.find(topic.words[-1])
    following = PRONOUN.finditer(text, start) if start >= 0 else ()
    found = next(filter(is_personal_pronoun, following), None)
    if found is None:
        return ""
    between = (other for other in person_names(text[: found.start()]) if other.words != topic.words)
    if any(text.find(other.text) > start for other in between):
        return ""
    return "he" if _HIS.fullmatch(found[0]) else "she"

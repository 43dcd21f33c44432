"""What a question is about, in its own words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from emulator.answering.names import full_names
from emulator.answering.rules import rules
from emulator.retrieval.analysis import terms

_WORD = re.compile(r"\w+")

# A name after one of these says where or when, not what.
_CIRCUMSTANCE = re.compile(
    r"\b(?:in|at|during|since|before|after|near|until)(?: the)? $", re.IGNORECASE
)

_MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Topic:
    """The words of a topic as written; `is_name` if they are one name, such as "Skylark 2"."""

    words: tuple[str, ...] = ()
    is_name: bool = False

    @property
    def text(self) -> str:
        """The words in a row."""
        return " ".join(self.words)

    @property
    def is_clear(self) -> bool:
        """Whether the words say enough to be what a conversation is about."""
        return self.is_name or len(self.words) > 1


def topic_of(question: str) -> Topic:
    """Return the last name that the question is about, or else the words of its subject."""
    for start, end in reversed(full_names(question)):
        if not _CIRCUMSTANCE.search(question, 0, start):
            return Topic(tuple(question[start:end].split()), is_name=True)
    return Topic(content_words(question)[:_MOST_WORDS])


@lru_cache(maxsize=4096)  # The turns of a session are looked at with every further question.
def content_words(question: str) -> tuple[str, ...]:
    """Return the words, each once, that neither serve the asking nor fit any topic."""
    found: dict[str, str] = {}
    for match in _WORD.finditer(question):
        for term in terms(match[0]):
            if term not in rules().generic:
                found.setdefault(term, match[0])
    return tuple(found.values())


def says(question: str, topic: Topic) -> bool:
    """Whether the question says every word of the topic already."""
    return set(terms(topic.text)) <= set(terms(question))

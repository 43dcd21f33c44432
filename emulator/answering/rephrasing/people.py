"""Names that may be persons', by the way they are written."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.answering.names import full_names
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
_NO_PERSON = re.compile(
    r"\b(?:the|an?|in|into|at|near|between|from|to|of|on|across) $", re.IGNORECASE
)


def may_be_person(topic: Topic) -> bool:
    """Whether a name may be a person's: of a few words, none a number or an abbreviation."""
    words = topic.words
    plain = all(word.isalpha() and not word.isupper() for word in words)
    return topic.is_name and plain and len(words) <= _MOST_NAMES


@lru_cache(maxsize=1024)  # The answers of a session are looked at with every further question.
def people_in(text: str) -> tuple[Topic, ...]:
    """Return the names of two words or three in a text that may be persons', in order."""
    found = []
    for start, end in full_names(text):
        topic = Topic(tuple(text[start:end].split()), is_name=True)
        if (
            len(topic.words) > 1
            and topic.words[-1] not in _INSTITUTIONS
            and may_be_person(topic)
            and not _NO_PERSON.search(text, 0, start)
        ):
            found.append(topic)
    return tuple(found)

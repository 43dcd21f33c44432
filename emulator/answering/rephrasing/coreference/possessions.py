"""What of a person a question was about: "Ada Holm's bridge" of "When was her bridge opened?"."""

from __future__ import annotations

import re

from emulator.answering.rephrasing.coreference.context_dependence import (
    is_personal_pronoun,
    is_plural_pronoun,
    unresolved_pronoun,
)
from emulator.answering.rephrasing.noun_phrases import BE, without_verb
from emulator.answering.rephrasing.topics import Topic
from emulator.retrieval.text.grammatical_number import is_plural

# All that follows "What was her", but not the verb of "When did her bridge open?".
_IS = re.compile(rf"\b{BE} $", re.IGNORECASE)
_ALL = re.compile(r" (?P<thing>[^\W\d_]+(?: [^\W\d_]+){0,2})[?.! ]*$")
_NOUN = re.compile(
    r" (?P<thing>(?:(?:first|second|third|last|latest|new|debut|best) )?[^\W\d_]+)\b", re.IGNORECASE
)


def possession(question: str, alone: str) -> Topic:
    """Return what a question asks of "his" or "her" thing; `alone` is the question with the name.

    A person is no "it" afterwards, and the thing is.
    """
    owner = unresolved_pronoun(question)
    if owner is None or not owner["possessive"] or not is_personal_pronoun(owner):
        return Topic()
    is_all = _IS.search(question, 0, owner.start()) and _ALL.match(question, owner.end())
    found = is_all or _NOUN.match(question, owner.end())
    thing = without_verb(found["thing"].split()) if found else []
    name, said, _ = alone[owner.start() :].partition(f" {' '.join(thing)}")
    return Topic((*name.split(), *thing), is_name=True, source=alone) if thing and said else Topic()


def may_be_possession(topic: Topic, pronoun: re.Match[str]) -> bool:
    """Whether "it" or "they" may stand for what a person has, by its number."""
    if not topic.words or is_personal_pronoun(pronoun):
        return False
    return is_plural(topic.words[-1]) is is_plural_pronoun(pronoun)

"""Whether a text answers at all: a model may say that it cannot."""

from __future__ import annotations

import re

_MOST_WORDS = 60

_I_CANNOT = (
    r"i (?:do not|don't|cannot|can't|could not|couldn't|am not able to|am unable to|was unable to)"
    r" (?:know|answer|find|help|say|tell|determine|provide)"
)
_SOURCES = (
    r"(?:the|these|those)(?: (?:provided|given|available|retrieved|above))?"
    r" (?:documents?|passages?|sources?|context|texts?|information|search results|excerpts?)"
)
_SAYS_NOTHING = (
    rf"{_SOURCES} (?:do not|don't|does not|doesn't|did not|didn't)"
    r" (?:contain|mention|provide|say|answer|include|specify|state)"
)
_NOTHING = r"there is (?:no|not enough) (?:information|mention|answer)"
_REGRETS = r"(?:(?:i'm|i am|we are) (?:sorry|afraid)|sorry|unfortunately)[,.;:]?(?: but)? "
_REFUSAL = re.compile(
    rf"(?:{_REGRETS})*(?:based on {_SOURCES},? )?(?:{_I_CANNOT}|{_SAYS_NOTHING}|{_NOTHING})\b"
)


def is_unhelpful(text: str) -> bool:
    """Whether a text only says that it has no answer; a longer one may go on to give one."""
    plain = " ".join(text.lower().replace("\u2019", "'").split())
    return len(plain.split()) <= _MOST_WORDS and _REFUSAL.match(plain) is not None

"""How well a text fits a tool or an agent, by the words that they share."""

from __future__ import annotations

import re

from emulator.ces.runtime.words import spelled, terms

# A word of the name tells more than one of the description. One of each is enough for a tool; an
# agent, which can send back what is not its own, needs less.
_NAME_WEIGHT = 2
ENOUGH = 3
ENOUGH_FOR_AGENTS = 2
_NAMED = 1_000


def score(text: str, name: str, description: str, hint: str) -> int:
    """How many words a text shares with a name, which weigh more, and with what is said of it.

    A text that calls it by its name (`look_up id=7`) fits better than any other.
    """
    is_there = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    if is_there and ("_" in name or "@" in text or "=" in text):
        return _NAMED
    said, named, told = terms(text), terms(spelled(name)), terms(description)
    found = _NAME_WEIGHT * len(said & named) + len(said & told) + len(said & terms(hint))
    says_all = len(told) > 1 and told <= said
    return max(found, ENOUGH) if says_all else found

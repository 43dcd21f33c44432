"""How well a text fits a tool or an agent, by the words that they share."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.retrieval import analysis

# A word of the name tells more than one of the description. One of each is enough for a tool; an
# agent, which can send back what is not its own, needs less.
_NAME_WEIGHT = 2
ENOUGH = 3
ENOUGH_FOR_AGENTS = 2
_NAMED = 1_000

# So many letters make a word: one who complains has a complaint.
_LETTERS = 7
_HUMP = re.compile(r"(?<=[a-z0-9])[A-Z](?![A-Z])")


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


def spelled(name: str) -> str:
    """The name of a tool, an agent or a parameter in words: `cancelOrder` has two."""
    return _HUMP.sub(lambda found: f" {found[0].lower()}", name).replace("_", " ")


@lru_cache(maxsize=1024)
def terms(text: str) -> frozenset[str]:
    """The words of a text as they are compared."""
    return frozenset(term[:_LETTERS] for term in analysis.terms(text))

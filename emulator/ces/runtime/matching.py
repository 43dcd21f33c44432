"""How well a text fits a tool or an agent, by the words that they share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
_REFERENCE = re.compile(r"\{@(TOOL|AGENT):([^}]+)\}")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def score(text: str, name: str, description: str, hint: str) -> int:
    """How many words a text shares with a name, which weigh more, and with what is said of it.

    A text that calls it by its name (`look_up id=7`) fits better than any other.
    """
    is_there = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    if is_there and ("_" in name or "@" in text or "=" in text):
        return _NAMED
    said, named, told = terms(text), terms(spelled(name)), terms(description)
    found = _NAME_WEIGHT * len(said & named) + len(said & (told | terms(hint)))
    says_all = len(told) > 1 and told <= said
    return max(found, ENOUGH) if says_all else found


def spelled(name: str) -> str:
    """The name of a tool or an agent in words: `cancelOrder` has two."""
    return _HUMP.sub(" ", name).replace("_", " ")


@lru_cache(maxsize=1024)
def terms(text: str) -> frozenset[str]:
    """The words of a text as they are compared."""
    return frozenset(term[:_LETTERS] for term in analysis.terms(text))


@lru_cache(maxsize=64)
def hints(instruction: str) -> Mapping[tuple[str, str], str]:
    """What an instruction says of each tool and agent in the sentences that refer to it.

    The keys are `("TOOL", name)` and `("AGENT", name)`.
    """
    found: dict[tuple[str, str], str] = {}
    for sentence in _sentences(instruction):
        rest = _REFERENCE.sub(" ", sentence)
        for kind, name in _REFERENCE.findall(sentence):
            key = kind, name.strip()
            found[key] = f"{found.get(key, '')} {rest}"
    return found


def _sentences(instruction: str) -> Iterator[str]:
    for line in instruction.splitlines():
        yield from re.split(r"(?<=[.;!?])\s+", line)

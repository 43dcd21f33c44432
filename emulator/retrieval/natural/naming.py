"""Which field words are about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from emulator.retrieval.analysis import terms

_PARTS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])|[^\W_]+")
_WORD = re.compile(r"\w+")


def name_words(path: str) -> list[str]:
    """Return the terms of a field's name: `prices.maxUSD` is of price, max and usd."""
    return terms(" ".join(_PARTS.findall(path)), stop_words=True)


def words_before(text: str, place: int, count: int) -> list[str]:
    """Return the terms of the last words before a place."""
    return terms(" ".join(_WORD.findall(text[:place])[-count:]), stop_words=True)


def words_after(text: str, place: int, count: int) -> list[str]:
    """Return the terms of the first words after a place."""
    return terms(" ".join(_WORD.findall(text[place:])[:count]), stop_words=True)


def choose(fields: Iterable[str], near: Collection[str]) -> str | None:
    """Return the field most of whose name's words are near.

    Of equals it is the one with the shortest name; without any it is the only field there is.
    """
    candidates = sorted(fields)
    scored = [
        (-sum(word in near for word in words), len(words), path)
        for path, words in ((path, name_words(path)) for path in candidates)
    ]
    best = min(scored, default=None)
    if best is not None and best[0]:
        return best[2]
    return candidates[0] if len(candidates) == 1 else None

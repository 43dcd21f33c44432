"""Whether a phrase means one thing or several, by the form of its last word."""

from __future__ import annotations

import re

_PLURAL = re.compile(r"\w*[^\Wsui_]s|people|children|(?:wo)?men", re.IGNORECASE)

_CONSONANT_Y = re.compile(r"[^aeiou]y$", re.IGNORECASE)
_HISSES = re.compile(r"(?:s|x|z|ch|sh)$", re.IGNORECASE)


def is_plural(phrase: str) -> bool:
    """Whether a phrase means several things."""
    return _PLURAL.fullmatch(phrase.rpartition(" ")[2]) is not None


def plural(phrase: str) -> str:
    """Return several of a thing: "plans" of "plan", "batteries" of "battery"."""
    if is_plural(phrase):
        return phrase
    if _CONSONANT_Y.search(phrase):
        return f"{phrase[:-1]}ies"
    return f"{phrase}es" if _HISSES.search(phrase) else f"{phrase}s"


def singular(phrase: str) -> str:
    """Return one of several things: "plan" of "plans", "battery" of "batteries"."""
    if not phrase.endswith("s") or not is_plural(phrase):
        return phrase
    return f"{phrase[:-3]}y" if phrase.endswith("ies") else phrase[:-1]

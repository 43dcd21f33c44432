"""Numbers as people say them: "1,800", "3.5k", "two", "just me"."""

from __future__ import annotations

import re
from decimal import Decimal

_WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_VALUES = {word: value for value, word in enumerate(_WORDS, 2)}
_ALONE = re.compile(r"(?:just|only) (?:me|one|myself)|for one", re.IGNORECASE)
WORD = "(?:" + "|".join(_WORDS) + ")"
"""A number in letters; "one" is as often a pronoun."""

NUMBER = re.compile(
    r"(?<![\w.:/-])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:k\b)?(?![\w:/-])"
    rf"|\b{WORD}\b(?!-)|\b(?:{_ALONE.pattern})\b",
    re.IGNORECASE,
)
_KILO = re.compile(r"-?\d{1,20}(?:\.\d{1,20})?k")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def number(text: str) -> int | None:
    """A whole number in digits or in letters; None if it is neither."""
    return int(text) if text.isdecimal() else _VALUES.get(text.lower())


def plain(text: str) -> str:
    """What `NUMBER` finds as digits: "3.5k" as "3500"."""
    word = text.lower()
    if word in _VALUES:
        return str(_VALUES[word])
    if _ALONE.fullmatch(word):
        return "1"
    digits = _THOUSANDS.sub("", word)
    return f"{Decimal(digits[:-1]).scaleb(3).normalize():f}" if _KILO.fullmatch(digits) else digits

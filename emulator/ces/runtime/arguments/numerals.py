"""Numbers as people say them: "1,800", "3.5k", "two", "just me", "the first"."""

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
_FIRST = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth"),
)
_ORDINALS = {word: value for value, word in enumerate(_FIRST, 1)}
_ORDINALS |= {f"twenty-{word}": 20 + value for value, word in enumerate(_FIRST[:9], 1)}
_ORDINALS |= {"twentieth": 20, "thirtieth": 30, "thirty-first": 31}
ORDINAL = "(?:" + "|".join(sorted(_ORDINALS, key=len, reverse=True)).replace("-", "[ -]") + ")"
"""The number of a day in letters."""
_ALONE = re.compile(r"(?:just|only) (?:me|one|myself)|for one", re.IGNORECASE)
WORD = "(?:" + "|".join(_WORDS) + ")"
"""A number in letters; "one" is as often a pronoun."""

_ZEROS = {"k": 3, "thousand": 3, "million": 6}
_SCALE = r"\s+(?:thousand|million)\b"

NUMBER = re.compile(
    rf"(?<![\w.:/-])-?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?:k\b|{_SCALE})?(?![\w:/-])"
    rf"|\b{WORD}\b(?!-)(?:{_SCALE})?|\b(?:{_ALONE.pattern})\b",
    re.IGNORECASE,
)
_SCALED = re.compile(rf"(-?\d{{1,20}}(?:\.\d{{1,20}})?|{WORD})\s*(k|thousand|million)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def number(text: str) -> int | None:
    """A whole number in digits or in letters; None if it is neither."""
    return int(text) if text.isdecimal() else _VALUES.get(text.lower())


def day_number(text: str) -> int:
    """The number of a day in digits or as `ORDINAL`."""
    return int(text) if text.isdecimal() else _ORDINALS[text.lower().replace(" ", "-")]


def plain(text: str) -> str:
    """What `NUMBER` finds as digits: "3.5k" as "3500"."""
    said = _THOUSANDS.sub("", text.lower())
    scaled = _SCALED.fullmatch(said)
    if scaled:
        value = Decimal(_VALUES.get(scaled[1], scaled[1]))
        return f"{value.scaleb(_ZEROS[scaled[2]]).normalize():f}"
    return "1" if _ALONE.fullmatch(said) else str(_VALUES.get(said, said))

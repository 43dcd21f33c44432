"""Numbers as people say them: "1,800", "3.5k", "two hundred and ten", "just me", "the first"."""

from __future__ import annotations

import re
from decimal import Decimal

from emulator.retrieval.text.letters import fold_case

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: value for value, word in enumerate(_SMALL)}
_VALUES |= {word: 10 * value for value, word in enumerate(_TENS, 2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "k": 1_000, "million": 1_000_000}
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
WORD = "(?:" + "|".join(sorted([*_SMALL[2:], *_TENS], key=len, reverse=True)) + ")"
"""A number in one word; "one" is as often a pronoun."""

_SCALE = r"(?:hundred|thousand|million)\b"
_BELOW = rf"(?:(?:{'|'.join(_TENS)})(?:[\s-]+(?:{'|'.join(_SMALL[1:10])})\b)?|(?:{WORD}|one)\b)"
# "Twenty-five", "two thousand three hundred and ten", "a hundred".
_SPOKEN = (
    rf"(?:(?!one\b(?!\s+{_SCALE})){_BELOW}|a(?=\s+{_SCALE}))"
    rf"(?:\s+{_SCALE}(?:\s+(?:and\s+)?{_BELOW})?)*"
)
_AND_A_HALF = r"\s+and\s+a\s+half"
# "20,50" and "1.500,50", as sums are written on the continent.
_CENTS = r"(?:\d{1,3}(?:\.\d{3})+|\d+),\d\d(?!,?\d)"
NUMBER = re.compile(
    rf"(?:\b(?:\d+|{_SPOKEN}){_AND_A_HALF}\b"
    r"|(?<![\w.:/-])(?<!-[A-Z]\s)(?<!-[A-Z]{2}\s)"  # Not that of "KO-LB 77".
    rf"-?(?:{_CENTS}|(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?:k\b|\s+(?:thousand|million)\b)?)"
    r"(?![\w:/-])"
    rf"|\b{_SPOKEN}\b(?!-)|\b(?:{_ALONE.pattern})\b)",
    re.IGNORECASE,
)
_SCALED = re.compile(r"(-?\d{1,20}(?:\.\d{1,20})?)\s*(k|thousand|million)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def whole_number(text: str) -> int | None:
    """A whole number in digits or in one word; None if it is neither."""
    return int(text) if text.isdecimal() else _VALUES.get(text.lower())


def day_number(text: str) -> int:
    """The number of a day in digits or as `ORDINAL`."""
    return int(text) if text.isdecimal() else _ORDINALS[fold_case(text).replace(" ", "-")]


def as_digits(text: str) -> str:
    """A match of `NUMBER` in digits: "3.5k" as "3500"."""
    if half := re.fullmatch(f"(.+?){_AND_A_HALF}", text, re.IGNORECASE):
        return str(Decimal(as_digits(half[1])) + Decimal("0.5"))
    if re.fullmatch(f"-?{_CENTS}", text):
        return text.replace(".", "").replace(",", ".")
    said = _THOUSANDS.sub("", text.lower())
    scaled = _SCALED.fullmatch(said)
    if scaled:
        return f"{(Decimal(scaled[1]) * _SCALES[scaled[2]]).normalize():f}"
    if _ALONE.fullmatch(said):
        return "1"
    return str(_spoken(said)) if re.fullmatch(_SPOKEN, said) else said


def _spoken(said: str) -> int:
    """The number in words: a scale multiplies the words since the last larger scale."""
    total = part = 0
    for word in re.findall(r"[a-z]+", said):
        scale = _SCALES.get(word, 0)
        if scale == 100:
            part = max(part, 1) * scale
        elif scale:
            total, part = total + max(part, 1) * scale, 0
        else:
            part += _VALUES.get(word, 0)
    return total + part

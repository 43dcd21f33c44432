"""Numbers in running text with their units, comparable across ways to write them."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import isclose

from emulator.answering.grounding.rules import Unit, grounding_rules

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?"
_ISO_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+Z?)?\b")

_RELATIVE_TOLERANCE = 1e-6
_NO_UNIT = Unit("", 1.0)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as written, in the base unit of its dimension, and its span `[start, end)`.

    The dimension of a number without a unit is "".
    """

    number: float
    value: float
    dimension: str
    start: int
    end: int

    def fits(self, other: Quantity) -> bool:
        """Whether the other one says the same; a number without a unit fits any unit."""
        if not (self.dimension and other.dimension):
            return isclose(self.number, other.number, rel_tol=_RELATIVE_TOLERANCE)
        same = isclose(self.value, other.value, rel_tol=_RELATIVE_TOLERANCE)
        return same and self.dimension == other.dimension


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order.

    "one" counts before a unit only: else it is rather a pronoun. A version such as 1.2.3 and a
    time such as 10:30 are no quantities.
    """
    return tuple(_quantities(text))


def lowered(text: str) -> str:
    """Return the text in lower case with straight quotes, every character in its place."""
    lower = text.lower()
    same = lower if len(lower) == len(text) else text  # "\u0130" becomes two characters.
    return same.replace("\u2019", "'").replace("\u2018", "'")


def spell_dates(text: str) -> str:
    """Return the text with its ISO dates written out: "2024-05-02" becomes "2 May 2024"."""
    return _ISO_DATE.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    year, month, day = found.groups()
    if not 1 <= int(month) <= 12:
        return found[0]
    return f"{int(day)} {month_name[int(month)]} {year}"


def _quantities(text: str) -> Iterator[Quantity]:
    units = grounding_rules().units
    for found in _pattern().finditer(lowered(text)):
        unit = found["sign"] or found["unit"] or ""
        if found["word"] == "one" and not unit and not found["scale"]:
            continue
        dimension, factor = units.get(unit, _NO_UNIT)
        scale = units[found["scale"]].factor if found["scale"] else 1.0
        number = _value(found) * scale
        yield Quantity(number, number * factor, dimension, found.start(), found.end())


def _value(found: re.Match[str]) -> float:
    if found["digits"]:
        digits = found["digits"]
        grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits) is not None
        return float(digits.replace(",", "" if grouped else "."))
    numbers = grounding_rules().numbers
    return float(sum(numbers[word] for word in re.split(r"[ -]", found["word"])))


@cache
def _pattern() -> re.Pattern[str]:
    units = grounding_rules().units
    scales = _either(word for word, unit in units.items() if unit.dimension == "count")
    words = [word for word, unit in units.items() if unit.dimension != "count"]
    signs = _either(word for word in words if not word.isalnum() and word != "%")
    named = _either(word for word in words if word.isalnum())
    numbers = grounding_rules().numbers
    ones = _either(word for word, number in numbers.items() if 0 < number < 10)
    tens = _either(word for word, number in numbers.items() if number >= 20)
    number_words = rf"(?:{tens})(?:[ -](?:{ones}))?|{_either(numbers)}"
    return re.compile(
        rf"(?:(?P<sign>{signs})\s?)?"
        rf"(?:(?<![\w.:,/])(?P<digits>{_DIGITS})(?![.:/]?\d)(?:st|nd|rd|th)?"
        rf"|\b(?P<word>{number_words})\b)"
        rf"(?:[ -]?(?P<scale>{scales})\b)?"
        rf"(?:[ -]?°?(?P<unit>(?:{named})\b|%|(?:{signs})(?!\s?\d)))?"
    )


def _either(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word) for word in longest_first)

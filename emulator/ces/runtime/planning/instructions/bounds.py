"""Bounds of numbers in words: "more than 8 people", "below $10"."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from emulator.ces.runtime.arguments.numerals import NUMBER, as_digits

_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    r"(?:more|greater|higher|larger|longer|bigger) than|over|above|exceed(?:s|ing)?": operator.gt,
    r"(?:less|fewer|lower|smaller|shorter) than|below|under": operator.lt,
    "at most": operator.le,
    "at least": operator.ge,
}
_BOUND = re.compile(
    rf"\b(?P<how>{'|'.join(_COMPARED)})\s+[^\w\s]?\s?(?P<number>{NUMBER.pattern})"
    r"(?:\s+(?P<unit>[^\W\d_]+))?",
    re.IGNORECASE,
)


class Bound(NamedTuple):
    """How numbers are compared with the bound; the word after it, and where all that stands."""

    compare: Callable[[float, float], bool]
    number: float
    unit: str
    start: int
    end: int

    def holds(self, value: float) -> bool:
        """Whether a value is what is said: that 9 is more than 8."""
        return self.compare(value, self.number)


def bounds(text: str) -> Iterator[Bound]:
    """The bounds that a text has, in their order."""
    for found in _BOUND.finditer(text):
        compared = (one for how, one in _COMPARED.items() if re.fullmatch(how, found["how"], re.I))
        number = float(as_digits(found["number"]))
        yield Bound(next(compared), number, found["unit"] or "", found.start(), found.end())

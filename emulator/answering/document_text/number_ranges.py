"""Ranges of numbers, as cells of tables tell them: "20 to 49", "up to 2 kg", "65+"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

NUMBER = r"\d[\d,]*(?:\.\d+)?"

_UNIT = r"\s*(?P<unit>[^\W\d][^\d]*|%)?"
_BETWEEN = re.compile(
    rf"(?:from |between |ages? )?(?P<low>{NUMBER})(?:\s*(?P<first>[^\W\d]+|%))?"
    rf"\s*(?:to|and|[-\u2010-\u2015])\s*(?P<high>{NUMBER}){_UNIT}",
    re.IGNORECASE,
)
_BELOW = re.compile(
    rf"(?:(?P<but>under|below|less than|fewer than|<)|up to|at most|maximum|\u2264)"
    rf"\s*(?P<high>{NUMBER}){_UNIT}",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    rf"(?:(?P<but>over|above|more than|older than|>)|at least|from|minimum|\u2265)"
    rf"\s*(?P<low>{NUMBER}){_UNIT}",
    re.IGNORECASE,
)
_OR_MORE = re.compile(
    rf"(?P<low>{NUMBER})(?:\s*(?P<unit>[^\W\d]+|%))??\s*"
    r"(?:\+|(?:or|and) (?:more|above|over|up|older|longer|heavier|larger))(?:\s[^\d]*)?",
    re.IGNORECASE,
)
_OR_LESS = re.compile(
    rf"(?P<high>{NUMBER})(?:\s*(?P<unit>[^\W\d]+|%))??\s*"
    r"(?:or|and) (?:less|fewer|under|below|younger|shorter|lighter|smaller)(?:\s[^\d]*)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Numbers from `low` to `high`, both among them unless the range is `open`, in a unit if it
    tells one."""

    low: float
    high: float
    unit: str
    is_open: bool

    def __contains__(self, number: float) -> bool:
        if self.is_open:
            return self.low < number < self.high
        return self.low <= number <= self.high


@lru_cache(maxsize=2048)
def number_range(text: str) -> NumberRange | None:
    """Return the range that a text is; None if it is anything else."""
    for pattern in (_BETWEEN, _BELOW, _ABOVE, _OR_MORE, _OR_LESS):
        if found := pattern.fullmatch(text.strip()):
            said = found.groupdict()
            low, high = (said.get(end) for end in ("low", "high"))
            return NumberRange(
                number(low) if low else float("-inf"),
                number(high) if high else float("inf"),
                (said.get("unit") or said.get("first") or "").strip().lower(),
                is_open=bool(said.get("but")),
            )
    return None


def number(text: str) -> float:
    """Return the value of a number as it is written in English: "1,350.5"."""
    return float(text.replace(",", ""))

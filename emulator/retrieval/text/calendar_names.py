"""The names of months and days in English, as parts of patterns."""

from __future__ import annotations

from emulator.retrieval.text.letters import fold_case

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
ANY_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
"""Months in lower case, in full or short."""

_NUMBERS = {month[:3].lower(): number for number, month in enumerate(MONTHS.split("|"), 1)}


def month_number(name: str) -> int:
    """Return the number of a month, 1 to 12, by its name in full or short."""
    return _NUMBERS[fold_case(name[:3])]

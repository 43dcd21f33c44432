"""Substitution of how many of something: "for 2 adults" by "for 3 children"."""

from __future__ import annotations

import re

from emulator.retrieval.text.analysis import is_stop_word, terms

_NUMBER = r"(?<!\S)\d[\d.,]*"
_AMOUNT = re.compile(rf"{_NUMBER} (?P<things>[^\W\d_]+)")


def substitute_amount(before: str, preposition: str, part: str) -> str | None:
    """Replace the amount of the same things, or else of others: the only one of a question.

    Behind a preposition, others stand behind the same one.
    """
    if not (own := _AMOUNT.fullmatch(part)):
        return None
    found = [each for each in _AMOUNT.finditer(before) if not is_stop_word(each["things"].lower())]
    things = set(terms(own["things"]))
    place = next((each for each in found if things & set(terms(each["things"]))), None)
    if place is None:
        behind = [each for each in found if before.endswith(preposition, 0, each.start())]
        if not behind or len(found) > 1:
            return None
        place = behind[0]
    return f"{before[: place.start()]}{part}{before[place.end() :].rstrip('?.! ')}?"

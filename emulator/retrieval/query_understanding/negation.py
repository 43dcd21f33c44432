"""Negation of what is said right behind it: "not", "do not cost", "aren't", "neither"."""

from __future__ import annotations

import re

_TO_DO = "(?:do|does|did|can|could|must|should|will|would|may|might)"
_TO_BE = "(?:is|are|was|were|be|has|have|had)"
_NEGATION = re.compile(
    # A verb follows: "do not cost", "can't have".
    rf"\b(?:(?:{_TO_DO}\s+(?:not|never)|{_TO_DO}n['\u2019]t|cannot|can['\u2019]t|won['\u2019]t)"
    r"\s+(?:\w+\s+)?"
    # A participle may: "not released", "has not been updated".
    rf"|(?:(?:{_TO_BE}\s+)?(?:not|never|no)|{_TO_BE}n['\u2019]t|neither|nor|without)"
    r"\s+(?:longer\s+|yet\s+|ever\s+)?(?:been\s+)?(?:(?:\w{2,}ed|made|built|sold|born)\s+)?)"
    r"(?:an?\s+|the\s+)?$",
    re.IGNORECASE,
)
# These words are no longer than this together.
_LONGEST = 60


def negation_before(text: str, place: int) -> int | None:
    """Return where the words begin that negate what stands at a place; None if none do."""
    while text[place : place + 1].isspace():
        place += 1
    found = _NEGATION.search(text, max(place - _LONGEST, 0), place)
    return found.start() if found else None

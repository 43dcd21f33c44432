"""Ordinals that refer to items of a list: "the second one", "the last slot"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from emulator.ces.runtime.arguments.numerals import ORDINAL, day_number
from emulator.ces.runtime.words import terms

_NEAR = 10
_COUNTED = re.compile(
    rf"\bthe ({ORDINAL}|last|(\d{{1,2}})(?:st|nd|rd|th))\b(?: (\w+)|(?=\W*$|[,.;!]))",
    re.IGNORECASE,
)
_DAY = re.compile(r"\b(?:on|by|until|till|from|to|before|after|since)\s+$", re.IGNORECASE)
_ONE = terms("one option choice entry item result")


def with_ordinals_resolved(text: str, things: Sequence[str]) -> str:
    """The text with item names in place of ordinals such as "the second one"."""
    return _COUNTED.sub(lambda found: _meant(found, things) or found[0], text)


def _meant(found: re.Match[str], things: Sequence[str]) -> str:
    if not _is_of(things, found):
        return ""
    if found[1].lower() == "last":
        return next(reversed(things), "")
    number = day_number(found[2] or found[1])
    return things[number - 1] if 0 < number <= len(things) else ""


def _is_of(things: Sequence[str], found: re.Match[str]) -> bool:
    """Whether an ordinal refers to an item: "the third slot", "the third", but not "on the 3rd"."""
    if found[3]:
        return bool(terms(found[3]) & (_ONE | terms(" ".join(things))))
    before = found.string[max(0, found.start() - _NEAR) : found.start()]
    return _DAY.search(before) is None

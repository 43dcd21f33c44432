"""Values that a text rejects in favour of others: "not Friday but Monday", "40 instead of 50"."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.retrieval.text.calendar_names import DAYS

_CODE = r"[\w$\u20ac\u00a3#-]*\d(?:[\w/:%\u20ac\u00a3$-]|[.,](?=\d))*+"
_CAPITALIZED = r"[A-Z][\w'-]*"
_DAY = rf"(?i:today|tonight|tomorrow|yesterday|{DAYS})\b"
_VALUE = (
    rf"(?P<value>(?:{_DAY}|{_CAPITALIZED})(?:\s+(?:{_CAPITALIZED}|{_CODE}))*|{_CODE}(?!\s+of\b))"
)
_LEADS = r"(?i:(?:(?:on|at|in|for|from|to|by|this|next|the|an?)\s+){0,2})"
# Not behind a verb, "have not received A-7", nor behind "why" or "if".
_NOT = (
    r"(?:^|[,;.!?:]\s*|(?i:\b(?:no|sorry|and|but|said|meant|is|was|it['\u2019]s|that['\u2019]s))\s+)"
    r"(?i:not)\s+"
)
_PATTERNS = (
    re.compile(rf"{_NOT}{_LEADS}{_VALUE}"),
    # "Not order A-7, order A-8".
    re.compile(rf"{_NOT}(?:the\s+)?(?P<label>[a-z]+)\s+{_VALUE}(?=\W+(?:but\s+)?(?P=label)\b)"),
    re.compile(rf"\b(?i:instead of|rather than)\s+{_LEADS}{_VALUE}"),
)


@lru_cache(maxsize=64)  # Each parameter of each tool asks for it.
def without_rejected(text: str) -> str:
    """The text with spaces in place of the values that it rejects."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            start, end = found.span("value")
            text = text[:start] + " " * (end - start) + text[end:]
    return text

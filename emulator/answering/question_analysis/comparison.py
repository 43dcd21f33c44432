"""The two things that a question compares: "the difference between Team and Enterprise"."""

from __future__ import annotations

import re
from collections.abc import Set

from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.retrieval.text.analysis import terms

_COMPARED = re.compile(
    r"(?:\bdifferences?\b.*?\bbetween |\bcompare |\b(?:do|does|is|are) (?=.*\bdiffers?\b))"
    r"(?P<one>.+?) (?:and|with|to|from|differ from) (?P<other>.+?)(?: differ\b.*)?[?.! ]*$",
    re.IGNORECASE,
)
# Matched from the start: to look for it at each place takes the square of the text's length.
_VERSUS = re.compile(
    r"(?:.*\s)?(?P<one>\S+(?: \S+)?) (?:vs\.?|versus) (?P<other>.+?)[?.! ]*$",
    re.IGNORECASE | re.DOTALL,
)
# "Sick pay in Sweden and Ireland" compares two countries.
_OF = re.compile(r".+ (?:of|for|in|on|at|to|with) ", re.IGNORECASE)
# Real questions are far shorter.
_LONGEST = 1_000

Sides = tuple[Set[str], Set[str]]
"""The terms that only the one and only the other of two things has."""


def compared(asked: AnalyzedQuestion) -> Sides | None:
    """Return the terms that only the one and only the other of two compared things has."""
    text = asked.text[:_LONGEST] if asked.compares else ""
    found = _COMPARED.search(text) or _VERSUS.match(text)
    if found is None:
        return None
    first, second = found["one"], found["other"]
    if not _OF.match(second):
        first = _OF.sub("", first)
    one, other = (asked.terms.intersection(terms(side)) for side in (first, second))
    return (one - other, other - one) if one - other and other - one else None

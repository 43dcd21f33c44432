"""Questions that vary one part of the question before them: "What about Germany?"."""

from __future__ import annotations

import re

from emulator.answering.names import full_names

_VARIATION = re.compile(
    r"(?:(?:and|or|but|so|ok|okay)[, ]+)*(?:what about|how about|and|or)[, ]+"
    r"(?P<preposition>(?:of|in|for|at|on|from|to|with|by|during|after|before|under) )?"
    r"(?:the |an? )?(?P<part>[^?.!]+)[?.! ]*",
    re.IGNORECASE,
)
# What follows is a question of its own.
_CLAUSE = re.compile(
    r"\b(?:who|whose|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|will|"
    r"would|should|has|have|had|it|they|its|their|he|she)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<= )\d\S*$")
_LONGEST_PART = 6


def vary(query: str, before: str) -> str | None:
    """Return the earlier question with the part that the query changes; `None` if it does not.

    "And in Germany?" takes the place of "in France", "What about the X 200?" of the last name, and
    so does "And of the X 200?"; what has no counterpart is added at the end.
    """
    found = _VARIATION.fullmatch(query)
    if found is None or not before:
        return None
    part, preposition = found["part"].strip(), (found["preposition"] or "").lower()
    if _CLAUSE.search(part) or len(part.split()) > _LONGEST_PART:
        return None
    if preposition:
        return _exchange_phrase(before, preposition, part)
    return _exchange_name(before, part) if full_names(f"x {part}") else None


def _exchange_phrase(before: str, preposition: str, part: str) -> str:
    body = before.rstrip("?.! ")
    phrase = re.search(rf"\b{preposition}(?:the |an? )?(?:\S+ ){{0,2}}\S+$", body, re.IGNORECASE)
    if phrase is None and full_names(f"x {part}") and full_names(before):
        return _exchange_name(before, part)
    kept = body[: phrase.start()].rstrip() if phrase else body
    return f"{kept} {preposition}{part}?"


def _exchange_name(before: str, part: str) -> str:
    names = full_names(before)
    if not names:
        return f"{before.rstrip('?.! ')} for {part}?"
    start, end = names[-1]
    number = _NUMBER.search(before, start, end)
    if number and part[0].isdigit():  # "the 3" is a thing of the same kind as the "Skylark 2".
        start = number.start()
    return before[:start] + part + before[end:]

"""Questions that vary one part of the question before them: "What about Germany?"."""

from __future__ import annotations

import re

from emulator.answering.names import full_names

_VARIATION = re.compile(
    r"(?:(?:and|or|but|so|ok|okay)[, ]+)*(?:what about|how about|and|or)[, ]+"
    r"(?P<preposition>(?:of|in|for|at|on|from|to|with|by|during|after|before|under) )?"
    r"(?P<article>the |an? )?(?P<part>[^?.!]+)[?.! ]*",
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
    is_name = bool(full_names(f"x {part}"))
    if not preposition:
        return _exchange_name(before, part) if is_name else None
    phrase = f"{preposition}{found['article'] or ''}{part}"
    if (changed := _exchange_phrase(before, preposition, phrase, is_name)) is not None:
        return changed
    if is_name and full_names(before):
        return _exchange_name(before, part)
    return f"{before.rstrip('?.! ')} {phrase}?"


def _exchange_phrase(before: str, preposition: str, phrase: str, is_name: bool) -> str | None:
    """Exchange what stands at the end, or for a name the name, behind the same preposition."""
    body, opening = before.rstrip("?.! "), rf"\b{preposition}(?:the |an? )?"
    for start, end in full_names(body) if is_name else ():
        if found := re.search(rf"{opening}$", body[:start], re.IGNORECASE):
            return f"{body[: found.start()]}{phrase}{body[end:]}?"
    found = re.search(rf"{opening}(?:\S+ ){{0,2}}\S+$", body, re.IGNORECASE)
    return f"{body[: found.start()]}{phrase}?" if found else None


def _exchange_name(before: str, part: str) -> str:
    names = full_names(before)
    if not names:
        return f"{before.rstrip('?.! ')} for {part}?"
    start, end = names[-1]
    number = _NUMBER.search(before, start, end)
    if number and part[0].isdigit():  # "the 3" is a thing of the same kind as the "Skylark 2".
        start = number.start()
    return before[:start] + part + before[end:]

"""Questions of the records that an earlier question asked for: "Which of them is the cheapest?"."""

from __future__ import annotations

import re

from emulator.retrieval.query_understanding.superlatives import has_superlative

_OPENING = r"^\W*(?:(?:and|so|but|ok(?:ay)?|please)\b\W*)*"
_EARLIER = (
    re.compile(r"\b(?:any |all )?of (?:them|these|those)\b", re.IGNORECASE),
    re.compile(r"(?:(?<=\bwhich )|(?<=est )|(?<=ive ))ones?\b|\bones\b", re.IGNORECASE),
    re.compile(r"(?<=\blist )(?:them|these|those)\b", re.IGNORECASE),
)
# "Which cost less?", "How many are there?" name no things.
_UNNAMED = re.compile(
    rf"{_OPENING}(?:which|how many)(?= (?:costs?|weighs?|have|has)\b)"
    rf"|{_OPENING}how many(?= (?:are (?:there|they)|do you (?:have|sell|offer))\b)",
    re.IGNORECASE,
)
_SUPERLATIVE_ALONE = re.compile(
    rf"{_OPENING}(?:(?:what|which)(?: (?:is|are|about|of))? )?the \w+(?: \w+)?[?.! ]*$",
    re.IGNORECASE,
)


def asks_of_earlier(question: str) -> bool:
    """Whether a question may ask of records that an earlier one asked for: it names none."""
    return name_things(question, "") is not None


def name_things(question: str, things: str) -> str | None:
    """Return the question with what the things are called that it does not name.

    "Which of them is the cheapest?" becomes "Which plans is the cheapest?": it is to be read, not
    to be shown. None if it names what it asks for, or refers to something else.
    """
    for anaphor in _EARLIER:
        if anaphor.search(question):
            return anaphor.sub(things, question, count=1)
    if found := _UNNAMED.match(question):
        return f"{question[: found.end()]} {things}{question[found.end() :]}"
    if _SUPERLATIVE_ALONE.match(question) and has_superlative(question):
        return f"{question.rstrip('?.! ')} {things}?"
    return None

"""Values that are one of a few: those of an enum, or those that a description lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# "It's" has no plan S, and who does not want one wants another.
_NO_PART = r"(?<![\w'\u2019])(?<!\bnot )(?<!\bnot the )"
# A description that lists what may be said: "Why: damaged, wrong_item or not_wanted."
_ALTERNATIVES = re.compile(
    r"(?:^|[:(]|\bone of)\s*((?:['\"`]?[\w-]+['\"`]?,\s*)*['\"`]?[\w-]+['\"`]?,?\s+or\s+"
    r"['\"`]?[\w-]+['\"`]?|\w+(?:, \w+)+)\s*(?:[.;)]|$)",
    re.IGNORECASE,
)

_OF_VERB = re.compile(r"(?:(?<=l)lation|ation|ion|ment)$")  # "Install" is for "installation".


def listed_values(description: str) -> Sequence[str]:
    """What a value may be, if a description lists that."""
    found = _ALTERNATIVES.search(description)
    return re.findall(r"[\w-]+", re.sub(r"\s+or\s+", ",", found[1])) if found else ()


def enum_value(text: str, values: Sequence[str]) -> str | None:
    """The last of the values that a text names: who names two corrects the first.

    If it names none, the first that it has a form of: "stole" for `stolen`, "install" for
    `installation`.
    """
    words = _as_said(text)
    best: tuple[int, str | None] = (-1, None)
    for value in values:
        for found in _mentions(text, value):
            best = max(best, (found.start(), value), key=lambda one: one[0])
    likely = (value for value in values if len(value) > 3 and _has_form(words, value))
    return best[1] or next(likely, None)


def _mentions(text: str, value: str) -> Iterator[re.Match[str]]:
    """Where a text has a value; a single letter is a capital or the last, else an article."""
    if len(value) == 1:
        letter = re.escape(value)
        return re.finditer(rf"{_NO_PART}(?:{letter.upper()}\b|{letter.lower()}\b(?=\W*$))", text)
    return re.finditer(rf"{_NO_PART}{re.escape(_as_said(value))}\b", _as_said(text))


def _has_form(words: str, value: str) -> bool:
    said = _as_said(value)
    verb = _OF_VERB.sub("", said)
    stem = verb if 4 < len(verb) < len(said) else said[: max(4, len(said) - 2)]
    return re.search(rf"\b{re.escape(stem)}", words) is not None


def _as_said(text: str) -> str:
    return text.lower().replace("_", " ")

"""Values of enums, and of parameters whose description lists its values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# "It's" has no plan S, and who does not want one wants another.
_REJECTING = ("not", "instead of", "rather than", "neither", "nor", "except", "anything but")
_NO_PART = r"(?<![\w'\u2019])" + "".join(
    rf"(?<!\b{words} {article})" for words in _REJECTING for article in ("", "the ")
)
# A description that lists what may be said: "Why: damaged, wrong_item or not_wanted."
_ALTERNATIVES = re.compile(
    r"(?:^|[:(]|\bone of)\s*((?:['\"`]?[\w-]+['\"`]?,\s*)*['\"`]?[\w-]+['\"`]?,?\s+or\s+"
    r"['\"`]?[\w-]+['\"`]?|\w+(?:, (?!e\.g\.|i\.e\.)\w+)+)\s*(?:[.;)]|$)",
    re.IGNORECASE,
)

# Of several words each, if nothing else may be said: "Why: too big, damaged or not as shown."
_PHRASE = r"[\w-]+(?: (?!or\b)[\w-]+){0,2}"
_PHRASES = re.compile(
    rf"(?::|\bone of:?)\s*((?:{_PHRASE},\s*)+(?:{_PHRASE},?\s+or\s+|{_PHRASE},\s*){_PHRASE})"
    r"\s*(?:[.;)]|$)",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:any|anything|anyone|else|etc|other|others|something|e\.g|i\.e|the|an?|your|if)\b",
    re.IGNORECASE,
)

_OF_VERB = re.compile(r"(?:(?<=l)lation|ation|ion|ment)$")  # "Install" is for "installation".


def listed_values(description: str) -> Sequence[str]:
    """The values that a description lists; empty if none."""
    found = _ALTERNATIVES.search(description)
    if found is not None:
        return re.findall(r"[\w-]+", re.sub(r"\s+or\s+", ",", found[1]))
    found = _PHRASES.search(description)
    is_closed = found is not None and _OPEN.search(found[1]) is None
    return re.split(r",?\s+or\s+|,\s*", found[1]) if found and is_closed else ()


def enum_value(text: str, values: Sequence[str]) -> str | None:
    """The last of the values that a text has: of two the second corrects the first.

    If it has none, the first of which it has an inflection: "stole" for `stolen`.
    """
    words = _as_text(text)
    best: tuple[int, str | None] = (-1, None)
    for value in values:
        for found in _occurrences(text, value):
            best = max(best, (found.start(), value), key=lambda one: one[0])
    likely = (value for value in values if len(value) > 3 and _has_inflection(words, value))
    return best[1] or next(likely, None) or _shortened(words, values)


def _shortened(words: str, values: Sequence[str]) -> str | None:
    """The only value of which a text has the beginning as a word: "physio" for physiotherapy."""
    said = [one[0] for one in re.finditer(rf"{_NO_PART}[^\W\d_]{{5,}}", words)]
    found = [value for value in values if any(_as_text(value).startswith(one) for one in said)]
    return found[0] if len(found) == 1 else None


def _occurrences(text: str, value: str) -> Iterator[re.Match[str]]:
    """The matches of a value; a single letter counts in upper case or at the end of the text."""
    if len(value) == 1:
        letter = re.escape(value)
        return re.finditer(rf"{_NO_PART}(?:{letter.upper()}\b|{letter.lower()}\b(?=\W*$))", text)
    return re.finditer(rf"{_NO_PART}{re.escape(_as_text(value))}\b", _as_text(text))


def _has_inflection(words: str, value: str) -> bool:
    said = _as_text(value)
    verb = _OF_VERB.sub("", said)
    stem = verb if 4 < len(verb) < len(said) else said[: max(4, len(said) - 2)]
    return re.search(rf"{_NO_PART}{re.escape(stem)}", words) is not None


def _as_text(text: str) -> str:
    return text.lower().replace("_", " ")

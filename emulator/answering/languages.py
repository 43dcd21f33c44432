"""What in a question of any language only serves the asking."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from emulator.answering.rulebook import section
from emulator.retrieval.analysis import is_stop_word, terms

_WORD = re.compile(r"[^\W_]+(?:[\u0900-\u0dff\u0300-\u036f]+[^\W_]*)*")
_LONGEST = 2_000
_SPACELESS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class _Languages:
    """The words of each language with spaces, and the phrases of those without."""

    words: tuple[frozenset[str], ...]
    phrases: re.Pattern[str]


@lru_cache(maxsize=1024)
def function_terms(question: str) -> frozenset[str]:
    """Return the terms of the words in a question that say nothing of what it is about.

    They are those of the language, other than English, to which most of its words belong.
    """
    words = _WORD.findall(unicodedata.normalize("NFC", question[:_LONGEST]).lower())
    english = sum(map(is_stop_word, words))
    if len(words) <= 2 * english:
        return frozenset()
    known = max(_languages().words, key=lambda each: sum(word in each for word in words))
    found = [word for word in words if word in known]
    if len(found) <= english:
        return frozenset()
    return frozenset(term for word in found for term in terms(word))


def without_phrases(question: str) -> str:
    """Return a question in a script without spaces without what only serves the asking."""
    if not is_spaceless(question):
        return question
    rest = _languages().phrases.sub(" ", question)
    return rest if any(map(str.isalnum, rest)) else question


def is_spaceless(text: str) -> bool:
    """Whether a text has words that are not parted by spaces."""
    return not text.isascii() and _SPACELESS.search(text) is not None


def pairs(question: str) -> frozenset[str]:
    """Return the neighbours in what such a question is about: one character alone says little."""
    if not is_spaceless(question):
        return frozenset()
    rest = without_phrases(question)
    return frozenset(
        one + other
        for one, other in pairwise(rest)
        if _SPACELESS.match(one) and _SPACELESS.match(other)
    )


@cache
def _languages() -> _Languages:
    known = [table["words"].split() for table in section("languages").values()]
    phrases = [word for words in known for word in words if _SPACELESS.search(word)]
    longest_first = sorted(phrases, key=len, reverse=True)
    return _Languages(
        tuple(frozenset(words) for words in known),
        re.compile("|".join(map(re.escape, longest_first)) or r"(?!)"),
    )

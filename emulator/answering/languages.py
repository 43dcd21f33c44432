"""The language of a question, and what in it only serves the asking."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from emulator.answering.rulebook import section
from emulator.retrieval.analysis import is_stop_word, terms

_WORD = re.compile(r"[^\W_]+(?:[\u0900-\u0dff\u0300-\u036f]+[^\W_]*)*")
_LONGEST = 2_000
_SPACELESS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile("[\u3040-\u30ff]")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class _Languages:
    """The words of each language with spaces, by its tag, all together, and the phrases of those
    without."""

    words: Mapping[str, frozenset[str]]
    all_words: frozenset[str]
    phrases: re.Pattern[str]


def language_of(question: str) -> str:
    """Return the language of a question (BCP 47); empty for English and what is not known.

    One word that it shares with a language says nothing ("de facto").
    """
    letters, native = (len(each.findall(question[:_LONGEST])) for each in (_LETTER, _SPACELESS))
    if 2 * native > letters:
        return "ja" if _KANA.search(question) else "zh"
    tag, words = _spoken(question)
    return tag if len(words) > 1 else ""


@lru_cache(maxsize=1024)
def function_terms(question: str) -> frozenset[str]:
    """Return the terms of the words in a question that say nothing of what it is about.

    They are those of the language, other than English, to which most of its words belong.
    """
    return frozenset(term for word in _spoken(question)[1] for term in terms(word))


def _spoken(question: str) -> tuple[str, Sequence[str]]:
    """The language, other than English, to which most of the words belong, and those words."""
    words = _WORD.findall(unicodedata.normalize("NFC", question[:_LONGEST]).lower())
    english = sum(map(is_stop_word, words))
    foreign = [word for word in words if word in _languages().all_words]
    if len(words) <= 2 * english or len(foreign) <= english:
        return "", ()
    known = _languages().words
    tag = max(known, key=lambda each: sum(word in known[each] for word in foreign))
    found = [word for word in foreign if word in known[tag]]
    return (tag, found) if len(found) > english else ("", ())


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
    known = {tag: table["words"].split() for tag, table in section("languages").items()}
    phrases = [word for words in known.values() for word in words if _SPACELESS.search(word)]
    longest_first = sorted(phrases, key=len, reverse=True)
    return _Languages(
        {tag: frozenset(words) for tag, words in known.items()},
        frozenset().union(*known.values()),
        re.compile("|".join(map(re.escape, longest_first)) or r"(?!)"),
    )

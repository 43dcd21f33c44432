"""Surface patterns of answers in other languages than English.

The words stand in `rules.toml`, under "marks".
"""

from __future__ import annotations

import re
from functools import cache

from emulator.answering.document_text.parsed_text import family, text_terms
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.rulebook import alternatives, section
from emulator.retrieval.text.languages import function_terms, serves

# What is defined, and what is said of it in brackets.
_SUBJECT = r"(?P<subject>[^.!?\u3002]{1,40}?)(?: ?[(\uff08][^)\uff09]*[)\uff09])?"
_MOSTLY = 0.5

# "59100 packages" and the word after it.
_COUNTED = re.compile(r"\d[ \u00a0]?((?:[^\W\d]+[ -]?){1,2})")

# A number that may be a year, and what follows it: a mark, a word for "year", or any other word.
_CYRILLIC_YEAR = "\u0433\u043e\u0434|\u0433\\b|\u0440\u043e\u043a|\u0440\u043e\u0446\u0456"
_YEAR = f"[\u5e74\ub144]|{_CYRILLIC_YEAR}|roku|y\u0131l"
_MAY_BE_YEAR = re.compile(
    rf"(?<![\d.,])(?:1\d|20)\d\d(?=(?P<clear>\s*(?:[.,;:)\u2013]|$|{_YEAR}))|\s+(?P<word>\w+))"
)


def defines(asked: AnalyzedQuestion, sentence: str) -> bool:
    """Whether a sentence defines the term that is asked about."""
    found = _definition().match(sentence)
    if found is None:
        return False
    subject = frozenset(text_terms(found["subject"])) - function_terms(sentence)
    return asked.share(subject) >= _MOSTLY


def says_count(asked: AnalyzedQuestion, sentence: str) -> bool:
    """Whether it has a number before what is asked for: "59100 Pakete" for "Wie viele Pakete?"."""
    if asked.answer_type is not AnswerType.NUMBER:
        return False
    counted = {term for one in _COUNTED.finditer(sentence) for term in text_terms(one[1])}
    related = {of for term in counted if (of := family(term))}
    return not (asked.terms.isdisjoint(counted) and related.isdisjoint(asked.families))


def find_answer(kind: AnswerType, sentence: str) -> list[str]:
    """Return what answers a question of a type in a sentence, in lower case but for places."""
    pattern = _pattern(kind)
    return [one[0] for one in pattern.finditer(sentence)] if pattern else []


def without_years(sentence: str, language: str) -> str:
    """Return a sentence without what counts nothing: years, behind which nothing is named."""

    def kept(found: re.Match[str]) -> str:
        return "" if found["clear"] is not None or serves(found["word"], language) else found[0]

    return _MAY_BE_YEAR.sub(kept, sentence)


@cache
def _pattern(kind: AnswerType) -> re.Pattern[str] | None:
    """The pattern of answers of a type; None if there are no words for it."""
    words = section("marks").get(kind)
    return re.compile(alternatives(words)) if words else None


@cache
def _definition() -> re.Pattern[str]:
    return re.compile(f"{_SUBJECT}(?:{alternatives(section('marks')[AnswerType.DEFINITION])})")

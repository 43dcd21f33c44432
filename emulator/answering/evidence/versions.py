"""Versions of a document: what an older one says, and a newer one says anew, is out of date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from emulator.answering.evidence.scoring import Candidate
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.retrieval.text.calendar_names import MONTHS, month_number

# So much of the words of a sentence, its numbers left aside, the newer version has too.
_SAID_AGAIN = 0.75
_FIRST_YEAR = 1900
_NUMBERS = re.compile(rf"(\d{{1,18}}|\b(?:{MONTHS})\b)")  # Of thousands of digits none is made.


def without_outdated(asked: AnalyzedQuestion, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the candidates without those that a newer version of their document says anew.

    Versions are told by the numbers of their titles: "Flu vaccine 2024/25" and "2025/26". A
    question that says a number may ask for any of them, and a sentence that says the title's tells
    which it is of.
    """
    if any(map(str.isdigit, asked.terms)) or not _has_versions(pool):
        return pool
    return [each for each in pool if not any(_supersedes(other, each) for other in pool)]


def _has_versions(pool: Sequence[Candidate]) -> bool:
    titles = {each.matched.passage.title for each in pool if not each.matched.passage.structured}
    return len({_parts(title)[0] for title in titles}) < len(titles)


def _supersedes(newer: Candidate, older: Candidate) -> bool:
    words, numbers = _parts(older.matched.passage.title)
    other_words, other_numbers = _parts(newer.matched.passage.title)
    if words != other_words or other_numbers <= numbers:
        return False
    said = {term for term in older.terms if not term.isdigit()}
    named = any(str(number) in older.terms for number in numbers)
    return not named and len(said & newer.terms) >= _SAID_AGAIN * len(said)


@lru_cache(maxsize=2048)
def _parts(title: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a title and its numbers, years and months first: of two days the later is newer.

    A month counts as its number.
    """
    parts = _NUMBERS.split(title)
    numbers = [month_number(part) if part.isalpha() else int(part) for part in parts[1::2]]
    ranks = [_rank(part) for part in parts[1::2]]
    ordered = sorted(zip(ranks, numbers, strict=True), key=lambda one: one[0])
    return tuple(parts[::2]), tuple(number for _, number in ordered)


def _rank(part: str) -> int:
    """The place of a number in a date that is read from its year on."""
    if part.isalpha():
        return 1
    return 0 if int(part) >= _FIRST_YEAR else 2

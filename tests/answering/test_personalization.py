"""Passages for one user."""

from __future__ import annotations

from emulator.answering.personalization import personalized
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.values import Passage

FREIBURG = Passage("The shop in Freiburg opens at 9.", score=2.0, reference=0)
BASEL = Passage("The shop in Basel opens at 10.", score=2.0, reference=1)
TABLE = Passage("Opening hours of all shops.", title="Basel", score=1.0, reference=2)
PASSAGES = [FREIBURG, BASEL, TABLE]
IDF = idf_over(PASSAGES)


def order(*about: str, question: str = "When does the shop open?") -> list[int]:
    return [one.reference for one in personalized(PASSAGES, question, about, IDF)]


def test_what_concerns_the_user_comes_first() -> None:
    assert order("The user lives in Basel.") == [1, 0, 2]
    assert order("The user lives in Freiburg.") == [0, 1, 2]


def test_scores_of_the_rest_are_halved() -> None:
    found = personalized(PASSAGES, "When?", ["Basel"], IDF)
    assert {one.reference: one.score for one in found} == {0: 1.0, 1: 2.0, 2: 1.0}


def test_nothing_changes_where_nothing_is_said_of_it() -> None:
    assert personalized(PASSAGES, "When?", ["A gardener."], IDF) == PASSAGES
    assert personalized(PASSAGES, "When?", [], IDF) == PASSAGES
    assert personalized([], "When?", ["Basel"], IDF) == []


def test_words_of_the_question_tell_nothing() -> None:
    question = "When does the shop in Basel open?"
    assert personalized(PASSAGES, question, ["The user asks of Basel."], IDF) == PASSAGES

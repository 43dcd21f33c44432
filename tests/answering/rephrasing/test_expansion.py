"""What was spoken of, added to a follow-up question that says too little."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from emulator.answering.rephrasing.expansion import expanded
from emulator.answering.rephrasing.rephrase import follow_up
from emulator.answering.values import Passage, Turn

HOLDING = {"fee": 40, "plan": 60, "trial": 3, "refund": 2, "exceptions": 50, "except": 50}
CHUNKS = 100


def idf(term: str) -> float:
    return math.log1p((CHUNKS - (held := HOLDING.get(term, 0)) + 0.5) / (held + 0.5))


def find_nothing(text: str) -> Sequence[Passage]:
    return []


@pytest.mark.parametrize(
    ("query", "spoken", "expected"),
    [
        ("Has that ever changed?", ["Is the trial plan free?"], "Has that ever changed (trial)?"),
        ("Is that all (plan)?", ["What is the trial plan?"], "Is that all (plan trial)?"),
        ("Is that a fee", ["Hello?", "Is there a refund?"], "Is that a fee (refund)"),
        ("Has that ever changed?", ["Which Zorblax is it?"], "Has that ever changed?"),
        ("Has that ever changed?", [], "Has that ever changed?"),
        ("Is the plan's fee known?", ["Is the plan a trial?"], "Is the plan's fee known?"),
    ],
)
def test_the_rarest_known_word_of_what_was_said_last_is_added(
    query: str, spoken: Sequence[str], expected: str
) -> None:
    assert expanded(query, spoken, idf) == expected


def test_a_question_of_rare_words_is_left_alone() -> None:
    query = "Is that a refund for the trial?"
    assert expanded(query, ["What is the plan?"], idf) == query


def test_what_was_said_before_the_same_was_is_about_something_else() -> None:
    assert expanded("Is that a fee?", ["Is there a fee?", "What is a refund?"], idf) == (
        "Is that a fee?"
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Any exceptions?", "Any exceptions (refund)?"),
        ("What plans are there?", "What plans are there?"),
        ("Do you have a plan?", "Do you have a plan?"),
        ("Thank you!", "Thank you!"),
    ],
)
def test_only_what_goes_on_gets_it(query: str, expected: str) -> None:
    asked = follow_up(query, [Turn("When is the refund?")])
    assert asked.settled(find_nothing, idf) == expected

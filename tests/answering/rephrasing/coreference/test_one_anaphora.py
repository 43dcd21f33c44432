"""One of several things that were named."""

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.rephrase import rephrase
from emulator.answering.values import Turn

MOONS = "The largest moons, Io, Europa and Callisto, were discovered in 1610."


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Tell me more about the second.", "Tell me more about Europa."),
        ("Tell me more about the \u017fecond.", "Tell me more about Europa."),
        ("How big is the last one?", "How big is Callisto?"),
        ("When was the first discovered?", "When was the first discovered for Jupiter?"),
        # Of three things none is the latter, and no fourth was named.
        ("How big is the latter?", "How big is the latter for Jupiter?"),
        ("How big is the fourth one?", "How big is the fourth one for Jupiter?"),
        # The sentence before says of what.
        ("A comet has two tails. How long is the second?",) * 2,
    ],
)
def test_a_place_in_a_row_is_the_thing_that_was_named_there(query: str, expected: str) -> None:
    assert rephrase(query, [Turn("Which moons of Jupiter are large?", MOONS)]) == expected


@pytest.mark.parametrize(
    ("answer", "second"),
    [
        ("Io, Europa and Callisto are moons.", "Europa"),
        ("There are two. Europa and Io are moons.", "Io"),
        ("Today, Europa and Io are known well.", "Io"),
    ],
)
def test_a_row_may_open_a_sentence(answer: str, second: str) -> None:
    history = [Turn("Which moons are large?", answer)]
    assert rephrase("How big is the second?", history) == f"How big is {second}?"


def test_a_row_may_stand_in_an_answer_before() -> None:
    history = [Turn("Which moons are large?", MOONS), Turn("How big is Io?", "Io is big.")]
    assert rephrase("How far is the second one?", history) == "How far is Europa?"
    history.extend([Turn("Is it old?", "It is old.")] * 2)
    assert rephrase("How far is the second one?", history) == "How far is the second one for Io?"


def test_a_date_and_a_name_after_it_are_no_row() -> None:
    answer = "The mill was destroyed in the storm of 27 November 1703, and Winstanley died in it."
    history = [Turn("How did the Rook mill end?", answer)]
    assert "Winstanley" not in rephrase("How big was the second one?", history)


def test_what_opens_a_question_is_in_no_row() -> None:
    history = [Turn("Compare Europa and Io.", "Both are moons.")]
    assert rephrase("How big is the second?", history) == "How big is Io?"


def test_the_other_is_what_was_spoken_of_before() -> None:
    history = [Turn("How much does the X 100 cost?"), Turn("What about the X 200?")]
    assert rephrase("How heavy is the other one?", history) == "How heavy is X 100?"
    assert rephrase("And the other one?", history) == "How much does the X 100 cost?"


def test_of_one_thing_there_is_no_other() -> None:
    history = [Turn("How much does the X 100 cost?")]
    assert rephrase("And the other one?", history) == "And the other one for the X 100?"


def test_one_is_one_of_several() -> None:
    history = [Turn("Which batteries are there?")]
    assert rephrase("Where is the old one?", history) == "Where is the old battery?"
    assert rephrase("Where are the old ones?", history) == "Where are the old batteries?"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Can I buy one online?", "Can I buy one online?"),
        ("How do I cancel one?", "How do I cancel one (season ticket)?"),
        ("Who sells paper ones", "Who sells paper ones (season ticket)"),
        # It says enough itself.
        ("Do sailors of steel ships prefer wooden ones?",) * 2,
    ],
)
def test_a_mere_one_at_the_end_is_what_was_spoken_of(query: str, expected: str) -> None:
    assert rephrase(query, [Turn("What does a season ticket cost?")]) == expected

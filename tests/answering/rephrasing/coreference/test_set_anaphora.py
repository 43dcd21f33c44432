"""Questions of things that an earlier question asked for."""

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.rephrase import rephrase
from emulator.answering.values import Turn

CHEAP = "Which plans cost less than 50 euros?"
THEY = "the plans that cost less than 50 euros"


def after(*questions: str) -> list[Turn]:
    return [Turn(question) for question in questions]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Which of them is the newest?", f"Which of {THEY} is the newest?"),
        ("Is any of these for schools?", f"Is any of {THEY} for schools?"),
        ("Which of these plans is the newest?", f"Which of {THEY} is the newest?"),
        ("Which of those has an API?", f"Which of {THEY} has an API?"),
        ("Which of those allow 20 devices?", f"Which of {THEY} allow 20 devices?"),
        ("Which ones allow 20 devices?", f"Which of {THEY} allow 20 devices?"),
        ("Which one is the best?", f"Which of {THEY} is the best?"),
        ("What is the cheapest one?", f"What is the cheapest of {THEY}?"),
        ("Which have an API?", f"Which of {THEY} have an API?"),
        ("How many are there?", f"How many of {THEY} are there?"),
        ("And the most expensive?", f"What is the most expensive of {THEY}?"),
        ("Which one is newer?", f"Which of {THEY} is the newest?"),
        ("And which is newer?", f"And which of {THEY} is the newest?"),
        ("Which costs more?", f"Which of {THEY} is the most expensive?"),
        ("Which has a better rating?", f"Which of {THEY} has the best rating?"),
        ("Only the new ones", f"Which of {THEY} are new?"),
        ("Just the annual plans", f"Which of {THEY} are annual plans?"),
        ("Show me just the new ones, please.", f"Which of {THEY} are new?"),
    ],
)
def test_what_is_not_named_is_called_as_it_was(query: str, expected: str) -> None:
    assert rephrase(query, after(CHEAP)) == expected


@pytest.mark.parametrize(
    ("earlier", "things"),
    [
        ("List all plans", "the plans"),
        ("Which plans do you offer?", "the plans"),
        ("Show me the plans for schools", "the plans for schools"),
        ("What is the cheapest plan with an API?", "the plans with an API"),
        ("Which plan is the cheapest?", "the plans"),
        ("Which papers do I need?", "the papers that I need"),
        ("weather stations under 300 euros", "the weather stations under 300 euros"),
        ("Do you have any batteries?", "the batteries"),
        ("Which plans in Oslo are new?", "the plans in Oslo that are new"),
        ("Which plans with an API have limits?", "the plans with an API that have limits"),
        ("Which plans cost less than 7.50 euros?", "the plans that cost less than 7.50 euros"),
        (
            "Which of the plans by Bo that are new are cheap?",
            "the plans by Bo that are new and are cheap",
        ),
        ("What do the plans cost?", "the plans"),
        ("What are the prices of the plans?", "the plans"),
    ],
)
def test_things_are_called_as_they_were_asked_for(earlier: str, things: str) -> None:
    assert rephrase("Which of them is the newest?", after(earlier)) == (
        f"Which of {things} is the newest?"
    )


def test_what_is_said_of_them_adds_up() -> None:
    history = after(CHEAP, "Which of them have an API?", "How do I pay?")
    assert rephrase("Which one is the newest?", history) == (
        f"Which of {THEY} and have an API is the newest?"
    )


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Rook 2 gateway - Price: 149.", "How heavy is Rook 2 gateway?"),
        (
            "The cheapest gateway is the Rook 2. The Rook LTE costs more.",
            "How heavy is the Rook 2?",
        ),
    ],
)
def test_the_one_that_was_told_is_spoken_of(answer: str, expected: str) -> None:
    history = [Turn("What is the cheapest gateway?", answer)]
    assert rephrase("How heavy is it?", history) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("When did its metro open?", "When did Lisbon's metro open?"),
        ("How many people live there?", "How many people live there (Lisbon)?"),
    ],
)
def test_the_thing_that_was_asked_for_is_spoken_of(query: str, expected: str) -> None:
    answer = "Lisbon (Lisboa) is the capital and the largest city of Portugal."
    turn = Turn("What is the capital of Portugal?", answer)
    assert rephrase(query, [turn]) == expected


def test_what_an_answer_begins_with_is_not_what_was_asked_for() -> None:
    turn = Turn("What is the capital of Portugal?", "Porto is a city in the north.")
    told = rephrase("When did its metro open?", [turn])
    assert told == "When did Portugal's metro open?"


def test_what_was_told_before_is_no_longer_spoken_of() -> None:
    history = [
        Turn("What is the dearest gateway?", "Rook LTE - Price: 199."),
        Turn("And the cheapest?", "The cheapest gateway is the Rook 2."),
    ]
    assert rephrase("How heavy is it?", history) == "How heavy is the Rook 2?"


@pytest.mark.parametrize(
    "query",
    [
        "What is the cheapest phone?",
        "Which phones cost more?",
        "How many phones do you have?",
    ],
)
def test_what_names_its_things_is_left_as_it_is(query: str) -> None:
    assert rephrase(query, after(CHEAP)) == query


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("And which is heavier?", "And which is heavier, Finch or Plover?"),
        ("Which one costs more?", "Which one costs more, Finch or Plover?"),
    ],
)
def test_what_is_compared_next_are_the_same_two(query: str, expected: str) -> None:
    history = after("Which is cheaper, the Finch or the Plover?", "Why is that?")
    assert rephrase(query, history) == expected


def test_who_a_record_names_is_spoken_of() -> None:
    history = [Turn("Who directed Harbour?", "Harbour Night - Director: Ada Holm.")]
    assert rephrase("What else did she direct?", history) == "What else did Ada Holm direct?"


def test_what_is_compared_are_the_two_that_were_told() -> None:
    history = [
        Turn("What does the Finch cost?", "Finch kettle - Price: 9."),
        Turn("And the Plover?", "Plover kettle - Price: 7."),
    ]
    said = rephrase("Which is heavier?", history)
    assert said == "Which is heavier, Plover kettle or Finch kettle?"
    said = rephrase("Which had the bigger lid?", history)
    assert said == "Which had the bigger lid, Plover kettle or Finch kettle?"
    assert " or " not in rephrase("Which is heavier?", history[:1])


def test_a_number_that_counts_is_no_name() -> None:
    said = rephrase("How many users does it allow?", after("Which plan allows 40 devices?"))
    assert "allows 40" not in said


def test_what_is_called_otherwise_is_something_else() -> None:
    said = rephrase("Which of these phones is new?", after(CHEAP))
    assert said.startswith("Which of these phones is new")


@pytest.mark.parametrize("earlier", ["Who is the chair?", "How warm is the pool?"])
def test_what_asks_for_no_things_gives_them_no_name(earlier: str) -> None:
    assert " of the " not in rephrase("Which of them is the newest?", after(earlier))


@pytest.mark.parametrize(
    ("earlier", "answer", "query", "expected"),
    [
        (
            "What is the best lamp?",
            "Owl - Price: 9.",
            "A cheaper one?",
            "lamps are cheaper than Owl",
        ),
        (
            "What does it cost?",
            "Red stove - Price: 9.",
            "Anything lighter?",
            "stoves are lighter than Red stove",
        ),
        (
            "What is the best stove that is red?",
            "Red stove - Price: 9.",
            "Is there a cheaper one?",
            "stoves that is red are cheaper than Red stove",
        ),
    ],
)
def test_more_or_less_is_asked_of_things_like_the_one_that_was_told(
    earlier: str, answer: str, query: str, expected: str
) -> None:
    assert rephrase(query, [Turn(earlier, answer)]) == f"Which {expected}?"


def test_what_had_less_than_another_may_have_more_than_that() -> None:
    history = [Turn("What is the best stove?", "Red stove - Price: 9."), Turn("Anything cheaper?")]
    said = rephrase("Anything lighter?", history)
    assert said == "Which stoves are lighter than Red stove?"


def test_nothing_is_like_what_was_not_told() -> None:
    said = rephrase("Is there a cheaper one?", [Turn("Where is the office?", "In Oslo.")])
    assert " than " not in said

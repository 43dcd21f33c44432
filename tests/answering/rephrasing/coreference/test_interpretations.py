"""What the documents say of a follow-up question's meaning."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from emulator.answering.rephrasing.rephrase import follow_up
from emulator.answering.values import Passage, Turn
from emulator.retrieval.text.analysis import terms

PAYDAY = Passage("Payday is the 25th of every month.", "Pay")
PRICES = Passage("The X 100 has a discount of 10 percent.", "X 100")
TANK = Passage("The tank must not go into the dishwasher.", "Cleaning")
ALCOHOL = Passage("The daily allowance is 28 euros. Alcohol is not reimbursed.", "Travel")
PASSAGES = (PAYDAY, PRICES, TANK, ALCOHOL)


def find(text: str) -> Sequence[Passage]:
    """The passages that share a word with a text, those that share most first."""
    wanted = set(terms(text))
    shared = [(len(wanted & set(terms(f"{one.title} {one.text}"))), one) for one in PASSAGES]
    return [one for count, one in sorted(shared, key=lambda each: -each[0]) if count]


def settled(query: str, *earlier: str) -> str:
    """The query as the documents show it to be meant."""
    return follow_up(query, [Turn(one) for one in earlier]).resolve(find).text


@pytest.mark.parametrize(
    ("query", "carried"),
    [
        ("When is payday?", False),
        ("Is there a discount?", True),
        ("What about payday?", True),  # It says itself that it goes on.
        ("Is its payday late?", True),
        ("How long for a refund?", False),
        ("How long in the oven?", True),  # There is no verb whose subject might be the oven.
    ],
)
def test_what_is_found_tells_whether_a_topic_is_carried_over(query: str, carried: bool) -> None:
    assert ("X 100" in settled(query, "How much does the X 100 cost?")) is carried


def test_what_is_found_as_well_without_a_topic_gets_none() -> None:
    query = "Is alcohol reimbursed?"
    assert settled(query, "What is the daily allowance?") == query


def test_a_pronoun_stands_for_what_documents_say_it_of() -> None:
    asked = settled("Why must it not go in the dishwasher?", "How big is the tank of the X 100?")
    assert asked == "Why must it not go in the dishwasher (tank)?"


def test_a_topic_that_no_document_goes_with_stays_the_likeliest() -> None:
    assert settled("Does it float?", "How much does the X 100 cost?") == "Does the X 100 float?"


def test_documents_may_say_what_is_asked_in_another_form() -> None:
    """The stem of "death" is not that of "died"."""
    toll = Passage("The Toba eruption had a death toll of 36.", "Toba")

    def found(text: str) -> Sequence[Passage]:
        return [toll] if "Toba" in text else []

    asked = follow_up("How many people died?", [Turn("When did Toba erupt?")]).resolve(found)
    assert asked.text == "How many people died for Toba?"


def test_a_pronoun_may_stand_for_the_noun_of_the_last_question() -> None:
    honey = Passage("Honey does not spoil.", "Honey")
    earlier = [Turn("How many bees live in a hive?"), Turn("How do they make honey?")]
    asked = follow_up("Why does it not spoil?", earlier).resolve(lambda _: [honey])
    assert asked.text == "Why does it not spoil (honey)?"

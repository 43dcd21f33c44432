"""Questions that vary an earlier one: by a fragment, a correction, or not the last."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from emulator.answering.rephrasing.ellipsis.variations import vary
from emulator.answering.rephrasing.rephrase import follow_up, rephrase
from emulator.answering.values import Passage, Turn
from emulator.retrieval.text.analysis import terms

MOONS = Passage("Jupiter has 95 moons.", "Moons")
PLANETS = Passage("Mars has two moons, which Asaph Holm discovered.", "Mars")
VISITORS = Passage("Visitors park in the yard.", "Parking")
PASSAGES = (MOONS, PLANETS, VISITORS)


def find(text: str) -> Sequence[Passage]:
    """The passages that share a word with a text."""
    wanted = set(terms(text))
    return [one for one in PASSAGES if wanted & set(terms(f"{one.title} {one.text}"))]


@pytest.mark.parametrize(
    ("before", "query", "expected"),
    [
        ("How do I make tiramisu?", "Without eggs?", "How do I make tiramisu without eggs?"),
        ("How much is a permit for residents?", "for guests?", "How much is a permit for guests?"),
        ("Who won in 1954?", "In 1958?", "Who won in 1958?"),
        ("Who won in 1954?", "No, I meant in 1958.", "Who won in 1958?"),
        ("Does Cloud 4.2 speak SAML?", "What about 4.5?", "Does Cloud 4.5 speak SAML?"),
        ("Which cost less than 1,500 euros?", "And 12,000?", "Which cost less than 12,000 euros?"),
        ("Does Cloud 4.2 open in May?", "What about June?", "Does Cloud 4.2 open in June?"),
        ("Does release 4.5 have maps?", "And in 4.4?", "Does release 4.4 have maps?"),
        ("How fast can the red car go?", "No, I meant the Rook.", "How fast can the Rook go?"),
        ("Can he do both at once?", "No, I meant run and sing.", "Can he do run and sing at once?"),
        ("When is tea (breakfast)?", "Sorry, I meant supper", "When is tea (supper)?"),
        ("Who leads the shop?", "No, I meant who leads the bank?", None),
        ("Who is the chair of the council?", "And the head of HR?", "Who is the head of HR?"),
        (
            "What are the causes of stigma in Africa?",
            "Now, what about the causes in Asia?",
            "What are the causes of stigma in Asia?",
        ),
        ("When is breakfast?", "What about prices in Asia?", None),
        ("When does the bank open?", "And the shops?", "When do the shops open?"),
        ("How old are they (bees hive)?", "And the queen?", "How old is the queen?"),
        ("How long does it last (lamp)?", "And the bulbs?", "How long do the bulbs last?"),
        ("Can a person have both?", "No, I meant gout and flu.", "Can a person have gout and flu?"),
        ("Who built the first pier?", "What about the second one?", "Who built the second pier?"),
        ("Who built the first pier?", "And the second pier?", "Who built the second pier?"),
        ("Which boat is the biggest?", "And the smallest?", "Which boat is the smallest?"),
        ("What is the cheapest tent?", "And the second one?", "What is the second cheapest tent?"),
        (
            "Which is the tallest hill in Fife?",
            "And the second tallest?",
            "Which is the second tallest hill in Fife?",
        ),
        ("Where is the oldest tree?", "And the forest?", "Where is the forest?"),
        ("Does the inn have a pool?", "And a sauna?", "Does the inn have a sauna?"),
        ("Is paternity leave paid?", "and adoptive leave?", "Is adoptive leave paid?"),
        ("Is there a gym in the inn?", "And a pool?", "Is there a pool in the inn?"),
        ("What does the red kite cost?", "And the blue one?", "What does the blue kite cost?"),
        ("Does a dog need a ticket?", "And a cat?", "Does a cat need a ticket?"),
        ("Can I bring food?", "What about drinks?", "Can I bring drinks?"),
        ("What does a loan cost?", "The fixed deposit?", "What does the fixed deposit cost?"),
        ("Are the dogs allowed?", "And the cat?", "Is the cat allowed?"),
        ("Is the soup spicy?", "What about the rice?", "Is the rice spicy?"),
        ("Is the eye clinic in Basel?", "And the lab?", "Is the lab in Basel?"),
        ("What does a printer cost?", "And a new toner?", "What does a new toner cost?"),
        ("How fast can the red car go?", "What about Lotus?", "How fast can Lotus go?"),
        ("Does the Berlin shop open at 10?", "And Lyon?", "Does the Lyon shop open at 10?"),
        ("Who pays in the UK?", "No, I meant Ireland.", "Who pays in Ireland?"),
        ("Which car is better for the city?", "And most durable?", None),
        ("Who pays in Ireland?", "And the UK?", "Who pays in the UK?"),
        ("Who pays (post Ireland)?", "What about the UK?", "Who pays (post UK)?"),
        ("How heavy is the X 100?", "And X 200?", "How heavy is the X 200?"),
        ("Does the X 2 work in the UK?", "And the X LTE?", "Does the X LTE work in the UK?"),
        ("How warm is the X 2 on a USB?", "And the X 3?", "How warm is the X 3 on a USB?"),
        ("Does the X 2 fit the old Y 3?", "And the Y 2?", "Does the X 2 fit the old Y 2?"),
        ("Does the Y LTE fit the X 2?", "And the Y 2?", "Does the Y 2 fit the X 2?"),
        ("Only in the dark?", "Every year?", None),
        (
            "What do 2 adults and 3 cats pay?",
            "And for 4 adults?",
            "What do 4 adults and 3 cats pay?",
        ),
        ("What is it for 2 adults and 3 cats?", "And 1 cat?", "What is it for 2 adults and 1 cat?"),
        ("What is the fare for 2 adults?", "And for 3 cats?", "What is the fare for 3 cats?"),
        ("What do 2 adults pay?", "And 3 cats?", "What do 3 cats pay?"),
        ("Is Lyon open on Sundays?", "And Porto?", "Is Porto open on Sundays?"),
        ("Where are the offices?", "What about Pune?", "Where are the offices for Pune?"),
        ("Where are the offices?", "And the UK?", "Where are the offices for the UK?"),
        (
            "How long does a refund take?",
            "What about business customers?",
            "How long does a refund take for business customers?",
        ),
        ("Can I get it (degree)?", "And the extended permit?", "Can I get the extended permit?"),
        (
            "Can I get it (degree)?",
            "And his most recent book?",
            "Can I get it (his most recent book)?",
        ),
        ("How is the permit bought?", "And the badge?", "How is the badge bought?"),
        (
            "How does it hurt the elk (wolves)?",
            "And the hare?",
            "How does it hurt the hare (wolves)?",
        ),
        ("How can I help them (dogs)?", "And my cat?", "How can I help my cat?"),
        ("How are they (dogs) in June?", "In July?", "How are they (dogs) in July?"),
        ("Is it open (clinic)?", "On Mondays?", "Is it open on Mondays (clinic)?"),
    ],
)
def test_a_part_takes_the_place_of_its_counterpart(
    before: str, query: str, expected: str | None
) -> None:
    varied = vary(query, before)
    assert (varied and varied.text) == expected


def settled(query: str, *earlier: str) -> str:
    """The query as the documents show it to be meant."""
    return follow_up(query, [Turn(one) for one in earlier]).resolve(find).text


def test_an_earlier_question_is_varied_if_documents_speak_of_it_and_not_of_the_last() -> None:
    earlier = ("How many moons does Mars have?", "Where was Asaph Holm born?")
    assert settled("How about Jupiter?", *earlier) == "How many moons does Jupiter have?"
    assert settled("How about Saturn?", *earlier) == "Where was Saturn born?"


def test_what_no_document_speaks_of_is_not_varied() -> None:
    assert settled("What about the yard?", "Who hires the clerk?") == "What about the yard?"
    assert settled("And the visitors?", "Where do residents park?") == "Where do the visitors park?"


def test_a_noun_alone_varies_a_question_only_if_documents_say_so() -> None:
    assert settled("visitors?", "Where do residents park?") == "Where do visitors park?"
    assert settled("jupiter?", "Where do residents park?") == "jupiter?"


def test_words_without_a_question_mark_are_a_query_of_their_own() -> None:
    history = [Turn("How much is a permit for residents?")]
    assert rephrase("after hours support", history) == "after hours support"


def test_a_place_alone_goes_on_however_it_is_typed():
    question = "How much is a permit in France?"
    assert vary("in Germany", question).sure
    assert vary("in New Zealand.", question).sure
    assert not vary("in Germany during summer", question).sure
    assert not vary("in Germany", "What is the Skylark 3?").sure


def test_any_exceptions_is_no_part_of_the_question_before():
    assert vary("Any exceptions?", "How long is the warranty?") is None

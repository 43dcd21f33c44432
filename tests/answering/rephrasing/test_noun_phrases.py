"""What a question is asked of, and the places that it takes."""

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.fronted_topics import undo_fronting
from emulator.answering.rephrasing.noun_phrases import is_plural, phrase_of
from emulator.answering.rephrasing.rephrase import rephrase
from emulator.answering.values import Turn


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("What are the opening hours of the eye clinic?", "the eye clinic"),
        ("How long is parental leave?", "parental leave"),
        ("When was the old bridge opened?", "the old bridge"),
        ("How do I make tiramisu without eggs?", "tiramisu"),
        ("When should I not visit the bank?", "the bank"),
        ("What should I not miss on the coast?", ""),
        ("Who wrote the report?", "the report"),
        ("What causes hay fever?", "hay fever"),
        ("Tell me about the invention of the printing press.", "the printing press"),
        ("What makes bread rise?", ""),
        ("What does a toner cost?", "the toner"),
        ("Is there a cafe?", "the cafe"),
        ("How do I subscribe to the letter?", "the letter"),
        ("Do you ship to Peru?", ""),
        ("Is the old pool heated?", "the old pool"),
        ("Is the old pool warm?", ""),
        ("Which kettle has the longest cord?", ""),
        ("When is the old bridge open?", "the old bridge"),
        ("Which boat is best for sailing alone?", ""),
        ("What part of the town is the harbour?", ""),
        ("When does the planetarium open?", "the planetarium"),
        ("How long does lentil soup have to simmer?", "lentil soup"),
        ("Who can propose laws about trade?", "trade"),
        ("Who can propose laws?", ""),
        ("Can I go back?", ""),
        ("Where was coffee first drunk?", "coffee"),
        ("Where was tea originally grown?", "tea"),
        ("Did the old team ever win?", "the old team"),
        # Nothing tells where the subject ends.
        ("Why do cats eat plastic?", ""),
        ("Tell me more.", ""),
    ],
)
def test_a_phrase_is_what_a_question_is_asked_of(question: str, phrase: str) -> None:
    assert phrase_of(question) == phrase


@pytest.mark.parametrize(
    ("phrase", "plural"), [("the eye clinics", True), ("the bus", False), ("children", True)]
)
def test_the_last_word_tells_the_number(phrase: str, plural: bool) -> None:
    assert is_plural(phrase) is plural


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("When does it open?", "When does the eye clinic open?"),
        ("Where is its entrance?", "Where is the eye clinic's entrance?"),
        # One is not several, a clinic's clinic is none, and a sentence before says more.
        ("When do they open?", "When do they open (eye clinic)?"),
        ("Does it have another clinic?", "Does it have another clinic (eye)?"),
        ("Glasses are dear. Is it cheap?", "Glasses are dear. Is it cheap (eye clinic)?"),
        ("Is it worth it to wait?", "Is it worth it to wait (eye clinic)?"),
    ],
)
def test_a_phrase_takes_the_place_of_a_pronoun_that_may_stand_for_it(
    query: str, expected: str
) -> None:
    assert rephrase(query, [Turn("Who is the head of the eye clinic?")]) == expected


def test_it_costs_something_to_do_something() -> None:
    query = "How much does it cost to repair a bicycle?"
    assert rephrase(query, [Turn("When does the planetarium open?")]) == query


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("And the clinic, when does it open?", "When does the clinic open?"),
        ("What about sick leave, how long is that?", "How long is sick leave?"),
        ("As for the clinic: who are its doctors?", "Who are the clinic's doctors?"),
        ("And the clinic, can I eat there?", "Can I eat at the clinic?"),
        ("And the Rook 2, how do I open that?", "How do I open the Rook 2?"),
        ("And the door, can I open that without a key?", "Can I open the door without a key?"),
        ("And the door, do you know that it is open?", "Do you know that the door is open?"),
        ("Back to the clinic: when does it open?", "When does the clinic open?"),
        ("Back to the clinic - is it open?", "Is the clinic open?"),
        ("The clinic? When does it open?", "When does the clinic open?"),
        ("Sick leave? How long is that?", "How long is Sick leave?"),
        ("And the clinic, who built the bank?", "And the clinic, who built the bank?"),
        ("The clinic? Who built the bank?", "The clinic? Who built the bank?"),
    ],
)
def test_what_stands_before_the_question_goes_into_its_place(query: str, expected: str) -> None:
    assert rephrase(query, [Turn("How much does the X 100 cost?")])[: len(expected)] == expected


@pytest.mark.parametrize(
    ("earlier", "query", "expected"),
    [
        ("How many moons does Mars have?", "Who found them?", "Who found the moons of Mars?"),
        ("How many days of leave do I have?", "Can I keep them?", "Can I keep the days of leave?"),
        ("How many leave days do we get?", "Can I keep them?", "Can I keep the leave days?"),
        ("Which tools are needed?", "Where do I get them?", "Where do I get the tools?"),
        ("How much salt do I need?", "Where do I get them?", "Where do I get them (salt)?"),
    ],
)
def test_they_are_the_things_that_were_counted(earlier: str, query: str, expected: str) -> None:
    assert rephrase(query, [Turn(earlier)]) == expected


def test_a_name_keeps_its_article() -> None:
    assert rephrase("How long is it?", [Turn("Who built the Vasa?")]) == "How long is the Vasa?"
    assert rephrase("How long is it?", [Turn("Who built Vasa?")]) == "How long is Vasa?"


def test_it_is_the_one_thing_before_several() -> None:
    history = [Turn("How do I install the Skylark 3?"), Turn("What tools do I need?")]
    asked = "Where should I mount it?"
    assert rephrase(asked, history) == "Where should I mount the Skylark 3?"
    assert rephrase("Why?", [*history, Turn(asked)]) == "Why should I mount the Skylark 3?"


def test_it_is_what_a_question_introduced() -> None:
    history = [Turn("Who designed the museum?"), Turn("Is there a cafe?")]
    assert rephrase("When does it close?", history) == "When does the cafe close?"


@pytest.mark.parametrize(
    ("before", "query", "expected"),
    [
        ("What are the mechanisms of depression?", "Is it curable?", "Is depression curable?"),
        ("What are the causes of gout?", "Who discovered them?", "Who discovered them (gout)?"),
    ],
)
def test_what_an_attribute_is_asked_of_is_the_topic(before: str, query: str, expected: str) -> None:
    assert rephrase(query, [Turn(before)]) == expected


def test_it_is_what_an_attribute_is_asked_of_though_that_goes_on_with_something() -> None:
    asked = "What is the role of serotonin?"
    history = [Turn("What are the mechanisms of depression?")]
    assert rephrase(asked, history) == "What is the role of serotonin (depression)?"
    assert rephrase("Can I raise it?", [*history, Turn(asked)]) == "Can I raise serotonin?"
    other = [Turn("What causes gout?"), Turn("What are the other types of arthritis?")]
    assert rephrase("Is it curable?", other) == "Is gout curable?"
    named = [Turn("Does the Rook 2 print photos?"), Turn("What is the price of ink?")]
    assert rephrase("Is it waterproof?", named) == "Is the Rook 2 waterproof?"


@pytest.mark.parametrize(
    ("before", "query", "expected"),
    [
        ("Tell me about Cymbal lamps.", "How do they work?", "How do Cymbal lamps work?"),
        ("What is the length of Cymbal lamps?", "Are they dear?", "Are Cymbal lamps dear?"),
        ("Are other Cymbal lamps better?", "How do they work?", "How do they work (Cymbal lamps)?"),
        ("Tell me about Cymbal's lamps.", "Where is it?", "Where is Cymbal?"),
        ("Tell me how Cymbal works.", "Where is it?", "Where is Cymbal?"),
    ],
)
def test_a_name_before_several_things_tells_which_they_are(
    before: str, query: str, expected: str
) -> None:
    assert rephrase(query, [Turn(before)]) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Is it hard to clean?", "Is the X 200 hard to clean?"),
        ("Is it hard to clean the filter?", "Is it hard to clean the filter for the X 200?"),
        ('Is "it fits" true of it?', 'Is "it fits" true of the X 200?'),
        ("See https://it.example/it, is it new?", "See https://it.example/it, is the X 200 new?"),
        ("Is it a do-it-yourself kit?", "Is the X 200 a do-it-yourself kit?"),
        ("Is a do-it-yourself kit sold?", "Is a do-it-yourself kit sold?"),
        ("I heard it is possible to rent skis.", "I heard it is possible to rent skis."),
        ("What time is it?", "What time is it?"),
        ("Have runners made it into Oslo?", "Have runners made it into Oslo?"),
    ],
)
def test_only_a_pronoun_that_stands_for_the_thing_is_replaced(query: str, expected: str) -> None:
    assert rephrase(query, [Turn("How much does the X 200 cost?")]) == expected


@pytest.mark.parametrize(
    "query",
    [
        "And on Sundays, is it open?",
        "And if I cancel, is it free?",
        "And this weekend, is it open?",
        "But without a ticket, can I see it?",
    ],
)
def test_when_and_whether_are_no_things(query: str) -> None:
    assert undo_fronting(query) == query

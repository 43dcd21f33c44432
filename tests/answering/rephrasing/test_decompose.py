"""Compound questions taken apart, and questions that only look like it."""

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.decompose import decompose, with_question_mark
from emulator.answering.values import Passage
from tests.pace import within


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How long is the warranty and what does the Skylark 3 weigh?",
            ["How long is the warranty for the Skylark 3?", "What does the Skylark 3 weigh?"],
        ),
        (
            "How long is the warranty on the Skylark 3 and what does it weigh?",
            ["How long is the warranty on the Skylark 3?", "What does the Skylark 3 weigh?"],
        ),
        (
            "What does the Skylark 3 cost, how long is its warranty, and does it need batteries?",
            [
                "What does the Skylark 3 cost?",
                "How long is the Skylark 3's warranty?",
                "Does the Skylark 3 need batteries?",
            ],
        ),
        (
            "Who is Ada Holm? Where is the office in Lund?",
            ["Who is Ada Holm?", "Where is the office in Lund?"],
        ),
        (
            "When and where was Tindlemoor founded?",
            ["When was Tindlemoor founded?", "Where was Tindlemoor founded?"],
        ),
        (
            "I own a Skylark 3. How long is the warranty and what does it weigh?",
            ["How long is the warranty for the Skylark 3?", "What does the Skylark 3 weigh?"],
        ),
        (
            "What is the price of the Skylark 2 and the Skylark 3?",
            ["What is the price of the Skylark 2?", "What is the price of the Skylark 3?"],
        ),
        (
            "What is the range of the Skylark 2 and 3?",
            ["What is the range of the Skylark 2?", "What is the range of the Skylark 3?"],
        ),
        (
            "What are the origins of coffee rust? And how did the rust spread?",
            ["What are the origins of coffee rust?", "How did the rust spread?"],
        ),
        (
            "Who founded Marks and Spencer? Where is Marks and Spencer based?",
            ["Who founded Marks and Spencer?", "Where is Marks and Spencer based?"],
        ),
        # Google's own example of a compound query.
        (
            "What is Google Cloud and Google Ads respective revenue in 2024?",
            ["What is Google Cloud revenue in 2024?", "What is Google Ads revenue in 2024?"],
        ),
        (
            "Google Cloud and Google Ads respective revenue",
            ["Google Cloud revenue?", "Google Ads revenue?"],
        ),
        (
            "Compare bigquery with spanner database?",
            [
                "What is bigquery?",
                "What is spanner database?",
                "Compare bigquery with spanner database?",
            ],
        ),
        (
            "Compare the warranty of the Skylark 2 and the Rook 2",
            [
                "What is the warranty of the Skylark 2?",
                "What is the warranty of the Rook 2?",
                "Compare the warranty of the Skylark 2 and the Rook 2?",
            ],
        ),
    ],
)
def test_parts(question: str, parts: list[str]) -> None:
    assert [part.text for part in decompose(question, 5)] == parts


@pytest.mark.parametrize(
    "question",
    [
        "",
        "?",
        "How long is the warranty on the Skylark 3?",
        "Who founded Marks and Spencer?",
        "What are research and development costs?",
        "What and how much should I feed a cat?",
        "How do I reset the gateway and pair a sensor?",
        "What should I do if the sensor fails and when I lose the receipt?",
        "Hello. How are you? What is the warranty?",
        "Really? How long does the warranty last?",
        "Who mapped the St. Johns River in 1562?",
        "What U.S. entity said so?",
        "In the US, who decides on the requirements for teachers?",
        "When many people are arrested, what is a common tactic?",
        "Which player got a penalty, which gave the others a new set of downs?",
        "What is the conflict between EU law and national law?",
        "What happened to the rate between 2004 and 2014?",
        "What is named besides the North Sea and the Irish Channel?",
        "How about my diet, what should I change?",
        "Wie lange gilt die Garantie und was wiegt die Skylark 3?",
    ],
)
def test_one_question_stays_whole(question: str) -> None:
    assert decompose(question, 5) == []


def test_at_most_so_many_parts() -> None:
    question = "What is A 1? What is B 2? What is C 3?"
    assert [part.text for part in decompose(question, 2)] == ["What is A 1?", "What is B 2?"]


def test_topic_of_another_part_is_a_guess_that_what_is_found_may_refute() -> None:
    ceo, employees = decompose("Who is the CEO? How many employees are there?", 5)
    assert (ceo.text, ceo.interpretations) == ("Who is the CEO?", ())
    assert employees.text != "How many employees are there?"
    found = [Passage("There are 212 employees.")]
    assert employees.resolve(lambda _: found).text == "How many employees are there?"


def test_long_texts_take_no_time() -> None:
    with within(1):
        for text in ("compare a ", "what and ", "who is the and ", "Skylark 2 and "):
            decompose(text * (1_000 // len(text)), 5)
            decompose(text * 10_000, 5)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("what does the Skylark 3 weigh", "what does the Skylark 3 weigh?"),
        ('Who said "no"', 'Who said "no"?'),
        ("is it new", "is it new?"),
        ("How long is the warranty? Tell me.", "How long is the warranty? Tell me."),
        ("When it rains", "When it rains"),
        ("May 2024 release", "May 2024 release"),
        ("Skylark 3", "Skylark 3"),
        ("", ""),
    ],
)
def test_only_questions_end_with_a_question_mark(text: str, shown: str) -> None:
    assert with_question_mark(text) == shown

from collections.abc import Callable

import pytest

from emulator.answering.synonyms import replace_unknown_words
from emulator.retrieval.text.analysis import terms


def frequency(text: str) -> Callable[[str], int]:
    said = terms(text, stop_words=True)
    return said.count


@pytest.mark.parametrize(
    ("question", "documents", "told"),
    [
        ("How much vacation do I get?", "annual leave", "How much annual leave do I get?"),
        ("How much vacation do I get?", "a holiday", "How much holiday do I get?"),
        ("How Much Vacation Do I Get?", "annual leave", "How Much annual leave Do I Get?"),
        ("Do I need a doctor's note?", "medical certificates", "Do I need a medical certificate?"),
        ("do i need a doctors note?", "medical certificates", "do i need a medical certificate?"),
        ("Who is in the ICU?", "intensive care", "Who is in the intensive care?"),
        ("Can I eat before surgery?", "an operation", "Can I eat before operation?"),
        ("Can I reschedule it?", "move a meeting", "Can I move it?"),
        ("Is the elevator on wifi?", "lift wireless network", "Is the lift on wireless network?"),
        ("Is there an SDK?", "a client for Python", "Is there an client?"),
        ("Is it on my Mac?", "macOS", "Is it on my macos?"),
        ("Is there a Python SDK?", "a client for Python", "Is there a Python client?"),
        ("Where is the Elevator?", "lift", "Where is the lift?"),
        ("Do you ship to the UK?", "the United Kingdom", "Do you ship to the United Kingdom?"),
        ("How do I complain?", "complaints and praise", "How do I complaint?"),
        ("May I buy a car?", "ordering vehicles", "May I order a vehicle?"),
        ("Is there a bug bounty?", "bugs, rewards", "Is there a reward?"),
        ("Are there bulk orders?", "larger orders", "Are there larger order?"),
        ("Which subscription plans are there?", "our plan", "Which plans are there?"),
        ("Send 200 dollars to Lena Ortiz", "transfer money", "transfer 200 dollars to Lena Ortiz"),
    ],
)
def test_a_word_that_no_text_has_gives_way_to_one_that_some_have(
    question: str, documents: str, told: str
) -> None:
    assert replace_unknown_words(question, frequency(documents)) == told


@pytest.mark.parametrize(
    ("question", "documents"),
    [
        ("How much vacation do I get?", "vacation and annual leave"),
        ("How much vacation do I get?", "the boats of the harbour"),
        ("How much foobar do I get?", "annual leave"),
        ("Does it work with Home Assistant?", "help at home"),
        ("Is the Elevator 2 old?", "the lift"),
        ("Is there a Support Desk?", "a help desk"),
        ("Is there a library nearby?", "an sdk for Python"),
        ("", "annual leave"),
    ],
)
def test_other_questions_stay(question: str, documents: str) -> None:
    assert replace_unknown_words(question, frequency(documents)) == question

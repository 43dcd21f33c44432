"""Follow-up questions of a session, read in the light of its questions, answers and documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.clients import made

TEXTS = {
    "bridge": "The Orla bridge was designed by Ada Holm, an engineer. It is 310 metres long.",
    "person": "Ada Holm was born in 1921. She studied in Lund and taught there for years.",
    "machine": "The tank of the Brewer 400 holds two litres. The Brewer 400 costs 549 euros.",
    "cleaning": "The tank must not be put in the dishwasher because it becomes cloudy.",
    "travel": "The daily allowance is 28 euros a day. Alcohol is not reimbursed.",
}


@pytest.fixture(scope="module")
def store(http: httpx.Client) -> str:
    return made.data_store(http, (made.document(name, text) for name, text in TEXTS.items()))


def answered(http: httpx.Client, store: str, *questions: str) -> Any:
    """The answer to the last of the questions of a session."""
    session = made.post(http, f"{store}/sessions", {})["name"]
    for question in questions:
        body = {"query": {"text": question}, "session": session}
        answer = made.post(http, f"{store}/servingConfigs/default_search:answer", body)["answer"]
    return answer


def searched_for(http: httpx.Client, store: str, *questions: str) -> str:
    """What the last of the questions of a session searches for."""
    return query_of(answered(http, store, *questions))


def query_of(answer: Any) -> str:
    """What an answer says was searched for."""
    return str(answer["steps"][0]["actions"][0]["searchAction"]["query"])


def found_for(answer: Any) -> list[str]:
    """The documents that an answer refers to, the best first."""
    held = (one["chunkInfo"]["documentMetadata"]["document"] for one in answer["references"])
    return [name.rpartition("/")[2] for name in held]


@pytest.mark.parametrize(
    ("earlier", "question", "expected"),
    [
        ("Who designed the Orla bridge?", "When was she born?", "When was Ada Holm born?"),
        ("How long is the Orla bridge?", "Who designed it?", "Who designed the Orla bridge?"),
        (
            "How big is the tank of the Brewer 400?",
            "Why must it not go in the dishwasher?",
            "Why must it not go in the dishwasher (tank)?",
        ),
        ("What is the daily allowance?", "Is alcohol reimbursed?", "Is alcohol reimbursed?"),
        (
            "How much is the Brewer 400?",
            "Is it wise to drink alcohol?",
            "Is it wise to drink alcohol?",
        ),
        ("How much is the Brewer 400?", "Who designed the bridge?", "Who designed the bridge?"),
    ],
)
def test_what_is_meant_is_searched_for(
    http: httpx.Client, store: str, earlier: str, question: str, expected: str
) -> None:
    assert searched_for(http, store, earlier, question) == expected


def by_answer(http: httpx.Client, store: str, *questions: str) -> list[str]:
    answer = answered(http, store, *questions)
    assert query_of(answer) == questions[-1]
    return found_for(answer)[:3]


def by_search(http: httpx.Client, store: str, *questions: str) -> list[str]:
    session = made.post(http, f"{store}/sessions", {})["name"]
    for question in questions:
        body = {"query": question, "session": session}
        found = made.post(http, f"{store}/servingConfigs/default_search:search", body)
    return [one["id"] for one in found["results"]]


def by_conversation(http: httpx.Client, store: str, *questions: str) -> list[str]:
    name = made.post(http, f"{store}/conversations", {})["name"]
    for question in questions:
        found = made.post(http, f"{name}:converse", {"query": {"input": question}})
    return [one["id"] for one in found["searchResults"]]


@pytest.mark.parametrize("found", [by_answer, by_search, by_conversation])
def test_what_was_spoken_of_counts_where_it_is_not_named(
    http: httpx.Client, found: Callable[..., list[str]]
) -> None:
    """One passage is the best anyway; of the others the longer one says what was spoken of.

    Nothing is a result of a search that says nothing of the question.
    """
    texts = {
        "limits": "Limits, and again limits: limits of the kiln.",
        "lunch": "The allowance for lunch has limits.",
        "clay": "There are limits for the clay that goes into the kiln, which is made of brick.",
        "soup": "The soup is hot.",
    }
    store = made.data_store(http, (made.document(name, text) for name, text in texts.items()))
    asked = "What are the limits?"
    assert found(http, store, asked) == ["limits", "lunch", "clay"]
    assert found(http, store, "How hot is the kiln?", asked) == ["limits", "clay", "lunch"]


def test_replies_of_a_conversation_are_spoken_of_too(http: httpx.Client, store: str) -> None:
    """Without the reply nobody is known to be meant."""
    asked = {"userInput": {"input": "Who was the director?"}}
    replied = {"reply": {"summary": {"summaryText": "The director was Ada Holm."}}}
    for messages, found in (([asked, replied], {"person", "bridge"}), ([asked], set())):
        name = made.post(http, f"{store}/conversations", {"messages": messages})["name"]
        reply = made.post(http, f"{name}:converse", {"query": {"input": "Who is she?"}})
        assert {one["id"] for one in reply.get("searchResults", [])} == found

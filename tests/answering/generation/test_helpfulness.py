"""Texts that say they have no answer."""

from __future__ import annotations

import pytest

from emulator.answering.generation.helpfulness import is_unhelpful


@pytest.mark.parametrize(
    "text",
    [
        "I don't know.",
        "I\u2019m sorry, but I cannot answer that from the documents.",
        "Sorry, I could not find it.",
        "Unfortunately, the provided documents do not mention the price.",
        "The context doesn't say.",
        "Based on the search results, there is no information about it.",
    ],
)
def test_texts_without_an_answer(text: str) -> None:
    assert is_unhelpful(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "It is 36 months.",
        "The documents do say that it is 36 months.",
        "The warranty does not cover lightning.",
        "There is no warranty on batteries.",
        "I know it: 36 months.",
        "The documents do not contain a price. " + "But the list says a lot of things. " * 10,
    ],
)
def test_answers(text: str) -> None:
    assert not is_unhelpful(text)

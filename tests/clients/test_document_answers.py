"""Answers from documents as companies have them, through Google's client libraries."""

from __future__ import annotations

import httpx
import pytest

from tests.clients import made
from tests.clients.answering import answer
from tests.conftest import Api

CHARTER = """# Chartering a yacht

The yachts belong to the Society of Sailors. The harbour was dug in 1901.

A yacht carries up to 9 persons. Whoever steers it must be at least 23 years old.

The ballast is laid 40 cm below the deck. In tanks it freezes below -4 °C.
"""


@pytest.fixture(scope="module")
def charter(http: httpx.Client) -> str:
    """The serving config of a data store with a document about yachts."""
    name = made.data_store(http, [made.document("charter", CHARTER)])
    return f"{name}/servingConfigs/default_search"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the maximum number of persons?", "A yacht carries up to 9 persons."),
        ("What is the minimum age?", "Whoever steers it must be at least 23 years old."),
        ("At what depth is the ballast?", "The ballast is laid 40 cm below the deck."),
        ("At what temperature does it freeze?", "In tanks it freezes below -4 °C."),
        ("Who owns the yachts?", "The yachts belong to the Society of Sailors."),
    ],
)
def test_a_figure_tells_what_it_measures(api: Api, charter: str, question: str, told: str) -> None:
    assert answer(api, question, serving_config=charter).answer.answer_text == told


def test_a_measure_of_something_else_is_no_answer(api: Api, charter: str) -> None:
    question = "What is the maximum speed of the ferry?"
    assert answer(api, question, serving_config=charter).answer.answer_skipped_reasons

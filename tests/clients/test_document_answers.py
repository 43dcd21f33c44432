"""Answers from documents as companies have them, through Google's client libraries."""

from __future__ import annotations

import httpx
import pytest

from tests.clients import made
from tests.clients.answering import answer
from tests.conftest import Api

CHARTER = """# Chartering a yacht

The yachts belong to the Society of Sailors.

The canal to the sea runs for 7 kilometres. A wreck blocked the canal for six days.

A yacht carries up to 9 persons. Whoever steers it must be at least 23 years old.

The ballast is laid 40 cm below the deck. In tanks it freezes below -4 °C.
"""


@pytest.fixture(scope="module")
def charter(http: httpx.Client) -> str:
    """The serving config of a data store with a document about yachts."""
    return made.serving_config(http, [made.document("charter", CHARTER)])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the maximum number of persons?", "A yacht carries up to 9 persons."),
        ("What is the minimum age?", "Whoever steers it must be at least 23 years old."),
        ("At what depth is the ballast?", "The ballast is laid 40 cm below the deck."),
        ("At what temperature does it freeze?", "In tanks it freezes below -4 °C."),
        ("How long is the canal?", "The canal to the sea runs for 7 kilometres."),
        (
            "How long was the canal blocked?",
            "A wreck blocked the canal for six days.",
        ),
        ("Who owns the yachts?", "The yachts belong to the Society of Sailors."),
    ],
)
def test_a_figure_tells_what_it_measures(api: Api, charter: str, question: str, told: str) -> None:
    assert answer(api, question, serving_config=charter).answer.answer_text.startswith(told)


def test_a_measure_of_something_else_is_no_answer(api: Api, charter: str) -> None:
    question = "What is the maximum speed of the ferry?"
    assert answer(api, question, serving_config=charter).answer.answer_skipped_reasons


COVER = """# Cover

The insurance covers theft and fire.

The insurance does not cover:

- damage by moths,
- loss of keys.

## What is not paid

- fines for speeding
- films in hotels
"""

CHANGES = """# Changes of Llama

## 2.3.0 (4 May 2025)

### Added
- A dark theme for maps.
- Import of tracks.

### Fixed
- A crash on empty routes.

## 2.2.1 (7 March 2025)

### Fixed
- Reminders came late.
"""


@pytest.fixture(scope="module")
def lists(http: httpx.Client) -> str:
    """The serving config of a data store with lists that say nothing without what is above them."""
    documents = [made.document("cover", COVER), made.document("changes", CHANGES)]
    return made.serving_config(http, documents)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Does the insurance cover moths?", ["The insurance does not cover:", "damage by moths,"]),
        ("Are fines for speeding paid?", ["What is not paid:", "fines for speeding"]),
        ("Which version added the dark theme?", ["2.3.0 (4 May 2025):", "A dark theme for maps."]),
        (
            "In which release were the reminders fixed?",
            ["2.2.1 (7 March 2025):", "Reminders came late."],
        ),
    ],
)
def test_what_stands_above_an_item_is_told_with_it(
    api: Api, lists: str, question: str, told: list[str]
) -> None:
    shown = answer(api, question, serving_config=lists).answer
    assert shown.answer_text.splitlines()[:2] == told


GARAGE = """# Warranty

## What is covered

The warranty covers faults of material, brakes included.

The warranty does not cover rust.

# Travel

## What is not paid

- parking fines and lost tickets
- films in hotels

## Office

The office has a lift. There are 20 parking spaces behind it.
"""


@pytest.fixture(scope="module")
def garage(http: httpx.Client) -> str:
    """The serving config of a data store that says what is so and what is not."""
    return made.serving_config(http, [made.document("garage", GARAGE)])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does the warranty not cover?", "The warranty does not cover rust."),
        (
            "What does the warranty cover?",
            "The warranty covers faults of material, brakes included.",
        ),
        ("Where can I park?", "There are 20 parking spaces behind it."),
        ("Is there parking?", "There are 20 parking spaces behind it."),
        ("What is not paid?", "parking fines and lost tickets"),
    ],
)
def test_what_is_so_and_what_is_not_are_told_apart(
    api: Api, garage: str, question: str, told: str
) -> None:
    shown = answer(api, question, serving_config=garage).answer
    assert shown.answer_text.startswith(told)


def test_what_tells_no_version_is_no_answer(api: Api, lists: str) -> None:
    question = "Which version insures against theft?"
    assert answer(api, question, serving_config=lists).answer.answer_skipped_reasons


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which bugs were fixed in 2.3.0?", ["A crash on empty routes."]),
        ("What are the release notes for 2.2.1?", ["Fixed:", "Reminders came late."]),
        (
            "What's new in Llama 2.3.0?",
            [
                "Added:",
                "A dark theme for maps.",
                "Import of tracks.",
                "Fixed:",
                "A crash on empty routes.",
            ],
        ),
    ],
)
def test_the_notes_of_a_version_are_told_as_a_whole(
    api: Api, lists: str, question: str, told: list[str]
) -> None:
    shown = answer(api, question, serving_config=lists).answer
    assert shown.answer_text.splitlines() == told


PRICES = """# Prices of the print shop

We print on weekdays.

## Posters

| Size | Paper | Canvas |
|---|---|---|
| A3 | 6 | 22 |
| A2 | 11 | 35 |

## Faults

| Frequency | Fault |
|---|---|
| Common (up to 1 in 10) | pale ink |
| Rare | torn paper |
"""


@pytest.fixture(scope="module")
def prices(http: httpx.Client) -> str:
    """The serving config of a data store with a price list that names no currency."""
    page = made.document("prices", PRICES, title="Prices of the print shop")
    return made.serving_config(http, [page])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much is an A2 poster on canvas?", "Size: A2; Paper: 11; Canvas: 35."),
        ("How often is the paper torn?", "Frequency: Rare; Fault: torn paper."),
        ("How often is the ink pale?", "Frequency: Common (up to 1 in 10); Fault: pale ink."),
    ],
)
def test_a_row_tells_a_price_or_how_often_as_tables_do(
    api: Api, prices: str, question: str, told: str
) -> None:
    assert answer(api, question, serving_config=prices).answer.answer_text == told


def test_an_address_is_told_rather_than_that_there_is_mail(api: Api, http: httpx.Client) -> None:
    text = (
        "Ask for moorings in May. You are told by email.\n\n"
        "Questions? Write to quay@harbour.example or call extension 411."
    )
    store = made.data_store(http, [made.document("moorings", text, title="Moorings")])
    config = f"{store}/servingConfigs/default_search"
    shown = answer(api, "Who do I contact about moorings?", serving_config=config).answer
    told = "Write to quay@harbour.example or call extension 411."
    assert shown.answer_text.startswith(told)

"""Names said in short after an article, as documents write them in full."""

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.coreference.short_names import with_full_names
from emulator.answering.values import Passage


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Above the Amalfi Coast\u2019s cliffs it rains.", "Where is the Amalfi Coast?"),
        ("The Costa Verde Coast is green.", "Where is the Costa Verde Coast?"),
        # Of several nobody knows which, and a name that is written in short, too, may be all of it.
        ("The Amalfi Coast is no Gold Coast.", "Where is the Amalfi Coast?"),
        ("The Amalfi Coast is nicer than the Gold Coast.", "Where is the Coast?"),
        ("They call the Amalfi Coast simply the Coast.", "Where is the Coast?"),
        ("Amalfi Coast, the coast of Amalfi", "Where is the Coast?"),
        ("The Amalfi Coastline is long.", "Where is the Coast?"),
    ],
)
def test_a_name_said_in_short_is_the_one_that_a_passage_writes(text: str, expected: str) -> None:
    assert with_full_names("Where is the Coast?", [Passage("No name."), Passage(text)]) == expected


@pytest.mark.parametrize(
    "query",
    ["Where is the Gold Coast?", "Where is Coast 2?", "Where is the coast?", "The Coast 3?"],
)
def test_what_is_no_short_name_stays(query: str) -> None:
    assert with_full_names(query, [Passage("The Amalfi Coast is a coast.")]) == query


def test_the_first_passage_that_has_the_name_tells() -> None:
    passages = [Passage("The Ivory Coast is hot."), Passage("The Amalfi Coast is warm.")]
    assert with_full_names("Is the Coast hot?", passages) == "Is the Ivory Coast hot?"

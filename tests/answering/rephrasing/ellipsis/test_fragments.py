"""Heads of questions."""

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.rephrase import rephrase
from emulator.answering.values import Turn


@pytest.mark.parametrize(
    ("earlier", "query", "expected"),
    [
        ("Can I return shoes?", "How?", "How can I return shoes?"),
        ("Can I return shoes?", "Why not?", "Why can I not return shoes?"),
        ("Does the shop open?", "And when?", "when does the shop open?"),
        ("When does the shop open?", "Where?", "Where does the shop open?"),
        ("Where do I claim expenses?", "Until when?", "Until when do I claim expenses?"),
        (
            "Can I work at home?",
            "How many days a week?",
            "How many days a week can I work at home?",
        ),
        ("Are there lockers?", "And where?", "where are there lockers?"),
        ("Did the shop move?", "When did that happen?", "When did the shop move?"),
        ("Is the shop closed?", "Why is that?", "Why is the shop closed?"),
        # What these ask the earlier question cannot be made to ask.
        ("Does the shop open?", "Why not?", "Why not (shop open)?"),
        ("Who opens the shop?", "When?", "When (opens shop)?"),
        ("Can I bring guests?", "How many?", "How many (bring guests)?"),
        ("Is there a discount?", "How much?", "How much (discount)?"),
        ("Can I return shoes?", "How so?", "How so (return shoes)?"),
        ("How do I find the shop?", "Where is that?", "Where is that (shop)?"),
        ("How do I get a key?", "How many calls a day?", "How many calls a day (key)?"),
    ],
)
def test_a_head_goes_on_as_the_question_before(earlier: str, query: str, expected: str) -> None:
    assert rephrase(query, [Turn(earlier)]) == expected

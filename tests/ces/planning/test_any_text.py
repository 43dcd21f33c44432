"""Any text is decided on, and soon."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.ces.runtime.planning.decisions import Call, Say, Transfer
from tests.ces.planning.deciding import IDENTIFY, ORDER, PAY, agent, decide, documents, end
from tests.pace import within


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ("what can you " * 160, ""),
        ("Hello", "{@TOOL:" + " " * 5_000),
        ("talk to " * 250, ""),
        ("is A" * 500, ""),
        ("no " * 660, ""),
        ("Aa " * 666, ""),
        (", Aa Bb" * 280 + "?", ""),
        ("thanks for " + "a" * 1_980 + ",", ""),
        ("n: " + "1, " * 650, ""),
    ],
)
def test_no_text_takes_long_to_decide_on(text: str, instruction: str) -> None:
    with within(0.5):
        decide(text, documents(), IDENTIFY, agent=agent("Support", instruction=instruction))
        decide(text, IDENTIFY, is_new_here=True)
        decide(text, agent=agent("Support", instruction=instruction))


@given(st.text(max_size=60))
@settings(max_examples=100)
def test_any_text_is_decided_on(text: str) -> None:
    decided = decide(text, ORDER, PAY, documents(), end(), children=[agent("Billing", "Bills.")])
    assert isinstance(decided, Call | Say | Transfer)

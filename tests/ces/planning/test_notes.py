"""Tools that write down what users tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning.actions import does_something
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation
from emulator.ces.runtime.planning.planner import plan
from tests.ces.planning.deciding import agent, client_function, decide

SET_COUNT = client_function("set_count", "Records how many cakes are ordered.", count="INTEGER")
SET_FLAVOR = client_function(
    "set_flavor", "Record the flavor: VANILLA, RED_VELVET or LEMON.", flavor_name="STRING"
)
SET_NAME = client_function("set_name", "Stores the customer's name.", customer_name="STRING")
SETTERS = (SET_COUNT, SET_FLAVOR, SET_NAME)


def noted(tool: Any, **args: Any) -> Call:
    return Call(tool, args)


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        (
            "Twelve in red velvet",
            [noted(SET_COUNT, count=12), noted(SET_FLAVOR, flavor_name="RED_VELVET")],
        ),
        (
            "lemon, and I'm Omar",
            [noted(SET_FLAVOR, flavor_name="LEMON"), noted(SET_NAME, customer_name="Omar")],
        ),
        ("vanilla please", [noted(SET_FLAVOR, flavor_name="VANILLA")]),
    ],
)
def test_all_that_writes_down_what_a_text_tells_is_called_at_once(
    text: str, calls: list[Call]
) -> None:
    decided = plan(
        Situation(agent("Desk"), text, text, [Offered(tool, schema_of(tool)) for tool in SETTERS])
    )
    assert [replace(decided, beside=()), *decided.beside] == calls


@pytest.mark.parametrize("text", ["Do you have lemon?", "Hello there", "Is twelve too much?"])
def test_nothing_is_written_down_of_what_tells_nothing(text: str) -> None:
    assert not isinstance(decide(text, *SETTERS), Call)


def test_what_the_instruction_has_confirmed_is_not_written_down_before() -> None:
    desk = agent("Desk", instruction="Confirm the number, then call {@TOOL: set_count}.")
    assert isinstance(decide("Twelve of them", SET_COUNT, agent=desk), Say)


def test_a_set_limit_is_no_note() -> None:
    limit = client_function("set_limit", "Changes the limit of a card.", amount="INTEGER")
    assert does_something(limit)
    assert not does_something(SET_COUNT)

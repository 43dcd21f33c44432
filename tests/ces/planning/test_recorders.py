"""Tools that write down what users tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning.decisions import Call, Offered, Say, Situation
from emulator.ces.runtime.planning.planner import plan
from emulator.ces.runtime.planning.understanding.tool_verbs import has_side_effects, only_records
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
        ("Not lemon but vanilla", [noted(SET_FLAVOR, flavor_name="VANILLA")]),
        ("No, twelve", [noted(SET_COUNT, count=12)]),
    ],
)
def test_all_that_writes_down_what_a_text_tells_is_called_at_once(
    text: str, calls: list[Call]
) -> None:
    decided = plan(
        Situation(agent("Desk"), text, text, [Offered(tool, schema_of(tool)) for tool in SETTERS])
    )
    assert [replace(decided, parallel=()), *decided.parallel] == calls


@pytest.mark.parametrize(
    "text",
    [
        "Do you have lemon?",
        "What about lemon?",
        "Hello there",
        "Is twelve too much?",
        "I don't want lemon",
        "Not the lemon one",
        "no lemon please",
        "Anything but lemon",
        "maybe lemon",
        "Suppose I wanted 12",
        "lemon or vanilla, not sure yet",
        "If you had lemon I would take it",
        "I ordered 12 last year",
        "My friend likes lemon",
        'He said "lemon" to me',
        "Lemon? No!",
        "Neither lemon nor vanilla",
        "vanilla or lemon",
        "my wife is a lemon lover",
        "you said vanilla",
    ],
)
def test_nothing_is_written_down_of_what_tells_nothing(text: str) -> None:
    offered = [Offered(tool, schema_of(tool)) for tool in SETTERS]
    assert not isinstance(plan(Situation(agent("Desk"), text, text, offered)), Call)


def test_what_the_instruction_has_confirmed_is_not_written_down_before() -> None:
    desk = agent("Desk", instruction="Confirm the number, then call {@TOOL: set_count}.")
    assert isinstance(decide("Twelve of them", SET_COUNT, agent=desk), Say)


@pytest.mark.parametrize(
    ("name", "description", "parameters"),
    [
        ("capture_payment", "Captures an authorized payment.", {"payment_id": "STRING"}),
        ("collect_payment", "Collects the payment.", {"amount": "NUMBER"}),
        ("capture_order", "Captures an order.", {"order_id": "STRING"}),
        ("save_booking", "Stores the booking and sends it.", {"booking": "STRING"}),
        ("log_payment", "Records a payment.", {"payment": "NUMBER"}),
        ("record_sale", "Records a sale.", {"sale": "STRING"}),
        ("note_cancellation", "Notes a cancellation.", {"cancellation": "STRING"}),
        ("save_autopay", "Records the autopay.", {"autopay": "BOOLEAN"}),
    ],
)
def test_what_does_more_than_to_write_down_a_parameter_does_something(
    name: str, description: str, parameters: dict[str, str]
) -> None:
    tool = client_function(name, description, **parameters)
    assert has_side_effects(tool)
    assert not only_records(tool)


def test_a_set_limit_is_no_note() -> None:
    limit = client_function("set_limit", "Changes the limit of a card.", amount="INTEGER")
    assert has_side_effects(limit)
    assert not has_side_effects(SET_COUNT)

"""Which tools do something, and which texts ask for that, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning.understanding.intents import may_be_intended
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    begins_with_action,
    has_side_effects,
)
from emulator.surface.messages import ces
from tests.ces.planning.deciding import client_function

CANCEL = ces.Tool(display_name="cancel_order", client_function={"name": "cancel_order"})


@pytest.mark.parametrize(
    ("name", "description", "acts"),
    [
        ("cancel_order", "", True),
        ("cancelOrder", "For orders that are not wanted.", True),
        ("returns", "Registers the return of a device.", True),
        ("order_status", "Returns the status of an order.", False),
        ("find_book", "", False),
        ("restart_router", "", True),
        ("loan", "Applies for a loan.", True),
        ("news", "Publishes news.", True),
        ("exchange_rates", "", False),
        ("claim_status", "", False),
        ("return_tickets", "Returns tickets of an order.", True),
        ("return_policy", "Returns the policy.", False),
        ("join_waitlist", "", True),
        ("end_lease", "", True),
        ("process_refund", "", True),
        ("void_ticket", "", True),
        ("skip_delivery", "", True),
        ("plan", "Downgrades the plan.", True),
        ("skipped_deliveries", "", False),
        ("renewal_process", "Process of renewal.", False),
    ],
)
def test_what_does_something_is_told_by_its_verb(name: str, description: str, acts: bool) -> None:
    assert begins_with_action(name, description) is acts


@pytest.mark.parametrize(
    "text",
    [
        "Cancel order A-7",
        "Please cancel order A-7. It is late.",
        "Can you cancel order A-7?",
        "Can I cancel order A-7?",
        "Hello, could you cancel order A-7, which is late?",
        "I want to cancel order A-7",
        "I did not receive order A-7, cancel it",
        "I ordered the wrong one, cancel order A-7",
        "Order A-7?",
        "We have to cancel order A-7",
        "I'm calling to cancel order A-7",
        "Go ahead and cancel order A-7",
        "My plans changed, please cancel order A-7",
        "ok, now cancel order A-7",
        "I have decided to cancel order A-7",
        "I need order A-7 cancelled",
        "Would you mind cancelling order A-7?",
        "I'm in no hurry, but cancel order A-7",
        '"Cancel order A-7"',
        'Cancel order A-7, it says "too late"',
    ],
)
def test_it_is_wanted_by_who_asks_for_it(text: str) -> None:
    assert may_be_intended(text, CANCEL)


@pytest.mark.parametrize(
    "text",
    [
        "How do I cancel order A-7?",
        "And what happens if I cancel order A-7?",
        "Did you cancel order A-7?",
        "Why was order A-7 cancelled?",
        "Order A-7 was cancelled by you",
        "If I cancel order A-7, do I get my money back?",
        "Can I still cancel order A-7?",
        "I see order A-7. Is it cancelled?",
        "I have a question about cancelling order A-7",
        "Don't cancel order A-7",
        "I do not want you to cancel order A-7",
        "I never cancelled order A-7!",
        "I have already cancelled order A-7",
        "We cancelled order A-7 yesterday",
        "Thanks for cancelling order A-7",
        "there is no reason to cancel order A-7",
        "I decided not to cancel order A-7",
        'The mail says "cancel order A-7" - what does it mean?',
        "The form is called \u2018Cancel order A-7\u2019",
        "My friend wants to cancel order A-7",
        "I told my wife to cancel order A-7",
        "I'm not sure whether to cancel order A-7",
        "Instead of asking you to cancel order A-7, can I do it myself?",
        "Don't you dare cancel order A-7",
        "never cancel order A-7 without asking me",
        "Maybe I should cancel order A-7?",
        "Hypothetically, could you cancel order A-7?",
        "Under no circumstances cancel order A-7",
        "Someone else will cancel order A-7",
        "can i cancel order A-7 for free?",
        "Can you tell me what it costs to cancel order A-7?",
        "My husband cancelled order A-7 yesterday",
        "Someone cancelled order A-7 without asking me",
        "I was thinking of cancelling order A-7",
        "I need to hear about cancelling orders",
        "Please tell me if order A-7 was cancelled",
        "Could you confirm if order A-7 is cancelled?",
        "I have cancelled order A-7, please refund it",
        "You cancelled order A-7 but I want it back",
        "Someone just cancelled order A-7, please help",
        "I do not want to cancel order A-7, I want to move it",
        "It says I can cancel order A-7",
        "Until when can I cancel order A-7?",
        "At what price can I cancel order A-7?",
        "Any news on when you cancel order A-7?",
        "Cancel order A-7? No, thanks",
        "no cancel for A-7",
        "The letter reads: cancel order A-7",
        "A-7 cancel policy",
    ],
)
def test_it_is_not_wanted_by_who_asks_or_tells_about_it(text: str) -> None:
    assert not may_be_intended(text, CANCEL)


@pytest.mark.parametrize(
    ("text", "is_wanted"),
    [
        ("I have returned A-7 already", False),
        ("Can you tell me if A-7 was returned, please?", False),
        ("I have returned A-7, please register it", True),
        ("Return A-7", True),
    ],
)
def test_what_was_done_may_be_told_by_the_name_of_a_tool(text: str, is_wanted: bool) -> None:
    register = client_function("register_return", "Registers a return.", serial="STRING")
    assert may_be_intended(text, register) is is_wanted


def test_an_operation_that_is_only_read_from_does_nothing() -> None:
    def tool(method: str, name: str) -> Any:
        schema = (
            "openapi: 3.0.0\npaths:\n  /x:\n    "
            f"{method}:\n      operationId: {name}\n      summary: Cancels an order\n"
        )
        made = ces.Tool(display_name=name)
        made.open_api_tool.open_api_schema = schema
        return made

    assert not has_side_effects(tool("get", "cancelOrder"))
    assert has_side_effects(tool("post", "frobnicate"))
    assert not has_side_effects(tool("post", "searchOrders"))

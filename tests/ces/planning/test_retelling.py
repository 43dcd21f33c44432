"""What a tool has told, for who asks about just that."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning.decisions import Call, Say
from emulator.ces.runtime.planning.memory import Memory
from tests.ces.planning.deciding import (
    CANCEL,
    ORDER,
    agent,
    client_function,
    decide,
    documents,
    open_call,
)

BOOK = client_function("book_flight", "Books a flight.", flight_number="STRING")
FLIGHTS = client_function("search_flights", "Searches flights.", origin="STRING")
TOLD = {"order_number": "A-7", "item": "socks", "expected_on": "2026-12-02", "price": 12}
ALL = "order number: A-7; item: socks; expected on: 2026-12-02; price: 12"
LISTED = {"flights": [{"flight_number": "LK101", "price": 129}, {"flight_number": "LK203"}]}
BOOKED = {"booking_number": "BK-1", "seat": "4A"}


def told(tool: Any, response: dict[str, Any], text: str, *tools: Any, **fields: Any) -> Any:
    memory = Memory(tool=tool.name, called=[tool.name], told=response)
    return decide(text, tool, *tools, memory=memory, **fields)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("and when will it arrive?", "expected on: 2026-12-02"),
        ("How much is it?", "price: 12"),
        ("what was that again?", ALL),
        ("what is the item", "item: socks"),
        ("and what do I pay as a price?", "price: 12"),
    ],
)
def test_what_was_told_of_it_is_told_again(text: str, words: str) -> None:
    assert told(ORDER, TOLD, text) == Say(words)


@pytest.mark.parametrize(
    "text",
    [
        "when are you open?",
        "how much is shipping?",
        "why is it late?",
        "what is a sock?",
        "what is the price of Apollo?",
        "when will it be sunny in the mountains?",
    ],
)
def test_what_was_not_told_is_not_told_again(text: str) -> None:
    own = documents()
    assert told(ORDER, TOLD, text, own).tool == own


def test_what_was_told_comes_before_what_is_to_be_said_in_a_case() -> None:
    desk = agent("Desk", instruction='If they are unhappy with an item, say "I am sorry."')
    assert told(ORDER, TOLD, "What is the item?", agent=desk) == Say("item: socks")
    assert told(ORDER, TOLD, "I hate the item", agent=desk) == Say("I am sorry.")


def test_what_was_listed_before_a_deed_was_not_given_by_it() -> None:
    own, text = documents(), "What does a flight cost in summer?"
    decided = told(BOOK, {**LISTED, **BOOKED}, text, own)
    assert decided == Call(own, {"query": text})


def test_a_tool_that_has_failed_or_verified_tells_nothing() -> None:
    text, verify = "what was it again?", client_function("verify_user", "Verifies.", pin="STRING")
    failed = Memory(tool=ORDER.name, told=TOLD, has_failed=True)
    assert decide(text, ORDER, memory=failed) == decide(text, ORDER)
    assert told(verify, {"verified": True}, text) == decide(text, verify)


def test_one_of_the_items_is_told_by_its_code() -> None:
    said = Say("flight number: LK101; price: 129")
    assert told(FLIGHTS, LISTED, "how much was LK101?", documents()) == said
    memory = Memory(tool=ORDER.name, told=TOLD, told_list=LISTED)
    assert decide("how much was LK101?", FLIGHTS, memory=memory) != said  # Of another agent.
    assert decide("how much was LK101?", FLIGHTS, ORDER, memory=memory) == said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("what's my booking number?", "booking number: BK-1"),
        ("can you tell me the booking number again", "booking number: BK-1"),
        ("did you book it?", "booking number: BK-1; seat: 4A"),
    ],
)
def test_what_a_deed_gave_is_told_before_other_agents_are_asked(text: str, words: str) -> None:
    hotels = agent("Hotels", "Gives booking numbers of hotels.")
    assert told(BOOK, BOOKED, text, children=[hotels]) == Say(words)


@pytest.mark.parametrize("text", ["can you book LK101?", "did you cancel it?", "book LK101"])
def test_what_a_deed_gave_is_not_told_for_another_one(text: str) -> None:
    words = "booking number: BK-1; seat: 4A"
    assert told(BOOK, BOOKED, text) != Say(words)


def test_what_waits_is_looked_up_for_who_asks_what_it_is() -> None:
    waiting = open_call(CANCEL, order_number="A-7")
    asked = decide("hmm, what is in it?", CANCEL, ORDER, open_call=waiting)
    assert asked == Call(ORDER, {"order_number": "A-7"}, waiting)
    asked = decide("hmm, what is for lunch?", CANCEL, ORDER, open_call=waiting)
    assert isinstance(asked, Say)
    desk = agent("Desk", instruction="Call {@TOOL: verify_user}. Call {@TOOL: look_up_order}.")
    verify = client_function("verify_user", "Verifies who it is.", pin="STRING")
    asked = decide("what is in it?", CANCEL, ORDER, verify, open_call=waiting, agent=desk)
    assert isinstance(asked, Say)


@pytest.mark.parametrize("text", ["is that done now?", "did you book it?", "yes, LK101"])
def test_a_deed_is_not_offered_again_but_told(text: str) -> None:
    args = {"flight_number": "LK101"}
    memory = Memory(tool=BOOK.name, called=[BOOK.name], args=args, told=BOOKED)
    memory.lasting = {"flightnumber": "LK101"}
    decided = decide(text, BOOK, memory=memory)
    assert decided == Say("booking number: BK-1; seat: 4A")
    assert decide("yes, book it again", BOOK, memory=memory) != decided


def test_an_item_that_is_to_be_booked_is_told_before_it_is() -> None:
    waiting = open_call(BOOK, flight_number="LK101")
    memory = Memory(tool=FLIGHTS.name, called=[FLIGHTS.name], told=LISTED)
    decided = decide("hmm, how much is it?", FLIGHTS, BOOK, memory=memory, open_call=waiting)
    asked = "Please confirm: shall I book flight (flight number: LK101)?"
    assert decided == Say(f"flight number: LK101; price: 129\n{asked}", waiting)


def test_an_item_is_told_for_a_question_and_is_not_booked_for_one() -> None:
    hotels = {
        "hotels": [{"id": "H1", "name": "Old Mill", "price": 70}, {"id": "H2", "name": "Quay"}]
    }
    tool = client_function("find_hotels", "Finds hotels.", city="STRING")
    said = told(tool, hotels, "is the Old Mill cheaper?", documents())
    assert said == Say("Old Mill (id: H1; price: 70)")

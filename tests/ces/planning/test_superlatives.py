"""The one of several items that users call the most or the least of them."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning.decisions import Call, Say
from emulator.ces.runtime.planning.items.item_references import referenced_item, values_of_selection
from emulator.ces.runtime.planning.items.superlatives import superlative
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import client_function, decide, instructed, open_call

ROOMS = [
    {
        "id": "R1",
        "weight_kg": 14.5,
        "arrival": "2026-04-11",
        "leaves": "18:30",
        "price_per_night": 180,
        "rating": 4.6,
    },
    {
        "id": "R2",
        "weight_kg": 9,
        "arrival": "2026-05-02",
        "leaves": "09:15",
        "price_per_night": 140,
        "rating": 4.2,
    },
    {
        "id": "R3",
        "weight_kg": 22,
        "arrival": "2026-04-28",
        "leaves": "12:00",
        "price_per_night": 155,
        "rating": 4.8,
    },
]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the cheapest one, please", "R2"),
        ("which of them is the most expensive?", "R1"),
        ("what is your cheapest room?", "R2"),
        ("which one has the best rating?", "R3"),
        ("the one with the lowest rating", "R2"),
        ("I'll take the earliest", "R1"),
        ("the latest one", "R2"),
        ("which is the lightest?", "R2"),
        ("I'd like the heaviest one", "R3"),
        ("which one arrives first?", "R1"),
        ("which one leaves first?", "R2"),
        ("which leaves last?", "R1"),
        ("the cheaper one, please", "R2"),
        ("the earlier room", "R1"),
        ("which one is more expensive?", "R1"),
        ("a cheaper one", None),  # None of these.
        ("the other one", None),
        ("the closest one", None),  # Nothing tells how far they are.
        ("what's the cheapest way to get there?", None),
        ("the first one", None),  # Counted, not measured.
        ("the second is too expensive", None),
    ],
)
def test_a_superlative_is_measured_by_what_items_have(text: str, meant: str | None) -> None:
    found = superlative(text, "rooms", ROOMS)
    assert (found and found.item["id"]) == meant


@pytest.mark.parametrize(
    ("prices", "meant"),
    [
        ([12, 18, 9.5], 2),
        (["$12", "$9", "$18.00"], 1),
        (["12 EUR", "110 EUR", "18 EUR"], 0),
        ([12, 9, 9], None),  # Two are.
        ([12, None, 18], None),  # Not known of all.
        (["free", 12, 18], None),
        ([True, 12, 18], None),
    ],
)
def test_it_is_none_that_cannot_be_told(prices: list[Any], meant: int | None) -> None:
    items = [{"id": place, "price": one} for place, one in enumerate(prices)]
    found = superlative("the cheapest", "rooms", items)
    assert (found and found.item["id"]) == meant


def test_items_that_are_only_days_are_measured_too() -> None:
    days = [{"dates": "2026-03-17"}, {"dates": "2026-04-07"}]
    found = superlative("I'll take the latest one", "dates", days)
    assert found is not None
    assert found.item == days[1]


LIST = client_function("search_rooms", "Searches rooms.", city="STRING")
BOOK = client_function("book_room", "Books a room.", room_id="STRING", guests="INTEGER")
LISTED = Memory(tool=LIST.name, called=[LIST.name], args={"city": "Faro"}, told={"rooms": ROOMS})


def test_it_is_picked_and_told_of() -> None:
    desk = instructed("search_rooms", "book_room")
    tools = {"agent": desk, "memory": LISTED}
    waiting = open_call(BOOK, room_id="R2")
    for said in ("Book the cheapest one", "the cheapest one please"):
        assert decide(said, LIST, BOOK, **tools) == Say("Which guests?", waiting)
    told = decide("Which one is the cheapest?", LIST, BOOK, **tools)
    assert told.text.startswith("id: R2;")
    assert told.asks is None
    schema = input_schema(BOOK)
    for said in ("not the cheapest one", "the cheapest one is too far away"):
        assert values_of_selection(schema, frozenset(), said, "2026-03-10", LISTED.told) == {}


def test_a_list_that_may_be_longer_has_no_cheapest() -> None:
    rooms = {"rooms": [{"id": str(one), "price": one} for one in range(21)]}
    assert referenced_item("Which is the cheapest?", "2026-03-10", rooms) == {}


def test_a_number_that_was_asked_for_changes_nothing_else() -> None:
    """It is no other number of nights to list rooms for."""
    listing = client_function("search_rooms", "Searches rooms.", city="STRING", nights="INTEGER")
    booking = client_function(
        "book_room", "Books a room.", room_id="STRING", nights="INTEGER", guests="INTEGER"
    )
    known = {"city": "Faro", "nights": 3}
    memory = Memory(tool=listing.name, called=[listing.name], args=known, told={"rooms": ROOMS})
    waiting = open_call(booking, room_id="R2", nights=3)
    tools = {"agent": instructed("search_rooms", "book_room"), "memory": memory}
    decided = decide("two of us", listing, booking, open_call=waiting, **tools)
    assert decided == Call(booking, {"room_id": "R2", "nights": 3, "guests": 2})

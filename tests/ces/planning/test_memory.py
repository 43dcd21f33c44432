"""What a session remembers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning.decisions import Call, Say
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.session.state import MOST_READ, PendingCall, SessionState
from emulator.ces.runtime.tools.declarations import input_schema
from tests.ces.planning.deciding import (
    BOOK,
    CANCEL,
    ORDER,
    client_function,
    decide,
    documents,
    open_call,
)

VISITS = client_function(
    "find_visits", "Finds visits.", order_number="STRING", day="STRING", note="STRING"
)


def test_a_session_knows_the_codes_that_it_had_but_nothing_old_is_new() -> None:
    known = Memory(lasting={"ordernumber": "A-7"})
    assert decide("Cancel that order", CANCEL, memory=known) == Call(
        CANCEL, {"order_number": "A-7"}
    )
    assert isinstance(decide("Cancel another order", CANCEL, memory=known), Say)
    changed = client_function("change_order", "Changes an order.", new_order_number="STRING")
    known = Memory(lasting={"newordernumber": "A-7"})
    assert isinstance(decide("Change the order", changed, memory=known), Say)


def test_what_was_said_for_one_thing_is_not_said_for_the_next() -> None:
    said = Memory(passing={"borndate": "1980-05-17"}, said=["I was born on 1980-05-17"])
    decided = decide("Book a visit", BOOK, memory=said, earlier=said.said)
    assert decided.asks == PendingCall("", BOOK.name, {})


def test_a_day_that_was_told_before_is_not_asked_for() -> None:
    memory = Memory()
    memory.add_text("I am free on 2026-05-17")
    args = {"day": "2026-05-17"}
    assert decide("Book a visit", BOOK, memory=memory, earlier=memory.said) == Call(BOOK, args)
    memory.add_result(BOOK, input_schema(BOOK), args, {})
    assert memory.said == []


def test_what_names_something_lasts_and_all_else_until_something_is_done() -> None:
    memory, day = Memory(), {"day": "2026-05-17"}
    given = {"visit_id": "V-1", "room_id": 5, "slot_id": "", "name": "Ada"}
    memory.add_result(
        VISITS, input_schema(VISITS), {"order_number": "A-7", "note": "x", **day}, given
    )
    assert memory.lasting == {"ordernumber": "A-7", "visitid": "V-1"}
    assert memory.passing == day
    memory.add_result(BOOK, input_schema(BOOK), day, {})
    assert memory.passing == {}
    assert memory.called == [VISITS.name, BOOK.name]
    memory.add_result(VISITS, input_schema(VISITS), {}, {})
    assert memory.called == [BOOK.name, VISITS.name]


def test_a_code_that_a_call_gave_is_known_whatever_its_name() -> None:
    memory = Memory()
    given = {"booking": "G-900", "seat": "K7QX2M", "day": "2026-12-03", "price": "12", "note": "ok"}
    memory.add_result(BOOK, input_schema(BOOK), {}, given)
    assert memory.lasting == {"booking": "G-900", "seat": "K7QX2M"}
    cancel = client_function("cancel_visit", "Cancels a visit.", booking="STRING")
    decided = decide("Please cancel it", cancel, memory=memory)
    assert decided == Call(cancel, {"booking": "G-900"})


def test_what_was_told_is_known_until_something_else_is_told_and_documents_are_no_call() -> None:
    memory = Memory()
    for tool, response in [
        (ORDER, {"handler": "Ann", "state": "late"}),
        (CANCEL, {"state": "gone"}),
        (documents(), {"answer": "x"}),
    ]:
        memory.add_call(tool, {})
        memory.add_result(tool, input_schema(tool), {}, response)
    assert (memory.tool, memory.has_failed) == (CANCEL.name, False)
    assert memory.told == {"handler": "Ann", "state": "gone"}
    memory.add_result(ORDER, input_schema(ORDER), {}, {"state": "x" * 5_000})
    assert memory.told == {}


def test_what_was_listed_last_stays_listed_until_a_tool_lists_something_else() -> None:
    memory = Memory()
    for tool, response in (
        (VISITS, {"visits": [{"visit_id": "V-1"}]}),
        (documents(), {"snippets": [{"title": "Visits"}]}),
        (VISITS, {}),
    ):
        memory.add_result(tool, input_schema(tool), {}, response)
        assert memory.listed == ["visit id V-1"]


def test_a_state_is_read_as_it_was_written_and_from_before_there_was_a_memory() -> None:
    state = SessionState(open_call=PendingCall("", "a", {}, PendingCall("", "b", {"c": 1})))
    state.memory.add_text("Hi")
    assert SessionState.read(state.written()) == state
    old = json.loads(SessionState().written())
    del old["memory"]
    assert SessionState.read(json.dumps(old).encode()) == SessionState()


def test_a_memory_keeps_only_so_much_of_what_tools_give() -> None:
    memory = Memory()
    for turn in range(20):
        given = {f"row_{turn}_{row}_id": str(row) for row in range(20)}
        memory.add_result(ORDER, input_schema(ORDER), {}, {**given, "code": "x" * 10_000})
        memory.add_text("")
    assert memory.said == []
    assert len(memory.lasting) == 50
    assert "row1919id" in memory.lasting
    assert "code" not in memory.lasting


def test_only_the_latest_questions_are_remembered_and_their_beginnings() -> None:
    state = SessionState()
    state.ask("first", "", *["x" * 5_000] * 10)
    state.ask("last")
    assert len(state.questions) == 10
    assert {len(one) for one in state.questions[:-1]} == {MOST_READ}
    assert state.questions[-1] == "last"


def test_a_session_knows_the_codes_of_an_object_that_a_tool_gave() -> None:
    memory = Memory()
    visit = {"treatment": "cleaning", "order_number": "A-7"}
    memory.add_result(
        ORDER, input_schema(ORDER), {}, {"visit": visit, "visits": [{"order_number": "B-8"}]}
    )
    assert decide("Please cancel it", CANCEL, memory=memory) == Call(
        CANCEL, {"order_number": "A-7"}
    )


@pytest.mark.parametrize("text", ["Please cancel it", "Cancel the order"])
def test_a_session_knows_the_codes_of_the_only_one_of_a_list(text: str) -> None:
    memory, schema = Memory(), input_schema(ORDER)
    memory.add_result(ORDER, schema, {}, {"orders": [{"order_number": "B-8"}]})
    assert decide(text, CANCEL, memory=memory) == Call(CANCEL, {"order_number": "B-8"})
    memory, two = Memory(), [{"order_number": "B-8"}, {"order_number": "B-9"}]
    memory.add_result(ORDER, schema, {}, {"orders": two})
    assert decide(text, CANCEL, memory=memory).asks == open_call(CANCEL)


def test_an_empty_list_takes_the_place_of_the_one_before() -> None:
    slots = client_function("list_slots", "Lists free slots.", day="STRING")
    memory = Memory()
    for response, names in (
        ({"slots": [{"slot_id": "S-1"}]}, ["slot id S-1"]),
        ({"message": "Noted."}, ["slot id S-1"]),
        ({"output": {"slots": []}}, []),
    ):
        memory.add_result(slots, input_schema(slots), {"day": "2026-03-17"}, response)
        assert memory.listed == names


VISIT = client_function("book_visit", "Books a visit.", date="STRING", city="STRING")


@pytest.mark.parametrize(
    ("passing", "recalled"),
    [
        ({"preferreddate": "2026-03-16"}, {"date": "2026-03-16"}),
        ({"preferreddate": "2026-03-16", "enddate": "2026-03-20"}, {}),
        ({"homecity": "Oslo"}, {}),
    ],
)
def test_a_day_of_a_closer_name_stands_for_the_day(
    passing: dict[str, str], recalled: dict[str, str]
) -> None:
    assert dict(Memory(passing=passing).values_for(schema_of(VISIT))) == recalled


SHOP = {
    "orders": [
        {"order_number": "A-7", "item": "wool socks"},
        {"order_number": "B-8", "item": "rain jacket"},
    ]
}
BACK = client_function("start_return", "Starts a return.", order_number="STRING", item="STRING")


@pytest.mark.parametrize("told_list", [SHOP, {}])
def test_what_is_of_another_thing_is_not_done_with_what_was_told_last(
    told_list: dict[str, Any],
) -> None:
    told = {"order_number": "A-7", "item": "wool socks"}
    memory = Memory(tool=ORDER.name, called=[ORDER.name], told=told, told_list=told_list)
    memory.lasting = {"ordernumber": "A-7"}
    decided = decide("Start a return, item: jacket", ORDER, BACK, memory=memory)
    args = decided.args if isinstance(decided, Call) else decided.asks.args
    assert args.get("order_number") == ("B-8" if told_list else None)
    decided = decide("Start a return, item: socks", ORDER, BACK, memory=memory)
    assert decided == Call(BACK, {"order_number": "A-7", "item": "socks"})


def test_a_list_lasts_when_one_of_its_items_was_told() -> None:
    memory, schema = Memory(), input_schema(ORDER)
    memory.add_result(ORDER, schema, {}, SHOP)
    memory.add_result(ORDER, schema, {}, {"order_number": "A-7"})
    assert memory.listing == SHOP
    memory.add_result(ORDER, schema, {}, {"orders": []})
    assert memory.listing == {"orders": []}


def test_a_deed_for_another_one_too_is_confirmed() -> None:
    memory = Memory(tool=CANCEL.name, called=[CANCEL.name], args={"order_number": "A-7"})
    decided = decide("and B-8 too please", ORDER, CANCEL, memory=memory)
    asked = open_call(CANCEL, order_number="B-8")
    assert decided == Say("Please confirm: shall I cancel order (order number: B-8)?", asked)
    for text in ("and what about B-8?", "and not B-8 too", "and A-7 too"):
        decided = decide(text, ORDER, CANCEL, memory=memory)
        assert not isinstance(decided, Say) or decided.asks != asked


def test_a_question_for_another_one_asks_again_and_does_nothing() -> None:
    find = client_function("find_seats", "Finds free seats in a city.", city="STRING")
    book = client_function("book_seat", "Books a seat in a city.", city="STRING")
    called = [find.name, book.name]
    memory = Memory(tool=book.name, called=called, args={"city": "Oslo"})
    asked = {"memory": memory, "standalone_text": "Book a seat in Bergen"}
    text = "and what about Bergen?"
    assert decide(text, find, book, **asked) == Call(find, {"city": "Bergen"})
    assert decide(text, book, **asked).asks == open_call(book, city="Bergen")


def test_what_was_spoken_of_before_is_no_name_of_a_city() -> None:
    fly = client_function("search_flights", "Searches flights.", origin="STRING")
    text = "I also need a flight there"
    decided = decide(text, fly, standalone_text=f"{text} (Old Mill Inn)")
    assert decided == Say("Which origin?", open_call(fly))


def test_a_number_that_was_spoken_of_before_counts_nothing() -> None:
    table = client_function("find_tables", "Finds tables.", time="STRING", guests="INTEGER")
    text = "ok, 8:30 pm then"
    decided = decide(f"find_tables at {text}", table, standalone_text=f"{text} (7 evening)")
    assert decided == Say("Which guests?", open_call(table, time="20:30"))

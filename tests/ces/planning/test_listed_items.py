"""What a tool has listed, and how users count it."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning.decisions import Call, Say
from emulator.ces.runtime.planning.items.item_references import referenced_values
from emulator.ces.runtime.planning.items.listed_items import item_names
from emulator.ces.runtime.planning.items.ordinals import with_ordinals_resolved
from emulator.ces.runtime.planning.memory import Memory
from tests.ces.planning.deciding import client_function, decide, open_call

SLOTS = ["slot id S-1", "slot id S-2", "slot id S-3"]


@pytest.mark.parametrize(
    ("response", "names"),
    [
        ({"day": "Monday", "slots": [{"slot_id": "S-1"}, {"slot_id": "S-2"}]}, SLOTS[:2]),
        ({"points": [{"id": "PP-31", "name": "Kiosk"}]}, ["point PP-31"]),
        ({"output": {"rooms": [{"name": "Attic"}, {"beds": 2}]}}, ["room Attic"]),
        ({"flights": [{"flight": "CY4", "fee": 0}]}, ["flight CY4"]),
        ({"slots": []}, []),
        ({"free_times": ["9:00", "10:00"]}, ["free time 9:00", "free time 10:00"]),
        ({"tips": ["x" * 41]}, []),
        ({"slots": [{"slot_id": "x" * 201}]}, []),
    ],
)
def test_what_is_listed_is_known_by_what_names_it(response: Any, names: list[str]) -> None:
    assert item_names(response) == names


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Book the second one for me", "Book slot id S-2 for me"),
        ("the first, please", "slot id S-1, please"),
        ("I'll take the 3rd slot.", "I'll take slot id S-3."),
        ("the last one", "slot id S-3"),
        ("the fourth one", "the fourth one"),
        ("the first time I called", "the first time I called"),
        ("on the second of May", "on the second of May"),
        ("at last", "at last"),
        ("Move it to the 3rd, please", "Move it to the 3rd, please"),
        ("Keep it until the first.", "Keep it until the first."),
        ("Change to the second one", "Change to slot id S-2"),
    ],
)
def test_what_users_count_is_named(text: str, meant: str) -> None:
    assert with_ordinals_resolved(text, SLOTS) == meant
    assert with_ordinals_resolved(text, []) == text


SHOWS = {
    "shows": [
        {"id": "PF-310", "title": "Tosca in the park", "date": "2027-03-21", "time": "19:30"},
        {"id": "PF-318", "title": "Tosca", "date": "2027-03-27", "time": "18:00"},
    ]
}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("show_id", "the one in the park", "PF-310"),
        ("show_id", "the one on March 27", "PF-318"),
        ("show_id", "at 6 pm", "PF-318"),
        ("title", "that in the park", "Tosca in the park"),
        ("show_id", "Tosca", None),
        ("show_id", "any", None),
        ("buyer_id", "the one in the park", None),
        ("date", "the one in the park", None),
    ],
)
def test_what_is_listed_is_told_apart_by_its_words(name: str, text: str, value: str | None) -> None:
    assert referenced_values([name], text, "2027-03-01", SHOWS).get(name) == value
    assert referenced_values([name], text, "2027-03-01", {"shows": []}) == {}


TIMES = {"free_times": ["18:00", "19:30", "21:00"]}
VISITS = {
    "slots": [
        {"slot_id": "S-1", "start": "2026-03-17 09:00"},
        {"slot_id": "S-2", "start": "2026-03-17 14:30"},
        {"slot_id": "S-3", "start": "2026-03-17 17:15"},
    ]
}


@pytest.mark.parametrize(
    ("name", "text", "response", "value"),
    [
        ("time", "half past seven sounds good", TIMES, "19:30"),
        ("time", "7:30 pm", TIMES, "19:30"),
        ("time", "7:30 am", TIMES, None),
        ("time", "eight o'clock", TIMES, None),
        ("slot_id", "the morning one", VISITS, "S-1"),
        ("slot_id", "the afternoon one, please", VISITS, "S-2"),
        ("slot_id", "the one in the evening", VISITS, "S-3"),
        ("slot_id", "at half past two", VISITS, "S-2"),
        ("start", "in the evening", {"starts": ["9-12", "18-20"]}, "18-20"),
    ],
)
def test_what_is_listed_is_told_apart_by_when_it_is(
    name: str, text: str, response: Any, value: str | None
) -> None:
    assert referenced_values([name], text, "2026-03-10", response).get(name) == value


TASKS = {"tasks": [{"task_id": 3, "title": "Buy milk"}, {"task_id": 4, "title": "Call the bank"}]}


def test_what_is_listed_may_have_numbers() -> None:
    assert item_names(TASKS) == ["task id 3", "task id 4"]
    assert (
        referenced_values(["task_id"], "I called the bank", "2026-03-10", TASKS).get("task_id") == 4
    )


def test_what_is_listed_is_told_apart_by_a_letter_behind_its_name() -> None:
    permits = {"permits": [{"permit_id": "P-1", "zone": "A"}, {"permit_id": "P-2", "zone": "B"}]}
    for text, value in (("the one in zone A", "P-1"), ("zone b", "P-2"), ("a zone", None)):
        assert referenced_values(["permit_id"], text, "2026-03-10", permits).get("permit_id") == (
            value
        )


def test_what_is_new_is_not_called_like_what_was_listed() -> None:
    shows = client_function("list_tasks", "Lists tasks.")
    add = client_function("add_task", "Adds a task.", title="STRING")
    cart = client_function("add_to_list", "Adds a task to a list.", task_id="INTEGER")
    memory = Memory(tool=shows.name, told=TASKS)
    assert decide("Add a task to call mom", shows, add, memory=memory).asks == open_call(add)
    decided = decide("Please add the milk to my list", shows, cart, memory=memory)
    assert decided == Call(cart, {"task_id": 3})


FLIGHTS = {"flights": [{"flight": "CY4", "leaves": "09:15"}, {"flight": "CY8", "leaves": "19:50"}]}


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("Does the evening one cost extra?", True),
        ("Can you book the evening one?", False),
        ("Is there an evening flight?", False),
        ("Is the blue one nice?", False),
    ],
)
def test_a_question_about_one_of_what_was_listed_is_told_that_one(text: str, is_told: bool) -> None:
    waits = open_call(client_function("take", "Takes a flight.", flight="STRING"), day="Monday")
    decided = decide(text, memory=Memory(told=FLIGHTS), open_call=waits)
    told = Say("flight: CY8; leaves: 19:50", waits)
    assert (decided == told) is is_told


def test_who_would_rather_have_another_one_takes_it_in_place_of_what_is_to_be_confirmed() -> None:
    rooms = {"rooms": [{"room_id": "R1", "name": "Quiet"}, {"room_id": "R2", "name": "Sunny"}]}
    find = client_function("find_rooms", "Finds rooms.", day="STRING")
    book = client_function("book_room", "Books a room.", room_id="STRING")
    memory = Memory(tool=find.name, called=[find.name], told=rooms)
    for text in ("hmm, no, rather the quiet one", "No, I meant the quiet one", "no, the quiet one"):
        decided = decide(text, find, book, memory=memory, open_call=open_call(book, room_id="R2"))
        assert isinstance(decided, Say)
        assert decided.asks == open_call(book, room_id="R1")


def test_one_of_a_list_is_taken_with_what_else_is_said() -> None:
    tours = {"tours": [{"tour_id": "T1", "time": "10:00"}, {"tour_id": "T2", "time": "15:00"}]}
    find = client_function("list_tours", "Lists tours.", day="STRING")
    book = client_function(
        "book_tour", "Books.", tour_id="STRING", visitors="INTEGER", mail="STRING"
    )
    memory = Memory(tool=find.name, called=[find.name], told=tours)
    text = "The afternoon one, for four people"
    decided = decide(text, find, book, memory=memory, open_call=open_call(book))
    assert decided.asks == open_call(book, tour_id="T2", visitors=4)


def test_that_one_is_what_was_spoken_of_before() -> None:
    hotels = {
        "hotels": [{"hotel_id": "H1", "name": "Old Mill"}, {"hotel_id": "H2", "name": "Quay"}]
    }
    find = client_function("find_hotels", "Finds hotels.", city="STRING")
    book = client_function("book_hotel", "Books a hotel.", hotel_id="STRING")
    memory = Memory(tool=find.name, called=[find.name], told=hotels)
    earlier = ["Is the Old Mill cheaper?"]
    decided = decide("ok take that one", find, book, memory=memory, earlier=earlier)
    assert isinstance(decided, Say)
    assert decided.asks == open_call(book, hotel_id="H1")
    for text in ("is that one good?", "that one is too far", "take the other one"):
        decided = decide(text, find, book, memory=memory, earlier=earlier)
        assert not isinstance(decided, Say) or decided.asks is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("anything in the afternoon?", "id: S2; time: 15:00"),
        ("do you have something in the morning", "id: S1; time: 09:00"),
        ("anything but the afternoon?", ""),
        ("is there anything else?", ""),
    ],
)
def test_the_only_one_of_a_kind_is_told_of(text: str, words: str) -> None:
    slots = {"slots": [{"id": "S1", "time": "09:00"}, {"id": "S2", "time": "15:00"}]}
    find = client_function("find_slots", "Finds slots.", day="STRING")
    memory = Memory(tool=find.name, called=[find.name], told=slots)
    decided = decide(text, find, memory=memory)
    assert (decided == Say(words)) is bool(words)

"""What a tool has listed, and how users count it."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning.listings import in_full, listed, picked

SLOTS = ["slot id S-1", "slot id S-2", "slot id S-3"]


@pytest.mark.parametrize(
    ("response", "names"),
    [
        ({"day": "Monday", "slots": [{"slot_id": "S-1"}, {"slot_id": "S-2"}]}, SLOTS[:2]),
        ({"points": [{"id": "PP-31", "name": "Kiosk"}]}, ["point PP-31"]),
        ({"output": {"rooms": [{"name": "Attic"}, {"beds": 2}]}}, ["room Attic"]),
        ({"slots": []}, []),
        ({"slots": ["9:00", "10:00"]}, []),
        ({"slots": [{"slot_id": "x" * 201}]}, []),
    ],
)
def test_what_is_listed_is_known_by_what_names_it(response: Any, names: list[str]) -> None:
    assert listed(response) == names


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
    assert in_full(text, SLOTS) == meant
    assert in_full(text, []) == text


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
    assert picked(name, text, "2027-03-01", SHOWS) == value
    assert picked(name, text, "2027-03-01", {"shows": []}) is None

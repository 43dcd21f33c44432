"""What a tool has listed, and how users count it."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.planning.listings import in_full, listed

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

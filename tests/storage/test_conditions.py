"""Conditions mean the same in SQL as over plain values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulator.storage import sessions
from emulator.storage.conditions import Compare, Not, holds, labels_text
from emulator.storage.records import Listing
from emulator.storage.store import Store

TEXTS = ("", "Beta two", "Ångström", "ΣΊΣΥΦΟΣ", "100%", "a_b")


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    opened = Store(None)
    with opened.write() as connection:
        for text in TEXTS:
            row = sessions.SessionRow(
                name=f"s/{text}",
                parent="p",
                user_pseudo_id="",
                state=0,
                display_name=text,
                is_pinned=False,
                labels=labels_text(()),
                create_time=0,
                update_time=0,
                body=text.encode(),
            )
            sessions.add(connection, row)
    yield opened
    opened.close()


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("beta", {"Beta two"}),
        ("ÅNG", {"Ångström"}),
        ("ångs", {"Ångström"}),
        ("σίσυ", {"ΣΊΣΥΦΟΣ"}),
        ("0%", {"100%"}),
        ("_", {"a_b"}),
        ("none", set()),
    ],
)
def test_a_part_of_a_text_is_found_in_any_case(
    store: Store, wanted: str, found: set[str], negated: bool
) -> None:
    part = Compare("display_name", "search", wanted)
    condition, expected = (Not(part), set(TEXTS) - found) if negated else (part, found)
    with store.read() as connection:
        rows = sessions.page(connection, Listing("p", condition))
    assert {body.decode() for _, body in rows} == expected
    assert {text for text in TEXTS if holds(condition, {"display_name": text}.get)} == expected

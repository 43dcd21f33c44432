"""The newest of many sessions and conversations are found without a look at the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.storage import agent_sessions, conversations, schema, sessions
from emulator.storage.agent_sessions import AgentSessionRow
from emulator.storage.conditions import All
from emulator.storage.conversations import ConversationRow
from emulator.storage.records import Listing
from emulator.storage.sessions import SessionRow

PAGE = 10


def session(name: str, time: int) -> SessionRow:
    return SessionRow(name, "p", "", 1, "", False, "", 0, time, name.encode())


def conversation(name: str, time: int) -> ConversationRow:
    return ConversationRow(name, "p", "", 1, 0, time, name.encode())


def agent_session(name: str, time: int) -> AgentSessionRow:
    return AgentSessionRow(name, "p", 1, time, time, True, b"", name.encode())


@pytest.mark.parametrize(
    ("records", "row", "time"),
    [
        (sessions, session, "update_time"),
        (conversations, conversation, "update_time"),
        (agent_sessions, agent_session, "start_time"),
    ],
)
@pytest.mark.parametrize("shown", [0, 4])
def test_a_page_of_many_takes_no_more_steps_than_one_of_few(
    records: ModuleType, row: Callable[[str, int], Any], time: str, shown: int
):
    steps = {}
    for count in (100, 2_000):
        after = (count - shown, "o") if shown else ()
        listing = Listing("p", All(), ((time, True),), after, limit=PAGE)
        database = sqlite3.connect(":memory:", isolation_level=None)
        schema.create(database)
        for number in range(count):
            records.add(database, row(f"n{number}", number * 7 % count))
        ticks: list[None] = []
        database.set_progress_handler(lambda ticks=ticks: ticks.append(None), 1)
        page = records.page(database, listing)
        newest = sorted(range(count), key=lambda number: -(number * 7 % count))
        assert [body for _, body in page] == [
            f"n{number}".encode() for number in newest[shown : shown + PAGE]
        ]
        steps[count] = len(ticks)
        database.close()
    assert steps[2_000] <= steps[100]


ORDERS = st.lists(
    st.tuples(st.sampled_from(["update_time", "display_name", "name"]), st.booleans()), max_size=3
)
ROWS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from("ab")), max_size=9)


@given(ROWS, ORDERS.map(tuple), st.integers(1, 4), st.sets(st.integers(0, 8)))
def test_pages_in_any_order_miss_nothing_when_some_are_deleted(
    rows: list[tuple[int, str]], order: tuple[tuple[str, bool], ...], size: int, gone: set[int]
):
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(database)
    for number, (time, title) in enumerate(rows):
        made = SessionRow(f"n{number}", "p", "", 1, title, False, "", 0, time, b"%d" % number)
        sessions.add(database, made)
    expected = list(range(len(rows)))
    keys = {"update_time": 0, "display_name": 1}
    for column, descending in reversed(order):
        expected.sort(
            key=lambda one, column=column: (*rows[one], one)[keys.get(column, 2)],
            reverse=descending,
        )
    seen, place = [], ()
    while page := sessions.page(database, Listing("p", All(), order, place, size)):
        seen += [int(body) for _, body in page]
        place = page[-1][0]
        for number in gone:
            sessions.remove(database, f"n{number}")
    first = expected[:size]
    assert seen == first + [one for one in expected[size:] if one not in gone]
    database.close()


def test_those_of_one_time_stand_in_the_order_of_their_names():
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(database)
    for name, time in (("b", 1), ("c", 2), ("a", 1), ("d", 1)):
        sessions.add(database, session(name, time))
    listing = Listing("p", All(), (("update_time", True),), (2, "c"), limit=2)
    assert [body for _, body in sessions.page(database, listing)] == [b"a", b"b"]
    database.close()

"""The newest of many sessions and conversations are found without a look at the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

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
def test_a_page_of_many_takes_no_more_steps_than_one_of_few(
    records: ModuleType, row: Callable[[str, int], Any], time: str
):
    listing = Listing("p", All(), [(time, True)], limit=PAGE)
    steps = {}
    for count in (100, 2_000):
        database = sqlite3.connect(":memory:", isolation_level=None)
        schema.create(database)
        for number in range(count):
            records.add(database, row(f"n{number}", number * 7 % count))
        ticks: list[None] = []
        database.set_progress_handler(lambda ticks=ticks: ticks.append(None), 1)
        page = records.page(database, listing)
        newest = sorted(range(count), key=lambda number: -(number * 7 % count))[:PAGE]
        assert page == [f"n{number}".encode() for number in newest]
        steps[count] = len(ticks)
        database.close()
    assert steps[2_000] <= steps[100]


def test_those_of_one_time_stand_in_the_order_of_their_names():
    database = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(database)
    for name, time in (("b", 1), ("c", 2), ("a", 1), ("d", 1)):
        sessions.add(database, session(name, time))
    listing = Listing("p", All(), [("update_time", True)], offset=1, limit=2)
    assert sessions.page(database, listing) == [b"a", b"b"]
    database.close()

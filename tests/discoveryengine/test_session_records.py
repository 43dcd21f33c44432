"""Turns that are stored together are read, found and changed one by one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from emulator.discoveryengine.sessions import records
from emulator.storage import schema
from emulator.surface.errors import ApiError
from emulator.surface.messages import discoveryengine as de

SESSION = "projects/demo/locations/global/dataStores/d/sessions/s"
TURNS = 70


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    """One with a session of three turns to which others were added."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(connection)
    session = de.Session(name=SESSION, turns=[turn(position) for position in range(3)])
    records.create(connection, session, 0)
    for position in range(3, TURNS):
        records.append_turn(connection, session, turn(position), position)
    yield connection
    connection.close()


def turn(position: int, answer: str = "") -> object:
    query = de.Query(text=f"Question {position}?", query_id=f"questions/{position}")
    return de.Session.Turn(query=query, answer=answer)


def test_all_turns_are_read_in_order(database):
    stored = records.load(database, SESSION)
    assert list(stored.turns) == [turn(position) for position in range(TURNS)]


@pytest.mark.parametrize("position", [0, 1, 5, 31, 32, 33, 41, 64, 69, TURNS])
def test_the_turns_before_one_are_read(database, position):
    before = list(records.turns_before(database, SESSION, position))
    assert before == [turn(one) for one in range(position)][-len(before) or TURNS :]
    assert len(before) >= min(position, 32)


@pytest.mark.parametrize("position", [0, 31, 32, 69])
def test_a_turn_is_found_and_answered(database, position):
    place = records.place_of(database, SESSION, f"questions/{position}")
    assert place is not None
    assert place.start + place.offset == position
    session = records.load(database, SESSION, with_turns=False)
    records.answer_turn(database, session, f"questions/{position}", "answer", 0)
    turns = records.load(database, SESSION).turns
    assert [one.answer for one in turns] == ["answer" * (one == position) for one in range(TURNS)]


def test_a_turn_that_is_gone_is_not_answered(database):
    session = records.load(database, SESSION)
    del session.turns[5]
    records.save(database, session, 0, with_turns=True)
    with pytest.raises(ApiError, match="Turn questions/5 not found"):
        records.answer_turn(database, session, "questions/5", "answer", 0)


def test_part_of_an_id_is_the_id_of_no_turn(database):
    assert records.place_of(database, SESSION, "questions/") is None


def test_other_turns_take_their_place(database):
    session = records.load(database, SESSION)
    del session.turns[1:40]
    records.save(database, session, 0, with_turns=True)
    records.append_turn(database, session, turn(TURNS), 0)
    kept = [0, *range(40, TURNS + 1)]
    assert list(records.load(database, SESSION).turns) == [turn(position) for position in kept]

"""Transactions: all or nothing, and the next one whatever became of the last."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from emulator.storage import facts
from emulator.storage.statements import Connection
from emulator.storage.store import Store


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "test.sqlite" if request.param == "file" else None)
    yield opened
    opened.close()


ONE = "INSERT INTO facts VALUES ('one', '1')"
ORPHAN = "INSERT INTO turns VALUES ('none', 0, '', x'')"
FULL = "CREATE TRIGGER full BEFORE INSERT ON turns BEGIN SELECT RAISE(ROLLBACK, 'full'); END"


def write(store: Store, *statements: str) -> None:
    with store.write() as connection:
        for statement in statements:
            connection.execute(statement)


def assert_nothing_was_kept_and_the_next_write_is(store: Store) -> None:
    write(store, ONE.replace("one", "two"))
    with store.read() as connection:
        assert facts.get(connection, "one") is None
        assert facts.get(connection, "two") == "1"


def test_a_block_that_raises_is_undone(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        write(store, ONE, ONE)
    assert_nothing_was_kept_and_the_next_write_is(store)


def test_a_transaction_that_cannot_be_committed_is_undone(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        write(store, "PRAGMA defer_foreign_keys=ON", ONE, ORPHAN)
    assert_nothing_was_kept_and_the_next_write_is(store)


def test_a_transaction_that_the_database_has_undone_fails_for_that_reason(store: Store) -> None:
    write(store, FULL)
    with pytest.raises(sqlite3.IntegrityError, match="full"):
        write(store, ONE, ORPHAN)
    assert_nothing_was_kept_and_the_next_write_is(store)


def test_a_write_inside_a_write_is_refused_and_spoils_nothing(store: Store) -> None:
    with store.write() as connection:
        connection.execute(ONE)
        with pytest.raises(sqlite3.OperationalError, match="within a transaction"):
            write(store, FULL)
    with store.read() as connection:
        assert facts.get(connection, "one") == "1"


def read_one(connection: Connection) -> list[str | None]:
    return [facts.get(connection, "one")]


def test_what_was_read_is_remembered_until_something_is_written(store: Store) -> None:
    first = store.remembered("key", read_one)
    assert store.remembered("key", read_one) is first
    write(store, ONE)
    assert (first, store.remembered("key", read_one)) == ([None], ["1"])


def test_what_is_old_takes_no_memory(store: Store) -> None:
    known = weakref.ref(store.remembered("key", lambda _: {"much"}))
    assert known() == {"much"}
    write(store, ONE)
    assert known() is None


def test_what_was_read_outlasts_a_record(store: Store) -> None:
    first = store.remembered("key", read_one)
    with store.record() as connection:
        connection.execute(ONE.replace("one", "two"))
    assert store.remembered("key", read_one) is first
    with store.read() as connection:
        assert facts.get(connection, "two") == "1"


def test_what_is_read_of_a_transaction_that_is_undone_is_not_remembered(store: Store) -> None:
    def write_and_read() -> None:
        with store.write() as connection:
            connection.execute(ONE)
            assert store.remembered("key", read_one) == ["1"]
            connection.execute(ONE)

    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        write_and_read()
    assert store.remembered("key", read_one) == [None]


def test_what_is_written_while_something_is_read_makes_that_old(store: Store) -> None:
    def read(connection: Connection) -> list[str | None]:
        found = read_one(connection)
        write(store, ONE)
        return found

    assert store.remembered("key", read) == [None]
    assert store.remembered("key", read_one) == ["1"]


def test_failures_are_not_remembered(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        store.remembered("key", lambda _: 1 // 0)
    assert store.remembered("key", read_one) == [None]

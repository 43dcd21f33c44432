"""Transactions: all or nothing, and the next one whatever became of the last."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from emulator.storage import facts
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

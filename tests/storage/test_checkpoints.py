"""The write-ahead log is brought into the database beside the writers, not by them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from emulator.storage.store import Store
from tests.processes import PATIENCE

# More than the thousand pages of 4,096 bytes after which SQLite has a writer do it.
MANY = 6_000_000
PAUSE = "emulator.storage.checkpoints._PAUSE_SECONDS"


def write(store: Store, size: int) -> None:
    with store.write() as connection:
        connection.execute("INSERT INTO facts VALUES ('one', ?)", ("x" * size,))


def test_a_writer_leaves_the_log_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PAUSE, 3600.0)
    path = tmp_path / "test.sqlite"
    store = Store(path)
    write(store, MANY)
    assert path.stat().st_size < MANY
    store.close()
    assert path.stat().st_size > MANY


def test_it_is_brought_in_after_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PAUSE, 0.0)
    path = tmp_path / "test.sqlite"
    store = Store(path)
    write(store, MANY)
    end = time.monotonic() + PATIENCE
    while path.stat().st_size < MANY:
        assert time.monotonic() < end
        time.sleep(0.01)
    store.close()


def test_a_log_that_nobody_brings_in_stays_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PAUSE, 3600.0)
    path = tmp_path / "test.sqlite"
    store = Store(path)
    for _ in range(12):
        write(store, MANY)
        with store.write() as connection:
            connection.execute("DELETE FROM facts")
    assert (tmp_path / "test.sqlite-wal").stat().st_size < 9 * MANY
    store.close()

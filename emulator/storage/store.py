"""The database: opened, brought to the newest schema, and one writer at a time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from emulator.storage import schema
from emulator.storage.checkpoints import Checkpoints
from emulator.storage.statements import Connection

# WAL with synchronous=NORMAL keeps every committed write when the process is killed. To make a new
# database one with a WAL need not wait for the disk four times: there is nothing to lose yet. The
# cache stays at SQLite's 2 MB: a commit after a page was split looks through all of it, and what is
# not there the system has in memory (of 238 MB, reads are as fast as with 64 MB).
_PRAGMAS = (
    "synchronous=OFF",
    "journal_mode=WAL",
    "synchronous=NORMAL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    # Pages in the log after which a writer brings them in itself: where writes never pause, others
    # cannot keep it short.
    "wal_autocheckpoint=8192",
)
# In memory the cache is the database: larger pages are fewer, and seldom split (of 20,000 answers
# one is recorded in a fifth of the time).
_PRAGMAS_IN_MEMORY = ("page_size=16384", *_PRAGMAS)


_MOST_REMEMBERED = 1_000
_Value = TypeVar("_Value")


class Store:
    """A SQLite database in a file, or in memory when there is no path.

    Every thread has its own connection to a file. A database in memory has one connection, which
    the threads take in turn.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._local = threading.local()
        self._writing = threading.RLock()
        self._connections: list[Connection] = []
        self._writes = 0
        self._remembered: dict[Hashable, tuple[int, Any]] = {}
        self._shared = self._connect()
        self._checkpoints = None if path is None else Checkpoints(self._connect)
        schema.upgrade(self._shared)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for queries; each sees what was committed before it."""
        if self._path is not None:
            yield self._connection()
            return
        with self._writing:
            yield self._shared

    def remembered(self, key: Hashable, read: Callable[[Connection], _Value]) -> _Value:
        """What `read` makes of the database, made anew only after a `write`.

        It is shared, so nobody may change it. What `read` raises is not remembered.
        """
        writes = self._writes  # Before it is read: what is written meanwhile makes it old.
        found = self._remembered.get(key)
        if found is None or found[0] != writes:
            with self.read() as connection:
                found = writes, read(connection)
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = found
        value: _Value = found[1]
        return value

    def kept(self, key: Hashable) -> dict[Any, Any]:
        """A dictionary to keep in what was read; once something is written, another, empty one."""
        return self.remembered(("kept", key), lambda _: {})

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: committed at the end of the block, undone if the block raises."""
        with self._writing:
            try:
                with self.record() as connection:
                    yield connection
            finally:
                self._writes += 1
                self._remembered.clear()

    @contextmanager
    def record(self) -> Iterator[Connection]:
        """The same for what was asked and answered, of which nothing that is remembered is made."""
        with self._writing:
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite has undone it itself if the disk is full.
                    connection.execute("ROLLBACK")
                raise
            if self._checkpoints is not None:
                self._checkpoints.note()

    def close(self) -> None:
        """Close every connection; the write-ahead log is folded into the database."""
        if self._checkpoints is not None:
            self._checkpoints.close()
        with self._writing:
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def _connection(self) -> Connection:
        if self._path is None:
            return self._shared
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
        return connection

    def _connect(self) -> Connection:
        connection = sqlite3.connect(
            self._path or ":memory:",
            isolation_level=None,  # Transactions are begun and ended by `write`.
            check_same_thread=False,
            cached_statements=256,
        )
        for pragma in _PRAGMAS_IN_MEMORY if self._path is None else _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("lower", 1, _lower, deterministic=True)
        self._connections.append(connection)
        return connection


def _lower(text: str | None) -> str | None:
    """The text in lower case, letters beyond ASCII too, which SQLite's own function leaves."""
    return None if text is None else text.lower()

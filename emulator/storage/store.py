"""The database: opened, brought to the newest schema, and one writer at a time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from emulator.storage import schema
from emulator.storage.statements import Connection

# WAL with synchronous=NORMAL keeps every committed write when the process is killed.
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    "cache_size=-65536",
)


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
        self._shared = self._connect()
        schema.upgrade(self._shared)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for queries; each sees what was committed before it."""
        if self._path is not None:
            yield self._connection()
            return
        with self._writing:
            yield self._shared

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: committed at the end of the block, undone if the block raises."""
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

    def close(self) -> None:
        """Close every connection; the write-ahead log is folded into the database."""
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
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("lower", 1, _lower, deterministic=True)
        self._connections.append(connection)
        return connection


def _lower(text: str | None) -> str | None:
    """The text in lower case, letters beyond ASCII too, which SQLite's own function leaves."""
    return None if text is None else text.lower()

"""The database: opened, brought to the newest schema, and one writer at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event

from emulator.storage import schema


class Store:
    """A SQLite database in a file, or in memory when there is no path.

    Every thread has its own connection to a file. A database in memory has one connection, which
    the threads take in turn.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._engine = _engine(path)
        self._local = threading.local()
        self._writing = threading.RLock()
        self._connections: list[Connection] = []
        schema.upgrade(self._engine)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for queries; each sees what was committed before it."""
        if self._path is not None:
            yield self._connection()
            return
        with self._writing:
            yield self._connection()

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: committed at the end of the block, undone if the block raises."""
        with self._writing:
            connection = self._connection()
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise
            connection.exec_driver_sql("COMMIT")

    def close(self) -> None:
        """Close every connection; the write-ahead log is folded into the database."""
        with self._writing:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
            self._engine.dispose()

    def _connection(self) -> Connection:
        holder: Any = self if self._path is None else self._local
        connection: Connection | None = getattr(holder, "connection", None)
        if connection is None:
            connection = self._engine.connect()
            holder.connection = connection
            self._connections.append(connection)
        return connection


def _engine(path: Path | None) -> Engine:
    if path is None:
        engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
    else:
        engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
    engine = engine.execution_options(isolation_level="AUTOCOMMIT")
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    """Set what SQLite keeps for each connection.

    WAL with synchronous=NORMAL keeps every committed write when the process is killed.
    """
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        "busy_timeout=10000",
        "cache_size=-65536",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()

"""The write-ahead log brought into the database on a thread of its own."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable

from emulator.storage.statements import Connection

# Until then the log grows, and after it the disk is waited for once for all that was written.
_PAUSE_SECONDS = 1.0

log = logging.getLogger(__name__)


class Checkpoints:
    """Follows writes, with a connection that it opens at the first one.

    Else SQLite has that writer do it whose transaction fills the log: for as long as the disk
    takes all other calls wait with it.
    """

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._written = threading.Event()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def note(self) -> None:
        """Take note of a write; not to be called by two threads at once."""
        if not self._written.is_set():
            self._written.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Begin nothing more, and wait for what has begun."""
        self._ending.set()
        self._written.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        connection = self._connect()
        while self._written.wait() and not self._ending.wait(_PAUSE_SECONDS):
            self._written.clear()
            try:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            except sqlite3.OperationalError as error:  # As if the disk is full: the log has it all.
                log.warning("The write-ahead log is left as it is: %s", error)

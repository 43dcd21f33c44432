"""The one source of time."""

from __future__ import annotations

import threading
import time


class Clock:
    """Wall-clock time in microseconds since the epoch, never the same twice.

    Resources are ordered by their times, so two writes must not share one.
    """

    def __init__(self) -> None:
        self._last = 0
        self._lock = threading.Lock()

    def now(self) -> int:
        """The current time in microseconds since the epoch."""
        with self._lock:
            self._last = max(self._last + 1, time.time_ns() // 1_000)
            return self._last

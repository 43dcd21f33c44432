"""The one source of time."""

from __future__ import annotations

import threading
import time


class Clock:
    """Wall-clock time in microseconds since the epoch, never the same twice.

    Resources are ordered by their times, so two writes must not share one. A clock that is `fixed`
    starts there, and goes on by a microsecond whenever it is asked.
    """

    def __init__(self, fixed: int | None = None) -> None:
        self._fixed = fixed
        self._last = 0 if fixed is None else fixed - 1
        self._lock = threading.Lock()

    def now(self) -> int:
        """The current time in microseconds since the epoch."""
        with self._lock:
            measured = time.time_ns() // 1_000 if self._fixed is None else self._fixed
            self._last = max(self._last + 1, measured)
            return self._last

"""The one source of time."""

from __future__ import annotations

import re
import threading
import time
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AwareDatetime, BeforeValidator, Field

EPOCH = datetime.fromtimestamp(0, UTC)
LAST = datetime(9999, 12, 31, tzinfo=UTC)
"""Nearly where a google.protobuf.Timestamp ends."""
_EXAMPLE = "2026-01-31T12:00:00Z"


def _written(value: object) -> object:
    """Leave out numbers, such as a year, which pydantic takes for seconds since the epoch."""
    if isinstance(value, datetime) or re.match(r"\d{4}-\d\d-\d\d", str(value)):
        return value
    raise ValueError(f"it should be such as {_EXAMPLE}")


Moment = Annotated[
    AwareDatetime, Field(ge=EPOCH, le=LAST, examples=[_EXAMPLE]), BeforeValidator(_written)
]
"""A time at which the clock can stand, as people write it."""


class Clock:
    """Wall-clock time in microseconds since the epoch, never the same twice.

    Resources are ordered by their times, so two writes must not share one. A clock that is `fixed`
    starts there, and goes on by a microsecond whenever it is asked.

    It can be set to stand in the same way at another time, also an earlier one. When it is
    released it goes on as it would if it had never been set.
    """

    def __init__(self, fixed: int | None = None) -> None:
        self._own = _Hand(fixed)
        self._set: _Hand | None = None
        self._lock = threading.Lock()

    def now(self) -> int:
        """The current time in microseconds since the epoch."""
        with self._lock:
            return (self._set or self._own).next()

    @property
    def shown(self) -> int:
        """The current time, without a microsecond that goes by."""
        with self._lock:
            return (self._set or self._own).shown

    @property
    def is_set(self) -> bool:
        """Whether it stands where it was set."""
        return self._set is not None

    def set(self, time: int) -> None:
        """Let it stand at a time, in microseconds since the epoch."""
        with self._lock:
            self._set = _Hand(time)

    def release(self) -> None:
        """Let it go on as it was started."""
        with self._lock:
            self._set = None


class _Hand:
    """What shows the time: the wall clock's, or a fixed one."""

    def __init__(self, fixed: int | None) -> None:
        self._fixed = fixed
        self._last = 0 if fixed is None else fixed - 1

    @property
    def _measured(self) -> int:
        return time.time_ns() // 1_000 if self._fixed is None else self._fixed

    @property
    def shown(self) -> int:
        return max(self._last, self._measured)

    def next(self) -> int:
        self._last = max(self._last + 1, self._measured)
        return self._last

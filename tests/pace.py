"""Limits of processor time that hold on a machine of any speed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time

_ADDED = 300_000
_ADDED_SECONDS = 0.006  # On the machine that the limits are written for.


@contextmanager
def within(seconds: float, worked: Callable[[], float] = process_time) -> Iterator[None]:
    """Fail if what is done takes more processor time; a slower machine has more in proportion.

    `worked` is the time that was used so far, here or by another process.
    """
    limit = seconds * max(1.0, _time_to_add() / _ADDED_SECONDS)
    started = worked()
    yield
    taken = worked() - started
    assert taken < limit, f"{taken:.2f} s, where {limit:.2f} s are enough"


def _time_to_add() -> float:
    """What this machine takes for it now, beside whatever else it does."""
    started = process_time()
    total = 0
    for number in range(_ADDED):
        total += number
    return process_time() - started

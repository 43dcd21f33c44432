"""Marks the service methods that may take long, so that transports keep them off the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])
_MARK = "_in_worker"


def in_worker(function: _Function) -> _Function:
    """Always run this service method on a worker thread: it parses, imports or waits."""
    setattr(function, _MARK, lambda service: True)
    return function


def in_worker_if(slow: Callable[[Any], bool]) -> Callable[[_Function], _Function]:
    """Run this service method on a worker thread when `slow(service)` says so.

    Else it takes milliseconds of computing, which to hand to a thread would make slower: Python
    computes on one thread at a time.
    """

    def mark(function: _Function) -> _Function:
        setattr(function, _MARK, slow)
        return function

    return mark


def runs_in_worker(handler: Any) -> bool:
    """Whether this call of a bound service method belongs on a worker thread."""
    slow = getattr(handler, _MARK, None)
    return slow is not None and bool(slow(handler.__self__))

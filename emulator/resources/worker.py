"""Marks the service methods that may take long, so that transports keep them off the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])
_MARK = "_in_worker"


def in_worker(function: _Function) -> _Function:
    """Run this service method on a worker thread: it searches, parses or waits."""
    setattr(function, _MARK, True)
    return function


def runs_in_worker(function: Callable[..., object]) -> bool:
    """Whether the method was marked."""
    return getattr(function, _MARK, False)

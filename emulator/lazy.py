"""A sequence whose items are made when they are first asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class Lazy(Generic[_Item]):
    """Makes each item once, also when several threads ask for it at the same time."""

    def __init__(self, makers: Iterable[Callable[[], _Item]]) -> None:
        self._makers = list(makers)
        self._made: list[_Item] = []
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[_Item]:
        for place, make in enumerate(self._makers):
            with self._lock:
                if place == len(self._made):
                    self._made.append(make())
            yield self._made[place]

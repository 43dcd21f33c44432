"""A mapping whose values are made when they are first asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class LazyMapping(Mapping[_Key, _Value]):
    """Makes each value once, also when several threads ask for it at the same time."""

    def __init__(self, makers: Mapping[_Key, Callable[[], _Value]]) -> None:
        self._makers = makers
        self._made: dict[_Key, _Value] = {}
        self._lock = threading.Lock()

    def __getitem__(self, key: _Key) -> _Value:
        with self._lock:
            if key not in self._made:
                self._made[key] = self._makers[key]()
            return self._made[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

"""Objects that are imported and made when they are first asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Generic, TypeVar

_Item = TypeVar("_Item")


class Lazy(Generic[_Item]):
    """A sequence that makes each item once, also when several threads ask for it at a time."""

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


def services(
    package: str, parts: Mapping[str, Sequence[tuple[str, str]]], environment: object
) -> dict[str, Lazy[Any]]:
    """The objects that implement each service, over one environment.

    `parts` are the module in the package, and the class in it, of each.
    """
    return {
        name: Lazy(partial(_made, f"{package}.{module}", part, environment) for module, part in of)
        for name, of in parts.items()
    }


def _made(module: str, part: str, environment: object) -> Any:
    return getattr(import_module(module), part)(environment)

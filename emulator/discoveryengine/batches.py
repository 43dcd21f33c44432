"""What is much is written in batches, each one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

_BATCH = 100
_Item = TypeVar("_Item")


def batches(items: Iterable[_Item]) -> Iterator[Sequence[_Item]]:
    """The items in as many at a time as one transaction writes."""
    rest = iter(items)
    while batch := list(islice(rest, _BATCH)):
        yield batch

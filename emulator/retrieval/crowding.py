"""Results that have the same value of a field as enough better ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

_Result = TypeVar("_Result")


def uncrowd(
    results: Sequence[_Result], values: Sequence[Hashable | None], most: int
) -> tuple[list[_Result], list[_Result]]:
    """Return the first `most` results of each value, and the others, both in their order.

    Results without a value (None) have nothing in common.
    """
    counts: Counter[Hashable] = Counter()
    kept: list[_Result] = []
    crowded: list[_Result] = []
    for result, value in zip(results, values, strict=True):
        if value is not None:
            counts[value] += 1
        (crowded if value is not None and counts[value] > most else kept).append(result)
    return kept, crowded

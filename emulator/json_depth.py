"""The depth of nesting of JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any


def is_deeper(value: object, text: str | bytes, levels: int) -> bool:
    """Whether a value has more than so many levels, told without recursion.

    `text` is what it was read from, in which brackets are counted much faster.
    """
    if _brackets(text) <= levels:
        return False
    layer = _containers([value])
    for _ in range(levels):
        layer = _containers(chain.from_iterable(map(_items, layer)))
    return bool(layer)


def _brackets(text: str | bytes) -> int:
    # To look for an array, which much JSON is without, takes a tenth of the time of counting them.
    if isinstance(text, bytes):
        return text.count(b"{") + (text.count(b"[") if b"[" in text else 0)
    return text.count("{") + (text.count("[") if "[" in text else 0)


def _containers(values: Iterable[object]) -> list[dict[str, Any] | list[Any]]:
    return [one for one in values if isinstance(one, dict | list)]


def _items(container: dict[str, Any] | list[Any]) -> Iterable[object]:
    return container.values() if isinstance(container, dict) else container

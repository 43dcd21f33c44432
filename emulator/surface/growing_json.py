"""Append-only lists that keep the JSON text of their items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

# No JSON text has this character: in strings it is escaped.
_PLACE = b"\x00"


class GrowingList(list[Any]):
    """JSON values that begin with all items of the list `before`, whose text is kept."""

    def __init__(self, items: Iterable[Any], before: GrowingList | None = None) -> None:
        super().__init__(items)
        # By indent: the number of items and their text with the opening bracket.
        self._texts: dict[int | None, tuple[int, bytes]] = dict(before._texts) if before else {}

    def text(self, indent: int | None = None) -> bytes:
        """The array's JSON text: without spaces, or with its items on lines of their own.

        `indent` is the number of spaces before the line on which the array begins.
        """
        if not self:
            return b"[]"
        count, known = self._texts.get(indent, (0, b""))
        if count < len(self):
            added = _items(self[count:], indent)
            known = b"%b%b%b" % (known, b"," if count else b"[", added)
            self._texts[indent] = len(self), known
        return known + (b"]" if indent is None else _break(indent) + b"]")


def dumps(shown: object, *, pretty: bool = False) -> bytes:
    """The JSON text of a value, which may hold such lists."""
    lists: list[GrowingList] = []

    def place_of(value: object) -> orjson.Fragment:
        if not isinstance(value, GrowingList):
            raise TypeError(f"{type(value)} has no JSON form")
        lists.append(value)  # They may be long: they are put in their places without other copies.
        return orjson.Fragment(_PLACE)

    option = orjson.OPT_PASSTHROUGH_SUBCLASS | (orjson.OPT_INDENT_2 if pretty else 0)
    text = orjson.dumps(shown, place_of, option)
    if not lists:
        return text
    first, *rest = text.split(_PLACE)
    parts = [first]
    for one, after in zip(lists, rest, strict=True):
        parts += [one.text(_indent(parts[-1]) if pretty else None), after]
    return b"".join(parts)


def _indent(before: bytes) -> int:
    """The number of spaces at the beginning of the last line of a text."""
    line = before[before.rfind(b"\n") + 1 :]
    return len(line) - len(line.lstrip(b" "))


def _items(items: list[Any], indent: int | None) -> bytes:
    """The text of some of the items, without the brackets around them."""
    if indent is None:
        return orjson.dumps(items)[1:-1]
    text = orjson.dumps(items, option=orjson.OPT_INDENT_2)
    return text.replace(b"\n", _break(indent))[1 : -1 - len(_break(indent))]


def _break(indent: int) -> bytes:
    return b"\n" + b" " * indent

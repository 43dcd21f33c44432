"""A cache of the JSON forms of messages that are read far more often than changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from emulator.surface.growing_json import GrowingList
from emulator.surface.registry import Message

Write = Callable[[Any], Any]
"""What turns a value into its JSON form."""

_MOST_SHOWN, _MOST_BYTES = 4096, 4096  # Some ten megabytes, as a rule.
_shown: dict[object, Any] = {}

# Of messages with a list that grows by an item at a time.
_MOST_GROWN, _MOST_BYTES_OF_GROWN, _FEW_ITEMS = 32, 1_000_000, 10
_grown: dict[object, tuple[bytes, GrowingList]] = {}


def remembering(write: Write, kind: Hashable) -> Write:
    """The writer of small messages of one kind, with a cache."""

    def remembered(message: Message) -> Any:
        body = message.SerializeToString()
        if len(body) > _MOST_BYTES:
            return write(message)
        key = (kind, body)
        shown = _shown.get(key)
        if shown is None:
            if len(_shown) >= _MOST_SHOWN:
                _shown.clear()
            shown = _shown[key] = write(message)
        return shown

    return remembered


def remembering_items(write: Write, items: str, kind: Hashable) -> Write:
    """The writer of named messages, with a cache for the items of the repeated field `items`.

    Only items that were appended since are written.
    """

    def remembered(message: Message) -> Any:
        found = getattr(message, items)
        if len(found) < _FEW_ITEMS:
            return write(message)
        body = _without_later_fields(message, items)
        known, shown = _grown.get((kind, message.name), (b"", GrowingList(())))
        before = shown if body.startswith(known) else GrowingList(())
        written = write(_with_items(message, items, found[len(before) :] or found[-1:]))
        if body != known:
            shown = GrowingList((*before, *written[items]), before)
            if len(body) <= _MOST_BYTES_OF_GROWN:
                if len(_grown) >= _MOST_GROWN:
                    _grown.clear()
                _grown[kind, message.name] = body, shown
        written[items] = shown
        return written

    return remembered


def _without_later_fields(message: Message, name: str) -> bytes:
    """The serialized message up to the end of a field; fields are in the order of their numbers."""
    last = message.DESCRIPTOR.fields_by_name[name].number
    later = {field.name: value for field, value in message.ListFields() if field.number > last}
    body: bytes = message.SerializeToString()
    return body.removesuffix(type(message)(**later).SerializeToString())


def _with_items(message: Message, name: str, items: Sequence[Message]) -> Message:
    """The message with other items in a field, without a copy of its own."""
    fields = {field.name: value for field, value in message.ListFields()}
    return type(message)(**{**fields, name: items})

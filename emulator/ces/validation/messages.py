"""Messages of conversations and examples: who said what, in chunks of one kind each."""

from __future__ import annotations

from collections.abc import Iterable

from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message
from emulator.surface.validation import check_required

_IMAGES = ("image/png", "image/jpeg", "image/webp")


def check_messages(messages: Iterable[Message], where: str, *, timed: bool) -> None:
    """INVALID_ARGUMENT for a chunk of no kind, or one that lacks what its kind must say.

    Messages of examples may not have an event time, which `timed` allows.
    """
    for number, message in enumerate(messages):
        path = f"{where}[{number}]"
        if message.HasField("event_time") and not timed:
            raise invalid_argument(f"{path}.event_time", "it is not allowed in examples.")
        for place, chunk in enumerate(message.chunks):
            check_chunk(chunk, f"{path}.chunks[{place}]")


def check_chunk(chunk: Message, where: str) -> None:
    """INVALID_ARGUMENT for a chunk of no kind, or one that lacks what its kind must say."""
    kind = chunk.WhichOneof("data")
    if kind is None:
        raise invalid_argument(where, "a chunk must have exactly one kind of data.")
    check_required(chunk, where)
    if kind == "image" and chunk.image.mime_type not in _IMAGES:
        raise invalid_argument(
            f"{where}.image.mime_type", f"it must be one of {', '.join(_IMAGES)}."
        )

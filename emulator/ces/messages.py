"""Messages of conversations and examples: who said what, in chunks of one kind each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message

# What a chunk of a kind must say beside being of it.
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "image": ("mime_type", "data"),
    "blob": ("mime_type", "data"),
    "agent_transfer": ("target_agent",),
}
_IMAGES = ("image/png", "image/jpeg", "image/webp")


def check_messages(messages: Iterable[Message], where: str, *, timed: bool) -> None:
    """INVALID_ARGUMENT for a message without role or chunks, and for a chunk of no kind.

    Messages of examples may not have an event time, which `timed` allows.
    """
    for number, message in enumerate(messages):
        path = f"{where}[{number}]"
        if not message.role:
            raise missing_field(f"{path}.role")
        if not message.chunks:
            raise missing_field(f"{path}.chunks")
        if message.HasField("event_time") and not timed:
            raise invalid_argument(f"{path}.event_time", "it is not allowed in examples.")
        for place, chunk in enumerate(message.chunks):
            check_chunk(chunk, f"{path}.chunks[{place}]")


def check_chunk(chunk: Message, where: str) -> None:
    """INVALID_ARGUMENT for a chunk of no kind, or one that lacks what its kind must say."""
    kind = chunk.WhichOneof("data")
    if kind is None:
        raise invalid_argument(where, "a chunk must have exactly one kind of data.")
    part = getattr(chunk, kind)
    for field in _REQUIRED.get(kind, ()):
        if not getattr(part, field):
            raise missing_field(f"{where}.{kind}.{field}")
    if kind == "image" and part.mime_type not in _IMAGES:
        raise invalid_argument(
            f"{where}.image.mime_type", f"it must be one of {', '.join(_IMAGES)}."
        )
    if kind in ("tool_call", "tool_response"):
        _check_tool(part, f"{where}.{kind}")


def _check_tool(part: Message, where: str) -> None:
    if part.WhichOneof("tool_identifier") is None:
        raise missing_field(f"{where}.tool")
    if part.HasField("toolset_tool") and not part.toolset_tool.toolset:
        raise missing_field(f"{where}.toolset_tool.toolset")

"""`end_user_spec`: what a request tells of the user who asks."""

from __future__ import annotations

from emulator.surface.registry import Message
from emulator.surface.validation import check_text

_WHERE = "end_user_spec.end_user_metadata"
_LONGEST = 8_000


def check_end_user(spec: Message) -> None:
    """INVALID_ARGUMENT for metadata without content, or with more than the API allows."""
    for number, metadata in enumerate(spec.end_user_metadata):
        where = f"{_WHERE}[{number}].chunk_info.content"
        check_text(metadata.chunk_info.content, _LONGEST, where)


def told_of_user(spec: Message) -> list[str]:
    """The texts about the user, with their titles."""
    infos = (metadata.chunk_info for metadata in spec.end_user_metadata)
    return [f"{info.document_metadata.title}\n{info.content}" for info in infos]

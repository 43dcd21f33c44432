"""Request fields that have no behaviour yet are refused by name, never passed over in silence."""

from __future__ import annotations

from collections.abc import Collection

from emulator.surface.errors import unimplemented
from emulator.surface.registry import Message


def refuse_others(message: Message, supported: Collection[str]) -> None:
    """UNIMPLEMENTED for the first field that is set and not among the supported ones.

    An empty message, such as `"boostSpec": {}`, asks for nothing.
    """
    for field, value in message.ListFields():
        if field.name in supported:
            continue
        if field.message_type is None or field.is_repeated or value.ByteSize():
            raise unimplemented(f"{message.DESCRIPTOR.name}.{field.name}")

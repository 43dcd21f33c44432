"""Request fields that have no behaviour yet are refused by name, never passed over in silence."""

from __future__ import annotations

from collections.abc import Collection

from emulator.surface.errors import unimplemented
from emulator.surface.registry import Message


def refuse_others(message: Message, supported: Collection[str]) -> None:
    """UNIMPLEMENTED for the first field that is set and not among the supported ones."""
    for field, _ in message.ListFields():
        if field.name not in supported:
            raise unimplemented(f"{message.DESCRIPTOR.name}.{field.name}")

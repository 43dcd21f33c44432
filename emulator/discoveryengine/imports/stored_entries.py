"""Imported entries as they are kept: one for each key, the latest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from emulator.control.clock import Clock
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface.registry import Message


def stored_name(parent: str, kind: str, key: str) -> str:
    """The name under which the entry of a key is kept."""
    digest = hashlib.sha256(key.encode()).hexdigest()[:32]
    return f"{parent}/{kind}/{digest}"


def put(
    connection: Connection,
    parent: str,
    kind: str,
    clock: Clock,
    keyed: Iterable[tuple[str, Message]],
) -> None:
    """Keep entries by their keys, each in the place of an earlier one."""
    for key, entry in keyed:
        name = stored_name(parent, kind, key)
        resources.put(connection, name, parent, kind, clock.now(), entry.SerializeToString())

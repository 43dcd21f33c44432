"""What the services of CES share."""

from __future__ import annotations

from dataclasses import dataclass

from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.resources.operations import Operations
from emulator.storage.store import Store


@dataclass(frozen=True)
class Environment:
    """State, time, ids and operations."""

    store: Store
    clock: Clock
    ids: Ids
    operations: Operations

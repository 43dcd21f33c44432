"""Where controls are kept."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names


def control_parent(environment: Environment, connection: Connection, owner: str) -> str:
    """The engine or data store whose controls are those of an owner. Names are canonical.

    The service keeps the controls of a data store with its engine: one that was made under the data
    store is named under the engine, and found under both. A data store of no engine or of several
    has its own, and goes on to have those that were there before the engine was.
    """
    if not names.is_of(owner, "dataStores"):
        return owner
    using = environment.engines_of(connection, owner)
    if len(using) != 1 or resources.any_below(
        connection, f"{owner}/{resource_kinds.CONTROL.collection}"
    ):
        return owner
    return str(using[0].name)

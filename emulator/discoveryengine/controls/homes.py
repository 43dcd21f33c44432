"""Where controls are kept."""

from __future__ import annotations

from emulator.discoveryengine import kinds
from emulator.discoveryengine.environment import Environment
from emulator.surface import names


def home(environment: Environment, owner: str) -> str:
    """The engine or data store whose controls are those of an owner. Names are canonical.

    The service keeps the controls of a data store with its engine: one that was made under the data
    store is named under the engine, and found under both. A data store of no engine or of several
    has its own, and goes on to have those that were there before the engine was.
    """
    if not names.is_of(owner, "dataStores"):
        return owner
    engines = environment.collection(kinds.ENGINE).all(names.parent(owner))
    using = [one.name for one in engines if names.resource_id(owner) in one.data_store_ids]
    if len(using) != 1 or environment.collection(kinds.CONTROL).all(owner):
        return owner
    return str(using[0])

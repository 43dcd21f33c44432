"""Data stores that are websites."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.resources.standard import Collection
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import failed_precondition

_ENGINE = "/siteSearchEngine"


def site_search_engine(data_stores: Collection, connection: Connection, name: str) -> str:
    """Return the canonical name of a website's; FAILED_PRECONDITION where the data store is no
    website."""
    canonical = names.canonical(name)
    data_store = data_stores.require(connection, canonical.removesuffix(_ENGINE))
    if not resource_kinds.is_website(data_store):
        raise failed_precondition(
            f"DataStore {data_store.name} is no website: its content_config is not PUBLIC_WEBSITE."
        )
    return canonical

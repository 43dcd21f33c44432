"""Data stores that are websites."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Service
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import failed_precondition

_ENGINE = "/siteSearchEngine"


class WebsiteService(Service):
    """A part of SiteSearchEngineService."""

    def site_search_engine(self, connection: Connection, name: str) -> str:
        """The canonical name; FAILED_PRECONDITION where the data store is no website."""
        canonical = names.canonical(name)
        data_store = self.data_stores.require(connection, canonical.removesuffix(_ENGINE))
        if not resource_kinds.is_website(data_store):
            raise failed_precondition(
                f"DataStore {data_store.name} is no website: its content_config is not "
                "PUBLIC_WEBSITE."
            )
        return canonical

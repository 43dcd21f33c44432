"""The addresses of a website's sitemaps, which are kept and not read."""

from __future__ import annotations

import re

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.site_search.websites import WebsiteService
from emulator.resources import masks
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message

# With or without the protocol: the reference has an address without it, Terraform's example one
# with it.
_ADDRESS = re.compile(r"(?:https?://)?[\w-]+(?:\.[\w-]+)+(?::\d+)?/[^\s*]+", re.IGNORECASE)


class Sitemaps(WebsiteService):
    """Sitemaps, which operations that are done at once create and delete."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.sitemaps = environment.collection(resource_kinds.SITEMAP)

    def create_sitemap(self, request: Message) -> Message:
        """Keep a sitemap, under an id of the emulator's."""
        sitemap = masks.writable(request.sitemap)
        _check(sitemap.uri)
        with self.environment.store.write() as connection:
            parent = self.site_search_engine(connection, request.parent)
            made = self.sitemaps.add(connection, parent, self.environment.ids.new(), sitemap)
            return self.operations.finished(connection, parent, made, de.CreateSitemapMetadata())

    def delete_sitemap(self, request: Message) -> Message:
        """Forget a sitemap."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.sitemaps.remove(connection, name)
            parent, gone = names.parent(name), protobuf.Empty()
            return self.operations.finished(connection, parent, gone, de.DeleteSitemapMetadata())

    def fetch_sitemaps(self, request: Message) -> Message:
        """The sitemaps of a website: all, or those of which a matcher has the addresses."""
        with self.environment.store.read() as connection:
            parent = self.site_search_engine(connection, request.parent)
        found = self.sitemaps.all(parent)
        if request.HasField("matcher"):
            wanted = set(request.matcher.uris_matcher.uris)
            found = [sitemap for sitemap in found if sitemap.uri in wanted]
        return de.FetchSitemapsResponse(sitemaps_metadata=[{"sitemap": one} for one in found])


def _check(address: str) -> None:
    if not address:
        raise missing_field("sitemap.uri")
    if not _ADDRESS.fullmatch(address):
        reason = f"'{address[:200]}' is no address, such as www.example.com/sitemap.xml."
        raise invalid_argument("sitemap.uri", reason)

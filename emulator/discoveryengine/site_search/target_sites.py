"""The sites that a website's data store is told of; the status of their indexing stays PENDING."""

from __future__ import annotations

import re

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.site_search.websites import WebsiteService
from emulator.resources import masks
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import (
    invalid_argument,
    invalid_verbatim,
    missing_field,
)
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message
from emulator.surface.validation import check_size

_PATTERN = re.compile(r"[\w*.-]+\.[\w*-]+(?::\d+)?(?:/\S*)?")
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_MAX_BATCH = 20


class TargetSites(WebsiteService):
    """Target sites, which operations that are done at once create, change and delete."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.sites = environment.collection(resource_kinds.TARGET_SITE)

    def get_site_search_engine(self, request: Message) -> Message:
        """The one of a website."""
        with self.environment.store.read() as connection:
            return de.SiteSearchEngine(name=self.site_search_engine(connection, request.name))

    def create_target_site(self, request: Message) -> Message:
        """Keep a site, under an id of the emulator's."""
        with self.environment.store.write() as connection:
            parent = self.site_search_engine(connection, request.parent)
            site = self._add(connection, parent, request.target_site, "target_site")
            return self.operations.finished(connection, parent, site, de.CreateTargetSiteMetadata())

    def batch_create_target_sites(self, request: Message) -> Message:
        """Keep up to 20 sites, all or none."""
        check_size(request.requests, _MAX_BATCH, "requests")
        with self.environment.store.write() as connection:
            parent = self.site_search_engine(connection, request.parent)
            made = de.BatchCreateTargetSitesResponse()
            for place, one in enumerate(request.requests):
                where = f"requests[{place}]"
                if one.parent and names.canonical(one.parent) != parent:
                    raise invalid_argument(f"{where}.parent", "it is not the batch's own.")
                site = self._add(connection, parent, one.target_site, f"{where}.target_site")
                made.target_sites.append(site)
            metadata = de.BatchCreateTargetSiteMetadata()
            return self.operations.finished(connection, parent, made, metadata)

    def get_target_site(self, request: Message) -> Message:
        """The site."""
        return self.sites.get(request.name)

    def list_target_sites(self, request: Message) -> Message:
        """The sites of a website."""
        with self.environment.store.read() as connection:
            parent = self.site_search_engine(connection, request.parent)
        found, token = self.sites.page(request)
        return de.ListTargetSitesResponse(
            target_sites=found, next_page_token=token, total_size=len(self.sites.all(parent))
        )

    def update_target_site(self, request: Message) -> Message:
        """Change whether a site is included or excluded; all else of it stays."""
        name = names.canonical(request.target_site.name)
        with self.environment.store.write() as connection:
            site = self.sites.require(connection, name)
            masks.update(site, request.target_site, ["type"])
            site.type = site.type or de.TargetSite.INCLUDE
            self.sites.save(connection, site)
            metadata = de.UpdateTargetSiteMetadata()
            return self.operations.finished(connection, names.parent(name), site, metadata)

    def delete_target_site(self, request: Message) -> Message:
        """Forget a site."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            self.sites.remove(connection, name)
            parent, gone = names.parent(name), protobuf.Empty()
            return self.operations.finished(connection, parent, gone, de.DeleteTargetSiteMetadata())

    def _add(self, connection: Connection, parent: str, given: Message, where: str) -> Message:
        site = masks.writable(given)
        site.generated_uri_pattern = _generated(given, f"{where}.provided_uri_pattern")
        site.type = site.type or de.TargetSite.INCLUDE
        site.indexing_status = de.TargetSite.PENDING
        return self.sites.add(connection, parent, self.environment.ids.new(), site)


def _generated(site: Message, where: str) -> str:
    """The pattern; one that is not to match exactly takes what is below it too."""
    given: str = site.provided_uri_pattern.strip()
    if not given:
        raise missing_field(where)
    if _SCHEME.match(given):
        message = "Do not include http or https protocol in the URI pattern."
        raise invalid_verbatim(where, message)
    if not _PATTERN.fullmatch(given):
        raise invalid_argument(where, f"'{given[:200]}' is no address, such as example.com/docs/*.")
    if site.exact_match or given.endswith("*"):
        return given
    return f"{given.rstrip('/')}/*"

"""The sitemaps that a website's data store is told of, which are kept and not read."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores
from tests.conftest import Api, over_each_transport

ADDRESS = "www.example.com/sitemap.xml"


api = over_each_transport("v1", "v1beta")


@pytest.fixture
def website(api: Api, stores: Stores) -> str:
    """The site search engine of a new website."""
    return f"{stores.data_store(api, content_config='PUBLIC_WEBSITE')}/siteSearchEngine"


def service(api: Api) -> Any:
    return api.client("SiteSearchEngineService")


def create(api: Api, website: str, address: str = ADDRESS) -> Any:
    return service(api).create_sitemap(parent=website, sitemap={"uri": address})


def fetch(api: Api, website: str, **matcher: Any) -> list[Any]:
    request = {"parent": website, **({"matcher": matcher} if matcher else {})}
    return [one.sitemap for one in service(api).fetch_sitemaps(request).sitemaps_metadata]


def test_a_sitemap_is_told_of_and_forgotten(api: Api, website: str) -> None:
    operation = create(api, website)
    made = operation.result()
    assert operation.operation.name.startswith(f"{website}/operations/create-sitemap-")
    assert isinstance(operation.metadata, api.types.CreateSitemapMetadata)
    assert made.name.startswith(f"{website}/sitemaps/")
    assert made.uri == ADDRESS
    assert made.create_time
    assert fetch(api, website) == [made]
    deletion = service(api).delete_sitemap(name=made.name)
    assert deletion.result() is not None
    assert isinstance(deletion.metadata, api.types.DeleteSitemapMetadata)
    assert fetch(api, website) == []
    with pytest.raises(exceptions.NotFound, match="Sitemap"):
        service(api).delete_sitemap(name=made.name)


def test_sitemaps_are_fetched_by_their_addresses(api: Api, website: str) -> None:
    first, second = (
        create(api, website, address).result()
        for address in (ADDRESS, "https://www.example.com/other.xml")
    )
    assert fetch(api, website) == [first, second]
    assert fetch(api, website, uris_matcher={"uris": [second.uri, "nowhere.com/x"]}) == [second]
    assert fetch(api, website, uris_matcher={"uris": ["nowhere.com/x"]}) == []


@pytest.mark.parametrize("address", ["", "sitemap.xml", "www.example.com/*.xml", "a b.com/x"])
def test_a_sitemap_has_an_address(api: Api, website: str, address: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=r"sitemap\.uri"):
        create(api, website, address)
    assert fetch(api, website) == []


def test_only_websites_have_sitemaps(api: Api, stores: Stores) -> None:
    parent = f"{stores.data_store(api)}/siteSearchEngine"
    refused = (exceptions.FailedPrecondition, exceptions.BadRequest)  # As gRPC and REST have it.
    for call in (create, fetch):
        with pytest.raises(refused, match="is no website"):
            call(api, parent)

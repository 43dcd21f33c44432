"""Filters of websites by the addresses of their pages, through Google's client libraries."""

from __future__ import annotations

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document, text_content
from tests.conftest import Api

PAGES = {
    "guide": "https://www.zoo.example/en/animals/quokka?lang=eng",
    "news": "https://zoo.example/en/news/2026",
    "shop": "https://shop.example/quokka",
}


@pytest.fixture
def site(api_v1: Api, stores: Stores) -> str:
    """A website of three pages, one at an address of another host."""
    data_store = stores.data_store(api_v1, content_config="PUBLIC_WEBSITE")
    for page, address in PAGES.items():
        content = text_content("<p>The quokka smiles.</p>", "text/html")
        create_document(api_v1, data_store, page, content=content, struct_data={"uri": address})
    return data_store


def pages(api: Api, owner: str, wanted: str) -> set[str]:
    request = {
        "serving_config": f"{owner}/servingConfigs/default_search",
        "query": "quokka",
        "filter": wanted,
    }
    return {result.id for result in api.client("SearchService").search(request).results}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ('siteSearch:"https://zoo.example/en/animals"', {"guide"}),
        ('siteSearch:"https://zoo.example/*" OR siteSearch:"shop.example"', set(PAGES)),
        ('-siteSearch:"zoo.example"', {"shop"}),
        ('siteSearch:"zoo.example" AND (siteSearch:"*lang=eng*" OR -siteSearch:"*en*")', {"guide"}),
        ('siteSearch:"elsewhere.example"', set()),
    ],
)
def test_pages_are_filtered_by_their_addresses(
    api_v1: Api, site: str, wanted: str, found: set[str]
) -> None:
    assert pages(api_v1, site, wanted) == found


@pytest.mark.parametrize("wanted", ['siteSearch: ANY("zoo.example")', 'siteSearch = "zoo.example"'])
def test_an_address_stands_alone(api_v1: Api, site: str, wanted: str) -> None:
    with pytest.raises(exceptions.BadRequest, match='one address in quotes, as in siteSearch: "'):
        pages(api_v1, site, wanted)


def test_only_pages_of_websites_have_addresses(api_v1: Api, stores: Stores, site: str) -> None:
    files = stores.content_store(api_v1)
    fields = {"content": text_content("A quokka."), "struct_data": {"uri": PAGES["news"]}}
    create_document(api_v1, files, "news", **fields)
    create_document(api_v1, files, "other", **fields)
    with pytest.raises(exceptions.BadRequest, match='Unsupported field "siteSearch" on ":"'):
        pages(api_v1, files, 'siteSearch:"zoo.example"')

    both = stores.engine(
        api_v1, site, files, search_engine_config={"search_tier": "SEARCH_TIER_ENTERPRISE"}
    )
    search = api_v1.client("SearchService").search
    request = {
        "serving_config": f"{both}/servingConfigs/default_search",
        "query": "quokka",
        "filter": 'siteSearch:"zoo.example/en/news"',
    }
    [result] = search(request).results
    assert result.document.name.startswith(f"{site}/")


def test_pages_are_boosted_by_their_addresses(api_v1: Api, site: str) -> None:
    boost = {"condition": 'siteSearch:"shop.example"', "boost": 1}
    request = {
        "serving_config": f"{site}/servingConfigs/default_search",
        "query": "quokka",
        "boost_spec": {"condition_boost_specs": [boost]},
    }
    [first, *others] = api_v1.client("SearchService").search(request).results
    assert first.id == "shop"
    assert len(others) == 2


def test_what_google_knows_of_pages_is_not_known_here(api_v1: Api, site: str) -> None:
    for wanted in ('fileType:".pdf"', 'lr:"lang_en"', 'cr:"countryUS"', 'rights:"cc_publicdomain"'):
        with pytest.raises(exceptions.BadRequest, match="what Google's index knows of a page"):
            pages(api_v1, site, wanted)

"""The sites that a website's data store is told of, which are kept and not crawled."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores
from tests.conftest import Api


@pytest.fixture
def website(api: Api, stores: Stores) -> str:
    """The site search engine of a new website."""
    return f"{stores.data_store(api, content_config='PUBLIC_WEBSITE')}/siteSearchEngine"


def service(api: Api) -> Any:
    return api.client("SiteSearchEngineService")


def create(api: Api, website: str, pattern: str, **fields: Any) -> Any:
    site = {"provided_uri_pattern": pattern, **fields}
    return service(api).create_target_site(parent=website, target_site=site)


def test_a_site_is_told_of_and_forgotten(api: Api, website: str) -> None:
    sites = service(api)
    assert sites.get_site_search_engine(name=website).name == website
    operation = create(api, website, "cloud.google.com/docs/*", type_="INCLUDE")
    made = operation.result()
    assert operation.operation.name.startswith(f"{website}/operations/create-target-site-")
    assert isinstance(operation.metadata, api.types.CreateTargetSiteMetadata)
    assert made.name.startswith(f"{website}/targetSites/")
    assert (made.generated_uri_pattern, made.type_.name) == ("cloud.google.com/docs/*", "INCLUDE")
    assert made.indexing_status.name == "PENDING"
    assert not made.provided_uri_pattern
    assert sites.get_target_site(name=made.name) == made

    made.type_ = "EXCLUDE"
    changed = sites.update_target_site(target_site=made).result()
    assert changed.type_.name == "EXCLUDE"
    assert changed.generated_uri_pattern == made.generated_uri_pattern
    untold = sites.update_target_site(target_site={"name": made.name}).result()
    assert untold.type_.name == "INCLUDE"  # As the reference of TYPE_UNSPECIFIED has it.
    sites.delete_target_site(name=made.name).result()
    with pytest.raises(exceptions.NotFound, match="TargetSite"):
        sites.get_target_site(name=made.name)


def test_sites_are_told_of_together_and_listed(api: Api, website: str) -> None:
    sites = service(api)
    wanted = [{"provided_uri_pattern": f"site{number}.example.com"} for number in range(3)]
    requests = [{"parent": website, "target_site": one} for one in wanted]
    batch = {"parent": website, "requests": requests}
    made = sites.batch_create_target_sites(request=batch).result().target_sites
    assert [one.generated_uri_pattern for one in made] == [
        f"site{number}.example.com/*" for number in range(3)
    ]
    first = sites.list_target_sites(request={"parent": website, "page_size": 2})
    assert first.total_size == 3
    assert list(first) == list(made)

    requests.append({"parent": website, "target_site": {"provided_uri_pattern": "no address"}})
    with pytest.raises(exceptions.BadRequest, match=r"requests\[3\].target_site.provided_uri_patt"):
        sites.batch_create_target_sites(request=batch)
    with pytest.raises(exceptions.BadRequest, match="at most 20 are allowed, got 21"):
        sites.batch_create_target_sites(request={"parent": website, "requests": requests[:3] * 7})
    assert sites.list_target_sites(parent=website).total_size == 3


@pytest.mark.parametrize(
    ("pattern", "exact", "generated"),
    [
        ("www.example.com/docs/", False, "www.example.com/docs/*"),
        ("www.example.com/docs/a.html", True, "www.example.com/docs/a.html"),
        ("*.example.com/*", False, "*.example.com/*"),
        ("example.com:8080", False, "example.com:8080/*"),
    ],
)
def test_the_pattern_of_a_site(
    api_v1: Api, stores: Stores, pattern: str, exact: bool, generated: str
) -> None:
    store = stores.data_store(api_v1, content_config="PUBLIC_WEBSITE")
    made = create(api_v1, f"{store}/siteSearchEngine", pattern, exact_match=exact).result()
    assert (made.generated_uri_pattern, made.exact_match) == (generated, exact)


def test_a_batch_is_of_one_website(api_v1: Api, stores: Stores) -> None:
    parent, other = (
        f"{stores.data_store(api_v1, content_config='PUBLIC_WEBSITE')}/siteSearchEngine"
        for _ in range(2)
    )
    site = {"provided_uri_pattern": "example.com"}
    batch = {"parent": parent, "requests": [{"parent": other, "target_site": site}]}
    with pytest.raises(exceptions.BadRequest, match=r"requests\[0\]\.parent"):
        service(api_v1).batch_create_target_sites(request=batch)
    assert list(service(api_v1).list_target_sites(parent=parent)) == []


@pytest.mark.parametrize("pattern", ["", "example", "ftp://example.com", "a b.example.com"])
def test_a_pattern_that_is_none(api_v1: Api, stores: Stores, pattern: str) -> None:
    store = stores.data_store(api_v1, content_config="PUBLIC_WEBSITE")
    with pytest.raises(exceptions.BadRequest, match=r"target_site\.provided_uri_pattern"):
        create(api_v1, f"{store}/siteSearchEngine", pattern)


@pytest.mark.parametrize("pattern", ["https://www.example.com/docs/*", "HTTP://example.com"])
def test_a_pattern_has_no_protocol(api: Api, website: str, pattern: str) -> None:
    """As Terraform's tests met it (hashicorp/terraform-provider-google#20259)."""
    text = "Do not include http or https protocol in the URI pattern."
    with pytest.raises(exceptions.BadRequest, match=text) as refused:
        create(api, website, pattern)
    assert "target_site.provided_uri_pattern" in str(refused.value.details)


def test_only_websites_have_sites(api_v1: Api, stores: Stores) -> None:
    store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match="is no website"):
        create(api_v1, f"{store}/siteSearchEngine", "example.com")
    with pytest.raises(exceptions.NotFound, match="DataStore"):
        service(api_v1).list_target_sites(parent=f"{store}x/siteSearchEngine")


def test_sites_go_with_their_data_store(api_v1: Api, stores: Stores) -> None:
    store = stores.data_store(api_v1, content_config="PUBLIC_WEBSITE")
    made = create(api_v1, f"{store}/siteSearchEngine", "example.com").result()
    api_v1.client("DataStoreService").delete_data_store(name=store).result()
    with pytest.raises(exceptions.NotFound):
        service(api_v1).get_target_site(name=made.name)


def test_terraform_makes_a_site(http: httpx.Client, api_v1: Api, stores: Stores) -> None:
    store = stores.data_store(api_v1, content_config="PUBLIC_WEBSITE")
    path = f"/v1/{store}/siteSearchEngine/targetSites"
    body = {"providedUriPattern": "cloud.google.com/docs/*", "type": "INCLUDE", "exactMatch": False}
    operation = http.post(path, params={"alt": "json"}, json=body).json()
    polled = http.get(f"/v1/{operation['name']}", params={"alt": "json"}).json()
    site = polled["response"]
    shown = http.get(f"/v1/{site['name']}").json()
    assert (shown["type"], shown["indexingStatus"]) == ("INCLUDE", "PENDING")
    assert http.delete(f"/v1/{site['name']}").json()["done"]
    assert http.get(f"/v1/{site['name']}").status_code == 404

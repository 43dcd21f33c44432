"""The path that is meant where nothing is served."""

from __future__ import annotations

import pytest

from emulator.surface.nearest_path import nearest
from emulator.surface.registry import surface
from emulator.surface.router import Node, Router

C = "/v1/projects/p/locations/l/collections/c"
SEARCH = f"{C}/engines/e/servingConfigs/s:search"
DOCUMENTS = f"{C}/dataStores/d/branches/default_branch/documents"


@pytest.fixture(scope="module")
def v1() -> Node:
    return Router(method for method in surface.methods if method.version == "v1").root


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        (SEARCH.removeprefix("/v1"), SEARCH),
        (f"/v2{SEARCH.removeprefix('/v1')}", SEARCH),
        (f"/v1{SEARCH}", SEARCH),
        (f"/{SEARCH}", SEARCH),
        (f"{C}//engines/e/servingConfigs/s:search", SEARCH),
        (f"{C}/engines/{C}/engines/e/servingConfigs/s:search", SEARCH),
        (SEARCH.replace("engines", "Engines"), SEARCH),
        (SEARCH.replace("servingConfigs", "serving_config"), SEARCH),
        (SEARCH.replace(":search", "/search"), SEARCH),
        (SEARCH.replace(":search", ":Search"), SEARCH),
        (f"/v1/{SEARCH.removeprefix('/v1/').replace('/', '%2F')}", SEARCH),
        (SEARCH.replace("/servingConfigs/s", ""), SEARCH.replace("/s:", "/default_search:")),
        (SEARCH.replace("/collections/c", ""), SEARCH.replace("/c/", "/default_collection/")),
        (f"{C}/datastores/d/documents", DOCUMENTS),
        (f"{C}/dataStores/d/documents:import", f"{DOCUMENTS}:import"),
    ],
)
def test_the_nearest_path_has_as_few_changes_as_it_takes(v1: Node, path: str, meant: str) -> None:
    assert nearest(v1, "v1", "POST", path) == meant


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/projects",
        "/v1/operations/import-documents-1",
        f"{C}/engines/e/servingConfigs/s:query",
        f"{C}/engines/e/documents",
        f"{C}/apps/a",
        f"/v1/projects/{'p/' * 1_000}",
        "/v1/projects/%ff:search",
    ],
)
def test_nothing_is_near_what_nobody_means(v1: Node, path: str) -> None:
    assert nearest(v1, "v1", "POST", path) == ""


def test_only_what_is_served_for_the_http_verb_is_meant(v1: Node) -> None:
    path = f"{C}/datastores/d"
    assert nearest(v1, "v1", "DELETE", path) == f"{C}/dataStores/d"
    assert nearest(v1, "v1", "PUT", path) == ""

"""From verb and path to a method: every HTTP rule of every version, and paths of all kinds."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count

import pytest

from emulator.surface import names
from emulator.surface.registry import Binding, Method, surface
from emulator.surface.router import Route, Router

_VARIABLE = re.compile(r"\{([\w.]+)=([^}]*)\}")
C = "/v1/projects/p/locations/l/collections/c"


@pytest.fixture(scope="module", params=["v1", "v1beta", "v1alpha"])
def version(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def routers() -> dict[str, Router]:
    """As the REST door has them: a version has the routes of both APIs."""
    return {
        version: Router(method for method in surface.methods if method.version == version)
        for version in ("v1", "v1beta", "v1alpha")
    }


@pytest.fixture(scope="module")
def v1(routers: dict[str, Router]) -> Router:
    return routers["v1"]


def filled(template: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A path for a template and the fields that it must fill."""
    ids = count()
    fields = []

    def value(match: re.Match[str]) -> str:
        text = re.sub(r"\*\*?", lambda _: f"id-{next(ids)}", match[2])
        fields.append((match[1], text))
        return text

    return _VARIABLE.sub(value, template), tuple(fields)


def match(router: Router, verb: str, path: str) -> Route | None:
    """The first binding that serves a call."""
    return next(iter(router.matches(verb, path)), None)


def bindings(version: str) -> list[tuple[Method, Binding]]:
    return [
        (method, binding)
        for method in surface.methods
        if method.version == version
        for binding in method.bindings
    ]


def test_every_rule_leads_to_its_method_with_its_fields(routers, version):
    lost = []
    for method, binding in bindings(version):
        path, fields = filled(binding.template)
        found = {
            (route.method, route.binding): route.fields
            for route in routers[version].matches(binding.verb, path)
        }
        if found.get((method, binding)) != fields:
            lost.append((method.full_name, binding.template, found))
    assert lost == []


def test_services_that_share_a_url_mean_the_same_rpc_by_it(routers, version):
    """A service's methods may be offered again by another; a URL never has two meanings."""
    ambiguous = []
    for method, binding in bindings(version):
        path, _ = filled(binding.template)
        routes = routers[version].matches(binding.verb, path)
        if others := {route.method.rpc for route in routes} - {method.rpc}:
            ambiguous.append((method.full_name, binding.template, others))
    assert ambiguous == []


def test_a_name_with_and_without_its_collection_is_the_same_resource(version):
    different = []
    pairs = 0
    for method, binding in bindings(version):
        template = binding.template
        for collection in ("dataStores", "engines", "dataConnector"):
            bare = template.replace(f"/collections/*/{collection}", f"/{collection}")
            if bare == template or not any(one.template == bare for one in method.bindings):
                continue
            pairs += 1
            full = template.replace("/collections/*/", "/collections/default_collection/")
            (_, one), (_, other) = filled(full), filled(bare)
            if [names.canonical(v) for _, v in one] != [names.canonical(v) for _, v in other]:
                different.append((full, bare))
    assert different == []
    assert pairs > 30


@pytest.mark.parametrize(
    ("path", "rpc", "field"),
    [
        (f"{C}/engines/e/servingConfigs/s:search", "Search", "engines/e/servingConfigs/s"),
        (f"{C}/engines/e/servingConfigs/s%3Asearch:search", "Search", "servingConfigs/s:search"),
        (f"{C}/engines/e/servingConfigs/a:b:search", "Search", "servingConfigs/a:b"),
        (f"{C}/engines/e/servingConfigs/search:search", "Search", "servingConfigs/search"),
        (f"{C}/engines/e/servingConfigs/%F0%9F%8E%89:search", "Search", "servingConfigs/🎉"),
        (f"{C}/engines/日本/servingConfigs/s:search", "Search", "engines/日本/servingConfigs/s"),
        (f"{C}/engines/a%20b/servingConfigs/s:search", "Search", "engines/a b/servingConfigs/s"),
        (f"{C}/engines/a%2Fb/servingConfigs/s:search", "Search", "engines/a%2Fb/servingConfigs/s"),
        (f"{C}/engines/a%2fb/servingConfigs/s:search", "Search", "engines/a%2fb/servingConfigs/s"),
        (f"{C}/engines/50%/servingConfigs/s:search", "Search", "engines/50%/servingConfigs/s"),
        (f"{C}/engines/%252F/servingConfigs/s:search", "Search", "engines/%2F/servingConfigs/s"),
    ],
)
def test_ids_keep_their_characters(v1, path, rpc, field):
    route = match(v1, "POST", path)
    assert route is not None
    assert route.method.rpc == rpc
    [(name, value)] = route.fields
    assert name == "serving_config"
    assert value.endswith(field)


def test_an_id_may_hold_a_colon_where_no_verb_is_meant(v1):
    route = match(v1, "GET", f"{C}/dataStores/d/branches/0/documents/a:b")
    assert route.method.rpc == "GetDocument"
    assert route.fields[0][1].endswith("/documents/a:b")


def test_a_project_may_belong_to_a_domain(v1):
    route = match(v1, "GET", C.replace("/p/", "/example.com:p/") + "/dataStores/d")
    assert route.fields == (
        ("name", "projects/example.com:p/locations/l/collections/c/dataStores/d"),
    )


def test_a_verb_of_the_api_is_never_part_of_an_id(v1):
    assert match(v1, "GET", f"{C}/dataStores/d:completeQuery").method.rpc == "CompleteQuery"
    assert match(v1, "GET", f"{C}/engines/e/servingConfigs/s:search") is None
    assert match(v1, "PATCH", f"{C}/engines/e/servingConfigs/s:search") is None


def test_a_literal_wins_over_a_wildcard(v1):
    assert (
        match(v1, "GET", f"{C}/dataStores/d/siteSearchEngine").method.rpc == "GetSiteSearchEngine"
    )


def test_two_stars_in_the_middle_stand_for_one_id(v1):
    path = "/v1/projects/p/locations/l/dataStores/d/servingConfigs/s:search"
    assert match(v1, "POST", path).method.rpc == "Search"
    stars = [b.template for m, b in bindings("v1") if "**" in b.template]
    assert stars
    for template in stars:
        assert match(v1, "GET", filled(template)[0]) or match(v1, "POST", filled(template)[0])


def test_two_stars_at_the_end_take_the_rest():
    rules = (Binding("GET", "/v1/{name=files/**}", ""), Binding("GET", "/v1/{n=a/**}:x", ""))
    router = Router([replace(surface.methods[0], bindings=rules)])
    assert match(router, "GET", "/v1/files/a/b%20c/d").fields == (("name", "files/a/b c/d"),)
    assert match(router, "GET", "/v1/a/b/c:x").fields == (("n", "a/b/c"),)
    assert match(router, "GET", "/v1/other/a") is None


def test_slashes_at_the_end_do_not_count(v1):
    one, other = match(v1, "GET", f"{C}/dataStores/d"), match(v1, "GET", f"{C}/dataStores/d//")
    assert one.fields == other.fields


@pytest.mark.parametrize(
    "path",
    [
        *("", "/", "/v1", "/v1/", "//", "/v1//", ":", "/v1/:search", "/v1/projects"),
        f"{C}/dataStores//branches/0/documents/x",
        f"{C}/dataStores/d/unknown",
        C.removeprefix("/v1") + "/dataStores/d",
        C.replace("/v1/", "/v2/") + "/dataStores/d",
        f"{C}/dataStores/d/branches/0/documents/a/b",
    ],
)
def test_what_no_rule_describes_is_not_found(v1, path):
    assert match(v1, "POST", path) is None
    assert match(v1, "GET", path) is None


@pytest.mark.parametrize("config", [":search", "s:unknown", "s:"])
def test_a_custom_verb_that_no_rule_describes_is_not_found(v1, config):
    assert match(v1, "POST", f"{C}/engines/e/servingConfigs/{config}") is None


def test_the_verbs_of_a_path(v1):
    assert v1.verbs(f"{C}/dataStores/d") == ["GET", "PATCH", "DELETE"]
    assert v1.verbs(f"{C}/dataStores") == ["GET", "POST"]
    assert v1.verbs(f"{C}/engines/e/servingConfigs/s:search") == ["POST"]

"""Discovery documents, beside those that Google publishes with its client for them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib.resources import files
from typing import Any

import httpx
import pytest
from googleapiclient.discovery import build
from httplib2 import Http

from tests.conftest import DEMO_CONFIG, Server
from tests.transports.failures import failure

APIS = [
    *(("discoveryengine", version) for version in ("v1", "v1beta", "v1alpha")),
    *(("ces", version) for version in ("v1", "v1beta")),
]
DEMO_APP = "projects/demo/locations/us/apps/tindlemoor-support"
# What the service has in a version though the clients that the emulator is made from lack it.
LACKED = {"force", "extraLocationTypes", "view", "imageId", "orderBy"}
# These are served in v1 and v1beta, where Google's document does not list them.
UNLISTED = ("generateGroundedContent", "assist", "operations.get", "operations.list")

pytestmark = pytest.mark.parametrize(("api", "version"), APIS)


def published(api: str, version: str) -> dict[str, Any]:
    folder = files("googleapiclient.discovery_cache") / "documents"
    found: dict[str, Any] = json.loads((folder / f"{api}.{version}.json").read_text())
    return found


def ours(http: httpx.Client, api: str, version: str) -> dict[str, Any]:
    found: dict[str, Any] = (
        http.get(f"/discovery/v1/apis/{api}/{version}/rest").raise_for_status().json()
    )
    return found


def methods(resource: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """The methods below a resource, by their verbs and paths."""
    for one in resource.get("resources", {}).values():
        for method in one.get("methods", {}).values():
            yield (method["httpMethod"], method["flatPath"]), method
        yield from methods(one)


def test_methods_are_those_of_the_service(http: httpx.Client, api: str, version: str) -> None:
    theirs, own = dict(methods(published(api, version))), dict(methods(ours(http, api, version)))
    for place, method in own.items():
        if place not in theirs:
            assert method["id"].endswith(UNLISTED)
            continue
        for key in ("id", "path", "parameterOrder", "request", "response"):
            assert method.get(key) == theirs[place].get(key), (place, key)
        missing = theirs[place].get("parameters", {}).keys() - method["parameters"].keys()
        assert missing <= LACKED
        for name, parameter in method["parameters"].items():
            known = theirs[place]["parameters"].get(name, parameter)
            for key in ("type", "format", "location", "required", "repeated", "pattern"):
                assert parameter.get(key) == known.get(key), (place, name, key)


def test_schemas_are_those_of_the_service(http: httpx.Client, api: str, version: str) -> None:
    theirs, own = published(api, version)["schemas"], ours(http, api, version)["schemas"]
    shared = own.keys() & theirs.keys()
    assert len(shared) > 0.9 * len(own)
    for name in shared:
        assert own[name]["id"] == name
        for field, value in own[name]["properties"].items():
            known = theirs[name].get("properties", {}).get(field, value)
            for key in ("type", "format", "$ref", "readOnly"):
                assert value.get(key) == known.get(key), (name, field, key)


def test_every_reference_leads_somewhere(http: httpx.Client, api: str, version: str) -> None:
    document = ours(http, api, version)
    text = json.dumps(document)
    named = {part.split('"')[0] for part in text.split('"$ref": "')[1:]}
    assert named <= document["schemas"].keys()


def test_a_client_is_made_of_it(server: Server, api: str, version: str) -> None:
    """It calls the emulator, though nothing but the document's address was told to it."""
    address = f"{server.url}/discovery/v1/apis/{{api}}/{{apiVersion}}/rest"
    with (
        closing(Http()) as http,
        build(api, version, http=http, discoveryServiceUrl=address, static_discovery=False) as made,
    ):
        locations = made.projects().locations()
        if api == "ces":
            app = locations.apps().get(name=DEMO_APP).execute()
            assert app["displayName"] == "Tindlemoor support"
        else:
            configs = locations.collections().engines().servingConfigs()
            body = {"query": "warranty", "pageSize": 2}
            found = configs.search(servingConfig=DEMO_CONFIG, body=body).execute()
            assert len(found["results"]) == 2


def test_each_host_has_its_own(http: httpx.Client, api: str, version: str) -> None:
    host = {"host": f"{api}.googleapis.com"}
    document = http.get(f"/$discovery/rest?version={version}", headers=host).json()
    assert (document["name"], document["version"]) == (api, version)
    assert document["rootUrl"] == f"http://{api}.googleapis.com/"


def test_another_version_has_none(http: httpx.Client, api: str, version: str) -> None:
    response = http.get(f"/$discovery/rest?version={version}9")
    assert response.status_code == 404
    failure(response.json(), "NOT_FOUND", f"version: {version}9")
    assert http.get(f"/discovery/v1/apis/{api}s/{version}/rest").status_code == 404

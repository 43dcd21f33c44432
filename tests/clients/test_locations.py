"""The locations of a project: a mixin that of Google's client libraries only those of CES have."""

from __future__ import annotations

import importlib

import grpc
import httpx
import pytest
from google.api_core import exceptions
from google.auth.credentials import AnonymousCredentials

from tests.clients.stores import unique
from tests.conftest import TRANSPORTS, Server

IDS = ["global", "us", "eu"]


@pytest.fixture(params=[(t, v) for v in ("v1", "v1beta") for t in TRANSPORTS])
def client(request: pytest.FixtureRequest, server: Server):
    transport, version = request.param
    service = importlib.import_module(f"google.cloud.ces_{version}").AgentServiceClient
    kind = service.get_transport_class(transport)
    if transport == "grpc":
        return service(transport=kind(channel=grpc.insecure_channel(server.grpc)))
    host = server.url.removeprefix("http://")
    return service(transport=kind(host=host, url_scheme="http", credentials=AnonymousCredentials()))


@pytest.mark.parametrize("project", ["projects/demo", "projects/496268734596"])
def test_a_project_has_the_multi_regions(client, project: str) -> None:
    found = client.list_locations({"name": project}).locations
    assert [one.location_id for one in found] == IDS
    for one in found:
        assert one.name == f"{project}/locations/{one.location_id}"
        assert client.get_location({"name": one.name}) == one


def test_a_list_comes_in_pages(client) -> None:
    request = {"name": f"projects/{unique('project')}", "page_size": 2}
    first = client.list_locations(request)
    assert [one.location_id for one in first.locations] == IDS[:2]
    second = client.list_locations({**request, "page_token": first.next_page_token})
    assert [one.location_id for one in second.locations] == IDS[2:]
    assert second.next_page_token == ""
    for field, value in (("page_size", -1), ("page_token", "garbage")):
        with pytest.raises(exceptions.BadRequest, match=field):
            client.list_locations({**request, field: value})


def test_an_unknown_location_is_not_found(client) -> None:
    with pytest.raises(exceptions.NotFound, match="Location projects/demo/locations/mars not"):
        client.get_location({"name": "projects/demo/locations/mars"})


@pytest.mark.parametrize("location", ["-", "*", "a b", "ü"])
def test_nothing_is_made_in_what_is_no_location(client, http: httpx.Client, location: str) -> None:
    parent = f"projects/{unique('project')}/locations/{location}"
    with pytest.raises(exceptions.BadRequest, match=r"parent': .* is not the id of a location"):
        client.create_app({"parent": parent, "app": {"display_name": "A"}})
    made = http.post(f"/v1/{parent}/dataStores?dataStoreId=a", json={"displayName": "A"})
    assert made.status_code == 400
    assert made.json()["error"]["details"][0]["fieldViolations"][0]["field"] == "parent"


def test_discovery_engine_answers_at_the_same_url(http: httpx.Client) -> None:
    found = http.get("/v1/projects/demo/locations").json()["locations"]
    assert [one["locationId"] for one in found] == IDS
    assert http.get("/v1beta/projects/demo/locations/eu").json() == found[2]

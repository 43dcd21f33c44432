"""Hosts that serve one location, as the service's do."""

from __future__ import annotations

import httpx
import pytest

from emulator.surface.messages import discoveryengine
from emulator.transports.calls import Calls
from emulator.transports.dispatch import Dispatcher
from emulator.transports.http.allowed_hosts import HostCheck
from emulator.transports.mcp.app import McpApp
from emulator.transports.rest.rest_app import RestApp
from tests.transports import tiny

MAX_BODY = 100_000
GLOBAL, US = (
    f"projects/p/locations/{one}/collections/default_collection" for one in ("global", "us")
)
TEXT = (
    'Incorrect API endpoint used. The current endpoint can only serve traffic from "global" '
    'region, but got "us" region from the API request.'
)


class Engines:
    """Answers every list with nothing."""

    def list_engines(self, _request: object) -> object:
        """An empty list."""
        return discoveryengine.ListEnginesResponse()


def calls(regional: bool = True) -> Calls:
    return Calls(Dispatcher({("discoveryengine", "EngineService"): (Engines(),)}, regional))


def listed(host: str, parent: str, regional: bool = True) -> httpx.Response:
    door = RestApp(calls(regional), MAX_BODY, HostCheck(()))
    return tiny.ask(door, "GET", f"/v1/{parent}/engines", headers={"host": host})


def test_host_refuses_another_location() -> None:
    response = listed("discoveryengine.googleapis.com", US)
    assert response.status_code == 400
    assert response.json() == {
        "error": {"code": 400, "message": TEXT, "status": "INVALID_ARGUMENT"}
    }


@pytest.mark.parametrize(
    ("host", "parent"),
    [
        ("discoveryengine.googleapis.com", GLOBAL),
        ("global-discoveryengine.googleapis.com", GLOBAL),
        ("us-discoveryengine.googleapis.com", US),
        ("US-discoveryengine.localhost:8470", US),
        ("us-discoveryengine", US),
        *((host, US) for host in ("127.0.0.1:8470", "localhost", "emulator", "my.discoveryengine")),
    ],
)
def test_host_serves_its_own_location_and_another_kind_of_host_all(host: str, parent: str) -> None:
    assert listed(host, parent).status_code == 200


def test_region_of_the_host_is_named() -> None:
    message = listed("eu-discoveryengine.localhost:80", GLOBAL).json()["error"]["message"]
    assert 'traffic from "eu" region, but got "global" region' in message


def test_every_location_is_served_unless_it_is_asked_for() -> None:
    assert listed("eu-discoveryengine.googleapis.com", US, regional=False).status_code == 200


def test_tools_are_of_the_location_of_the_host_too() -> None:
    door = McpApp(calls(), MAX_BODY, HostCheck(()))
    call = {"name": "list_engines", "arguments": {"parent": US}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"host": "discoveryengine.googleapis.com"}
    result = tiny.ask(door, "POST", "/mcp", json=body, headers=headers).json()["result"]
    assert result["isError"] is True
    assert TEXT in result["content"][0]["text"]

"""Which calls are meant."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.control.call_targets import Target, resource_of
from emulator.surface.decoder import decode_into
from emulator.surface.registry import Message, surface

SEARCH = "google.cloud.discoveryengine.v1.SearchService.Search"
STORE = "projects/p/locations/global/collections/default_collection/dataStores/s"


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("*", True),
        (SEARCH, True),
        ("*.SearchService.*", True),
        ("*.SearchService.Search", True),
        ("*.v1.*", True),
        ("*Search*", True),
        ("/google.cloud.discoveryengine.v1.SearchService/Search", True),
        ("SearchService.Search", False),
        ("*.SearchService.search", False),
        ("*.SearchService", False),
        ("google.cloud.discoveryengine.v1?SearchService.Search", True),
    ],
)
def test_patterns_fit_whole_names(pattern: str, fits: bool) -> None:
    assert Target(pattern).fits(SEARCH) is fits


@pytest.mark.parametrize(
    ("above", "name", "holds"),
    [
        ("", "", True),
        ("", STORE, True),
        (STORE, STORE, True),
        (STORE, f"{STORE}/branches/0", True),
        (STORE, f"{STORE}x", False),
        ("projects/p", STORE, True),
        ("projects/p", "projects/pp/locations/global", False),
        ("projects/p", "", False),
        ("projects/p/locations/global/dataStores/s", STORE, True),
    ],
)
def test_a_resource_holds_what_is_below_it(above: str, name: str, holds: bool) -> None:
    assert Target(resource=above).holds(name) is holds


def request(path: str, body: dict[str, Any]) -> tuple[Any, Message]:
    method = surface.method_by_path[path]
    message = surface.message_class(method.request)()
    decode_into(message, body, method.package)
    return method, message


@pytest.mark.parametrize(
    ("path", "body", "resource"),
    [
        (
            "/google.cloud.discoveryengine.v1.DataStoreService/UpdateDataStore",
            {"dataStore": {"name": STORE, "displayName": "projects/x"}},
            STORE,
        ),
        ("/google.longrunning.Operations/WaitOperation", {"name": f"{STORE}/operations/1"}, STORE),
        (
            "/google.cloud.ces.v1.SessionService/BidiRunSession",
            {"config": {"session": f"{STORE}/sessions/1"}},
            STORE,
        ),
        ("/google.cloud.discoveryengine.v1.SearchService/Search", {"query": "x"}, ""),
    ],
)
def test_the_resource_of_a_request(path: str, body: dict[str, Any], resource: str) -> None:
    found = resource_of(*request(path, body))
    assert found.startswith(resource)
    assert bool(found) is bool(resource)

"""The clock set over HTTP: of an emulator of the test's own, as there is one for all calls."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.clients.controlling import Control
from tests.clients.stores import own_collection
from tests.conftest import Server, start_server
from tests.processes import running
from tests.transports.failures import failed

COLLECTION = "projects/same/locations/global/collections/default_collection"
JUNE = "2024-06-01T00:00:00Z"
BOOST = {
    "conditionBoostSpecs": [
        {
            "condition": 'kind: ANY("news")',
            "boostControlSpec": {
                "fieldName": "published",
                "attributeType": "FRESHNESS",
                "interpolationType": "LINEAR",
                "controlPoints": [
                    {"attributeValue": "0D", "boostAmount": 0.9},
                    {"attributeValue": "30D", "boostAmount": -0.9},
                ],
            },
        }
    ]
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    running = start_server("--ephemeral", "--no-seed")
    yield running
    running.stop()


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


@pytest.fixture
def clock(http: httpx.Client) -> Iterator[Control]:
    control = Control(http)
    yield control
    control.call("DELETE", "clock")


def set_to(clock: Control, time: str) -> Any:
    return clock.call("PUT", "clock", json={"time": time})


def advance(clock: Control, duration: str) -> Any:
    return clock.call("POST", "clock:advance", json={"duration": duration})


def post(http: httpx.Client, path: str, body: Any) -> Any:
    return http.post(f"/v1/{path}", json=body).raise_for_status().json()


def store(http: httpx.Client, collection: str, store_id: str = "store") -> str:
    fields = {"displayName": "A store", "solutionTypes": ["SOLUTION_TYPE_SEARCH"]}
    post(http, f"{collection}/dataStores?dataStoreId={store_id}", fields)
    return f"{collection}/dataStores/{store_id}"


def parsed(time: str) -> datetime:
    return datetime.fromisoformat(time)


def test_what_is_made_has_the_time_that_was_set(http: httpx.Client, clock: Control) -> None:
    assert set_to(clock, JUNE) == {"time": JUNE, "set": True}
    sessions = f"{store(http, own_collection())}/sessions"
    first, second = (post(http, sessions, {})["startTime"] for _ in range(2))
    assert parsed(JUNE) <= parsed(first) < parsed(second) < parsed(JUNE) + timedelta(seconds=1)
    assert advance(clock, "86400s")["set"]
    third = post(http, sessions, {})["startTime"]
    assert timedelta(days=1) <= parsed(third) - parsed(JUNE) < timedelta(days=1, seconds=1)


def test_a_released_clock_shows_the_real_time(http: httpx.Client, clock: Control) -> None:
    set_to(clock, "2999-01-01T00:00:00+01:00")
    state = clock.call("DELETE", "clock")
    assert not state["set"]
    assert abs(parsed(state["time"]) - datetime.now(UTC)) < timedelta(minutes=5)
    begun = parsed(post(http, f"{store(http, own_collection())}/sessions", {})["startTime"])
    assert abs(begun - datetime.now(UTC)) < timedelta(minutes=5)


def test_a_running_clock_is_put_on_from_now(clock: Control) -> None:
    state = advance(clock, "3600.5s")
    ahead = parsed(state["time"]) - datetime.now(UTC)
    assert timedelta(minutes=55) < ahead <= timedelta(hours=1, seconds=1)


def test_what_was_made_keeps_its_time(http: httpx.Client, clock: Control) -> None:
    """So lists by time begin with what was made last, if the clock was put back in between."""
    collection = own_collection()
    for store_id, time in (("later", "2025-01-01T00:00:00Z"), ("earlier", JUNE)):
        set_to(clock, time)
        store(http, collection, store_id)
    listed = http.get(f"/v1/{collection}/dataStores").json()["dataStores"]
    assert [one["name"].rpartition("/")[2] for one in listed] == ["earlier", "later"]


def test_a_control_acts_in_its_time(http: httpx.Client, clock: Control) -> None:
    set_to(clock, "2024-05-31T23:59:00Z")
    name = store(http, own_collection())
    for document in ("a", "b"):
        data = {"structData": {"title": f"animal {document}", "kind": document}}
        post(http, f"{name}/branches/0/documents?documentId={document}", data)
    spans = [{"startTime": JUNE, "endTime": "2024-07-01T00:00:00Z"}]
    control = {
        "displayName": "Summer",
        "solutionType": "SOLUTION_TYPE_SEARCH",
        "useCases": ["SEARCH_USE_CASE_SEARCH"],
        "conditions": [{"activeTimeRange": spans}],
        "filterAction": {"filter": 'kind: ANY("b")', "dataStore": name},
    }
    post(http, f"{name}/controls?controlId=summer", control)
    config = f"{name}/servingConfigs/default_search"
    patched = {"name": config, "filterControlIds": ["summer"]}
    http.patch(
        f"/v1/{config}", params={"updateMask": "filterControlIds"}, json=patched
    ).raise_for_status()

    def found() -> list[str]:
        results = post(http, f"{config}:search", {"query": "animal"})["results"]
        return sorted(one["id"] for one in results)

    set_to(clock, "2024-05-31T23:59:59Z")
    assert found() == ["a", "b"]
    advance(clock, "2s")
    assert found() == ["b"]
    set_to(clock, spans[0]["endTime"])
    assert found() == ["b"]  # "Range is inclusive", and a microsecond goes by with every look.
    assert found() == ["a", "b"]

    kept = {"params": {"updateMask": "displayName"}, "json": {"displayName": "Past"}}
    changed = http.patch(f"/v1/{name}/controls/summer", **kept).raise_for_status().json()
    assert changed["displayName"] == "Past"
    again = http.post(f"/v1/{name}/controls?controlId=again", json=control)
    failed(again, "INVALID_ARGUMENT", "active_time_range[0].end_time': it must be in the future.")


def test_freshness_goes_by_the_clock(http: httpx.Client, clock: Control) -> None:
    name = store(http, own_collection())
    for kind in ("news", "page"):
        data = {"title": "animal", "kind": kind, "published": JUNE}
        post(http, f"{name}/branches/0/documents?documentId={kind}", {"structData": data})
    body = {"query": "animal", "boostSpec": BOOST}

    def first() -> str:
        found = post(http, f"{name}/servingConfigs/default_search:search", body)
        return str(found["results"][0]["id"])

    set_to(clock, "2024-06-02T00:00:00Z")
    assert first() == "news"
    set_to(clock, "2024-07-02T00:00:00Z")
    assert first() == "page"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("document_age", ["old", "new"]),
        ("-document_age", ["new", "old"]),
        ("freshness_rank", ["old", "new"]),
        ("rr(-freshness_rank, 1)", ["new", "old"]),
    ],
)
def test_expressions_know_how_old_documents_are(
    http: httpx.Client, clock: Control, expression: str, expected: list[str]
) -> None:
    """Ages are in hours, and the newest has the rank 1."""
    name = store(http, own_collection())
    for document, time in (("old", JUNE), ("new", "2024-06-02T00:00:00Z")):
        set_to(clock, time)
        data = {"structData": {"title": "animal"}}
        post(http, f"{name}/branches/0/documents?documentId={document}", data)
    set_to(clock, "2024-06-03T00:00:00Z")
    body = {"query": "animal", "rankingExpression": f"{expression} + fill_nan(document_age, 0) * 0"}
    body["rankingExpressionBackend"] = "RANK_BY_FORMULA"
    body["customRankingParams"] = {"expressionsToPrecompute": ["document_age"]}
    found = post(http, f"{name}/servingConfigs/default_search:search", body)["results"]
    assert [one["id"] for one in found] == expected
    ages = {one["id"]: one["rankSignals"]["precomputedExpressionValues"][0] for one in found}
    assert ages == pytest.approx({"old": 48, "new": 24}, abs=0.001)


def test_a_fixed_time_gives_the_same_bytes_after_a_release(tmp_path: Path) -> None:
    def bytes_of(touch: bool) -> list[bytes]:
        options = ("--ephemeral", "--no-seed", "--fixed-time", JUNE)
        with running(tmp_path, *options) as server, httpx.Client(base_url=server.url) as client:
            sessions = f"/v1/{store(client, COLLECTION)}/sessions"
            made = [client.post(sessions, json={}).content]
            if touch:
                control = Control(client)
                set_to(control, "2030-01-01T00:00:00Z")
                advance(control, "1s")
                control.call("GET", "clock")
                control.call("DELETE", "clock")
            return [*made, client.post(sessions, json={}).content]

    assert bytes_of(touch=True) == bytes_of(touch=False)

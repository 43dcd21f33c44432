"""User events through Google's client libraries, and the pixel over HTTP."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores
from tests.conftest import VERSIONS, Api, Server
from tests.transports.failures import failed

EVENT = json.dumps({"eventType": "view-home-page", "userPseudoId": "v"})


def service(api: Api) -> Any:
    return api.client("UserEventService")


def search(query: str = "quokka", **fields: Any) -> dict[str, Any]:
    return {
        "event_type": "search",
        "user_pseudo_id": "visitor",
        "search_info": {"search_query": query},
        **fields,
    }


def purge(api: Api, data_store: str, text: str, force: bool = True) -> int:
    request = {"parent": data_store, "filter": text, "force": force}
    return int(service(api).purge_user_events(request=request).result().purge_count)


@pytest.fixture
def store(stores: Stores, rpc: Api) -> str:
    return stores.data_store(rpc)


def test_an_event_is_answered_with_its_time(api: Api, store: str) -> None:
    made = service(api).write_user_event(request={"parent": store, "user_event": search()})
    assert made.search_info.search_query == "quokka"
    assert made.event_time
    assert purge(api, store, "*") == 1


def test_where_the_user_is_is_not_answered(http: httpx.Client, store: str) -> None:
    """`UserInfo.precise_location` is input only."""
    place = {"point": {"latitude": 50.1, "longitude": 8.7}}
    event = {
        "eventType": "search",
        "userPseudoId": "visitor",
        "searchInfo": {"searchQuery": "quokka"},
        "userInfo": {"userId": "u", "preciseLocation": place},
    }
    made = http.post(f"/v1/{store}/userEvents:write", json=event).json()
    assert made["userInfo"] == {"userId": "u"}


def test_an_event_is_required(api_v1: Api, store: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="Missing required field: user_event"):
        service(api_v1).write_user_event(request={"parent": store})


def test_a_location_takes_events_too(api_v1: Api) -> None:
    parent = "projects/demo/locations/global"
    event = search(engine=f"{parent}/collections/default_collection/engines/demo")
    made = service(api_v1).write_user_event(request={"parent": parent, "user_event": event})
    assert made.engine == event["engine"]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"user_pseudo_id": "x"}, "event_type"),
        ({"event_type": "dance", "user_pseudo_id": "x"}, "event_type.*dance|dance"),
        ({"event_type": "search", "search_info": {"search_query": "x"}}, "user_pseudo_id"),
        ({"event_type": "search", "user_pseudo_id": "x"}, "search_info"),
        ({"event_type": "view-item", "user_pseudo_id": "x"}, "documents"),
        ({"event_type": "view-item", "user_pseudo_id": "x", "documents": [{}]}, "documents"),
        ({"event_type": "conversion", "user_pseudo_id": "x"}, "conversion_type"),
        ({"event_type": "view-category-page", "user_pseudo_id": "x"}, "page_info.page_category"),
        (
            {"event_type": "purchase", "user_pseudo_id": "x", "documents": [{"id": "d"}]},
            "transaction_info",
        ),
    ],
)
def test_an_event_that_is_wrong(api_v1: Api, store: str, event, reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        service(api_v1).write_user_event(request={"parent": store, "user_event": event})


def test_a_data_store_that_is_not_there(api_v1: Api, stores: Stores) -> None:
    parent = f"{stores.collection}/dataStores/nowhere"
    with pytest.raises(exceptions.NotFound, match="DataStore"):
        service(api_v1).write_user_event(request={"parent": parent, "user_event": search()})


def test_many_events(api: Api, store: str) -> None:
    events = [search(), {"event_type": "search"}, search("wombat")]
    request = {"parent": store, "inline_source": {"user_events": events}}
    operation = service(api).import_user_events(request=request)
    response = operation.result()
    assert response.joined_events_count == 2
    assert len(response.error_samples) == 1
    assert "user_events[1]" in response.error_samples[0].message
    assert (operation.metadata.success_count, operation.metadata.failure_count) == (2, 1)
    assert purge(api, store, "*") == 2


def test_inline_events_have_no_file_of_errors(api_v1: Api, store: str) -> None:
    request = {
        "parent": store,
        "inline_source": {"user_events": [search()]},
        "error_config": {"gcs_prefix": "gs://bucket/errors"},
    }
    with pytest.raises(exceptions.BadRequest, match="'error_config'"):
        service(api_v1).import_user_events(request=request)


def test_sources_in_the_cloud_are_named(api_v1: Api, store: str) -> None:
    source = {"dataset_id": "d", "table_id": "t"}
    with pytest.raises(exceptions.MethodNotImplemented, match="bigquery_source"):
        service(api_v1).import_user_events(request={"parent": store, "bigquery_source": source})


def test_purges_choose(api_v1: Api, store: str) -> None:
    old = search("old", event_time="2020-01-01T00:00:00Z")
    view = {"event_type": "view-home-page", "user_pseudo_id": "other"}
    for event in (search(), old, view):
        service(api_v1).write_user_event(request={"parent": store, "user_event": event})
    assert purge(api_v1, store, "*", force=False) == 2
    assert purge(api_v1, store, 'eventType = "search"', force=False) == 2
    assert purge(api_v1, store, 'eventTime < "2021-01-01T00:00:00Z"') == 1
    assert purge(api_v1, store, 'userPseudoId = "other"') == 1
    assert purge(api_v1, store, "*") == 1
    for wrong in ("colour = 1", " "):
        with pytest.raises(exceptions.BadRequest, match="filter"):
            purge(api_v1, store, wrong)


def test_all_events_to_purge_are_those_of_thirty_days(api_v1: Api, store: str) -> None:
    now = datetime.now(UTC)
    for days in (29, 31):
        event = search(event_time=now - timedelta(days=days))
        service(api_v1).write_user_event(request={"parent": store, "user_event": event})
    assert purge(api_v1, store, "*") == 1
    assert purge(api_v1, store, 'eventType = "search"') == 1


def test_a_pixel(http: httpx.Client, store: str, rpc: Api) -> None:
    answer = http.get(f"/v1/{store}/userEvents:collect", params={"userEvent": EVENT, "uri": "x"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/gif"
    assert answer.content.startswith(b"GIF89a")
    assert purge(rpc, store, "*") == 1


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"userEvent": "{"}, "Invalid value at 'user_event': it is not JSON"),
        ({"userEvent": EVENT, "ets": 2**60}, "Invalid value at 'ets': it is out of range."),
    ],
)
def test_a_pixel_that_is_wrong(
    http: httpx.Client, store: str, parameters: dict[str, Any], text: str
) -> None:
    answer = http.get(f"/v1/{store}/userEvents:collect", params=parameters)
    failed(answer, "INVALID_ARGUMENT", text)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_client_collects(server: Server, store: str, version: str) -> None:
    client = service(Api(server, "grpc", version))  # Over REST it would read a picture as JSON.
    found = client.collect_user_event(request={"parent": store, "user_event": EVENT})
    assert found.content_type == "image/gif"

"""User events through Google's client libraries, and the pixel over HTTP."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document
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


def past(query: str = "quokka") -> dict[str, Any]:
    return search(query, event_time=datetime.now(UTC) - timedelta(hours=1))


def view(**fields: Any) -> dict[str, Any]:
    return {"event_type": "view-item", "user_pseudo_id": "visitor", **fields}


def purge(api: Api, data_store: str, text: str, **fields: Any) -> int:
    request = {"parent": data_store, "filter": text, **fields}
    return int(service(api).purge_user_events(request=request).result().purge_count)


def bought(**info: Any) -> dict[str, Any]:
    return view(event_type="purchase", documents=[{"id": "d"}], transaction_info=info)


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
        (view(documents=[{"id": ""}]), r"documents\[0\].id"),
        (view(documents=[{"uri": ""}]), r"documents\[0\].id"),
        (search(panel={"panel_id": "x", "documents": [{}]}), r"panel.documents\[0\].id"),
        ({"event_type": "conversion", "user_pseudo_id": "x"}, "conversion_type"),
        ({"event_type": "view-category-page", "user_pseudo_id": "x"}, "page_info.page_category"),
        (view(event_type="purchase", documents=[{"id": "d"}]), "transaction_info"),
        (bought(), "transaction_info.value"),
        (bought(value=0, currency="EUR"), "transaction_info.value'.*not be 0"),
        (bought(value=1), "transaction_info.currency"),
        (bought(value=1, currency="Euro"), "transaction_info.currency'.*'Euro'"),
        (bought(value=1, currency="EUR", transaction_id="x" * 129), "transaction_id"),
        (view(event_type="view-home-page", search_info={"search_query": "x"}), "info.search_query"),
        (view(event_type="view-home-page", search_info={"offset": 0}), "info.offset"),
        (view(event_type="view-home-page", page_info={"page_category": "x"}), "page_category"),
        (
            view(documents=[{"id": "d", "promotion_ids": ["a", "b"]}]),
            r"documents\[0\].promotion_ids",
        ),
        (
            view(event_type="conversion", conversion_type="watch", documents=[{"id": "d"}]),
            r"documents\[0\].conversion_value",
        ),
        (view(event_type="conversion", conversion_type="Good Visit"), "conversion_type"),
        (search(user_pseudo_id="x" * 129), "user_pseudo_id"),
        (search("x" * 5001), "search_info.search_query"),
        (search(search_info={"search_query": "x", "order_by": "x" * 1001}), "order_by"),
        (search(search_info={"search_query": "x", "offset": -1}), "search_info.offset"),
        (search(filter="x" * 1001), "user_event.filter"),
        (search(session_id="x" * 129), "session_id"),
        (search(promotion_ids=["a", "b"]), "user_event.promotion_ids"),
        (search(page_info={"uri": "x" * 5001}), "page_info.uri"),
        (search(user_info={"user_id": "x" * 129}), "user_info.user_id"),
        (search(user_info={"user_agent": "x" * 1001}), "user_info.user_agent"),
        (search(panel={"display_name": "x"}), "user_event.panel.panel_id"),
        (search(panels=[{"panel_id": "x", "panel_position": 1}]), r"panels\[0\].total_panels"),
        (search(media_info={"media_progress_percentage": 1.5}), "media_progress_percentage"),
        (search(attributes={"a": {}}), r"attributes\[a\]"),
        (search(attributes={"a": {"text": [""]}}), "attributes.*empty"),
        (search(attributes={"a": {"text": ["x" * 257]}}), "attributes.*256"),
        (search(attributes={"a": {"numbers": [1] * 401}}), "attributes.*400"),
        (search(attributes={"x" * 5001: {"text": ["x"]}}), "attributes.*5000"),
    ],
)
def test_an_event_that_is_wrong(api_v1: Api, store: str, event, reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        service(api_v1).write_user_event(request={"parent": store, "user_event": event})


def test_an_event_of_another_type_may_have_nothing_in_its_search(api: Api, store: str) -> None:
    event = view(event_type="view-home-page", search_info={"search_query": ""})
    made = service(api).write_user_event(request={"parent": store, "user_event": event})
    assert made.event_type == "view-home-page"


def test_an_event_with_all_that_there_may_be(api: Api, store: str) -> None:
    event = bought(value=1.5, currency="EUR", transaction_id="x" * 128) | {
        "session_id": "x" * 128,
        "filter": "x" * 1000,
        "promotion_ids": ["p"],
        "page_info": {"uri": "x" * 5000},
        "user_info": {"user_id": "x" * 128, "user_agent": "x" * 1000},
        "panel": {"panel_id": "p", "panel_position": 1, "total_panels": 2},
        "media_info": {"media_progress_percentage": 1},
        "attributes": {"a": {"text": ["x" * 256] * 400}, "b": {"numbers": [1] * 400}},
    }
    made = service(api).write_user_event(request={"parent": store, "user_event": event})
    assert made.transaction_info.value == 1.5
    assert made.panel.total_panels == 2


def test_a_data_store_that_is_not_there(api_v1: Api, stores: Stores) -> None:
    parent = f"{stores.collection}/dataStores/nowhere"
    with pytest.raises(exceptions.NotFound, match="DataStore"):
        service(api_v1).write_user_event(request={"parent": parent, "user_event": search()})


def test_many_events(api: Api, store: str) -> None:
    events = [past(), {"event_type": "search"}, search(), past("wombat")]
    request = {"parent": store, "inline_source": {"user_events": events}}
    operation = service(api).import_user_events(request=request)
    response = operation.result()
    assert response.joined_events_count == 2
    assert [one.message for one in response.error_samples] == [
        "inline_source.user_events[1]: Missing required field: user_event.event_time.",
        "inline_source.user_events[2]: Missing required field: user_event.event_time.",
    ]
    assert (operation.metadata.success_count, operation.metadata.failure_count) == (2, 2)
    assert purge(api, store, "*") == 2


@pytest.mark.parametrize("version", VERSIONS)
def test_events_are_imported_to_a_location(
    http: httpx.Client, stores: Stores, version: str
) -> None:
    location = stores.collection.partition("/collections")[0]
    event = {**json.loads(EVENT), "eventTime": "2026-01-02T03:04:05Z"}
    body = {"inlineSource": {"userEvents": [event]}}
    response = http.post(f"/{version}/{location}/userEvents:import", json=body)
    assert response.json()["metadata"]["successCount"] == "1"
    empty = http.post(f"/{version}/{location}/userEvents:import", json={})
    failed(empty, "INVALID_ARGUMENT", "inline_source")


def test_documents_of_events_are_looked_for(api: Api, stores: Stores, store: str) -> None:
    create_document(api, store, "here", struct_data={"uri": "https://example.com/here"})
    name = f"{store}/branches/default_branch/documents"
    named = [
        [{"id": "here"}],
        [{"name": f"{name}/here"}, {"uri": "https://example.com/here"}],
        [{"id": "here"}, {"id": "nowhere"}],
        [{"name": f"{store}x/branches/0/documents/here"}],
    ]
    events = [view(documents=documents, event_time=datetime.now(UTC)) for documents in named]
    request = {"parent": store, "inline_source": {"user_events": events}}
    response = service(api).import_user_events(request=request).result()
    assert (response.joined_events_count, response.unjoined_events_count) == (2, 2)

    made = service(api).write_user_event(request={"parent": store, "user_event": events[2]})
    assert [one.joined for one in made.documents] == [True, False]


def test_events_of_a_location_go_to_their_data_store(api: Api, store: str) -> None:
    location = store.partition("/collections/")[0]
    write = service(api).write_user_event
    write(request={"parent": location, "user_event": search(data_store=store)})
    document = {"name": f"{store}/branches/0/documents/d"}
    write(request={"parent": location, "user_event": view(documents=[document])})
    assert purge(api, store, "*") == 2
    with pytest.raises(exceptions.BadRequest, match=r"user_event\.data_store"):
        write(request={"parent": location, "user_event": search(data_store="shop")})
    with pytest.raises(exceptions.NotFound, match="DataStore"):
        write(request={"parent": location, "user_event": search(data_store=f"{store}x")})


def test_inline_events_have_no_file_of_errors(api_v1: Api, store: str) -> None:
    request = {
        "parent": store,
        "inline_source": {"user_events": [past()]},
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
    assert purge(api_v1, store, 'eventTime < "2021-01-01T00:00:00Z" eventType = "add-to-cart"') == 0
    assert purge(api_v1, store, 'eventTime < "2021-01-01T00:00:00Z" eventType = "search"') == 1
    assert purge(api_v1, store, 'userPseudoId = "other"') == 1
    assert purge(api_v1, store, "*") == 1
    for wrong in ("colour = 1", " ", 'userId = "' + "x" * 5000 + '"'):
        with pytest.raises(exceptions.BadRequest, match="filter"):
            purge(api_v1, store, wrong)


@pytest.mark.parametrize("force", [False, True])
def test_events_are_purged_with_and_without_force(api_v1: Api, store: str, force: bool) -> None:
    """ "The `force` field is currently not supported", says the reference."""
    service(api_v1).write_user_event(request={"parent": store, "user_event": search()})
    assert [purge(api_v1, store, "*", force=force) for _ in range(2)] == [1, 0]


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
        (
            {"userEvent": EVENT, "uri": "x" * 5001},
            "Invalid value at 'uri': at most 5000 characters",
        ),
        ({"userEvent": '{"colour": 1}'}, "Unknown name \"colour\" at 'user_event': Cannot find"),
        ({"userEvent": "[]"}, 'Unknown name "user_event": Proto field is not repeating'),
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

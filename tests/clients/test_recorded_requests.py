"""What was called, as a suite looks at it."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.controlling import Control, config
from tests.clients.doors import ANSWER, DOORS, LIST_ENGINES, SEARCH
from tests.clients.stores import unique
from tests.conftest import DEMO, DEMO_CONFIG, Api, Server

WANTED = {
    "servingConfig": DEMO_CONFIG,
    "query": "warranty",
    "pageSize": 2,
    "filter": 'category: ANY("policy")',
}
SEARCHES = "google.cloud.discoveryengine.v1.SearchService.Search"


@pytest.mark.parametrize("door", DOORS)
def test_a_call_is_recorded_with_what_was_asked_and_answered(
    server: Server, control: Control, door: str
) -> None:
    response = DOORS[door](server)(SEARCH, WANTED)
    [found] = control.requests()
    assert (found["rpc"], found["version"], found["transport"]) == (SEARCHES, "v1", door)
    assert (found["resource"], found["code"]) == (DEMO_CONFIG, "OK")
    assert found["request"] == WANTED
    assert found["response"] == response
    assert float(found["duration"].removesuffix("s")) > 0
    assert found["startTime"].endswith("Z")
    assert "user-agent" in found["headers"]


def test_every_version_is_told(control: Control, server: Server) -> None:
    for version in ("v1", "v1beta", "v1alpha"):
        client = Api(server, "grpc", version).client("EngineService")
        list(client.list_engines(parent=DEMO))
    assert [one["version"] for one in control.requests()] == ["v1", "v1beta", "v1alpha"]


def test_the_library_is_in_the_headers_and_a_key_is_not(api_v1: Api, control: Control) -> None:
    secret = [("x-goog-api-key", "secret"), ("authorization", "Bearer secret")]
    client = api_v1.client("EngineService")
    list(client.list_engines(parent=DEMO, metadata=[*secret, ("x-custom", "seen")]))
    [found] = control.requests()
    assert "gapic/" in found["headers"]["x-goog-api-client"]
    assert found["headers"]["x-custom"] == "seen"
    assert found["headers"]["x-goog-api-key"] == found["headers"]["authorization"] == "..."
    assert "secret" not in json.dumps(found)


@pytest.mark.parametrize(
    "name", ["x-api-key", "x-goog-iam-authorization-token", "x-amz-security-token", "cookie"]
)
def test_whatever_looks_like_a_credential_is_not_told(
    http: httpx.Client, control: Control, name: str
) -> None:
    headers = {name: "secret", "x-custom": "seen"}
    http.get(f"/v1/{DEMO}/engines?key=secret", headers=headers).raise_for_status()
    [found] = control.requests()
    assert (found["headers"][name], found["headers"]["x-custom"]) == ("...", "seen")
    assert "secret" not in json.dumps(found)


def test_what_failed_is_recorded_with_its_error(api_v1: Api, control: Control) -> None:
    name = f"{DEMO}/engines/{unique('none')}"
    with pytest.raises(exceptions.NotFound) as raised:
        api_v1.client("EngineService").get_engine(name=name)
    [found] = control.requests()
    assert (found["code"], found["resource"]) == ("NOT_FOUND", name)
    assert found["message"] in raised.value.message
    assert found["request"] == {"name": name}
    assert "response" not in found


def test_what_could_not_be_read_is_recorded(http: httpx.Client, control: Control) -> None:
    http.post(f"/v1/{DEMO_CONFIG}:search", json={"quary": "x"})
    [found] = control.requests()
    assert (found["rpc"], found["code"]) == (SEARCHES, "INVALID_ARGUMENT")
    assert "quary" in found["message"]
    assert not {"request", "response"} & set(found)


def test_arguments_that_could_not_be_read_are_recorded(
    http: httpx.Client, control: Control
) -> None:
    params = {"name": "search", "arguments": {"quary": "x"}}
    http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    [found] = control.requests()
    assert (found["transport"], found["code"]) == ("mcp", "INVALID_ARGUMENT")


def test_a_request_is_shown_as_it_came(http: httpx.Client, control: Control) -> None:
    """Services write the names of resources in one form, which is not what was asked."""
    parent = "projects/demo/locations/global"
    http.get(f"/v1/{parent}/dataStores").raise_for_status()
    assert control.requests()[0]["request"] == {"parent": parent}


def test_parts_of_a_stream_are_a_list(api_v1: Api, control: Control) -> None:
    question = {"text": "How long is the warranty on the Skylark 3?"}
    request = {"serving_config": DEMO_CONFIG, "query": question}
    stream = api_v1.client("ConversationalSearchService").stream_answer_query(request=request)
    texts = [one.answer.answer_text for one in stream]
    [found] = control.requests()
    assert [one["answer"].get("answerText", "") for one in found["responses"]] == texts
    assert found["request"]["query"] == question


def test_who_is_not_a_client_is_not_recorded(http: httpx.Client, control: Control) -> None:
    for path in ("/healthz", "/readyz", "/docs/v1", "/emulator/v1/clock"):
        assert http.get(path).status_code == 200
    http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert control.requests() == []


def test_calls_are_found_by_what_they_were(server: Server, control: Control) -> None:
    for door in DOORS.values():
        door(server)(LIST_ENGINES, {"parent": DEMO})
        door(server)(SEARCH, WANTED)
    httpx.get(f"{server.url}/v1/{DEMO}/engines/none")
    assert len(control.requests()) == 7
    assert len(control.requests(rpc="*.EngineService.*")) == 4
    assert len(control.requests(rpc=SEARCHES, transport="mcp")) == 1
    assert len(control.requests(code="OK")) == 6
    assert len(control.requests(code="NOT_FOUND", transport="rest")) == 1
    assert len(control.requests(resource=f"{DEMO}/engines/demo")) == 3
    last = control.requests(limit=2)
    assert last == control.requests()[-2:]
    assert int(last[0]["id"]) < int(last[1]["id"])


def test_a_project_forgets_its_own(http: httpx.Client, control: Control, server: Server) -> None:
    project = control.seeded()
    other = {"servingConfig": config(project), "query": {"text": "Is lightning damage covered?"}}
    DOORS["rest"](server)(ANSWER, other)
    DOORS["rest"](server)(SEARCH, WANTED)
    control.call("DELETE", "requests", params={"resource": f"projects/{project}"})
    assert [one["rpc"] for one in control.requests()] == [SEARCHES]
    control.call("DELETE", "requests", params={"rpc": "*.AnswerQuery"})
    assert len(control.requests()) == 1
    control.call("DELETE", "requests")
    assert control.requests() == []


def test_a_stream_that_is_left_was_cancelled(rpc: Api, control: Control) -> None:
    control.fault(rpc="*.StreamAnswerQuery", afterParts=1, delay="30s")
    question = {"text": "How long is the warranty on the Skylark 3?"}
    request = {"serving_config": DEMO_CONFIG, "query": question}
    stream = rpc.client("ConversationalSearchService").stream_answer_query(request=request)
    assert next(iter(stream)).answer
    stream.cancel()
    found: list[Any] = []
    while not found:
        found = control.requests()
    assert (found[0]["code"], len(found[0]["responses"])) == ("CANCELLED", 1)


def test_no_call_is_shown_with_names_of_the_emulators_own(
    http: httpx.Client, control: Control
) -> None:
    arguments = {"projectId": "demo", "locationId": "us", "appId": "tindlemoor-support"}
    params = {"name": "start_export_app", "arguments": arguments}
    http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    [found] = control.requests(rpc="*.McpService.*", transport="mcp", code="OK")
    metadata = found["response"]["metadata"]
    assert metadata["@type"] == "type.googleapis.com/google.cloud.ces.v1.OperationMetadata"
    assert found["request"]["name"].endswith("/apps/tindlemoor-support")

"""`tools/list` and `tools/call`."""

from __future__ import annotations

from typing import Any

import httpx
import orjson
import pytest

from emulator.surface.errors import ApiError, Code, invalid_argument, missing_field, not_found
from emulator.surface.messages import discoveryengine as de
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE
from tests.transports.conftest import Engines, Send, call

PARENT = "projects/p/locations/global/collections/default_collection"


def list_engines(send: Send, **arguments: Any) -> dict[str, Any]:
    params = {"name": "list_engines", "arguments": {"parent": PARENT, **arguments}}
    response = send(call("tools/call", params))
    assert response.status_code == 200
    return response.json()["result"]


def use(http: httpx.Client, tool: str, **arguments: Any) -> dict[str, Any]:
    response = http.post("/mcp", json=call("tools/call", {"name": tool, "arguments": arguments}))
    result = response.json()["result"]
    assert result["isError"] is False, result
    return result["structuredContent"]


def test_list_shows_the_tools_in_order(send: Send) -> None:
    tools = send(call("tools/list")).json()["result"]["tools"]
    names = [tool["name"] for tool in tools]
    assert names[:3] == ["search", "conversational_search", "list_engines"]
    assert {"list_tools", "create_agent", "restore_app_version", "get_operation"} < {*names[3:]}
    for tool in tools[:3]:
        assert tool["title"]
        assert tool["description"]
        assert tool["annotations"] == {
            "title": tool["title"],
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        }


@pytest.mark.parametrize("cursor", [None, ""])
def test_list_has_one_page(send: Send, cursor: str | None) -> None:
    result = send(call("tools/list", {"cursor": cursor})).json()["result"]
    assert "nextCursor" not in result


def test_list_refuses_a_cursor(send: Send) -> None:
    assert send(call("tools/list", {"cursor": "x"})).json()["error"]["code"] == -32602


def test_result_is_text_and_structure(send: Send, engines: Engines) -> None:
    name = f"{PARENT}/engines/e"
    engines.outcome = de.ListEnginesResponse(engines=[de.Engine(name=name, solution_type=2)])
    result = list_engines(send, pageSize=3)

    expected = {"engines": [{"name": name, "solutionType": "SOLUTION_TYPE_SEARCH"}]}
    assert result["structuredContent"] == expected
    (content,) = result["content"]
    assert content == {"type": "text", "text": orjson.dumps(expected).decode()}
    assert result["isError"] is False
    (request,) = engines.requests
    assert (request.parent, request.page_size) == (PARENT, 3)


def test_empty_result(send: Send, engines: Engines) -> None:
    engines.outcome = de.ListEnginesResponse()
    assert list_engines(send)["structuredContent"] == {}


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (not_found("Engine", "e"), 'NOT_FOUND (404): Engine with name "e" does not exist.'),
        (
            missing_field("parent"),
            "INVALID_ARGUMENT (400): Missing required field: parent.\n"
            "parent: This field is required.",
        ),
        (
            invalid_argument("filter", "no such field."),
            "INVALID_ARGUMENT (400): Invalid value at 'filter': no such field.",
        ),
        (ApiError(Code.UNAVAILABLE, "Try again."), "UNAVAILABLE (503): Try again."),
    ],
)
def test_refusal_of_the_api(send: Send, engines: Engines, error: ApiError, text: str) -> None:
    engines.outcome = error
    result = list_engines(send)
    assert result == {"content": [{"type": "text", "text": text}], "isError": True}


@pytest.mark.parametrize("outcome", [RuntimeError("secret"), "a secret that is no message"])
def test_unforeseen_failure_tells_nothing(
    send: Send, engines: Engines, caplog: pytest.LogCaptureFixture, outcome: object
) -> None:
    engines.outcome = outcome
    result = list_engines(send)
    assert result["isError"] is True
    assert result["content"][0]["text"] == "INTERNAL (500): Internal error encountered."
    assert "Traceback" in caplog.text


def test_tool_without_a_service(send: Send) -> None:
    arguments = {"servingConfig": DEMO_CONFIG}
    result = send(call("tools/call", {"name": "search", "arguments": arguments})).json()["result"]
    assert result["isError"] is True
    assert result["content"][0]["text"].startswith("UNIMPLEMENTED (501)")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"colour": 1}, 'Unknown name "colour": Cannot find field.'),
        ({"pagesize": 1}, "Cannot find field.\nDid you mean pageSize?"),
        ({"pageSize": "many"}, "Invalid value at 'page_size' (TYPE_INT32), \"many\""),
        ({"parent": ""}, "Missing required field: parent."),
        ({"parent": "here"}, "'here' is not a resource name of the form projects/*"),
    ],
)
def test_argument_is_refused_for_the_model(
    send: Send, engines: Engines, arguments: dict[str, Any], text: str
) -> None:
    result = list_engines(send, **arguments)
    assert result["isError"] is True
    assert "structuredContent" not in result
    assert result["content"][0]["text"].startswith("INVALID_ARGUMENT (400): ")
    assert text in result["content"][0]["text"]
    assert engines.requests == []


def test_types_are_named_as_the_api_names_them(send: Send) -> None:
    arguments = {"servingConfig": DEMO_CONFIG, "spellCorrectionSpec": {"mode": "NEVER"}}
    result = send(call("tools/call", {"name": "search", "arguments": arguments})).json()["result"]
    assert "google.cloud.discoveryengine.v1.SearchRequest" in result["content"][0]["text"]


def test_fields_of_every_version_are_understood(send: Send) -> None:
    only_v1alpha = {"customFineTuningSpec": {"enableSearchAdaptor": True}, "query": "wind"}
    arguments = {"servingConfig": DEMO_CONFIG, **only_v1alpha}
    result = send(call("tools/call", {"name": "search", "arguments": arguments})).json()["result"]
    assert "Cannot find field" not in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({}, "`name`"),
        ({"name": None}, "`name`"),
        ({"name": 1}, "`name`"),
        ({"name": ["search"]}, "`name`"),
        ({"name": "nothing"}, "unknown tool 'nothing'"),
        ({"name": "Search"}, "unknown tool 'Search'"),
        ({"name": "list_engines", "arguments": []}, "`arguments`"),
        ({"name": "list_engines", "arguments": "{}"}, "`arguments`"),
    ],
)
def test_call_is_invalid(send: Send, params: dict[str, Any], reason: str) -> None:
    response = send(call("tools/call", params))
    assert response.status_code == 200
    error = response.json()["error"]
    assert error["code"] == -32602
    assert error["message"].startswith(f"Invalid params: {reason}")


@pytest.mark.parametrize("arguments", [{}, {"arguments": None}])
def test_call_without_arguments(send: Send, arguments: dict[str, Any]) -> None:
    result = send(call("tools/call", {"name": "list_engines", **arguments})).json()["result"]
    assert "Missing required field: parent." in result["content"][0]["text"]


def test_bare_call_as_documented(http: httpx.Client) -> None:
    body = {
        "method": "tools/call",
        "params": {
            "name": "conversational_search",
            "arguments": {
                "servingConfig": DEMO_CONFIG,
                "query": {"text": "How long is the warranty on the Skylark 3?"},
            },
        },
        "jsonrpc": "2.0",
        "id": 1,
    }
    accept = {"accept": "application/json, text/event-stream"}
    result = http.post("/mcp", json=body, headers=accept).json()["result"]
    assert "36 months" in result["structuredContent"]["answer"]["answerText"]


def test_conversation_goes_on_in_its_session(http: httpx.Client) -> None:
    first = use(
        http,
        "conversational_search",
        servingConfig=DEMO_CONFIG,
        query={"text": "How long is the warranty on the Skylark 3?"},
        session=f"{DEMO_ENGINE}/sessions/-",
    )
    session = first["session"]["name"]
    second = use(
        http,
        "conversational_search",
        servingConfig=DEMO_CONFIG,
        query={"text": "And on the Skylark Pro?"},
        session=session,
    )
    assert second["session"]["name"] == session
    assert len(second["session"]["turns"]) == 2
    assert http.get(f"/v1/{session}").json()["name"] == session


def test_an_answer_is_made_from_a_search_of_its_session(http: httpx.Client) -> None:
    asked = {"servingConfig": DEMO_CONFIG, "session": f"{DEMO_ENGINE}/sessions/-"}
    found = use(http, "search", query="How long is the warranty?", pageSize=2, **asked)
    session, question = (found["sessionInfo"][key] for key in ("name", "queryId"))
    query = {"text": "How long is the warranty?", "queryId": question}
    tool = "conversational_search"
    answered = use(http, tool, servingConfig=DEMO_CONFIG, session=session, query=query)
    assert len(answered["answer"]["references"]) == 2
    assert [turn["query"]["queryId"] for turn in answered["session"]["turns"]] == [question]


def test_mcp_answers_what_rest_answers(http: httpx.Client) -> None:
    body = {"query": "Skylark", "pageSize": 3}
    over_rest = http.post(f"/v1beta/{DEMO_CONFIG}:search", json=body).json()
    over_mcp = use(http, "search", servingConfig=DEMO_CONFIG, **body)
    assert over_mcp["results"] == over_rest["results"]


def test_engines_lead_to_serving_configs(http: httpx.Client) -> None:
    (engine,) = use(http, "list_engines", parent=DEMO)["engines"]
    config = f"{engine['name']}/servingConfigs/default_search"
    assert use(http, "search", servingConfig=config, query="warranty")["results"]

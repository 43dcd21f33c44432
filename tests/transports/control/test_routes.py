"""`/emulator/v1` on the wire: what it refuses, who may call it, and what it says of itself."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from openapi_spec_validator import validate

from emulator.control.clock import Clock
from emulator.control.faults import Faults
from emulator.control.journal import Journal
from emulator.transports.control.app import ControlApp, Controls
from emulator.transports.http.allowed_hosts import HostCheck
from tests.clients.controlling import Control, controlled
from tests.conftest import ROOT, Server
from tests.transports.failures import failure

PREFIX = "/emulator/v1"
ABORTED = {"error": {"code": "ABORTED"}}
DETAILS = [{"@type": "type.googleapis.com/google.rpc.DebugInfo", "detail": "x" * 5_000}]


@pytest.fixture
def control(http: httpx.Client) -> Iterator[Control]:
    with controlled(http) as control:
        yield control


def refused(response: httpx.Response, code: str, text: str, field: str = "") -> None:
    """Assert that a call failed as calls of the API do, naming the field."""
    error = failure(response.json(), code, text)
    assert response.status_code == error["code"]
    if field:
        [detail] = error["details"]
        assert field in [one.get("field", "") for one in detail["fieldViolations"]]


def test_a_fault_is_shown_as_it_was_set(control: Control) -> None:
    given = {"rpc": "*.Search", "times": 2, "delay": "0.5s", "dropConnection": True}
    made = control.fault(**given)
    assert made == {**given, "id": made["id"], "remaining": 2}
    assert control.call("GET", "faults") == {"faults": [made]}
    assert control.call("DELETE", f"faults/{made['id']}") == {}
    assert control.call("GET", "faults") == {"faults": []}


@pytest.mark.parametrize(
    ("fault", "field", "text"),
    [
        ({}, "", "there should be a delay, an error or dropConnection"),
        ({"delay": "0s"}, "", "there should be a delay, an error or dropConnection"),
        ({**ABORTED, "dropConnection": True}, "", "exclude each other"),
        ({**ABORTED, "afterParts": 1, "afterWork": True}, "", "exclude each other"),
        ({"error": {"code": "BAD"}}, "error.code", "it should be 'CANCELLED'"),
        ({"error": {"code": 14}}, "error.code", "it should be 'CANCELLED'"),
        ({"error": {}}, "error.code", "it is required"),
        ({"error": {"code": "ABORTED", "details": [{}]}}, "error.details", "an @type"),
        ({"error": {"code": "ABORTED", "details": [{"@type": "x"}]}}, "error.details", "[0]"),
        ({"error": {"code": "ABORTED", "details": DETAILS}}, "error.details", "at most 4000"),
        ({"error": {"code": "ABORTED", "message": "x" * 1001}}, "error.message", "at most 1000"),
        ({"delay": "1"}, "delay", "it should be such as 1.5s"),
        ({"delay": "1000s"}, "delay", "it should be such as 1.5s"),
        ({"delay": 1}, "delay", "valid string"),
        ({**ABORTED, "times": 0}, "times", "greater than or equal to 1"),
        ({**ABORTED, "afterParts": -1}, "afterParts", "greater than or equal to 0"),
        ({**ABORTED, "resource": "p"}, "resource", "it should be such as projects/test"),
        ({**ABORTED, "resource": "projects/"}, "resource", "it should be such as projects/test"),
        ({**ABORTED, "rpc": "SearchService.Search"}, "rpc", "*.SearchService.*"),
        ({**ABORTED, "rpc": ""}, "rpc", "no RPC is named ''"),
        ({**ABORTED, "rpc": "*.Search", "afterParts": 1}, "afterParts", "no RPC that '*.Search'"),
        ({**ABORTED, "rpc": "*.BidiRunSession", "afterWork": True}, "afterWork", "no RPC that"),
        ({**ABORTED, "time": 2}, "time", "there is no such field"),
    ],
    ids=lambda value: json.dumps(value)[:60] if isinstance(value, dict) else None,
)
def test_faults_that_are_refused(
    http: httpx.Client, control: Control, fault: dict[str, Any], field: str, text: str
) -> None:
    refused(http.post(f"{PREFIX}/faults", json=fault), "INVALID_ARGUMENT", text, field)
    assert control.call("GET", "faults") == {"faults": []}


@pytest.mark.parametrize("body", ["{", "", "[]", '"x"'])
def test_a_body_that_is_no_object_is_refused(http: httpx.Client, body: str) -> None:
    refused(http.post(f"{PREFIX}/faults", content=body), "INVALID_ARGUMENT", "")


@pytest.mark.parametrize(
    "body", [b'{"rpc": "\xff"}', b"[" * 100_000 + b"]" * 100_000], ids=["not UTF-8", "deep"]
)
def test_a_body_that_cannot_be_read_is_refused(http: httpx.Client, body: bytes) -> None:
    response = http.post(f"{PREFIX}/faults", content=body)
    refused(response, "INVALID_ARGUMENT", "it is not UTF-8, or is nested too deep")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({}, "there should be a delay, an error or dropConnection."),
        ({**ABORTED, "dropConnection": True}, "error and dropConnection exclude each other."),
        (None, "the body is required."),
    ],
)
def test_what_is_wrong_with_a_whole_body_is_said_in_a_sentence(
    http: httpx.Client, body: object, text: str
) -> None:
    response = http.post(f"{PREFIX}/faults", json=body)
    assert response.json()["error"]["message"] == text


def test_a_body_may_be_compressed(http: httpx.Client, control: Control) -> None:
    body = gzip.compress(json.dumps(ABORTED).encode())
    headers = {"content-encoding": "gzip"}
    http.post(f"{PREFIX}/faults", content=body, headers=headers).raise_for_status()
    assert len(control.call("GET", "faults")["faults"]) == 1


@pytest.mark.parametrize("packed", [False, True])
def test_a_body_over_the_limit_of_requests_is_refused(http: httpx.Client, packed: bool) -> None:
    body = b" " * (64 * 2**20 + 1)
    headers = {"content-encoding": "gzip"} if packed else {}
    response = http.post(
        f"{PREFIX}/faults", content=gzip.compress(body, 1) if packed else body, headers=headers
    )
    text = "larger than the limit of 67108864 bytes"
    failure(response.json(), "INVALID_ARGUMENT", text, 413)
    assert response.status_code == 413


def test_what_goes_wrong_within_is_told_as_calls_of_the_api_tell_it() -> None:
    def empty(_project: str) -> None:
        raise RuntimeError

    async def seed(_project: str) -> None:
        raise AssertionError

    controls = Controls(Faults(), Journal(), Clock(), empty, seed)
    app = ControlApp(controls, 100, HostCheck(()))

    async def delete() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.delete("/projects/p")

    refused(asyncio.run(delete()), "INTERNAL", "")


def test_a_body_may_be_called_a_form(http: httpx.Client, control: Control) -> None:
    """As curl calls it."""
    headers = {"content-type": "application/x-www-form-urlencoded"}
    body = json.dumps(ABORTED)
    http.post(f"{PREFIX}/faults", content=body, headers=headers).raise_for_status()
    assert len(control.call("GET", "faults")["faults"]) == 1


@pytest.mark.parametrize(
    ("verb", "path", "field", "text"),
    [
        ("GET", "requests?limit=0", "limit", "greater than or equal to 1"),
        ("GET", "requests?limit=1001", "limit", "less than or equal to 1000"),
        ("GET", "requests?limit=x", "limit", "valid integer"),
        ("GET", "requests?code=BAD", "code", "'OK'"),
        ("GET", "requests?transport=http", "transport", "'rest', 'grpc', 'mcp' or 'websocket'"),
        ("GET", "requests?rpc=Search", "rpc", "*.SearchService.*"),
        ("GET", "requests?project=p", "project", "there is no such field"),
        ("DELETE", "requests?rpc=Search", "rpc", "*.SearchService.*"),
        ("DELETE", "requests?resource=p", "resource", "projects/test"),
        ("DELETE", "faults?resource=p", "resource", "projects/test"),
        ("DELETE", "faults?rpc=*", "rpc", "there is no such field"),
        ("GET", "faults?resource=projects/p", "resource", "there is no such field"),
        ("POST", "faults?times=2", "times", "there is no such field"),
        ("DELETE", "faults/1?times=2", "times", "there is no such field"),
        ("GET", "clock?time=2026", "time", "there is no such field"),
        ("DELETE", "projects/p?force=true", "force", "there is no such field"),
    ],
)
def test_parameters_that_are_refused(
    http: httpx.Client, verb: str, path: str, field: str, text: str
) -> None:
    refused(http.request(verb, f"{PREFIX}/{path}"), "INVALID_ARGUMENT", text, field)


@pytest.mark.parametrize(
    ("verb", "path", "body", "field", "text"),
    [
        ("PUT", "clock", {}, "time", "it is required"),
        ("PUT", "clock", {"time": "yesterday"}, "time", "it should be such as 2026-01-"),
        ("PUT", "clock", {"time": 5}, "time", "it should be such as 2026-01-31T12:00:00Z"),
        ("PUT", "clock", {"time": "2026"}, "time", "it should be such as 2026-01-31T12:"),
        ("PUT", "clock", {"time": "2026-01-31T12:00:00"}, "time", "timezone"),
        ("PUT", "clock", {"time": "1969-12-31T23:59:59Z"}, "time", "1970"),
        ("PUT", "clock", {"time": "9999-12-31T00:00:01Z"}, "time", "9999"),
        ("PUT", "clock", {"time": "10000-01-01T00:00:00Z"}, "time", "such as 2026-"),
        ("POST", "clock:advance", {"duration": "-1s"}, "duration", "it should be such as 3600s"),
        ("POST", "clock:advance", {"duration": "1h"}, "duration", "it should be such as 3600s"),
        ("POST", "clock:advance", {"duration": "999999999999s"}, "duration", "beyond 9999-12-31"),
    ],
)
def test_times_that_are_refused(
    http: httpx.Client, verb: str, path: str, body: Any, field: str, text: str
) -> None:
    refused(http.request(verb, f"{PREFIX}/{path}", json=body), "INVALID_ARGUMENT", text, field)
    assert http.get(f"{PREFIX}/clock").json()["set"] is False


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"", "the body is required."),
        (b"[]", "the body should be a valid dictionary"),
        (b"{", "It is not JSON"),
    ],
)
def test_a_body_that_is_refused_as_a_whole(http: httpx.Client, body: bytes, text: str) -> None:
    refused(http.put(f"{PREFIX}/clock", content=body), "INVALID_ARGUMENT", text)


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("GET", "/"),
        ("GET", "/nothing"),
        ("PATCH", "/faults"),
        ("DELETE", "/faults/none"),
        ("DELETE", "/projects"),
        ("POST", "/projects/demo"),
        ("GET", "/docs"),
    ],
)
def test_what_is_not_there(http: httpx.Client, verb: str, path: str) -> None:
    refused(http.request(verb, f"{PREFIX}{path}"), "NOT_FOUND", "")


@pytest.mark.parametrize("project", ['it"s', "a\\b", "ä b"])
def test_a_project_of_any_name_is_filled_and_emptied(
    http: httpx.Client, control: Control, project: str
) -> None:
    collection = f"/v1/projects/{quote(project)}/locations/global/collections/default_collection"
    control.call("POST", f"projects/{quote(project)}:seed")
    assert http.get(f"{collection}/engines/demo").status_code == 200
    control.call("DELETE", f"projects/{quote(project)}")
    assert http.get(f"{collection}/engines/demo").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example.com"},
        {"origin": "https://evil.example.com"},
        {"origin": "null"},
        {"host": "evil.example.com", "origin": "http://evil.example.com"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["requests", "clock", "openapi.json", "projects/demo"])
def test_pages_from_elsewhere_may_not_call(
    http: httpx.Client, path: str, headers: dict[str, str]
) -> None:
    verb = "DELETE" if path == "projects/demo" else "GET"
    response = http.request(verb, f"{PREFIX}/{path}", headers=headers)
    refused(response, "PERMISSION_DENIED", "--allowed-hosts")


def test_pages_of_this_machine_may_call(http: httpx.Client) -> None:
    headers = {"origin": "http://localhost:3000"}
    response = http.get(f"{PREFIX}/clock", headers=headers)
    assert response.headers["access-control-allow-origin"]
    assert response.status_code == 200


def test_the_details_that_open_api_has_as_an_example_can_be_set(http: httpx.Client) -> None:
    document = http.get(f"{PREFIX}/openapi.json").json()
    details = document["components"]["schemas"]["ErrorSpec"]["properties"]["details"]
    for example in details["examples"]:
        fault = {"rpc": "*.GetEngine", "error": {"code": "ABORTED", "details": example}}
        response = http.post(f"{PREFIX}/faults", json=fault).raise_for_status()
        http.delete(f"{PREFIX}/faults/{response.json()['id']}").raise_for_status()


def test_it_is_told_as_open_api_and_in_the_documentation(server: Server) -> None:
    document = server.get(f"{PREFIX}/openapi.json")
    validate(document)
    assert document["servers"] == [{"url": PREFIX}]
    told = (ROOT / "docs" / "testing.md").read_text()
    rows = set(re.findall(r"^\| `([A-Z]+) /([\w{}:/]+)`", told, re.MULTILINE))
    served = {
        (verb.upper(), path[1:].replace("{fault_id}", "{id}"))
        for path, operations in document["paths"].items()
        for verb in operations
    }
    assert served == rows
    assert f"..{PREFIX}/openapi.json" in httpx.get(f"{server.url}/docs/v1").text

"""MCP 2026-07-28."""

from __future__ import annotations

import base64
from typing import Any

import httpx
import pytest

from tests.transports.conftest import Send, call

PREFIX = "io.modelcontextprotocol"
META = {f"{PREFIX}/protocolVersion": "2026-07-28", f"{PREFIX}/clientCapabilities": {}}


def exchange(
    send: Send, method: str, params: Any = None, meta: Any = META, **headers: str | None
) -> httpx.Response:
    """A request with its headers, some of them changed or, with None, left out."""
    body = call(method, {**(params or {}), "_meta": meta})
    standard = {"mcp_protocol_version": "2026-07-28", "mcp_method": method}
    if params and "name" in params:
        standard["mcp_name"] = params["name"]
    shown = {**standard, **headers}.items()
    return send(body, headers={key.replace("_", "-"): value for key, value in shown if value})


def error(response: httpx.Response) -> tuple[int, int]:
    return response.status_code, response.json()["error"]["code"]


def test_discover(send: Send) -> None:
    response = exchange(send, "server/discover")
    assert response.status_code == 200
    result = response.json()["result"]
    assert result["resultType"] == "complete"
    assert result["supportedVersions"] == ["2026-07-28"]
    assert result["capabilities"] == {"tools": {"listChanged": False}}
    assert result["ttlMs"] > 0
    assert result["cacheScope"] == "public"
    assert result["_meta"][f"{PREFIX}/serverInfo"].keys() >= {"name", "version"}


def test_list_may_be_cached(send: Send) -> None:
    result = exchange(send, "tools/list").json()["result"]
    assert result.keys() == {"resultType", "tools", "ttlMs", "cacheScope", "_meta"}


def test_call_is_complete(send: Send, engines: Any) -> None:
    result = exchange(send, "tools/call", {"name": "list_engines"}).json()["result"]
    assert result["resultType"] == "complete"
    assert result["isError"] is True
    assert engines.requests == []


def test_notification_is_accepted(send: Send) -> None:
    response = send(
        {"jsonrpc": "2.0", "method": "notifications/cancelled"},
        headers={"mcp-protocol-version": "2026-07-28"},
    )
    assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize(
    "method", ["initialize", "ping", "logging/setLevel", "resources/list", "subscriptions/listen"]
)
def test_unknown_method(send: Send, method: str) -> None:
    response = exchange(send, method)
    assert error(response) == (404, -32601)
    assert response.json()["id"] == 1


def test_call_without_a_name_needs_no_header_for_it(send: Send) -> None:
    response = exchange(send, "tools/call", {"arguments": {}})
    assert error(response) == (400, -32602)
    assert "`name`" in response.json()["error"]["message"]


def test_name_of_what_is_no_call_needs_no_header(send: Send) -> None:
    assert exchange(send, "tools/list", {"name": "any"}, mcp_name=None).status_code == 200


@pytest.mark.parametrize("missing", META)
def test_meta_lacks_a_key(send: Send, missing: str) -> None:
    meta = {key: value for key, value in META.items() if key != missing}
    response = exchange(send, "tools/list", meta=meta)
    assert error(response) == (400, -32602)
    assert missing in response.json()["error"]["message"]


@pytest.mark.parametrize("meta", [None, [], "text", {**META, f"{PREFIX}/clientCapabilities": 1}])
def test_meta_of_the_wrong_type(send: Send, meta: Any) -> None:
    assert error(exchange(send, "tools/list", meta=meta)) == (400, -32602)


@pytest.mark.parametrize(
    "headers",
    [
        {"mcp_protocol_version": None},
        {"mcp_protocol_version": "2025-11-25"},
        {"mcp_protocol_version": "2027-01-01"},
        {"mcp_method": None},
        {"mcp_method": "tools/list"},
        {"mcp_method": "Tools/Call"},
        {"mcp_name": None},
        {"mcp_name": "search"},
        {"mcp_name": "=?base64?bm90IGl0?="},
        {"mcp_name": "=?base64?%?="},
    ],
)
def test_header_differs_from_the_body(send: Send, headers: dict[str, str | None]) -> None:
    response = exchange(send, "tools/call", {"name": "list_engines"}, **headers)
    assert error(response) == (400, -32020)


@pytest.mark.parametrize(
    "name", ["list_engines", f"=?base64?{base64.b64encode(b'list_engines').decode()}?="]
)
def test_header_as_clients_may_write_it(send: Send, name: str) -> None:
    response = exchange(send, "tools/call", {"name": "list_engines"}, mcp_name=f"  {name}\t")
    assert response.status_code == 200


def test_header_given_twice(send: Send) -> None:
    twice = [("mcp-method", "tools/list")] * 2
    headers = [("mcp-protocol-version", "2026-07-28"), *twice]
    response = send(call("tools/list", {"_meta": META}), headers=headers)
    assert error(response) == (400, -32020)
    assert "mcp-method is given more than once" in response.text


@pytest.mark.parametrize("notification", [False, True])
def test_unknown_revision(send: Send, notification: bool) -> None:
    meta = {**META, f"{PREFIX}/protocolVersion": "2027-01-01"}
    body = call("tools/list", {"_meta": meta})
    if notification:
        del body["id"]
    response = send(
        body, headers={"mcp-protocol-version": "2027-01-01", "mcp-method": "tools/list"}
    )
    assert error(response) == (400, -32022)
    data = response.json()["error"]["data"]
    assert data == {"supported": ["2026-07-28"], "requested": "2027-01-01"}


@pytest.mark.parametrize("body", [[], [call("tools/list", {"_meta": META})], {"id": 1}, "text"])
def test_invalid_request(send: Send, body: Any) -> None:
    response = send(body, headers={"mcp-protocol-version": "2026-07-28"})
    assert error(response) == (400, -32600)

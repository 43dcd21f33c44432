"""The HTTP side of the MCP endpoint: paths, methods, limits, hosts and catalogues."""

from __future__ import annotations

import gzip
import json

import httpx
import pytest

from emulator.transports.mcp.app import PATHS
from tests.transports.conftest import MAX_BODY, Send, call

TOOLS = ["search", "conversational_search", "list_engines"]


def names(response: httpx.Response) -> list[str]:
    return [tool["name"] for tool in response.json()["result"]["tools"]]


@pytest.mark.parametrize("path", PATHS)
def test_served_paths(http: httpx.Client, path: str) -> None:
    response = http.post(path, json=call("ping"))
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.json() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_no_session_is_issued(http: httpx.Client) -> None:
    response = http.post("/mcp", json=call("initialize", {"protocolVersion": "2025-11-25"}))
    assert "mcp-session-id" not in response.headers


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
def test_other_methods_are_not_allowed(http: httpx.Client, method: str) -> None:
    response = http.request(method, "/mcp", headers={"accept": "text/event-stream"})
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "body", [b"", b"  ", b"{", b"{'id': 1}", b'{"id": \xff}', b"[" * 200 + b"]" * 200]
)
def test_what_is_no_json_is_a_parse_error(send: Send, body: bytes) -> None:
    response = send(body)
    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32700
    assert response.json()["id"] is None


def test_body_over_the_limit(send: Send) -> None:
    response = send(call("ping", {"padding": "x" * MAX_BODY}))
    assert response.status_code == 413
    assert str(MAX_BODY) in response.json()["error"]["message"]


@pytest.mark.parametrize(("size", "status"), [(4 << 20, 200), ((4 << 20) + 1, 413)])
def test_bodies_of_mcp_have_up_to_four_mebibytes(
    http: httpx.Client, size: int, status: int
) -> None:
    body = json.dumps(call("ping")).encode().ljust(size)
    response = http.post("/mcp", content=body)
    assert response.status_code == status
    assert ("larger than the 4194304 bytes of MCP" in response.text) == (status == 413)


def test_compressed_body(send: Send) -> None:
    body = gzip.compress(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
    response = send(body, headers={"content-encoding": "gzip"})
    assert response.json()["result"] == {}


def test_compressed_body_over_the_limit(send: Send) -> None:
    body = gzip.compress(b" " * (MAX_BODY + 1))
    assert send(body, headers={"content-encoding": "gzip"}).status_code == 413


def test_unknown_compression(send: Send) -> None:
    response = send(call("ping"), headers={"content-encoding": "br"})
    assert response.status_code == 400
    assert "Content-Encoding" in response.json()["error"]["message"]


@pytest.mark.parametrize("header", ["host", "origin"])
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_foreign_page_is_refused(send: Send, header: str, method: str) -> None:
    value = "evil.example.com" if header == "host" else "http://evil.example.com"
    response = send(call("ping"), method=method, headers={header: value})
    assert response.status_code == 403
    assert "allowed_hosts" in response.json()["error"]["message"]


@pytest.mark.parametrize("host", ["allowed.example.com", "127.0.0.1:8470", "emulator"])
def test_allowed_host(send: Send, host: str) -> None:
    assert send(call("ping"), headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("path", "host", "expected"),
    [
        ("/mcp", "localhost", True),
        ("/mcp", "discoveryengine.googleapis.com", True),
        ("/mcp", "us-discoveryengine.googleapis.com:443", True),
        ("/mcp", "ces.googleapis.com", False),
        ("/mcp", "CES.us.rep.googleapis.com", False),
        ("/discoveryengine/mcp", "ces.googleapis.com", True),
        ("/ces/mcp", "discoveryengine.googleapis.com", False),
        ("/mcp", "discoveryengine-emulator:8470", True),
    ],
)
def test_catalogue_follows_path_and_host(send: Send, path: str, host: str, expected: bool) -> None:
    response = send(call("tools/list"), path=path, headers={"host": host})
    assert (names(response)[:3] == TOOLS) is expected


def test_tool_of_the_other_api_is_unknown(send: Send) -> None:
    response = send(call("tools/call", {"name": "search", "arguments": {}}), path="/ces/mcp")
    assert response.json()["error"]["code"] == -32602

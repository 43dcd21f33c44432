"""MCP from 2024-11-05 to 2025-11-25."""

from __future__ import annotations

from typing import Any

import pytest

from tests.transports.conftest import Send, call


@pytest.mark.parametrize(
    ("asked", "agreed"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ],
)
def test_initialize_agrees_on_a_revision(send: Send, asked: str, agreed: str) -> None:
    params = {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "c"}}
    response = send(call("initialize", params))
    assert response.status_code == 200
    result = response.json()["result"]
    assert result["protocolVersion"] == agreed
    assert result["capabilities"] == {"tools": {"listChanged": False}}
    assert result["serverInfo"].keys() >= {"name", "version"}


def test_initialize_without_a_revision(send: Send) -> None:
    assert send(call("initialize", {})).json()["error"]["code"] == -32602


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/cancelled", "x"])
def test_notification_is_accepted(send: Send, method: str) -> None:
    response = send({"jsonrpc": "2.0", "method": method})
    assert (response.status_code, response.content) == (202, b"")


def test_response_is_accepted(send: Send) -> None:
    assert send({"jsonrpc": "2.0", "id": 1, "result": {}}).status_code == 202


@pytest.mark.parametrize("id", [0, 7, -1, "", "text"])
def test_id_comes_back(send: Send, id: Any) -> None:
    assert send(call("ping", id=id)).json() == {"jsonrpc": "2.0", "id": id, "result": {}}


@pytest.mark.parametrize(
    "body",
    [
        {},
        1,
        "ping",
        None,
        {"id": 1, "method": "ping"},
        {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "method": 5},
        {"jsonrpc": "2.0", "id": None, "method": "ping"},
        {"jsonrpc": "2.0", "id": True, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1.5, "method": "ping"},
        {"jsonrpc": "2.0", "id": [], "method": "ping"},
    ],
)
def test_invalid_request(send: Send, body: Any) -> None:
    response = send(body)
    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32600


def test_params_must_be_an_object(send: Send) -> None:
    response = send(call("ping", [1]))
    assert response.status_code == 200
    assert response.json()["id"] == 1
    assert response.json()["error"]["code"] == -32602


@pytest.mark.parametrize(
    "method", ["resources/list", "prompts/list", "logging/setLevel", "server/discover", "x"]
)
def test_unknown_method(send: Send, method: str) -> None:
    response = send(call(method))
    assert response.status_code == 200
    assert response.json()["error"] == {"code": -32601, "message": f"Method not found: {method}"}


@pytest.mark.parametrize("headers", [{}, {"mcp-protocol-version": "2025-03-26"}])
def test_batch(send: Send, headers: dict[str, str]) -> None:
    notification = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    batch = [call("ping", id=1), notification, call("x", id=2), "no request"]
    response = send(batch, headers=headers)
    assert response.status_code == 200
    first, second, third = response.json()
    assert first == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert (second["id"], second["error"]["code"]) == (2, -32601)
    assert (third["id"], third["error"]["code"]) == (None, -32600)


def test_batch_of_notifications(send: Send) -> None:
    response = send([{"jsonrpc": "2.0", "method": "notifications/initialized"}])
    assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
def test_revision_without_batches(send: Send, version: str) -> None:
    response = send([call("ping")], headers={"mcp-protocol-version": version})
    assert response.status_code == 400
    error = response.json()["error"]
    assert (error["code"], version in error["message"]) == (-32600, True)


def test_empty_batch(send: Send) -> None:
    response = send([])
    assert response.status_code == 400
    error = response.json()["error"]
    assert (error["code"], "empty" in error["message"]) == (-32600, True)


def test_header_with_an_unknown_revision(send: Send) -> None:
    assert send(call("ping"), headers={"mcp-protocol-version": "1999-01-01"}).status_code == 400

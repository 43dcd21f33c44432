"""Google's client library for CES, over REST and gRPC, in both versions."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any
from uuid import uuid4

import grpc
import httpx
import pytest
from google.auth.credentials import AnonymousCredentials

from tests.conftest import TRANSPORTS, Server

LOCATION = "projects/demo/locations/us"


@cache
def client(server: Server, transport: str, version: str, service: str = "AgentService") -> Any:
    """A client of a service of CES."""
    made = getattr(importlib.import_module(f"google.cloud.ces_{version}"), f"{service}Client")
    kind = made.get_transport_class(transport)
    if transport == "grpc":
        return made(transport=kind(channel=grpc.insecure_channel(server.grpc)))
    host = server.url.removeprefix("http://")
    return made(transport=kind(host=host, url_scheme="http", credentials=AnonymousCredentials()))


def over_each_transport(service: str) -> Any:
    """A fixture: the client of a service, in every version over REST and gRPC."""

    @pytest.fixture(
        params=[(transport, version) for version in ("v1", "v1beta") for transport in TRANSPORTS],
        ids="-".join,
    )
    def each(request: pytest.FixtureRequest, server: Server) -> Any:
        return client(server, *request.param, service=service)

    return each


agents = over_each_transport("AgentService")
tool_service = over_each_transport("ToolService")


@pytest.fixture
def tools_v1(server: Server) -> Any:
    """ToolService of v1 over gRPC, for what is the same everywhere."""
    return client(server, "grpc", "v1", "ToolService")


@pytest.fixture
def agents_v1(server: Server) -> Any:
    """AgentService of v1 over gRPC, for what is the same everywhere."""
    return client(server, "grpc", "v1")


@pytest.fixture
def app(server: Server, agents_v1: Any) -> Iterator[str]:
    """The name of an app of the test's own."""
    request = {"parent": LOCATION, "app_id": f"app-{uuid4().hex[:8]}", "app": {"display_name": "A"}}
    made = agents_v1.create_app(request=request).result()
    yield made.name
    agents_v1.delete_app(name=made.name).result()


def function(called: str, **fields: Any) -> dict[str, Any]:
    """A tool that the client runs."""
    return {"client_function": {"name": called, "description": f"Does {called}."}, **fields}


def make_tool(agents: Any, app: str, tool_id: str, tool: dict[str, Any] | None = None) -> Any:
    """Create a tool."""
    tool = function(tool_id) if tool is None else tool
    return agents.create_tool(request={"parent": app, "tool_id": tool_id, "tool": tool})


def call(
    http: httpx.Client, name: str, arguments: dict[str, Any], path: str = "/ces/mcp"
) -> dict[str, Any]:
    """The result of a tool over MCP."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    accept = {"accept": "application/json, text/event-stream"}
    params = {"name": name, "arguments": arguments}
    answer = http.post(path, json={**body, "params": params}, headers=accept)
    assert answer.status_code == 200
    return answer.json()["result"]

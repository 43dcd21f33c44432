"""One call through each of the three doors, its answer as the same proto3 JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import proto
from google.protobuf import json_format

from tests.conftest import Api, Server


@dataclass(frozen=True)
class Rpc:
    """A method that every door serves: its client, its REST path and its MCP tool."""

    service: str
    method: str
    request: str
    verb: str
    path: str
    tool: str


SEARCH = Rpc("SearchService", "search", "SearchRequest", "POST", "{servingConfig}:search", "search")
ANSWER = Rpc(
    "ConversationalSearchService",
    "answer_query",
    "AnswerQueryRequest",
    "POST",
    "{servingConfig}:answer",
    "conversational_search",
)
LIST_ENGINES = Rpc(
    "EngineService", "list_engines", "ListEnginesRequest", "GET", "{parent}/engines", "list_engines"
)

Door = Callable[[Rpc, Mapping[str, Any]], dict[str, Any]]


def rest(server: Server) -> Door:
    """The wire, as curl uses it."""

    def call(rpc: Rpc, arguments: Mapping[str, Any]) -> dict[str, Any]:
        body = {key: value for key, value in arguments.items() if f"{{{key}}}" not in rpc.path}
        url = f"{server.url}/v1/{rpc.path.format(**arguments)}"
        sent = {"json": body} if rpc.verb == "POST" else {"params": body}
        return httpx.request(rpc.verb, url, timeout=60, **sent).raise_for_status().json()

    return call


def grpc(server: Server) -> Door:
    """Google's client library; a list's first page."""
    api = Api(server, "grpc", "v1")

    def call(rpc: Rpc, arguments: Mapping[str, Any]) -> dict[str, Any]:
        request_type: type[proto.Message] = getattr(api.types, rpc.request)
        request = json_format.ParseDict(arguments, request_type.pb()())
        response = getattr(api.client(rpc.service), rpc.method)(request_type.wrap(request))
        page = next(response.pages) if hasattr(response, "pages") else response
        return json_format.MessageToDict(type(page).pb(page))

    return call


def mcp(server: Server) -> Door:
    """A bare tools/call, as in the documentation of Google's MCP servers."""

    def call(rpc: Rpc, arguments: Mapping[str, Any]) -> dict[str, Any]:
        body = {
            "method": "tools/call",
            "params": {"name": rpc.tool, "arguments": arguments},
            "jsonrpc": "2.0",
            "id": 1,
        }
        accept = {"accept": "application/json, text/event-stream"}
        response = httpx.post(f"{server.url}/mcp", json=body, headers=accept, timeout=60)
        result = response.raise_for_status().json()["result"]
        assert result["isError"] is False, result
        return result["structuredContent"]

    return call


DOORS = {"rest": rest, "grpc": grpc, "mcp": mcp}

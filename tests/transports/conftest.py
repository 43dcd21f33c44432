"""The MCP endpoint in process, over services that a test writes itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import orjson
import pytest

from emulator.transports.calls import Calls
from emulator.transports.dispatch import Dispatcher
from emulator.transports.http.allowed_hosts import HostCheck
from emulator.transports.mcp.app import McpApp

MAX_BODY = 20_000
Send = Callable[..., httpx.Response]


class Engines:
    """An EngineService whose answer, or error, a test puts in."""

    def __init__(self) -> None:
        self.outcome: Any = None
        self.requests: list[Any] = []

    def list_engines(self, request: Any) -> Any:
        self.requests.append(request)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


@pytest.fixture
def engines() -> Engines:
    return Engines()


@pytest.fixture
def send(engines: Engines) -> Send:
    """Send one HTTP request to the endpoint; a body that is not bytes is sent as JSON."""
    app = McpApp(
        Calls(Dispatcher({("discoveryengine", "EngineService"): (engines,)})),
        MAX_BODY,
        HostCheck(["allowed.example.com"]),
    )

    async def request(method: str, path: str, content: bytes, headers: Any) -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, content=content, headers=headers)

    def send(
        body: Any = b"", *, path: str = "/mcp", method: str = "POST", headers: Any = None
    ) -> httpx.Response:
        content = body if isinstance(body, bytes) else orjson.dumps(body)
        return asyncio.run(request(method, path, content, headers))

    return send


def call(method: str, params: Any = None, id: Any = 1) -> dict[str, Any]:
    """A JSON-RPC request."""
    request = {"jsonrpc": "2.0", "id": id, "method": method}
    return request if params is None else {**request, "params": params}

"""A REST door in process, over services that a test writes itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import httpx

from emulator.transports.calls import Calls
from emulator.transports.dispatch import Dispatcher
from emulator.transports.http.allowed_hosts import HostCheck
from emulator.transports.rest.rest_app import RestApp

MAX_BODY = 100_000
E = "projects/p/locations/global/collections/default_collection/engines/e"
SEARCH = f"/v1/{E}/servingConfigs/s:search"
ANSWER = f"/v1/{E}/servingConfigs/s:answer"
STREAM = f"/v1/{E}/servingConfigs/s:streamAnswer"


def app(**services: object) -> RestApp:
    """A door to services by their names, such as `SearchService`, of Discovery Engine."""
    found = {("discoveryengine", name): (service,) for name, service in services.items()}
    return RestApp(Calls(Dispatcher(found)), MAX_BODY, HostCheck(()))


def ask(door: RestApp, method: str, url: str, **options: Any) -> httpx.Response:
    """One request through an HTTP client."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(door)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, url, **options)

    return asyncio.run(ask())


def messages(
    door: RestApp,
    url: str,
    body: bytes,
    *,
    method: str = "POST",
    headers: Iterable[tuple[bytes, bytes]] = (),
    sent: list[dict[str, Any]] | None = None,
    received: Iterable[dict[str, Any]] | None = None,
) -> list[dict[str, Any]]:
    """One request without a client: the ASGI messages as the door sends them, into `sent`."""
    path, _, query = url.partition("?")
    sent = [] if sent is None else sent
    incoming = iter(received or [{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(incoming)

    async def send(message: Any) -> None:
        sent.append(dict(message))

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": list(headers),
    }
    asyncio.run(door(scope, receive, send))
    return sent

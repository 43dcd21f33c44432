"""The HTTP port: calls of the API go straight to their doors, all others to a web application.

What a framework does around a route takes a third as long as the shortest calls of the API.
"""

from __future__ import annotations

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from emulator.transports.http.disconnects import client_left
from emulator.transports.mcp.app import PATHS, McpApp
from emulator.transports.rest.rest_app import RestApp, versions

log = logging.getLogger(__name__)

_GONE = "the handler is closed"  # So says uvloop of a connection that was reset just now.


class Front:
    """An ASGI application made of REST, MCP and one for all other paths, and for web sockets."""

    def __init__(self, rest: RestApp, mcp: McpApp, others: ASGIApp) -> None:
        self._by_version: dict[str, ASGIApp] = dict.fromkeys(versions(), rest)
        self._by_path: dict[str, ASGIApp] = dict.fromkeys(PATHS, mcp)
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request, or one socket."""
        if scope["type"] == "http":
            await self._app(scope["path"])(scope, receive, _while_there(send, receive))
        else:
            await self._others(scope, receive, send)

    def _app(self, path: str) -> ASGIApp:
        version = path[1:].partition("/")[0]
        return self._by_version.get(version) or self._by_path.get(path, self._others)


def _while_there(send: Send, receive: Receive) -> Send:
    """Send to a client until it has left, which is no failure of its call."""

    async def send_or_tell(message: Message) -> None:
        try:
            await send(message)
        except RuntimeError as error:
            if _GONE not in str(error):
                raise
            log.info("a client has gone away before the end of its answer: %s", error)
            # As soon as uvicorn knows it, too, it wants no end of the answer.
            await client_left(receive)

    return send_or_tell

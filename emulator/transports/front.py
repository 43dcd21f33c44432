"""The HTTP port: calls of the API go straight to their doors, all others to a web application.

What a framework does around a route takes a third as long as the shortest calls of the API.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from emulator.transports.mcp.app import PATHS, McpApp
from emulator.transports.rest import RestApp, versions


class Front:
    """An ASGI application made of REST, MCP and one for all other paths, and for web sockets."""

    def __init__(self, rest: RestApp, mcp: McpApp, others: ASGIApp) -> None:
        self._by_version: dict[str, ASGIApp] = dict.fromkeys(versions(), rest)
        self._by_path: dict[str, ASGIApp] = dict.fromkeys(PATHS, mcp)
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request, or one socket."""
        await self._app(scope)(scope, receive, send)

    def _app(self, scope: Scope) -> ASGIApp:
        if scope["type"] != "http":
            return self._others
        path: str = scope["path"]
        version = path[1:].partition("/")[0]
        return self._by_version.get(version) or self._by_path.get(path, self._others)

"""Cross-origin calls: what a browser asks before it lets a web page read an answer.

https://fetch.spec.whatwg.org/#http-cors-protocol
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from emulator.transports.http.allowed_hosts import HostCheck

_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class CrossOrigin(CORSMiddleware):
    """Lets the pages that `hosts` allows send any header and read every answer."""

    def __init__(self, app: ASGIApp, hosts: HostCheck) -> None:
        super().__init__(app, allow_methods=_VERBS, allow_headers=["*"])
        self._hosts = hosts

    def is_allowed_origin(self, origin: str) -> bool:
        """Whether the origin is of this machine, or allowed."""
        return self._hosts.allows(origin)

    async def simple_response(
        self, scope: Scope, receive: Receive, send: Send, request_headers: Headers
    ) -> None:
        """Answer a call; one that no page has sent is handed on as it is."""
        if "origin" in request_headers:
            await super().simple_response(scope, receive, send, request_headers)
        else:
            await self.app(scope, receive, send)

"""Bidirectional streams for clients without gRPC, such as web pages: a message is a frame of JSON.

`/ws/google.cloud.ces.v1.SessionService/BidiRunSession/locations/us`. A call that fails closes its
socket with the kind of the error in the reason, `generic::invalid_argument: ...`; a stream that has
said all closes it as the service does, with a kind, too, and `goodbye`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

import orjson
from starlette.types import Message as Event
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from emulator.surface import caller
from emulator.surface.decoder import decode_into
from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError, Code, not_found
from emulator.surface.registry import Message, Method, surface
from emulator.surface.status import cut
from emulator.transports.calls import Calls
from emulator.transports.http.allowed_hosts import ForeignHost, HostCheck
from emulator.transports.http.request_body import parse_json

log = logging.getLogger(__name__)

PREFIX = "/ws/"

_PATH = re.compile(rf"{PREFIX}([\w.]+/\w+)(?:/locations/[^/]+)?")
_GOODBYE = "generic::failed_precondition: goodbye"
# https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1
_NORMAL, _BAD_DATA, _FAILED = 1000, 1007, 1011
_MOST_REASON = 120  # Bytes: a control frame takes 125, of which the code has two.


class WebSocketApp:
    """An ASGI application that serves the bidirectional streams of every version."""

    def __init__(self, calls: Calls, hosts: HostCheck) -> None:
        self._calls = calls
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket; that of a page from elsewhere is not opened, which HTTP calls 403."""
        caller.client.set(caller.Client("websocket", scope["headers"]))
        web_socket = WebSocket(scope, receive, _while_open(send))
        try:
            self._hosts.check_page(web_socket.headers)
        except ForeignHost as error:
            log.info("%s", error)
            await web_socket.close()
            return
        await web_socket.accept()
        with suppress(WebSocketDisconnect):  # Whoever has left misses nothing.
            await self._serve(scope["path"], web_socket)

    async def _serve(self, path: str, web_socket: WebSocket) -> None:
        try:
            method = _stream(path)
            requests = _requests(method, web_socket)
            async with aclosing(self._calls.converse(method, requests)) as parts:
                async for part in parts:
                    shown = orjson.dumps(encode(part, method.package))
                    await web_socket.send_text(shown.decode())
        except ApiError as error:
            await web_socket.close(*_closing(error))
        else:
            await web_socket.close(_NORMAL, _GOODBYE)


def _stream(path: str) -> Method:
    """The bidirectional stream that a path names; NOT_FOUND if it names none."""
    found = _PATH.fullmatch(path)
    method = surface.method_by_path.get(f"/{found[1]}") if found else None
    if method is None or not (method.client_streaming and method.server_streaming):
        raise not_found("Stream", path[:500])
    return method


def _while_open(send: Send) -> Send:
    """Send as long as the socket is open; WebSocketDisconnect when it is not any more."""

    async def send_or_leave(message: Event) -> None:
        try:
            await send(message)
        except RuntimeError:  # So says uvicorn of one that was closed just now.
            raise WebSocketDisconnect from None

    return send_or_leave


async def _requests(method: Method, web_socket: WebSocket) -> AsyncIterator[Message]:
    """The messages of a socket until it is closed."""
    while (frame := await web_socket.receive())["type"] == "websocket.receive":
        body = frame.get("bytes") or (frame.get("text") or "").encode()
        request = surface.message_class(method.request)()
        decode_into(request, parse_json(body), method.package)
        yield request


def _closing(error: ApiError) -> tuple[int, str]:
    """The code and the reason that tell of an error."""
    code = _BAD_DATA if error.code is Code.INVALID_ARGUMENT else _FAILED
    return code, cut(f"generic::{error.code.name.lower()}: {error.message}", _MOST_REASON)

"""HTTP/1.1 as uvicorn reads it, but for clients that speak or wish to speak something else.

The parser takes what follows a request to go on in another protocol, as Java's client makes with
every call, for that protocol's and not for a body, which would be lost. A server may pass the wish
over (RFC 9110, 7.8): the request is parsed again without it, unless it is for a WebSocket where
there are any.
"""

from __future__ import annotations

import asyncio
from typing import Any

import httptools
import orjson
from uvicorn._types import ASGISendCallable, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from emulator.surface.errors import invalid_argument
from emulator.surface.status import envelope
from emulator.transports.http.disconnects import ABORT
from emulator.transports.http.web_sockets import PREFIX

_REFUSED = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=UTF-8\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%b"
)
_MISTAKEN = {
    b"\x16\x03": "A client speaks TLS to the HTTP port, which has none: its address should begin "
    "with http://, not https://.",
    b"PRI * HTTP/2.0": "A client speaks HTTP/2 to the port of REST and MCP, as one of gRPC does: "
    "gRPC has a port of its own.",
}


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which else stays with HTTP/1.1 whatever is asked for."""

    def data_received(self, data: bytes) -> None:
        """Parse what a client has sent."""
        self._unset_keepalive_if_required()
        begins = data[:20]
        try:
            while data:
                data = self._left(data)
        except httptools.HttpParserError as error:
            mistake = _mistake(begins, error)
            self.logger.warning(mistake)
            self.send_400_response(mistake)

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be parsed, as the API refuses requests; uvicorn says no more of it.

        In the middle of a response nothing can be said: it would be taken for a part of that.
        """
        if not self._is_responding():
            body = orjson.dumps(envelope(invalid_argument("", msg)))
            self.transport.write(_REFUSED % (len(body), body))
        self.transport.close()

    def _is_responding(self) -> bool:
        cycle = self.cycle
        return bool(cycle and cycle.response_started and not cycle.response_complete)

    def on_message_begin(self) -> None:
        """Begin a request, whose connection can be ended without an answer."""
        super().on_message_begin()
        self.scope["extensions"] = {ABORT: self.transport.abort}  # type: ignore[dict-item]

    def on_headers_complete(self) -> None:
        """Begin the call, unless the request is to be parsed again."""
        if not self.parser.should_upgrade() or self._should_upgrade():
            super().on_headers_complete()
        if self.cycle and self.scope["http_version"] == "1.0":
            self.cycle.send = _without_chunks(self.cycle)  # type: ignore[assignment, method-assign]

    def on_message_complete(self) -> None:
        """End the request, unless it is to be parsed again."""
        if not self.parser.should_upgrade() or self._should_upgrade():
            super().on_message_complete()

    def _should_upgrade(self) -> bool:
        """Whether a client asks for a WebSocket where there are any."""
        return self.url.startswith(PREFIX.encode()) and super()._should_upgrade()

    def _left(self, data: bytes) -> bytes:
        """Parse the data; answers what of it is still to be parsed."""
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as asked:
            if self.parser.get_method() == b"CONNECT":
                raise httptools.HttpParserError("there are no tunnels") from None
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                return b""
            again = self._head() + data[asked.args[0] :]
            # Another, as this one takes a request that closes the connection for its last.
            self.parser = httptools.HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
            return again
        return b""

    def _head(self) -> bytes:
        """The request line and the headers, without the wish."""
        version = self.parser.get_http_version().encode()
        lines = [b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, version)]
        lines += [b"%b: %b" % header for header in self.headers if header[0] != b"upgrade"]
        return b"\r\n".join([*lines, b"", b""])


def _without_chunks(cycle: RequestResponseCycle) -> ASGISendCallable:
    """Sends to a client of HTTP/1.0, which knows no chunks (RFC 9112, 6.1).

    The end of the connection ends a body whose length is not told; uvicorn closes it as it is.
    """
    send = cycle.send

    async def sending(message: ASGISendEvent) -> None:
        if message["type"] == "http.response.start":
            names = {name for name, _ in message.get("headers", ())}
            cycle.chunked_encoding = None if b"content-length" in names else False
        elif message["type"] == "http.response.body" and not cycle.expected_content_length:
            cycle.expected_content_length = len(message.get("body", b""))
        await send(message)

    return sending


def web_socket_protocol(**options: Any) -> asyncio.Protocol:
    """What takes over where a client asks for a WebSocket, loaded when the first one does."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    return WebSocketsSansIOProtocol(**options)


def _mistake(begins: bytes, error: httptools.HttpParserError) -> str:
    """What was wrong with data that begins so and that the parser refused."""
    known = next((text for mark, text in _MISTAKEN.items() if begins.startswith(mark)), "")
    # What is found in a callback, such as a URL that is too long, is only told as the reason.
    inner = error.__context__
    reason = inner if isinstance(inner, httptools.HttpParserError) else error
    return known or f"The HTTP request cannot be read: {reason}."

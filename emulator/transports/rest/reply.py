"""The answer to one REST call: JSON as a whole, a JSON array in parts, or server-sent events."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Send

from emulator.surface.growing_json import dumps
from emulator.transports.partial_responses import Tree, pruned
from emulator.transports.rest.query_parameters import parse_parameters

_JSON = (b"content-type", b"application/json; charset=UTF-8")
_EVENTS = (b"content-type", b"text/event-stream")


class Reply:
    """Writes the answer as the query string asks for it.

    A stream is a JSON array written element by element, so that a client can read each when it
    comes, or with `alt=sse` a sequence of events.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._started = False
        self._parts = 0
        self.streams = False
        self.parameters = parse_parameters(b"")
        self.tree: Tree = {}  # What the call wants to see of responses.

    async def whole(self, shown: object) -> None:
        """The response of a unary method."""
        await self._respond(200, dumps(pruned(shown, self.tree), pretty=self.parameters.pretty))

    async def body(self, content_type: str, data: bytes) -> None:
        """A response of any kind."""
        headers = (b"content-type", content_type.encode()), _length(data)
        await self._start(200, *headers)
        await self._write(data, more=False)

    async def part(self, shown: object) -> None:
        """One response of a stream, written at once."""
        if not self._started:
            await self._start(200, _EVENTS if self._events else _JSON)
        await self._write(self._element(pruned(shown, self.tree)))
        self._parts += 1

    async def end(self) -> None:
        """The end of a stream, which may have had no part."""
        if not self._started:
            await self._start(200, _EVENTS if self._events else _JSON)
        empty = b"" if self._parts else b"["
        await self._write(b"" if self._events else empty + b"]", more=False)

    async def failure(self, status: int, shown: object) -> None:
        """The error envelope: in place of the response, or as the last part of a stream."""
        if self._started:
            self.tree = {}
            await self.part(shown)
            await self.end()
        else:
            # A stream is an array even when all it has is an error.
            body = [shown] if self.streams and not self._events else shown
            await self._respond(status, dumps(body, pretty=True))

    async def options(self, verbs: Sequence[str]) -> None:
        """The verbs under which the path is served; 404 if there are none."""
        allowed = ", ".join([*verbs, "OPTIONS"]).encode()
        await self._start(204 if verbs else 404, (b"allow", allowed))
        await self._write(b"", more=False)

    @property
    def _events(self) -> bool:
        return self.streams and self.parameters.events

    def _element(self, shown: object) -> bytes:
        if self._events:
            return b"data: " + dumps(shown) + b"\n\n"
        before = b",\r\n" if self._parts else b"["
        return before + dumps(shown, pretty=self.parameters.pretty)

    async def _respond(self, status: int, body: bytes) -> None:
        await self._start(status, _JSON, _length(body))
        await self._write(body, more=False)

    async def _start(self, status: int, *headers: tuple[bytes, bytes]) -> None:
        self._started = True
        await self._send(
            {"type": "http.response.start", "status": status, "headers": list(headers)}
        )

    async def _write(self, body: bytes, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": more})


def _length(body: bytes) -> tuple[bytes, bytes]:
    return b"content-length", str(len(body)).encode()

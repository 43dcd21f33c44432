"""Batches: several calls in one request, each as a part of type application/http.

The form is that of Google's batch endpoints, which its discovery-based clients write ("Batching
requests"). The calls are served one after the other, each answered in a part of its own.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from emulator.surface.errors import ApiError, invalid_argument
from emulator.surface.status import envelope
from emulator.transports.http.request_body import header, read_body
from emulator.transports.rest.reply import Reply

_MOST = 1000  # as many as Google's clients put into one
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_REQUEST_LINE = re.compile(
    rb"(?P<verb>[A-Z]+) (?:https?://[^/?#\s]*)?(?P<path>/[^?#\s]*)(?:\?(?P<query>[^#\s]*))?(?:#\S*)?"
    rb" HTTP/[\d.]+\s*"
)
_FIELD = re.compile(rb"^([^:\s]+):[ \t]*(.*?)\s*$", re.MULTILINE)
_OF_SENDER = frozenset({b"host", b"origin"})
"""Which page sent a call, and where to, is told by the request that brought it."""
_Headers = Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class _Call:
    content_id: str
    verb: str
    path: bytes
    query: bytes
    headers: _Headers
    body: bytes


class BatchApp:
    """An ASGI application that serves the calls of a batch by another one."""

    def __init__(self, rest: ASGIApp, max_body: int) -> None:
        self._rest = rest
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one batch; INVALID_ARGUMENT for a body that is none."""
        reply = Reply(send)
        try:
            body = await read_body(scope, receive, self._max_body)
            # On a worker thread: to parse one with many lines takes a while.
            calls = await asyncio.to_thread(_calls, header(scope, b"content-type"), body)
            parts = [_part(call, *await self._answer(call, scope, receive)) for call in calls]
        except ApiError as error:
            await reply.failure(error.http_status, envelope(error))
            return
        except ClientDisconnect:
            return
        boundary = f"batch_{hashlib.sha256(body).hexdigest()[:32]}"
        await reply.body(f"multipart/mixed; boundary={boundary}", _joined(parts, boundary.encode()))

    async def _answer(
        self, call: _Call, scope: Scope, receive: Receive
    ) -> tuple[int, _Headers, bytes]:
        """The status, the headers and the body of the response to one call.

        ClientDisconnect if its response has no end: nobody is there who would read it.
        """
        sent: list[Any] = []
        left = [{"type": "http.request", "body": call.body, "more_body": False}]

        await asyncio.sleep(0)  # Most calls never wait: those of others are to have their turn.

        async def take() -> Any:  # What comes after its body is that the client has left.
            return left.pop() if left else await receive()

        async def collect(message: Any) -> None:
            sent.append(message)

        await self._rest(_scope_of(call, scope), take, collect)
        if not sent or sent[-1].get("more_body", True):
            raise ClientDisconnect
        return sent[0]["status"], sent[0]["headers"], b"".join(one["body"] for one in sent[1:])


def _scope_of(call: _Call, scope: Scope) -> Scope:
    """The scope of a call, which has the headers of the batch that it does not give itself."""
    own = [pair for pair in call.headers if pair[0] not in _OF_SENDER]
    given = {name for name, _ in own}
    shared = [
        pair
        for pair in scope["headers"]
        if pair[0] not in given and not pair[0].startswith(b"content-")
    ]
    return {
        **scope,
        "method": call.verb,
        "path": unquote(call.path.decode("latin-1")),
        "raw_path": call.path,
        "query_string": call.query,
        "headers": [*shared, *own],
    }


def _calls(content_type: str, body: bytes) -> list[_Call]:
    """The calls of a batch; INVALID_ARGUMENT for what is none, and for too many."""
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    batch = BytesParser().parsebytes(head + body)
    parts = batch.get_payload() if batch.get_content_type() == "multipart/mixed" else ""
    if not isinstance(parts, list):
        raise _refused("it is no multipart/mixed")
    if len(parts) > _MOST:
        raise _refused(f"it has {len(parts)} calls; {_MOST} are allowed")
    return [_call(part, number) for number, part in enumerate(parts, start=1)]


def _call(part: Message, number: int) -> _Call:
    raw = part.get_payload(decode=True)
    content = raw.lstrip() if isinstance(raw, bytes) else b""
    head, *rest = _BLANK_LINE.split(content, maxsplit=1)
    line, _, fields = head.partition(b"\n")
    found = _REQUEST_LINE.fullmatch(line)
    if part.get_content_type() != "application/http" or found is None:
        raise _refused(f"part {number} is no HTTP request of type application/http")
    return _Call(
        content_id=str(part.get("Content-ID", "")),
        verb=found["verb"].decode(),
        path=found["path"],
        query=found["query"] or b"",
        headers=[(name.lower(), value) for name, value in _FIELD.findall(fields)],
        body=rest[0] if rest else b"",
    )


def _refused(reason: str) -> ApiError:
    return invalid_argument("", f"Failed to parse batch request, error: {reason}.")


def _part(call: _Call, status: int, headers: _Headers, body: bytes) -> bytes:
    """The response to a call as a part, whose id is that of the call with a prefix.

    That to a HEAD has no body, as the server would leave it out.
    """
    known = [one.phrase for one in HTTPStatus if one == status]
    lines = [b"Content-Type: application/http"]
    if call.content_id:
        lines.append(f"Content-ID: <response-{call.content_id.strip('<>')}>".encode())
    lines += [b"", f"HTTP/1.1 {status} {''.join(known)}".encode()]
    lines += [name + b": " + value for name, value in headers]
    return b"\r\n".join([*lines, b"", b"" if call.verb == "HEAD" else body])


def _joined(parts: Sequence[bytes], boundary: bytes) -> bytes:
    begun = b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in parts)
    return begun + b"--" + boundary + b"--\r\n"

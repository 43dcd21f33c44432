"""The body of an HTTP request: read within a limit, unpacked within the same limit, parsed."""

from __future__ import annotations

import zlib
from typing import Any

import orjson
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from emulator.json_depth import is_deeper
from emulator.surface.errors import ApiError, Code, invalid_argument
from emulator.transports.http.lenient_json import strict

_MAX_DEPTH = 100  # As in protobuf's own parsers.
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


class BodyTooLarge(ApiError):
    """The body is over the limit; HTTP calls it 413."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            Code.INVALID_ARGUMENT,
            f"The request body is larger than the limit of {limit} bytes, "
            "which --max-request-bytes sets.",
        )

    @property
    def http_status(self) -> int:
        """413 Content Too Large."""
        return 413


async def read_body(scope: Scope, receive: Receive, limit: int) -> bytes:
    """The whole body, unpacked if the client compressed it; `BodyTooLarge` past the limit."""
    chunks: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= limit:
            chunks.append(chunk)
        elif chunks:  # The rest is read all the same: most clients send all before they listen.
            chunks.clear()
        more = message.get("more_body", False)
    if size > limit:
        raise BodyTooLarge(limit)
    body = b"".join(chunks)
    encoding = header(scope, b"content-encoding").strip().lower()
    return _unpack(body, encoding, limit) if body else body


def parse_json(body: bytes, *, strictly: bool = False) -> Any:
    """The JSON value of a body, read `strictly` or as pasted; an empty body is an empty object.

    INVALID_ARGUMENT with the position for what is not JSON, not UTF-8 or nested too deeply.
    """
    if not body or body.isspace():
        return {}
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        refusal = invalid_argument("", f"Invalid JSON payload received. {error}")
        if strictly:
            raise refusal from None
        value = _loosely(body, refusal)
    if is_deeper(value, body, _MAX_DEPTH):
        text = f"Invalid JSON payload received. It is nested deeper than {_MAX_DEPTH} levels."
        raise invalid_argument("", text)
    return value


def _loosely(body: bytes, refusal: ApiError) -> Any:
    try:
        return orjson.loads(strict(body.decode()))
    except ValueError:  # Positions are those of what was sent.
        raise refusal from None


def header(scope: Scope, name: bytes) -> str:
    """The text of a header; empty if there is none of that name."""
    for key, value in scope["headers"]:  # Several are looked for: `next` would take twice as long.
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def _unpack(body: bytes, encoding: str, limit: int) -> bytes:
    if encoding in ("", "identity"):
        return body
    if encoding not in ("gzip", "deflate", "x-gzip"):
        text = f"Content-Encoding '{encoding[:100]}' is not supported; use gzip, deflate or none."
        raise invalid_argument("", text)
    unpacker = zlib.decompressobj(_GZIP_OR_ZLIB)
    try:
        unpacked = unpacker.decompress(body, limit + 1)
    except zlib.error as error:
        raise _unreadable(encoding, str(error)) from None
    if len(unpacked) > limit:
        raise BodyTooLarge(limit)
    if not unpacker.eof:
        raise _unreadable(encoding, "it ends too early")
    if unpacker.unused_data:
        raise _unreadable(encoding, "it goes on after its end")
    return unpacked


def _unreadable(encoding: str, reason: str) -> ApiError:
    return invalid_argument("", f"The request body is not valid {encoding}: {reason}.")

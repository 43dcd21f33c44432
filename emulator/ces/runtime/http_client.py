"""Web requests of tools: to this machine, and to further addresses only if the setting has them."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from emulator.addresses import is_loopback

MOST_BYTES = 4 << 20
_PIECE = 1 << 16
_DEFAULT_PORTS = {"http": 80, "https": 443}
_SETTING = "add it to the setting tool_addresses (--tool-addresses, EMULATOR_TOOL_ADDRESSES)"


class WebError(Exception):
    """A request that is not made, or that nobody answers as it should be."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request; redirects are not followed."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server answered; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes


async def fetch(
    request: Request, allowed: Sequence[str], seconds: float, tls: ssl.SSLContext | None = None
) -> Reply:
    """Make a request; WebError if it may not be made, or is not answered in time.

    `allowed` are further addresses, `host` or `host:port`; those of this machine need not be there.
    """
    url = _checked(request.url, allowed)
    return await asyncio.to_thread(_exchange, request, url, seconds, tls)


def _checked(text: str, allowed: Sequence[str]) -> SplitResult:
    try:
        url = urlsplit(text)
        host, port = url.hostname or "", url.port or _DEFAULT_PORTS.get(url.scheme, 0)
    except ValueError as error:
        raise WebError(f"{text[:200]!r} is no URL: {error}.") from None
    if url.scheme not in _DEFAULT_PORTS or not host or url.username is not None:
        raise WebError(f"{text[:200]!r} is not a URL that begins with http:// or https://.")
    if not is_loopback(host) and not {host, f"{host}:{port}"} & set(allowed):
        raise WebError(f"{host}:{port} is not an address that tools may call; {_SETTING}.")
    if not text.isascii() or any(character <= " " for character in text):
        raise WebError(f"{text[:200]!r} has characters that a URL must quote.")
    return url


def _exchange(
    request: Request, url: SplitResult, seconds: float, tls: ssl.SSLContext | None
) -> Reply:
    ends = monotonic() + seconds
    connection = _connection(url, seconds, tls)
    try:
        path = f"{url.path or '/'}{f'?{url.query}' if url.query else ''}"
        connection.request(request.method, path, request.content or None, dict(request.headers))
        with connection.getresponse() as answer:
            return Reply(answer.status, _headers(answer), _content(answer, ends))
    except (OSError, HTTPException, ValueError) as error:
        raise WebError(
            f"{url.netloc} cannot be reached: {error or type(error).__name__}."
        ) from None
    finally:
        connection.close()


def _connection(url: SplitResult, seconds: float, tls: ssl.SSLContext | None) -> HTTPConnection:
    host = url.hostname or ""
    if url.scheme == "https":
        return HTTPSConnection(host, url.port, timeout=seconds, context=tls)
    return HTTPConnection(host, url.port, timeout=seconds)


def _headers(answer: HTTPResponse) -> Mapping[str, str]:
    return {name.lower(): value for name, value in answer.getheaders()}


def _content(answer: HTTPResponse, ends: float) -> bytes:
    """The body; TimeoutError if it is not there in time, which the socket's own limit, from one
    piece to the next, does not tell."""
    content = bytearray()
    while piece := answer.read1(_PIECE):
        content += piece
        if len(content) > MOST_BYTES:
            raise WebError(f"The answer has more than {MOST_BYTES:,} bytes.")
        if monotonic() > ends:
            raise TimeoutError("timed out")
    return bytes(content)

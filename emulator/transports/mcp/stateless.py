"""MCP 2026-07-28: no handshake, every request says by itself what its sender speaks.

https://modelcontextprotocol.io/specification/2026-07-28: `params._meta` carries the revision and
the client's capabilities, headers repeat what a proxy routes by, and errors have HTTP statuses.
"""

from __future__ import annotations

import base64
import binascii

from starlette.datastructures import Headers

from emulator.transports.mcp.calls import ToolCalls
from emulator.transports.mcp.catalogue import Apis
from emulator.transports.mcp.identity import CAPABILITIES, SERVER_INFO
from emulator.transports.mcp.messages import (
    ACCEPTED,
    ErrorCode,
    JsonObject,
    Reply,
    Request,
    RpcError,
    failure,
    invalid_params,
    read_request,
    request_id,
    result,
    unknown_method,
)

VERSION = "2026-07-28"
VERSION_HEADER = "mcp-protocol-version"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"

_METHOD_HEADER = "mcp-method"
_NAME_HEADER = "mcp-name"
_CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
_SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"
# The tools change only with the emulator's version; a minute bounds what a restart can make stale.
_CACHING = {"ttlMs": 60_000, "cacheScope": "public"}


class StatelessEra:
    """Answers the message of one POST."""

    def __init__(self, calls: ToolCalls) -> None:
        self._calls = calls

    async def answer(self, value: object, headers: Headers, apis: Apis) -> Reply:
        """The reply to a JSON value and the headers it came with."""
        try:
            request = read_request(value)
            if request.is_notification:
                _check_version(headers.get(VERSION_HEADER))
                return ACCEPTED
            _check(request, headers)
            return Reply(200, result(request.id, await self._call(request, apis)))
        except RpcError as error:
            status = 404 if error.code is ErrorCode.METHOD_NOT_FOUND else 400
            return Reply(status, failure(request_id(value), error))

    async def _call(self, request: Request, apis: Apis) -> JsonObject:
        match request.method:
            case "server/discover":
                found = {"supportedVersions": [VERSION], "capabilities": CAPABILITIES, **_CACHING}
            case "tools/list":
                found = {**self._calls.list(request.params, apis), **_CACHING}
            case "tools/call":
                found = await self._calls.call(request.params, apis)
            case _:
                raise unknown_method(request.method)
        return {"resultType": "complete", **found, "_meta": {_SERVER_INFO_KEY: SERVER_INFO}}


def _check(request: Request, headers: Headers) -> None:
    """Refuse a request that does not describe itself, or whose headers tell otherwise."""
    missing = [key for key in (VERSION_KEY, _CAPABILITIES_KEY) if key not in request.meta]
    if missing:
        raise invalid_params(f"`params._meta` must be an object with {' and '.join(missing)}")
    if not isinstance(request.meta[_CAPABILITIES_KEY], dict):
        raise invalid_params(f"`{_CAPABILITIES_KEY}` must be an object")
    version = request.meta[VERSION_KEY]
    _match(headers, VERSION_HEADER, version)
    _match(headers, _METHOD_HEADER, request.method)
    if request.method == "tools/call" and "name" in request.params:
        _match(headers, _NAME_HEADER, request.params["name"])
    _check_version(version)


def _match(headers: Headers, header: str, wanted: object) -> None:
    """HEADER_MISMATCH unless the header stands there once and says the same as the body."""
    given = headers.getlist(header)
    if len(given) == 1 and _decoded(given[0]) == wanted:
        return
    reason = "is given more than once" if len(given) > 1 else "differs from the request's body"
    problem = reason if given else "is missing"
    raise RpcError(ErrorCode.HEADER_MISMATCH, f"Header mismatch: {header} {problem}.")


def _decoded(value: str) -> str | None:
    """A header's text, which travels as `=?base64?...?=` if it is not plain ASCII."""
    value = value.strip(" \t")  # Not part of it, says RFC 9110, 5.5; httptools leaves it there.
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def _check_version(version: str | None) -> None:
    if version != VERSION:
        data = {"supported": [VERSION], "requested": version}
        message = "Unsupported protocol version"
        raise RpcError(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION, message, data)

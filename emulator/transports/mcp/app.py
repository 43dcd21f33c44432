"""MCP: tools over streamable HTTP, stateless and answered with JSON, in all its revisions.

One path serves them all: a request is of 2026-07-28 if its header or its `_meta` says so, else of
the revisions with a handshake, which also take a bare call.
"""

from __future__ import annotations

from functools import partial

import orjson
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from emulator.control.faults import ConnectionDropped
from emulator.surface import caller
from emulator.surface.errors import ApiError, Code
from emulator.transports.calls import Calls
from emulator.transports.http.allowed_hosts import ForeignHost, HostCheck
from emulator.transports.http.disconnects import client_left, drop
from emulator.transports.http.request_body import BodyTooLarge, parse_json, read_body
from emulator.transports.mcp import handshake, stateless
from emulator.transports.mcp.calls import ToolCalls
from emulator.transports.mcp.catalogue import ALL, Apis
from emulator.transports.mcp.messages import ErrorCode, Reply, RpcError, failure

_ONE_API: dict[str, Apis] = {"/discoveryengine/mcp": ("discoveryengine",), "/ces/mcp": ("ces",)}

# What servers that are made with the SDKs take, too.
_MOST_BYTES = 4 << 20
_TOO_LARGE = f"The request body is larger than the {_MOST_BYTES} bytes of MCP; REST takes more."

PATHS = tuple(f"{path}{slash}" for path in ("/mcp", *_ONE_API) for slash in ("", "/"))


class McpApp:
    """An ASGI application for `PATHS`.

    Bodies over 4 MiB are refused, and those over `max_body` bytes.
    """

    def __init__(self, calls: Calls, max_body: int, hosts: HostCheck) -> None:
        tool_calls = ToolCalls(calls)
        self._handshake = handshake.HandshakeEra(tool_calls)
        self._stateless = stateless.StatelessEra(tool_calls)
        self._hosts = hosts
        self._max_body = min(max_body, _MOST_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        caller.client.set(caller.Client("mcp", scope["headers"]))
        caller.left.set(partial(client_left, receive))
        try:
            await _respond(send, await self._reply(scope, receive))
        except ConnectionDropped:
            await drop(scope, receive)
        except ClientDisconnect:
            return

    async def _reply(self, scope: Scope, receive: Receive) -> Reply:
        headers = Headers(scope=scope)
        try:
            self._hosts.check(headers)
        except ForeignHost as error:
            return _refusal(403, ErrorCode.INVALID_REQUEST, str(error))
        if scope["method"] != "POST":  # No stream to open and no session to end.
            return Reply(405)
        try:
            value = _parsed(await read_body(scope, receive, self._max_body))
        except BodyTooLarge as error:
            message = error.message if self._max_body < _MOST_BYTES else _TOO_LARGE
            return _refusal(error.http_status, ErrorCode.INVALID_REQUEST, message)
        except ApiError as error:
            return _refusal(400, ErrorCode.PARSE_ERROR, f"Parse error: {error.message}")
        apis = _apis(scope["path"], headers.get("host", ""))
        if _is_stateless(value, headers):
            return await self._stateless.answer(value, headers, apis)
        version = headers.get(stateless.VERSION_HEADER)
        return await self._handshake.answer(value, version, apis)


def _parsed(body: bytes) -> object:
    """The JSON value of a body; unlike that of a REST call it must not be empty."""
    if not body.strip():
        raise ApiError(Code.INVALID_ARGUMENT, "The request body is empty.")
    return parse_json(body, strictly=True)  # JSON-RPC 2.0 has no other.


def _is_stateless(value: object, headers: Headers) -> bool:
    version = headers.get(stateless.VERSION_HEADER)
    if version is not None and version not in handshake.VERSIONS:
        return True
    params = value.get("params") if isinstance(value, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(meta, dict) and stateless.VERSION_KEY in meta


def _apis(path: str, host: str) -> Apis:
    """The APIs whose tools are served: as the path says, or the host, or all of them."""
    if path.rstrip("/") in _ONE_API:
        return _ONE_API[path.rstrip("/")]
    if host.lower().startswith("ces."):
        return ("ces",)
    return ("discoveryengine",) if "discoveryengine." in host.lower() else ALL


def _refusal(status: int, code: ErrorCode, message: str) -> Reply:
    return Reply(status, failure(None, RpcError(code, message)))


async def _respond(send: Send, reply: Reply) -> None:
    body = b"" if reply.body is None else orjson.dumps(reply.body)
    headers = [(b"content-length", str(len(body)).encode())]
    if body:
        headers.append((b"content-type", b"application/json"))
    if reply.status == 405:
        headers.append((b"allow", b"POST"))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

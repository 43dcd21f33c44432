"""REST: HTTP/JSON transcoding (google.api.http) of every binding of every version."""

from __future__ import annotations

import logging
from functools import lru_cache, partial
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from emulator.control.faults import ConnectionDropped
from emulator.surface import caller
from emulator.surface.decoder import Decoder
from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError, Code, internal, invalid_argument, unimplemented
from emulator.surface.nearest_path import nearest
from emulator.surface.registry import Message, surface
from emulator.surface.router import Route, Router
from emulator.surface.status import envelope
from emulator.surface.unpublished_methods import unpublished_method
from emulator.transports.calls import Calls
from emulator.transports.http.allowed_hosts import HostCheck
from emulator.transports.http.disconnects import client_left, drop
from emulator.transports.http.request_body import header, parse_json, read_body
from emulator.transports.partial_responses import HEADER, read_fields
from emulator.transports.rest.query_parameters import Parameters, parse_parameters
from emulator.transports.rest.reply import Reply

# A method that answers with one writes the HTTP response itself (google/api/httpbody.proto).
_HTTP_BODY = "google.api.HttpBody"
# What Google's Node client sends for an empty message that is a field of the request.
_EMPTY_MESSAGE = b'""'
# What clients send where there is no body.
_NO_BODY = frozenset({b"", b"{}", b"null"})
_MASK = HEADER.encode()
# Where clients of MCP look for it, those that know its older transport among them.
_MCP = frozenset({"mcp", "sse", "messages"})

log = logging.getLogger(__name__)


@lru_cache(maxsize=8)
def router(version: str) -> Router:
    """The routes of one version of both APIs, made when the first call for it arrives."""
    return Router(method for method in surface.methods if method.version == version)


@lru_cache(maxsize=1)
def versions() -> frozenset[str]:
    """`v1`, `v1beta` and `v1alpha`."""
    return frozenset(method.version for method in surface.methods)


def api_of(host: str) -> str:
    """The API that is meant where both could be: that of the host, Discovery Engine's of others."""
    return "ces" if host.startswith("ces") else "discoveryengine"


class RestApp:
    """An ASGI application that serves `/v1`, `/v1beta` and `/v1alpha`, and refuses other paths."""

    def __init__(self, calls: Calls, max_body: int, hosts: HostCheck) -> None:
        self._calls = calls
        self._max_body = max_body
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        reply = Reply(send)
        caller.client.set(caller.Client("rest", scope["headers"]))
        caller.left.set(partial(client_left, receive))
        try:
            await self._serve(scope, receive, reply)
        except ConnectionDropped:
            await drop(scope, receive)
        except ApiError as error:
            await reply.failure(error.http_status, envelope(error))
        except ClientDisconnect:
            return
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            await reply.failure(500, envelope(internal()))

    async def _serve(self, scope: Scope, receive: Receive, reply: Reply) -> None:
        verb, path = _verb(scope), _path(scope)
        if verb == "OPTIONS":
            await reply.options(_allowed(path))
            return
        self._check_page(scope)
        route = self._route(verb, path, header(scope, b"host"))
        with self._calls.reading(route.method):
            request = await self._read(route, scope, receive, reply)
        await self._call(route, request, reply)

    async def _read(self, route: Route, scope: Scope, receive: Receive, reply: Reply) -> Message:
        """The request, when the reply knows how it is to be written."""
        body = await read_body(scope, receive, self._max_body)
        query = scope["query_string"]
        if _is_long_query(scope):
            query, body = body, b""
        reply.streams = route.method.server_streaming
        reply.parameters = parse_parameters(query)
        request = self._decoded(route, reply.parameters, body)
        if mask := reply.parameters.mask or header(scope, _MASK):
            reply.tree = read_fields(mask, route.method.package, route.method.response)
        return request

    def _decoded(self, route: Route, parameters: Parameters, body: bytes) -> Message:
        """The request; of a method that is not there nobody needs to hear what is wrong with it.

        The service may have fields for it that the clients, and with them the surface, lack.
        """
        try:
            return _decode(route, parameters, body)
        except ApiError:
            if self._calls.implements(route.method):
                raise
            raise unimplemented(route.method.full_name) from None

    def _check_page(self, scope: Scope) -> None:
        if header(scope, b"origin"):
            self._hosts.check_page(Headers(scope=scope))

    async def _call(self, route: Route, request: Message, reply: Reply) -> None:
        method, numbers = route.method, reply.parameters.enum_numbers
        if not method.server_streaming:
            response = await self._calls.call(method, request)
            if method.response == _HTTP_BODY:
                await reply.body(response.content_type, response.data)
            else:
                await reply.whole(encode(response, method.package, numbers))
            return
        async for part in self._calls.stream(method, request):
            await reply.part(encode(part, method.package, numbers))
        await reply.end()

    def _route(self, verb: str, path: str, host: str) -> Route:
        """Among services that share a URL: one that is implemented, and the API of the host."""
        api = api_of(host)
        found = min(
            router(_version(path)).matches(verb, path),
            key=lambda route: (
                not self._calls.implements(route.method),
                route.method.api != api,
            ),
            default=None,
        )
        if found is None:
            raise _no_route(verb, path)
        if _has_colon_in_id(found, path) and (unpublished := unpublished_method(verb, path)):
            raise unimplemented(unpublished)
        return found


def _verb(scope: Scope) -> str:
    """The verb that is meant: a HEAD is answered as a GET, whose body the server leaves out."""
    verb = str(scope["method"])
    if verb == "HEAD":
        return "GET"
    return _override(scope) or verb


def _override(scope: Scope) -> str:
    """The verb that a POST stands for; clients do so where only GET and POST pass."""
    overrides = scope["method"] == "POST"
    return header(scope, b"x-http-method-override").upper() if overrides else ""


def _is_long_query(scope: Scope) -> bool:
    """Whether the body is the query string, as Google's discovery client sends a long one."""
    form = header(scope, b"content-type").startswith("application/x-www-form-urlencoded")
    return form and _override(scope) == "GET"


def _path(scope: Scope) -> str:
    """The path as it came, %-escapes included; INVALID_ARGUMENT if it is not UTF-8."""
    raw = scope.get("raw_path") or scope["path"].encode()
    try:
        unquote_to_bytes(raw).decode()
        return str(raw.partition(b"?")[0].decode())
    except UnicodeDecodeError:
        raise invalid_argument("", "The path of the URL is not valid UTF-8.") from None


def _version(path: str) -> str:
    """The version that a path begins with; empty, which has no routes, if it begins with none."""
    first = path[1:].partition("/")[0]
    return first if first in versions() else ""


def _allowed(path: str) -> list[str]:
    return router(_version(path)).verbs(path)


def _has_colon_in_id(route: Route, path: str) -> bool:
    """Whether the path may have a custom verb that no binding has, read as part of an id."""
    return route.binding.template.endswith("}") and ":" in path.rpartition("/")[2]


def _no_route(verb: str, path: str) -> ApiError:
    if unpublished := unpublished_method(verb, path):
        return unimplemented(unpublished)
    refusal = f"No method of the API is served at {verb} {path[:500]}."
    return ApiError(Code.NOT_FOUND, refusal + _hint(verb, path))


def _hint(verb: str, path: str) -> str:
    """What may be meant by a path that is not served; empty if nobody can tell."""
    if served := ", ".join(_allowed(path)):
        return f" It is served for {served}."
    if path == "/" or _MCP & set(path.lower().split("/")):
        return " MCP is served at /mcp, over streamable HTTP."
    versions_first = dict.fromkeys([_version(path) or "v1", "v1", "v1beta", "v1alpha"])
    meant = (nearest(router(one).root, one, verb, path) for one in versions_first)
    return next((f" Did you mean {one}?" for one in meant if one), "")


def _decode(route: Route, parameters: Parameters, body: bytes) -> Message:
    request = surface.message_class(route.method.request)()
    decoder = Decoder(route.method.package)
    if body == _EMPTY_MESSAGE:
        body = b""
    if route.binding.body:
        decoder.body(request, route.binding.body, parse_json(body))
    elif body.strip() not in _NO_BODY:
        raise invalid_argument("", f"{route.method.rpc} takes no request body.")
    decoder.query(request, parameters.fields)
    for field, text in route.fields:
        decoder.path(request, field, text)
    decoder.finish()
    return request

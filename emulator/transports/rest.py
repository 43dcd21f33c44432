"""REST: HTTP/JSON transcoding (google.api.http) of every binding of every version."""

from __future__ import annotations

from functools import lru_cache

import orjson
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from emulator.surface.decoder import Decoder
from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError, Code
from emulator.surface.registry import Message, Method, surface
from emulator.surface.router import Route, Router
from emulator.surface.status import envelope
from emulator.transports.body import parse_json, read_body
from emulator.transports.dispatch import Dispatcher
from emulator.transports.parameters import Parameters, parse_parameters

_JSON = (b"content-type", b"application/json; charset=UTF-8")
_EVENTS = (b"content-type", b"text/event-stream")


@lru_cache(maxsize=8)
def router(version: str) -> Router:
    """The routes of one version of both APIs, made when the first call for it arrives."""
    return Router(method for method in surface.methods if method.version == version)


class RestApp:
    """An ASGI application that serves `/v1`, `/v1beta` and `/v1alpha`."""

    def __init__(self, dispatcher: Dispatcher, max_body: int) -> None:
        self._dispatcher = dispatcher
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        try:
            await self._serve(scope, receive, send)
        except ApiError as error:
            await _respond(send, error.http_status, _dump(envelope(error), pretty=True))
        except ClientDisconnect:
            return

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        parameters = parse_parameters(scope["query_string"])
        route = self._route(scope)
        body = await read_body(scope, receive, self._max_body)
        request = _decode(route, parameters, body)
        if route.method.server_streaming:
            await self._stream(route.method, request, parameters, send)
            return
        response = await self._dispatcher.call(route.method, request)
        shown = encode(response, route.method.package, parameters.enum_numbers)
        await _respond(send, 200, _dump(shown, parameters.pretty))

    def _route(self, scope: Scope) -> Route:
        path = scope.get("raw_path", b"").decode("latin-1").partition("?")[0] or scope["path"]
        version = path.split("/", 2)[1] if path.startswith("/v1") else ""
        verb = scope["method"]
        candidates = list(router(version).matches(verb, path)) if version else []
        if not candidates:
            raise ApiError(Code.NOT_FOUND, f"No method of the API is served at {verb} {path}.")
        return self._preferred(candidates, _header(scope, b"host"))

    def _preferred(self, candidates: list[Route], host: str) -> Route:
        """Among services that share a URL: the API of the host, and one that is implemented."""
        api = "ces" if host.startswith("ces") else "discoveryengine"
        return min(
            candidates,
            key=lambda route: (
                not self._dispatcher.implements(route.method),
                route.method.api != api,
            ),
        )

    async def _stream(
        self, method: Method, request: Message, parameters: Parameters, send: Send
    ) -> None:
        """A JSON array written element by element, or server-sent events with `alt=sse`."""
        opening, between, closing = (b"", b"", b"") if parameters.events else (b"[", b",\r\n", b"]")
        started = False
        try:
            async for part in self._dispatcher.stream(method, request):
                shown = encode(part, method.package, parameters.enum_numbers)
                if not started:
                    await _start(send, 200, _EVENTS if parameters.events else _JSON)
                await _write(send, (between if started else opening) + _element(shown, parameters))
                started = True
        except ApiError as error:
            if not started:
                raise
            await _write(send, between + _element(envelope(error), parameters))
        if not started:
            await _start(send, 200, _EVENTS if parameters.events else _JSON)
        await _write(send, (b"" if started else opening) + closing, more=False)


def _decode(route: Route, parameters: Parameters, body: bytes) -> Message:
    request = surface.message_class(route.method.request)()
    decoder = Decoder(route.method.package)
    if route.binding.body:
        decoder.body(request, route.binding.body, parse_json(body))
    elif body.strip() not in (b"", b"{}"):
        raise ApiError(Code.INVALID_ARGUMENT, f"{route.method.rpc} takes no request body.")
    decoder.query(request, parameters.fields)
    for field, text in route.fields:
        decoder.path(request, field, text)
    decoder.finish()
    return request


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _dump(shown: object, pretty: bool) -> bytes:
    return orjson.dumps(shown, option=orjson.OPT_INDENT_2 if pretty else 0)


def _element(shown: object, parameters: Parameters) -> bytes:
    if parameters.events:
        return b"data: " + orjson.dumps(shown) + b"\n\n"
    return _dump(shown, parameters.pretty)


async def _respond(send: Send, status: int, body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await _start(send, status, _JSON, length)
    await _write(send, body, more=False)


async def _start(send: Send, status: int, *headers: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": status, "headers": list(headers)})


async def _write(send: Send, body: bytes, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})

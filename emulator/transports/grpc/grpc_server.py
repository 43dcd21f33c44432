"""gRPC: every service of every version through one generic handler.

Messages travel as the union's: the versions are compatible on the wire, and a client skips the
fields that its version does not know.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from functools import lru_cache, partial
from typing import Any

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from emulator.surface import caller
from emulator.surface.errors import ApiError, invalid_argument
from emulator.surface.registry import Message, Method, surface, version_name
from emulator.surface.validation import check_times
from emulator.transports.calls import Calls
from emulator.transports.grpc.errors import abort
from emulator.transports.grpc.standard_services import HealthHandler, ReflectionHandler
from emulator.transports.partial_responses import HEADER, Tree, pruned_message, read_fields

log = logging.getLogger(__name__)
# With a traceback it tells, as an error, of an answer that a client who has left will not get.
logging.getLogger("grpc._cython.cygrpc").addFilter(
    lambda record: not record.getMessage().startswith("ExecuteBatchError")
)


class GrpcServer:
    """The gRPC port of the emulator, served on the running event loop."""

    def __init__(self, calls: Calls, max_message: int, is_ready: Callable[[], bool]) -> None:
        limits = [
            ("grpc.max_receive_message_length", max_message),
            ("grpc.max_send_message_length", -1),
            ("grpc.so_reuseport", 0),
            # A client's keepalive is no attack: gRPC's own limit is a ping in five minutes.
            ("grpc.http2.max_ping_strikes", 0),
        ]
        self._server = grpc.aio.server(options=limits)
        self._health = HealthHandler(is_ready)
        self._server.add_generic_rpc_handlers(
            (ApiHandler(calls), self._health, ReflectionHandler())
        )

    async def start(self, address: str) -> int:
        """Listen on `host:port`; answers the port. OSError if it cannot be bound."""
        try:
            port = self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise OSError(f"cannot listen on {address}: {error}") from None
        await self._server.start()
        return port

    async def stop(self, grace: float) -> None:
        """Stop; calls that are running get `grace` seconds to end."""
        self._health.close()
        await self._server.stop(grace)


class ApiHandler(grpc.GenericRpcHandler):
    """Finds the RPC by its path; unknown paths are left to gRPC, which answers UNIMPLEMENTED."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._handler = lru_cache(maxsize=None)(self._make)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """The handler of one call, or None for a path that is not of the API."""
        method = surface.method_by_path.get(handler_call_details.method)
        return None if method is None else self._handler(method)

    def _make(self, method: Method) -> Any:
        kind = (
            ("stream" if method.client_streaming else "unary")
            + "_"
            + ("stream" if method.server_streaming else "unary")
        )
        behavior: Any = {
            "unary_unary": self._unary,
            "unary_stream": self._stream,
            "stream_stream": self._converse,
        }[kind]
        return getattr(grpc, f"{kind}_rpc_method_handler")(
            partial(behavior, method),
            response_serializer=_serialize,
        )

    async def _unary(
        self, method: Method, request: bytes, context: grpc.aio.ServicerContext[Any, Any]
    ) -> Message:
        try:
            tree, message = self._read(method, request, context)
            response = await self._calls.call(method, message)
            return pruned_message(response, method.package, tree)
        except ApiError as error:
            await abort(context, error)

    async def _stream(
        self, method: Method, request: bytes, context: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[Message]:
        try:
            tree, message = self._read(method, request, context)
            async for part in self._calls.stream(method, message):
                yield pruned_message(part, method.package, tree)
        except ApiError as error:
            await abort(context, error)

    async def _converse(
        self,
        method: Method,
        requests: AsyncIterator[bytes],
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> AsyncIterator[Message]:
        try:
            with self._calls.reading(method):
                tree = _asked(method, context)
            async for part in self._calls.converse(method, _parsed(method, requests)):
                yield pruned_message(part, method.package, tree)
        except ApiError as error:
            await abort(context, error)

    def _read(
        self, method: Method, request: bytes, context: grpc.aio.ServicerContext[Any, Any]
    ) -> tuple[Tree, Message]:
        """What the call wants to see of the response, and the request."""
        with self._calls.reading(method):
            return _asked(method, context), _parse(method, request)


def _asked(method: Method, context: grpc.aio.ServicerContext[Any, Any]) -> Tree:
    """What the call wants to see of responses, empty for all; what it tells the emulator is kept.

    INVALID_ARGUMENT for what a response cannot have.
    """
    if log.isEnabledFor(logging.INFO):
        peer = context.peer()  # Asked for it once the client has hung up, grpcio ends the process.
        tell: Any = partial(_tell, method, peer)  # Its published type is a class, which none is of.
        context.add_done_callback(tell)
    metadata = context.invocation_metadata() or ()
    caller.client.set(caller.Client("grpc", metadata))
    mask = next((str(text) for name, text in metadata if name == HEADER), "")
    return read_fields(mask, method.package, method.response) if mask else {}


def _tell(method: Method, peer: str, context: grpc.aio.ServicerContext[Any, Any]) -> None:
    """A line for each call, as uvicorn logs one for each request."""
    code: Any = context.code()  # There is none yet for a call that ends well.
    ended = "CANCELLED" if context.cancelled() else code.name if code else "OK"
    log.info('%s - "gRPC %s" %s', peer.partition(":")[2], method.path, ended)


async def _parsed(method: Method, requests: AsyncIterator[bytes]) -> AsyncIterator[Message]:
    """The requests of a stream, which is not opened before the first one is asked for."""
    async for request in requests:
        yield _parse(method, request)


def _parse(method: Method, request: bytes) -> Message:
    """The request; parsed here and not by gRPC, which takes what cannot be for a fault of ours."""
    try:
        message = surface.message_class(method.request).FromString(request)
    except DecodeError:
        kind = version_name(method.request, method.package)
        text = f"The request is no {kind}: it cannot be parsed, or is nested too deep."
        raise invalid_argument("", text) from None
    check_times(message)
    return message


def _serialize(message: Message) -> bytes:
    return message.SerializeToString()  # type: ignore[no-any-return]

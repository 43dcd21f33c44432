"""The services that any gRPC server offers: health and reflection, loaded at their first call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from functools import cached_property
from typing import Any

import grpc
import grpc.aio

from emulator.surface.registry import surface

_HEALTH = "grpc.health.v1.Health"
# The second name came without a change to the messages; Google's own package lacks it.
_REFLECTION = ("grpc.reflection.v1alpha.ServerReflection", "grpc.reflection.v1.ServerReflection")
_POLL_SECONDS = 0.1


class HealthHandler(grpc.GenericRpcHandler):
    """grpc.health.v1: SERVING when the emulator is ready, NOT_SERVING before.

    The servicer of the grpc package keeps a thread for each open Watch; a few of them would leave
    none to the API.
    """

    def __init__(self, is_ready: Callable[[], bool]) -> None:
        self._is_ready = is_ready
        self._closing = asyncio.Event()

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """The handler of a call to the health service."""
        service, _, rpc = handler_call_details.method.lstrip("/").rpartition("/")
        return self._handlers.get(rpc) if service == _HEALTH else None

    def close(self) -> None:
        """Let go of all who watch."""
        self._closing.set()

    async def _check(self, request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
        if request.service not in self._services:
            await context.abort(grpc.StatusCode.NOT_FOUND, f"Unknown service {request.service}.")
        return self._messages.HealthCheckResponse(status=self._state)

    async def _list(self, _request: Any, _context: grpc.aio.ServicerContext[Any, Any]) -> Any:
        state = self._messages.HealthCheckResponse(status=self._state)
        return self._messages.HealthListResponse(statuses=dict.fromkeys(self._services, state))

    async def _watch(
        self, request: Any, _context: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[Any]:
        async for state in self._states(request.service):
            yield self._messages.HealthCheckResponse(status=state)

    async def _states(self, service: str) -> AsyncIterator[str]:
        """The state now and after each change; what is ready stays so until the server ends."""
        if service not in self._services:
            yield "SERVICE_UNKNOWN"
        elif not self._is_ready():
            yield self._state
            while not self._is_ready() and not self._closing.is_set():
                await asyncio.sleep(_POLL_SECONDS)
        if service in self._services:
            yield self._state
        await self._closing.wait()

    @property
    def _state(self) -> str:
        return "SERVING" if self._is_ready() else "NOT_SERVING"

    @cached_property
    def _services(self) -> frozenset[str]:
        """The names that can be asked for; the empty one is the server as a whole."""
        return frozenset(("", *_service_names()))

    @cached_property
    def _messages(self) -> Any:
        from grpc_health.v1 import health_pb2

        return health_pb2

    @cached_property
    def _handlers(self) -> Mapping[str, Any]:
        read = self._messages.HealthCheckRequest.FromString
        write = self._messages.HealthCheckResponse.SerializeToString
        return {
            "Check": grpc.unary_unary_rpc_method_handler(self._check, read, write),
            "List": grpc.unary_unary_rpc_method_handler(
                self._list,
                self._messages.HealthListRequest.FromString,
                self._messages.HealthListResponse.SerializeToString,
            ),
            "Watch": grpc.unary_stream_rpc_method_handler(self._watch, read, write),
        }


class ReflectionHandler(grpc.GenericRpcHandler):
    """grpc.reflection over the services as published, version by version, and those of this module.

    The newer name of reflection is served and not listed, as nothing describes it.
    """

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """The handler of a call to the reflection service, under either of its names."""
        service, _, rpc = handler_call_details.method.lstrip("/").rpartition("/")
        known = service in _REFLECTION and rpc == "ServerReflectionInfo"
        return self._handler if known else None

    @cached_property
    def _handler(self) -> Any:
        from grpc_health.v1 import health_pb2
        from grpc_reflection.v1alpha import reflection, reflection_pb2

        pool = surface.version_pool
        for module in (health_pb2, reflection_pb2):
            pool.AddSerializedFile(module.DESCRIPTOR.serialized_pb)
        listed = [*_service_names(), _HEALTH, _REFLECTION[0]]
        servicer = reflection.aio.ReflectionServicer(listed, pool=pool)
        return grpc.stream_stream_rpc_method_handler(
            servicer.ServerReflectionInfo,
            reflection_pb2.ServerReflectionRequest.FromString,
            reflection_pb2.ServerReflectionResponse.SerializeToString,
        )


def _service_names() -> list[str]:
    """The full names of all services of the surface."""
    return sorted({method.service for method in surface.methods})

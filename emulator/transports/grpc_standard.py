"""The services that any gRPC server offers: health and reflection, loaded at their first call."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import grpc

from emulator.surface.registry import surface


class _Collector:
    """Takes the place of a server where generated code registers its handlers."""

    def __init__(self) -> None:
        self.handlers: list[grpc.GenericRpcHandler] = []

    def add_generic_rpc_handlers(self, handlers: tuple[grpc.GenericRpcHandler, ...]) -> None:
        """Keep the handlers."""
        self.handlers.extend(handlers)

    def add_registered_method_handlers(self, service: str, methods: object) -> None:
        """Generated code offers the same handlers a second time here."""


class HealthHandler(grpc.GenericRpcHandler):
    """grpc.health.v1: SERVING when the emulator is ready, NOT_SERVING before."""

    def __init__(self, is_ready: Callable[[], bool]) -> None:
        self._is_ready = is_ready

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """The handler of a call to the health service."""
        if not handler_call_details.method.startswith("/grpc.health.v1.Health/"):
            return None
        self._servicer.set_now(self._is_ready())
        return self._handlers.service(handler_call_details)

    @cached_property
    def _servicer(self) -> Any:
        from grpc_health.v1 import health, health_pb2

        class Servicer(health.HealthServicer):  # type: ignore[misc]
            """Answers for the server as a whole and for each service alike."""

            def set_now(self, ready: bool) -> None:
                state = health_pb2.HealthCheckResponse.ServingStatus
                for name in ("", *service_names()):
                    self.set(name, state.SERVING if ready else state.NOT_SERVING)

        return Servicer()

    @cached_property
    def _handlers(self) -> grpc.GenericRpcHandler:
        from grpc_health.v1 import health_pb2_grpc

        collector = _Collector()
        health_pb2_grpc.add_HealthServicer_to_server(self._servicer, collector)
        return collector.handlers[0]


class ReflectionHandler(grpc.GenericRpcHandler):
    """grpc.reflection.v1alpha over the services as published, version by version."""

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """The handler of a call to the reflection service."""
        if not handler_call_details.method.startswith("/grpc.reflection.v1alpha."):
            return None
        return self._handlers.service(handler_call_details)

    @cached_property
    def _handlers(self) -> grpc.GenericRpcHandler:
        from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

        servicer = reflection.aio.ReflectionServicer(service_names(), pool=surface.version_pool)
        collector = _Collector()
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(servicer, collector)
        return collector.handlers[0]


def service_names() -> list[str]:
    """The full names of all services of the surface."""
    return sorted({method.service for method in surface.methods})

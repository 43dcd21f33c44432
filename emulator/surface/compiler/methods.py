"""The RPCs of a client package: paths, types, streaming kinds, HTTP rules, operation types."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints
from unittest import mock

import grpc

from .descriptors import class_descriptor
from .operations import operation_types
from .packages import Package, submodules

EMPTY = "google.protobuf.Empty"


class Binding(NamedTuple):
    """One google.api.HttpRule; `body` is "" where the rule has none."""

    verb: str
    template: str
    body: str


@dataclass
class Method:
    """One RPC as a client package knows it; type names are those of the package's version."""

    service: str
    rpc: str
    request: str
    response: str
    client_streaming: bool
    server_streaming: bool
    bindings: list[Binding]
    lro: tuple[str, str] | None = None
    description: str = field(default="", repr=False)

    def is_mixin_of(self, package: Package) -> bool:
        """Whether the RPC belongs to a service that every API shares (operations, locations)."""
        return not self.service.startswith(f"{package.proto}.")


@dataclass(eq=False)
class _Stub:
    """What a transport asks of its channel for one RPC. Never called, but wrapped as if it were."""

    path: str
    client_streaming: bool
    server_streaming: bool

    def __call__(self, *_: object, **__: object) -> None:
        raise NotImplementedError(self.path)


class _RecordingChannel(grpc.Channel):
    """A channel whose stubs only remember what they are for."""

    def unary_unary(self, method: str, *_: Any, **__: Any) -> Any:
        return _Stub(method, False, False)

    def unary_stream(self, method: str, *_: Any, **__: Any) -> Any:
        return _Stub(method, False, True)

    def stream_unary(self, method: str, *_: Any, **__: Any) -> Any:
        return _Stub(method, True, False)

    def stream_stream(self, method: str, *_: Any, **__: Any) -> Any:
        return _Stub(method, True, True)

    def subscribe(self, callback: object, try_to_connect: bool | None = False) -> None:
        """Connectivity is of no interest."""

    def unsubscribe(self, callback: object) -> None:
        """Connectivity is of no interest."""

    def close(self) -> None:
        """Nothing was opened."""

    def __enter__(self) -> "_RecordingChannel":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def package_methods(package: Package) -> Iterator[Method]:
    """Yield the RPCs of every service client of a package, the shared mixins once a client."""
    for service in submodules(f"{package.module}.services"):
        yield from _service_methods(service)


def _service_methods(service: ModuleType) -> Iterator[Method]:
    client = _client_class(service)
    transport_class = client.get_transport_class("grpc")
    rules = _http_rules(client)
    operations = operation_types(client)
    # An interceptor would hide which stubs are asked of the channel behind it.
    with mock.patch("grpc.intercept_channel", lambda channel, *_: channel):
        transport = transport_class(channel=_RecordingChannel())
    for attribute, value in sorted(vars(transport_class).items()):
        stub = getattr(transport, attribute) if isinstance(value, property) else None
        if isinstance(stub, _Stub):
            method = _method(stub, get_type_hints(value.fget)["return"])
            method.bindings = rules.get(method.rpc, [])
            method.lro = operations.get(attribute)
            method.description = getattr(client, attribute).__doc__ or ""
            yield method


def _method(stub: _Stub, annotation: Any) -> Method:
    (request,), response = get_args(annotation)
    service, rpc = stub.path.removeprefix("/").split("/")
    return Method(
        service=service,
        rpc=rpc,
        request=class_descriptor(request).full_name,
        # Mixins that answer Empty are annotated as returning None.
        response=EMPTY if response is type(None) else class_descriptor(response).full_name,
        client_streaming=stub.client_streaming,
        server_streaming=stub.server_streaming,
        bindings=[],
    )


def _client_class(service: ModuleType) -> Any:
    (name,) = (name for name in service.__all__ if not name.endswith("AsyncClient"))
    return getattr(service, name)


def _http_rules(client: Any) -> dict[str, list[Binding]]:
    """HTTP rules by RPC name, from the inner classes of the client's REST base transport.

    The rules with which a client polls its operations need no other source: they are the same.
    """
    base = client.get_transport_class("rest").__mro__[1]
    return {
        name.removeprefix("_Base"): [
            Binding(rule["method"].upper(), rule["uri"], rule.get("body", ""))
            for rule in inner._get_http_options()
        ]
        for name, inner in vars(base).items()
        if hasattr(inner, "_get_http_options")
    }

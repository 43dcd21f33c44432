"""The compiled surface at run time: descriptors, message classes and methods."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import orjson
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor

_FOLDER = Path(__file__).parent / "compiled"

# Messages are made from descriptors at run time, so no static type knows their fields.
Message: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Binding:
    """One google.api.HttpRule: the verb, the path template and the field the body fills."""

    verb: str
    template: str
    body: str


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """One RPC of one version of one API. Request and response are full names in the union."""

    service: str
    rpc: str
    package: str
    request: str
    response: str
    client_streaming: bool
    server_streaming: bool
    bindings: tuple[Binding, ...]
    operation: tuple[str, str] | None
    """The response and the metadata type of a long-running method."""

    @property
    def path(self) -> str:
        """The gRPC path, `/google.cloud.discoveryengine.v1.SearchService/Search`."""
        return f"/{self.service}/{self.rpc}"

    @property
    def full_name(self) -> str:
        """`google.cloud.discoveryengine.v1.SearchService.Search`, as errors name an RPC."""
        return f"{self.service}.{self.rpc}"

    @property
    def api(self) -> str:
        """`discoveryengine` or `ces`."""
        return self.package.split(".")[2]

    @property
    def version(self) -> str:
        """`v1`, `v1beta` or `v1alpha`."""
        return self.package.rpartition(".")[2]

    @property
    def service_class(self) -> str:
        """The service's name without its package: `SearchService`."""
        return self.service.rpartition(".")[2]

    @property
    def attribute(self) -> str:
        """The name of the Python method that implements the RPC: `list_data_stores`."""
        return snake_case(self.rpc)


# Part of google.longrunning.Operations, though no published client has a binding for it.
_WAIT = Method(
    service="google.longrunning.Operations",
    rpc="WaitOperation",
    package="google.cloud.discoveryengine.v1",
    request="google.longrunning.WaitOperationRequest",
    response="google.longrunning.Operation",
    client_streaming=False,
    server_streaming=False,
    bindings=(),
    operation=None,
)


@lru_cache(maxsize=4096)
def snake_case(name: str) -> str:
    """`ListDataStores` or `listDataStores` -> `list_data_stores`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def union_package(package: str) -> str:
    """`google.cloud.discoveryengine.v1beta` -> `google.cloud.discoveryengine.union`."""
    return package.rpartition(".")[0] + ".union"


def union_name(name: str) -> str:
    """A message's name in one version -> its name in the union; other names stay as they are."""
    return re.sub(r"^(google\.cloud\.(?:discoveryengine|ces))\.v\d\w*\.", r"\1.union.", name)


def version_name(name: str, package: str) -> str:
    """A message's name in the union -> its name in the package's version, of whichever API."""
    version = package.rpartition(".")[2]
    return re.sub(r"^(google\.cloud\.(?:discoveryengine|ces))\.union\.", rf"\1.{version}.", name)


class Surface:
    """Everything the compile step found, loaded from its folder."""

    def __init__(self) -> None:
        if not (_FOLDER / "surface.json").exists():
            raise FileNotFoundError(
                f"the compiled API surface is missing in {_FOLDER}: install the package with pip"
            )
        self._document = orjson.loads((_FOLDER / "surface.json").read_bytes())
        self.behaviors: Mapping[str, Mapping[str, list[str]]] = self._document["behaviors"]

    @cached_property
    def pool(self) -> descriptor_pool.DescriptorPool:
        """The union of all versions of both APIs, apart from protobuf's default pool."""
        return self._load("union.binpb")

    @cached_property
    def version_pool(self) -> descriptor_pool.DescriptorPool:
        """Messages and services of each version as published, for server reflection."""
        return self._load("versions.binpb")

    @cached_property
    def descriptions(self) -> Mapping[str, str]:
        """What the published clients document of each message, field and RPC."""
        return orjson.loads((_FOLDER / "descriptions.json").read_bytes())  # type: ignore[no-any-return]

    @cached_property
    def methods(self) -> tuple[Method, ...]:
        """Every RPC of every package, the operations and locations mixins of each included."""
        return tuple(self._methods())

    @cached_property
    def method_by_path(self) -> Mapping[str, Method]:
        """The methods by gRPC path; a mixin stands once, with the bindings of all packages."""
        found: dict[str, Method] = {_WAIT.path: _WAIT}
        for method in self.methods:
            known = found.get(method.path)
            if known is not None:
                method = replace(known, bindings=known.bindings + method.bindings)
            found[method.path] = method
        return found

    @cached_property
    def missing_fields(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """By package, the fields of each union message that this version does not have."""
        return {
            package: {message: frozenset(names) for message, names in messages.items()}
            for package, messages in self._document["missing"].items()
        }

    @cached_property
    def unknown_messages(self) -> Mapping[str, frozenset[str]]:
        """By package, the union messages that this version does not have."""
        return {p: frozenset(names) for p, names in self._document["unknown"].items()}

    def descriptor(self, full_name: str) -> Descriptor:
        """A message's descriptor in the union; KeyError if there is none."""
        return self.pool.FindMessageTypeByName(full_name)

    def message_class(self, full_name: str) -> type[Message]:
        """The class of a message of the union."""
        return message_factory.GetMessageClass(self.descriptor(full_name))

    def _load(self, file: str) -> descriptor_pool.DescriptorPool:
        files = descriptor_pb2.FileDescriptorSet.FromString((_FOLDER / file).read_bytes())
        pool = descriptor_pool.DescriptorPool()
        for description in files.file:
            pool.AddSerializedFile(description.SerializeToString())
        return pool

    def _methods(self) -> Iterator[Method]:
        for entry in self._document["methods"]:
            operation = entry.get("lro")
            yield Method(
                service=entry["service"],
                rpc=entry["rpc"],
                package=entry.get("package") or entry["service"].rpartition(".")[0],
                request=entry["request"],
                response=entry["response"],
                client_streaming=entry["client_streaming"],
                server_streaming=entry["server_streaming"],
                bindings=tuple(Binding(*binding) for binding in entry["bindings"]),
                operation=(operation[0], operation[1]) if operation else None,
            )


surface = Surface()

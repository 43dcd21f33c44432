"""From the installed client packages to the bytes of the artifact's files."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from . import document
from .descriptors import Files, in_dependency_order, link, package_files, shared_files
from .docstrings import package_docs
from .methods import Method, package_methods
from .overlay import share_fields
from .overlay_methods import overlay_methods, with_overlay_bindings, with_unary_methods
from .packages import APIS, PACKAGES, Package, versions_of
from .services import services_file
from .union import union_file


def build() -> dict[str, bytes]:
    """The artifact's files by name. The same packages give the same bytes."""
    own = {package: package_files(package) for package in PACKAGES}
    share_fields(own)
    methods = {package: list(package_methods(package)) for package in PACKAGES}
    shared = shared_files(_joined(own.values()))
    unions = {api: union_file([(p, own[p]) for p in versions_of(api)]) for api in APIS}
    docs = document.union_docs({package: package_docs(package) for package in PACKAGES})
    served = {
        package: [
            *with_unary_methods(
                [*with_overlay_bindings(methods[package]), *overlay_methods(package, methods)]
            )
        ]
        for package in PACKAGES
    }
    every_method = [method for package in PACKAGES for method in served[package]]
    return {
        "union.binpb": _serialized(shared, unions.values()),
        "versions.binpb": _serialized(shared, _version_files(own, methods)),
        "surface.json": _json(_surface(own, served, unions, docs)),
        "descriptions.json": _json({**docs, **document.method_docs(every_method)}),
    }


def _surface(
    own: Mapping[Package, Files],
    methods: Mapping[Package, list[Method]],
    unions: Mapping[str, FileDescriptorProto],
    docs: Mapping[str, str],
) -> dict[str, Any]:
    missing = {p.proto: document.missing(p, own[p], unions[p.api]) for p in PACKAGES}
    unknown = {p.proto: document.unknown(p, own[p], unions[p.api]) for p in PACKAGES}
    return {
        "methods": [
            entry
            for package in sorted(PACKAGES, key=lambda package: package.proto)
            for entry in document.method_entries(package, methods[package])
        ],
        "missing": dict(sorted(missing.items())),
        "unknown": dict(sorted(unknown.items())),
        "behaviors": document.field_behaviors(list(unions.values()), docs),
    }


def _version_files(
    own: Mapping[Package, Files], methods: Mapping[Package, list[Method]]
) -> list[FileDescriptorProto]:
    files = list(_joined(own.values()).values())
    return files + [services_file(package, methods[package]) for package in PACKAGES]


def _joined(groups: Iterable[Files]) -> Files:
    return {name: file for files in groups for name, file in files.items()}


def _serialized(shared: Files, files: Iterable[FileDescriptorProto]) -> bytes:
    """A FileDescriptorSet of `files` and all they import, imports first."""
    every = {**shared, **{file.name: file for file in files}}
    link(every.values(), every)
    return FileDescriptorSet(file=in_dependency_order(every)).SerializeToString(deterministic=True)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

"""The file descriptors that the client packages carry, their imports and their order."""

import importlib
from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from .cleaning import canonical_name, clean_copy
from .overlay import apply_overlay
from .packages import Package, type_classes
from .walk import references, type_names

Files = dict[str, FileDescriptorProto]

# Files that no message of the clients may refer to, but the emulator's transports do.
ALWAYS = (
    "google.api.httpbody_pb2",
    "google.cloud.location.locations_pb2",
    "google.iam.v1.iam_policy_pb2",
    "google.longrunning.operations_proto_pb2",
    "google.protobuf.any_pb2",
    "google.protobuf.duration_pb2",
    "google.protobuf.empty_pb2",
    "google.protobuf.field_mask_pb2",
    "google.protobuf.struct_pb2",
    "google.protobuf.timestamp_pb2",
    "google.protobuf.wrappers_pb2",
    "google.rpc.error_details_pb2",
    "google.rpc.status_pb2",
)


def package_files(package: Package) -> Files:
    """One API version's own files by name, with the documented fields its classes lack."""
    descriptors = {}
    for cls in type_classes(package):
        descriptor = class_descriptor(cls).file
        descriptors[descriptor.name] = descriptor
    files = {}
    for descriptor in descriptors.values():
        file = clean_copy(descriptor)
        apply_overlay(file)
        files[file.name] = file
    return files


def class_descriptor(cls: type[Any]) -> Any:
    """The protobuf descriptor behind a proto-plus message or enum, or a plain message class."""
    if hasattr(cls, "DESCRIPTOR"):
        return cls.DESCRIPTOR
    return cls.pb().DESCRIPTOR if hasattr(cls, "pb") else cls._meta.pb


def shared_files(own: Files) -> Files:
    """Every file outside the APIs that `own` or the emulator needs, transitively."""
    pool = descriptor_pool.Default()
    wanted = {name for file in own.values() for name in file.dependency} - own.keys()
    roots = [pool.FindFileByName(name) for name in sorted(wanted)]
    roots += [importlib.import_module(name).DESCRIPTOR for name in ALWAYS]
    files: Files = {}
    for root in roots:
        for descriptor in _closure(root):
            file = clean_copy(descriptor)
            files[file.name] = file
    link(files.values(), files)
    return _reachable(files, {canonical_name(root.name) for root in roots})


def link(files: Iterable[FileDescriptorProto], known: Files) -> None:
    """Recompute the imports of `files` from the types they name; drops imports for options only."""
    homes = {name: file.name for file in known.values() for name in type_names(file)}
    for file in files:
        needed = {homes[name] for name in references(file)} - {file.name}
        file.dependency[:] = sorted(needed)
        del file.public_dependency[:]
        del file.weak_dependency[:]


def in_dependency_order(files: Files) -> list[FileDescriptorProto]:
    """The files such that each comes after all it imports; ties are broken by name."""
    ordered: dict[str, FileDescriptorProto] = {}

    def add(name: str) -> None:
        if name in ordered:
            return
        for dependency in files[name].dependency:
            add(dependency)
        ordered[name] = files[name]

    for name in sorted(files):
        add(name)
    return list(ordered.values())


def _closure(root: FileDescriptor) -> Iterator[FileDescriptor]:
    for dependency in root.dependencies:
        yield from _closure(dependency)
    yield root


def _reachable(files: Files, roots: set[str]) -> Files:
    found = set(roots)
    todo = list(roots)
    while todo:
        new = set(files[todo.pop()].dependency) - found
        found |= new
        todo += new
    return {name: files[name] for name in sorted(found)}

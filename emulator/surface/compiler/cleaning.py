"""Makes the clients' file descriptors fit to be shipped: real names, no options, no extensions."""

from typing import Any

from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from .walk import messages_of

_OPTIONS_KEPT = ("map_entry", "packed", "allow_alias", "deprecated")


def canonical_name(name: str) -> str:
    """The name of a file in Google's own tree; the clients name theirs after Python modules."""
    if name == "google/longrunning/operations_proto.proto":
        return "google/longrunning/operations.proto"
    if "/types/" in name:
        folder, _, file = name.partition("/types/")
        api, _, version = folder.rpartition("_")
        return f"{api}/{version}/{file}"
    return name


def clean_copy(descriptor: FileDescriptor) -> FileDescriptorProto:
    """A copy without extensions and their options, and with the names of the published files."""
    file = FileDescriptorProto()
    descriptor.CopyToProto(file)
    file.name = canonical_name(file.name)
    file.dependency[:] = [canonical_name(name) for name in file.dependency]
    for part in (file, *file.service, *(m for s in file.service for m in s.method)):
        part.ClearField("options")
    del file.extension[:]
    for enum in file.enum_type:
        _clean_enum(enum)
    for message, _ in messages_of(file.message_type, ""):
        _clean_message(message)
    return file


def _clean_message(message: DescriptorProto) -> None:
    _keep_options(message)
    del message.extension[:]
    for enum in message.enum_type:
        _clean_enum(enum)
    for field in message.field:
        _keep_options(field)
        _restore_name(field)
    _make_oneofs_contiguous(message)


def _clean_enum(enum: EnumDescriptorProto) -> None:
    _keep_options(enum)
    for value in enum.value:
        _keep_options(value)


def _keep_options(part: Any) -> None:
    """Options matter to parsing only in these few cases; the others would need their extensions."""
    kept = {
        name: getattr(part.options, name)
        for name in _OPTIONS_KEPT
        if name in part.options.DESCRIPTOR.fields_by_name and part.options.HasField(name)
    }
    part.ClearField("options")
    for name, value in kept.items():
        setattr(part.options, name, value)


def _restore_name(field: FieldDescriptorProto) -> None:
    """Undo the generator's suffix on names that Python or proto-plus reserves (`type_`)."""
    field.name = field.name.removesuffix("_")
    field.ClearField("json_name")


def _make_oneofs_contiguous(message: DescriptorProto) -> None:
    """Other protobuf runtimes (C++, Go) refuse oneofs whose fields do not stand together."""
    first: dict[int, int] = {}
    for position, field in enumerate(message.field):
        if field.HasField("oneof_index"):
            first.setdefault(field.oneof_index, position)
    order = {
        field.number: first[field.oneof_index] if field.HasField("oneof_index") else position
        for position, field in enumerate(message.field)
    }
    message.field.sort(key=lambda field: order[field.number])

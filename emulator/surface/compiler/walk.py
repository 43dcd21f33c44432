"""Walks over the messages of a file and the types it defines and names."""

from collections.abc import Iterable, Iterator

from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto


def type_names(file: FileDescriptorProto) -> Iterator[str]:
    """Full names, with a leading dot, of the messages and enums a file defines."""
    prefix = f".{file.package}"
    yield from (f"{prefix}.{enum.name}" for enum in file.enum_type)
    for message, name in messages_of(file.message_type, prefix):
        yield name
        yield from (f"{name}.{enum.name}" for enum in message.enum_type)


def references(file: FileDescriptorProto) -> Iterator[str]:
    """Full names, with a leading dot, of the types that fields and methods of a file name."""
    for message, _ in messages_of(file.message_type, ""):
        for field in (*message.field, *message.extension):
            if field.type_name:
                yield field.type_name
    for service in file.service:
        for method in service.method:
            yield from (method.input_type, method.output_type)


def messages_of(
    messages: Iterable[DescriptorProto], prefix: str
) -> Iterator[tuple[DescriptorProto, str]]:
    """Yield each message and, after it, those nested in it, with their names below `prefix`."""
    for message in messages:
        name = f"{prefix}.{message.name}"
        yield message, name
        yield from messages_of(message.nested_type, name)

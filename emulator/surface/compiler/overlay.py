"""Fields that Google documents and serves but that its published clients lack.

They are added to every API version that has the message. The numbers are ours: the real ones are
unknown, and clients that know none skip them.
"""

from typing import NamedTuple

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)


class OverlayField(NamedTuple):
    """A string field to add: the message's path within its API, then the field."""

    api: str
    message: str
    name: str
    number: int
    description: str


OVERLAY = (
    OverlayField(
        "discoveryengine",
        "AssistAnswer.Reply",
        "reply_id",
        10001,
        "Output only. When set, uniquely identifies a reply within the AssistAnswer resource.",
    ),
)


def apply_overlay(file: FileDescriptorProto) -> None:
    """Add the overlay's fields to the messages of `file` that should have them."""
    for field in OVERLAY:
        if file.package.startswith(f"google.cloud.{field.api}."):
            message = _find(file, field.message)
            if message is not None:
                _add(message, field)


def _find(file: FileDescriptorProto, path: str) -> DescriptorProto | None:
    children = file.message_type
    message = None
    for name in path.split("."):
        message = next((child for child in children if child.name == name), None)
        if message is None:
            return None
        children = message.nested_type
    return message


def _add(message: DescriptorProto, field: OverlayField) -> None:
    if any(field.name == known.name or field.number == known.number for known in message.field):
        raise ValueError(f"the clients now have {field.message}.{field.name}; drop it from OVERLAY")
    message.field.add(
        name=field.name,
        number=field.number,
        type=FieldDescriptorProto.TYPE_STRING,
        label=FieldDescriptorProto.LABEL_OPTIONAL,
    )

"""Fields that Google documents and serves but that its published clients lack.

They are added to every API version that has the message. The numbers are ours: the real ones are
unknown, and clients that know none skip them.
"""

from __future__ import annotations

from typing import NamedTuple

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)


class OverlayField(NamedTuple):
    """A field to add, a string or another scalar: the message's path within its API, its own."""

    api: str
    message: str
    name: str
    number: int
    description: str
    type: FieldDescriptorProto.Type.ValueType = FieldDescriptorProto.TYPE_STRING


OVERLAY = (
    OverlayField(
        "discoveryengine",
        "AssistAnswer.Reply",
        "reply_id",
        10001,
        "Output only. When set, uniquely identifies a reply within the AssistAnswer resource.",
    ),
    # In the snippet that the console shows for calls of runSession, though in no reference.
    OverlayField(
        "ces",
        "SessionConfig",
        "app_version",
        10001,
        "Optional. The version of the app to run if no deployment is given. "
        "Format: `projects/{project}/locations/{location}/apps/{app}/versions/{version}`",
    ),
    OverlayField(
        "ces",
        "SessionConfig",
        "exclude_diagnostic_info",
        10002,
        "Optional. Whether to leave out the diagnostic info of the session output.",
        FieldDescriptorProto.TYPE_BOOL,
    ),
)

# Fields that a version has as another one does, by package and message.
ALSO_THERE = {"google.cloud.discoveryengine.v1": {"UserInfo": frozenset({"precise_location"})}}


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
        type=field.type,
        label=FieldDescriptorProto.LABEL_OPTIONAL,
    )

"""Fields that Google documents and serves but that its published clients lack.

Some are added to every API version that has the message. Their numbers are ours: the real ones are
unknown, and clients that know none skip them. Others are in the clients of another version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from .packages import Package


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


class SharedField(NamedTuple):
    """A field of messages that a version has as another one does: the top-level message, its field,
    and the nested message that is the field's type."""

    version: Package
    origin: Package
    message: str
    name: str
    type: str


SHARED = (
    SharedField(
        Package("discoveryengine", "v1"),
        Package("discoveryengine", "v1beta"),
        "UserInfo",
        "precise_location",
        "PreciseLocation",
    ),
)


def share_fields(own: Mapping[Package, Mapping[str, FileDescriptorProto]]) -> None:
    """Add the shared fields to the files of the versions that lack them in their clients."""
    for shared in SHARED:
        target, source = (
            next(filter(None, (_find(file, shared.message) for file in own[package].values())))
            for package in (shared.version, shared.origin)
        )
        if any(field.name == shared.name for field in target.field):
            raise ValueError(f"the clients now have {shared.message}.{shared.name}; drop it")
        nested = target.nested_type.add()
        nested.CopyFrom(next(one for one in source.nested_type if one.name == shared.type))
        field = target.field.add()
        field.CopyFrom(next(one for one in source.field if one.name == shared.name))
        field.type_name = field.type_name.replace(shared.origin.proto, shared.version.proto)


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

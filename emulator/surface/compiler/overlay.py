"""Adds to the descriptors of the clients what these lack, and Google documents and serves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from .ces_overlay import CES
from .discovery_engine_overlay import DISCOVERY_ENGINE
from .overlay_fields import Overlay, OverlayField, OverlayMessage
from .packages import Package

_OVERLAYS: Mapping[str, Overlay] = {"discoveryengine": DISCOVERY_ENGINE, "ces": CES}


def share_fields(own: Mapping[Package, Mapping[str, FileDescriptorProto]]) -> None:
    """Add the shared fields to the files of the versions that lack them in their clients."""
    for shared in (one for overlay in _OVERLAYS.values() for one in overlay.shared):
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
    """Add the overlay's messages and fields to the messages of `file` that should have them."""
    for api, overlay in _OVERLAYS.items():
        if not file.package.startswith(f"google.cloud.{api}."):
            continue
        for new in overlay.messages:
            if (parent := _find(file, new.parent)) is not None:
                _add_message(parent, new)
        for field in overlay.fields:
            is_lacking = file.package.endswith(f".{field.version}" if field.version else "")
            if is_lacking and (message := _find(file, field.message)) is not None:
                _add(file.package, message, field)


def overlay_docs() -> Iterator[tuple[str, str]]:
    """Yield the union names of what is added, with their descriptions."""
    for api, overlay in _OVERLAYS.items():
        union = f"google.cloud.{api}.union"
        for message in overlay.messages:
            yield f"{union}.{message.parent}.{message.name}", message.description
        for field in overlay.fields:
            yield f"{union}.{field.message}.{field.name}", field.description


def _find(file: FileDescriptorProto, path: str) -> DescriptorProto | None:
    children = file.message_type
    message = None
    for name in path.split("."):
        message = next((child for child in children if child.name == name), None)
        if message is None:
            return None
        children = message.nested_type
    return message


def _add_message(parent: DescriptorProto, new: OverlayMessage) -> None:
    if any(new.name == known.name for known in parent.nested_type):
        raise ValueError(f"the clients now have {new.parent}.{new.name}; drop it")
    parent.nested_type.add(name=new.name)


def _add(package: str, message: DescriptorProto, field: OverlayField) -> None:
    if any(field.name == known.name or field.number == known.number for known in message.field):
        raise ValueError(f"the clients now have {field.message}.{field.name}; drop it")
    type_name = field.type_name
    if field.values:
        enum = message.enum_type.add(name=field.name.title().replace("_", ""))
        for number, value in enumerate(field.values):
            enum.value.add(name=value, number=number)
        type_name = f"{field.message}.{enum.name}"
    if type_name and not type_name.startswith("."):
        type_name = f".{package}.{type_name}"
    message.field.add(
        name=field.name,
        number=field.number,
        type=field.type,
        type_name=type_name or None,
        label=(
            FieldDescriptorProto.LABEL_REPEATED
            if field.repeated
            else FieldDescriptorProto.LABEL_OPTIONAL
        ),
    )

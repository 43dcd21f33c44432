"""What an overlay adds to the messages of an API: fields, and messages for some of them."""

from __future__ import annotations

from typing import NamedTuple

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from .packages import Package


class OverlayField(NamedTuple):
    """A field to add: the message's path within its API, its own name, number and text.

    Its number is ours, as the real one is unknown; clients that know none skip it. It is a string,
    another scalar, the message of `type_name`, or an enum of `values`, whose numbers are ours too.
    A `type_name` without a leading dot is one of the API. With a `version` only that one lacks the
    field, else all do.
    """

    message: str
    name: str
    number: int
    description: str
    type: FieldDescriptorProto.Type.ValueType = FieldDescriptorProto.TYPE_STRING
    type_name: str = ""
    version: str = ""
    values: tuple[str, ...] = ()
    repeated: bool = False


class OverlayMessage(NamedTuple):
    """A message to add below another one, of which the overlay has the fields."""

    parent: str
    name: str
    description: str


class SharedField(NamedTuple):
    """A field of messages that a version has as another one does: the top-level message, its field,
    and the nested message that is the field's type."""

    version: Package
    origin: Package
    message: str
    name: str
    type: str


class Overlay(NamedTuple):
    """All that is added to an API."""

    messages: tuple[OverlayMessage, ...]
    fields: tuple[OverlayField, ...]
    shared: tuple[SharedField, ...] = ()

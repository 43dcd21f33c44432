"""What reading JSON into a message needs to know of its type, worked out once for each version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from google.protobuf.descriptor import FieldDescriptor

from emulator.surface import scalars
from emulator.surface.registry import Message, surface, version_name
from emulator.surface.unpublished_fields import absent_fields
from emulator.surface.wellknown import READERS

_ANY = "google.protobuf.Any"
_NULLABLE = frozenset({"google.protobuf.Value"})
_LISTS = frozenset({"google.protobuf.ListValue", "google.protobuf.Value"})


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A field of one version. For a map, `message` and `read` are those of its values."""

    name: str
    is_map: bool
    is_repeated: bool
    message: str
    """The full name of the message type; empty for scalars and enums."""
    oneof: str
    takes_null: bool
    takes_list: bool
    read: scalars.Read | None
    type_name: str
    """The type as errors call it."""
    keeps_empty: bool
    """Whether an empty query parameter is a value: it is one of strings only."""
    values: tuple[str, ...]
    """The names that an enum has for its values, but for the one that says nothing."""


@dataclass(frozen=True, slots=True)
class MessageShape:
    """A message type of one version: its fields by both spellings, or its special JSON form."""

    type_name: str
    is_any: bool
    read: Callable[[Message, object], None] | None
    fields: Mapping[str, FieldShape]


@lru_cache(maxsize=4096)
def shape(package: str, message: str) -> MessageShape:
    """The shape of a message of the union as the package's version has it."""
    absent = absent_fields(package, message)
    fields: dict[str, FieldShape] = {}
    for field in surface.descriptor(message).fields:
        if field.name not in absent:
            fields[field.json_name] = fields[field.name] = _field_shape(field, package)
    return MessageShape(_type_url(message, package), message == _ANY, READERS.get(message), fields)


def _field_shape(field: FieldDescriptor, package: str) -> FieldShape:
    kind = field.message_type
    is_map = kind is not None and kind.GetOptions().map_entry
    # Every map of the surface has strings for keys, which JSON keys are.
    value = kind.fields_by_name["value"] if kind is not None and is_map else field
    message = value.message_type.full_name if value.message_type is not None else ""
    single = not field.is_repeated
    return FieldShape(
        name=field.name,
        is_map=is_map,
        is_repeated=field.is_repeated and not is_map,
        message=message,
        oneof=field.containing_oneof.name if field.containing_oneof is not None else "",
        takes_null=single and message in _NULLABLE,
        takes_list=not single or message in _LISTS,
        read=None if message else scalars.reader(value),
        type_name=_type_name(value, package),
        keeps_empty=value.type == FieldDescriptor.TYPE_STRING,
        values=_values(value),
    )


def _values(field: FieldDescriptor) -> tuple[str, ...]:
    values = field.enum_type.values if field.enum_type is not None else ()
    return tuple(value.name for value in values if not value.name.endswith("UNSPECIFIED"))


def _type_name(field: FieldDescriptor, package: str) -> str:
    kind = field.message_type or field.enum_type
    return scalars.type_name(field) if kind is None else _type_url(kind.full_name, package)


def _type_url(full_name: str, package: str) -> str:
    return f"type.googleapis.com/{version_name(full_name, package)}"

"""Messages to proto3 JSON, as one version of the API shows them.

Default values are omitted, int64 are strings, enums are names or, when asked, numbers; fields that
the version does not have are left out. What is done for a field is worked out once for each message
type.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from functools import lru_cache
from typing import Any, NamedTuple

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import DecodeError

from emulator.surface.encoding_cache import Write, remembering, remembering_items
from emulator.surface.registry import Message, surface, union_name, version_name
from emulator.surface.unpublished_fields import absent_fields, unpublished_fields
from emulator.surface.wellknown import READERS, WRAPPERS, WRITERS, json_float

_LONG = frozenset(
    {
        FieldDescriptor.TYPE_INT64,
        FieldDescriptor.TYPE_UINT64,
        FieldDescriptor.TYPE_SINT64,
        FieldDescriptor.TYPE_FIXED64,
        FieldDescriptor.TYPE_SFIXED64,
    }
)
# Of a result and a reference what it shows of its document: figures change from call to call.
_LISTED = re.compile(
    r"\.(?:List\w+Response\.\w+|SearchResult\.(?:document|chunk)"
    r"|Reference\.ChunkInfo\.document_metadata|(?:SearchResult|\w+DocumentInfo)\.struct_data)$"
)
_SINGLE = struct.Struct("<f")
_UNION_TYPE = re.compile(rb'("@type":"type\.googleapis\.com/google\.cloud\.\w+\.)union\.')
# The lists of messages that grow with every answer.
_GROWING = {
    union_name("google.cloud.discoveryengine.v1.Session"): "turns",
    union_name("google.cloud.discoveryengine.v1.Conversation"): "messages",
}


class _View(NamedTuple):
    """How messages are shown: as which version, enums as numbers, and only what its client knows,
    as in an Any, which clients read strictly."""

    package: str
    enum_numbers: bool
    strict: bool = False


def encode(message: Message, package: str, enum_numbers: bool = False) -> dict[str, Any]:
    """The JSON object of a message of the union, seen as that package's version."""
    return _writer(message.DESCRIPTOR.full_name, _View(package, enum_numbers))(message)  # type: ignore[no-any-return]


def published(shown: bytes) -> bytes:
    """JSON in which messages were seen as the union's, with types as v1 calls them.

    The union of the versions is the emulator's own: no client knows its name.
    """
    return _UNION_TYPE.sub(rb"\1v1.", shown)


@lru_cache(maxsize=8192)
def _writer(full_name: str, view: _View) -> Write:
    """What turns a message of this type into its JSON form."""
    if full_name == "google.protobuf.Any":
        return lambda message: _write_any(message, view)
    if full_name in WRITERS:
        return WRITERS[full_name]
    if full_name in WRAPPERS:
        field = surface.descriptor(full_name).fields_by_name["value"]
        one = _value_writer(field, view)
        return lambda message: one(message.value)
    lacks = unpublished_fields if view.strict else absent_fields
    absent = lacks(view.package, full_name)
    fields: dict[int, tuple[str, Write]] | None = None

    def write(message: Message) -> dict[str, Any]:
        nonlocal fields
        if fields is None:  # Made at the first use: message types may contain themselves.
            fields = {
                field.number: (field.json_name, _field_writer(field, view))
                for field in message.DESCRIPTOR.fields
                if field.name not in absent
            }
        shown = {}
        for field, value in message.ListFields():
            if (known := fields.get(field.number)) is not None:
                shown[known[0]] = known[1](value)
        return shown

    items = _GROWING.get(full_name)
    return remembering_items(write, items, view) if items else write


def _field_writer(field: FieldDescriptor, view: _View) -> Write:
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        one = _value_writer(kind.fields_by_name["value"], view)
        return lambda values: {key: one(values[key]) for key in sorted(values)}
    one = _value_writer(field, view)
    if kind is not None and _LISTED.search(field.full_name):
        one = remembering(one, (kind.full_name, view))
    if field.is_repeated:
        return lambda values: [one(item) for item in values]
    return one


def _value_writer(field: FieldDescriptor, view: _View) -> Write:
    kind = field.type
    if field.message_type is not None:
        return _writer(field.message_type.full_name, view)
    if field.enum_type is not None:
        return _enum_writer(field.enum_type, view.enum_numbers)
    if kind in _LONG:
        return str
    if kind == FieldDescriptor.TYPE_BYTES:
        return lambda value: base64.b64encode(value).decode("ascii")
    if kind == FieldDescriptor.TYPE_FLOAT:
        return _float
    return json_float if kind == FieldDescriptor.TYPE_DOUBLE else _identity


def _identity(value: Any) -> Any:
    return value


def _enum_writer(enum: EnumDescriptor, enum_numbers: bool) -> Write:
    if enum_numbers:
        return _identity
    names = {value.number: value.name for value in reversed(enum.values)}
    return lambda number: names.get(number, number)


def _float(value: float) -> float | str:
    return _shortest_float(value) if value else json_float(value)  # 0.0 is -0.0 for a cache.


@lru_cache(maxsize=1024)  # Scores have one decimal, and a response has many of them.
def _shortest_float(value: float) -> float | str:
    """The shortest decimal that reads back as the same 32-bit float."""
    if not math.isfinite(value):
        return json_float(value)
    packed = _SINGLE.pack(value)
    each = (float(f"{value:.{digits}g}") for digits in (6, 7, 8))
    short = next((one for one in each if _SINGLE.pack(one) == packed), float(f"{value:.9g}"))
    return json_float(short)


def _write_any(message: Message, view: _View) -> dict[str, Any]:
    """An Any; a type of one version is shown as the package's version calls it.

    It is shown as empty where that version has no such type: clients fail on what they don't know.
    """
    name = union_name(message.type_url.rpartition("/")[2])
    if not name or name in surface.unknown_messages.get(view.package, ()):
        return {}
    try:
        inner = surface.message_class(name).FromString(message.value)
    except (KeyError, DecodeError):  # A client's own, which came over gRPC.
        return {"@type": message.type_url, "value": base64.b64encode(message.value).decode()}
    shown = _writer(name, view._replace(strict=True))(inner)
    url = {"@type": f"type.googleapis.com/{version_name(name, view.package)}"}
    return {**url, "value": shown} if name in READERS else {**url, **shown}

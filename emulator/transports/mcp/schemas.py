"""JSON Schema 2020-12 of a message's proto3 JSON form, for the tools that take or answer it.

Messages are written out where they stand, because clients have failed to follow a `$ref`, or
followed it to no end; a message within itself is any object. Inputs name what a call is refused
without and leave out what the service fills in; outputs require nothing, as proto3 JSON omits
defaults, and admit more fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from emulator.surface.registry import surface
from emulator.surface.validation import required_fields

Schema: TypeAlias = dict[str, Any]

_INPUT_DESCRIPTION = 300
_OUTPUT_DESCRIPTION = 120
# What proto documentation says of a field's behavior: `required` of the schema says it better.
_BEHAVIOR = re.compile(r"^(?:(?:Required|Optional|Output only|Input only|Immutable)\. ?)+")
_INT64 = {"type": "string", "format": "int64"}
_NUMBER = {"type": "number"}
# What proto3 JSON writes for the doubles that JSON has no numbers for.
_ANY_NUMBER = {"anyOf": [_NUMBER, {"type": "string", "enum": ["NaN", "Infinity", "-Infinity"]}]}
_SCALARS: dict[int, Schema] = {
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
    FieldDescriptor.TYPE_DOUBLE: _NUMBER,
    FieldDescriptor.TYPE_FLOAT: _NUMBER,
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    **dict.fromkeys(
        (
            FieldDescriptor.TYPE_INT64,
            FieldDescriptor.TYPE_SINT64,
            FieldDescriptor.TYPE_SFIXED64,
            FieldDescriptor.TYPE_UINT64,
            FieldDescriptor.TYPE_FIXED64,
        ),
        _INT64,
    ),
}
_INT32 = {"type": "integer", "format": "int32"}  # Of every field type that is not above.
_OBJECT: Schema = {"type": "object"}  # `additionalProperties: true` stops google-genai.
# Documented as the service's to fill in, and how an answer is told which search it goes with.
_TAKEN_ALL_THE_SAME = {"google.cloud.discoveryengine.union.Query.query_id"}
# What only assistants are asked in, which no tool is.
_OF_ASSISTANTS = {"google.cloud.discoveryengine.union.Query.parts"}
# A duration has a pattern, for the `duration` format of JSON Schema is ISO 8601's.
_WELL_KNOWN: dict[str, Schema] = {
    "google.protobuf.Any": {**_OBJECT, "properties": {"@type": {"type": "string"}}},
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$"},
    "google.protobuf.FieldMask": {"type": "string"},
    "google.protobuf.Struct": _OBJECT,
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Value": {},
}


def input_schema(message: str) -> Schema:
    """What a caller may send as this message of the union, given by its full name."""
    return _Writer(for_input=True).schema(message)


def output_schema(message: str) -> Schema:
    """What `encode` gives for this message of the union: every result is valid against it."""
    return _Writer(for_input=False).schema(message)


class _Writer:
    """Writes one schema, and knows within which messages it is."""

    def __init__(self, for_input: bool) -> None:
        self._for_input = for_input
        self._within: list[str] = []
        self._lists = 0  # within which it is

    def schema(self, message: str) -> Schema:
        return self._object(surface.descriptor(message))

    def _object(self, message: Descriptor) -> Schema:
        if message.full_name in self._within:
            return _OBJECT
        self._within.append(message.full_name)
        written = self._written(message)
        self._within.pop()
        return written

    def _written(self, message: Descriptor) -> Schema:
        behaviors = surface.behaviors.get(message.full_name, {}) if self._for_input else {}
        shown = [
            field
            for field in message.fields
            if field.full_name not in _OF_ASSISTANTS
            if "output_only" not in behaviors.get(field.name, ())
            or field.full_name in _TAKEN_ALL_THE_SAME
        ]
        schema = dict(_OBJECT)
        if shown:
            schema["properties"] = {field.json_name: self._field(field) for field in shown}
        needed = self._required(message.full_name)
        required = [field.json_name for field in shown if field.name in needed]
        return {**schema, "required": required} if required else schema

    def _required(self, message: str) -> Sequence[str]:
        is_updated = self._within[0].rpartition(".")[2].startswith("Update")
        if is_updated and message != self._within[0] and not self._lists:
            return ()  # It has what is not in the mask; only lists are replaced as a whole.
        return required_fields(message) if self._for_input else ()

    def _field(self, field: FieldDescriptor) -> Schema:
        schema = self._shape(field)
        text = self._description(field)
        return {**schema, "description": text} if text else schema

    def _shape(self, field: FieldDescriptor) -> Schema:
        kind = field.message_type
        if kind is not None and kind.GetOptions().map_entry:
            values = self._value(kind.fields_by_name["value"])
            return {**_OBJECT, "additionalProperties": values} if values else _OBJECT
        self._lists += field.is_repeated
        value = self._value(field)
        self._lists -= field.is_repeated
        return {"type": "array", "items": value} if field.is_repeated else value

    def _value(self, field: FieldDescriptor) -> Schema:
        if field.enum_type is not None:
            return {"type": "string", "enum": [value.name for value in field.enum_type.values]}
        if field.message_type is not None:
            return self._message(field.message_type)
        schema = _SCALARS.get(field.type, _INT32)
        return schema if self._for_input or schema is not _NUMBER else _ANY_NUMBER

    def _message(self, message: Descriptor) -> Schema:
        if message.full_name in _WELL_KNOWN:
            return _WELL_KNOWN[message.full_name]
        return self._object(message)

    def _description(self, field: FieldDescriptor) -> str:
        documented = surface.descriptions.get(field.full_name, "")
        if not self._for_input:
            return _short(documented, _OUTPUT_DESCRIPTION)
        text = _short(documented, _INPUT_DESCRIPTION)
        others = ", ".join(_alternatives(field))
        return f"{text} Not together with {others}.".lstrip() if others else text


def _alternatives(field: FieldDescriptor) -> list[str]:
    """The other fields of its oneof."""
    if field.containing_oneof is None:
        return []
    return [other.json_name for other in field.containing_oneof.fields if other is not field]


def _short(documented: str, length: int) -> str:
    """The first paragraph without its behavior, cut after a sentence or a word if it is long."""
    paragraphs = _BEHAVIOR.sub("", documented).split("\n\n")
    text = paragraphs.pop(0)
    while text.endswith(":") and paragraphs:  # What it announces stands in the next one.
        text += " " + paragraphs.pop(0)
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    sentences = text[:length].rpartition(". ")[0]
    return f"{sentences}." if sentences else text[:length].rpartition(" ")[0] + " ..."

"""Messages as JSON Schema components, as one version of the API shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from emulator.surface.registry import surface, union_package
from emulator.surface.unpublished_fields import absent_fields
from emulator.surface.validation import required_fields

Schema: TypeAlias = dict[str, Any]

_CPP = FieldDescriptor
_INT64: Schema = {"type": "string", "format": "int64"}
_UINT64: Schema = {"type": "string", "format": "uint64"}
_INT32: Schema = {"type": "integer", "format": "int32"}
_UINT32: Schema = {"type": "integer", "format": "uint32"}
_SCALARS: Mapping[int, Schema] = {
    _CPP.TYPE_STRING: {"type": "string"},
    _CPP.TYPE_BOOL: {"type": "boolean"},
    _CPP.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
    _CPP.TYPE_DOUBLE: {"type": "number", "format": "double"},
    _CPP.TYPE_FLOAT: {"type": "number", "format": "float"},
    **dict.fromkeys((_CPP.TYPE_INT32, _CPP.TYPE_SINT32, _CPP.TYPE_SFIXED32), _INT32),
    **dict.fromkeys((_CPP.TYPE_UINT32, _CPP.TYPE_FIXED32), _UINT32),
    **dict.fromkeys((_CPP.TYPE_INT64, _CPP.TYPE_SINT64, _CPP.TYPE_SFIXED64), _INT64),
    **dict.fromkeys((_CPP.TYPE_UINT64, _CPP.TYPE_FIXED64), _UINT64),
}
TEXTUAL: Mapping[str, Schema] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?\d+(\.\d+)?s$"},
    "google.protobuf.FieldMask": {"type": "string", "format": "field-mask"},
    "google.protobuf.BoolValue": {"type": "boolean"},
    "google.protobuf.BytesValue": _SCALARS[_CPP.TYPE_BYTES],
    "google.protobuf.DoubleValue": _SCALARS[_CPP.TYPE_DOUBLE],
    "google.protobuf.FloatValue": _SCALARS[_CPP.TYPE_FLOAT],
    "google.protobuf.Int32Value": _INT32,
    "google.protobuf.Int64Value": _INT64,
    "google.protobuf.StringValue": {"type": "string"},
    "google.protobuf.UInt32Value": _UINT32,
    "google.protobuf.UInt64Value": _UINT64,
}
"""The well-known types that are scalars in JSON, and so fit into a query string."""

_WELL_KNOWN: Mapping[str, Schema] = {
    **TEXTUAL,
    "google.protobuf.Any": {"type": "object", "properties": {"@type": {"type": "string"}}},
    "google.protobuf.Empty": {"type": "object"},
    "google.protobuf.ListValue": {"type": "array", "items": {}},
    "google.protobuf.Struct": {"type": "object"},
    "google.protobuf.Value": {},
}
_MARKS = {"output_only": "readOnly", "input_only": "writeOnly"}


class VersionSchemas:
    """References to messages of one version, of a package such as `google.cloud.ces.v1`.

    A message becomes one of the document's components at its first use.
    """

    def __init__(self, components: dict[str, Schema], package: str) -> None:
        self._components = components
        self._package = package

    def message(self, full_name: str) -> Schema:
        """A reference to a message of the union, or the schema of a well-known type."""
        if full_name in _WELL_KNOWN:
            return dict(_WELL_KNOWN[full_name])
        name = self._component_name(full_name)
        if name not in self._components:
            self._components[name] = {}  # Messages may contain themselves.
            self._components[name] = self._object(full_name, ())
        return _reference(name)

    def body(self, full_name: str, in_path: Iterable[str]) -> Schema:
        """A request as the body of a call whose path holds some of its fields already."""
        name = self._component_name(full_name) + "Body"
        if name not in self._components:
            schema = self._object(full_name, in_path)
            required = self.required(full_name, in_path)
            self._components[name] = {**schema, **({"required": required} if required else {})}
        return _reference(name)

    def required(self, full_name: str, in_path: Iterable[str]) -> list[str]:
        """The JSON names of the fields that a body has to have beside those of the path."""
        begun = {path.partition(".")[0] for path in in_path}  # `config`, by `config.session`
        return [
            field.json_name
            for field in self.fields(full_name)
            if field.name not in begun and is_required(field)
        ]

    def fields(self, full_name: str) -> Iterator[FieldDescriptor]:
        """The fields that the message has in this version."""
        absent = absent_fields(self._package, full_name)
        return (field for field in surface.descriptor(full_name).fields if field.name not in absent)

    def field(self, field: FieldDescriptor) -> Schema:
        """A field with its description; repeated fields are arrays and maps are objects."""
        kind: Descriptor | None = field.message_type
        if kind is not None and kind.GetOptions().map_entry:
            value = self._single(kind.fields_by_name["value"])
            schema: Schema = {"type": "object", "additionalProperties": value}
        elif field.is_repeated:
            schema = {"type": "array", "items": self._single(field)}
        else:
            schema = self._single(field)
        return {**schema, **self._remarks(field)}

    def _object(self, full_name: str, without: Iterable[str]) -> Schema:
        schema: Schema = {"type": "object"}
        if description := surface.descriptions.get(full_name):
            schema["description"] = description
        properties = {
            field.json_name: self.field(field)
            for field in self.fields(full_name)
            if field.name not in without
        }
        return {**schema, **({"properties": properties} if properties else {})}

    def _single(self, field: FieldDescriptor) -> Schema:
        if field.message_type is not None:
            return self.message(field.message_type.full_name)
        if field.enum_type is not None:
            return self._enum(field.enum_type)
        return dict(_SCALARS[field.type])

    def _enum(self, enum: EnumDescriptor) -> Schema:
        name = self._component_name(enum.full_name)
        if name not in self._components:
            lines = [surface.descriptions.get(enum.full_name, "")] + [
                f"- `{value.name}`: {text}"
                for value in enum.values
                if (text := surface.descriptions.get(f"{enum.full_name}.{value.name}"))
            ]
            schema = {"type": "string", "enum": [value.name for value in enum.values]}
            text = "\n".join(lines).strip()
            self._components[name] = {**schema, **({"description": text} if text else {})}
        return _reference(name)

    def _remarks(self, field: FieldDescriptor) -> Schema:
        marks = {_MARKS[one]: True for one in behaviors(field) if one in _MARKS}
        described = surface.descriptions.get(field.full_name, "")
        text = "\n\n".join(filter(None, (described, self._alternatives(field))))
        return {**({"description": text} if text else {}), **marks}

    def _alternatives(self, field: FieldDescriptor) -> str:
        """Which other fields exclude this one."""
        choice = _oneof(field)
        others = [
            f"`{one.json_name}`"
            for one in self.fields(_owner(field))
            if choice and one.name != field.name and _oneof(one) == choice
        ]
        return f"Excludes {', '.join(others)}." if others else ""

    def _component_name(self, full_name: str) -> str:
        """`google.cloud.discoveryengine.union.Answer` -> `discoveryengine.v1.Answer`."""
        union = union_package(self._package) + "."
        if not full_name.startswith(union):
            return full_name
        short = self._package.removeprefix("google.cloud.")
        return f"{short}.{full_name.removeprefix(union)}"


def behaviors(field: FieldDescriptor) -> list[str]:
    """What is declared of a field: `required`, `output_only`, `immutable` and the like."""
    return list(surface.behaviors.get(_owner(field), {}).get(field.name, ()))


def is_required(field: FieldDescriptor) -> bool:
    """Whether a request is refused without the field."""
    return field.name in required_fields(_owner(field))


def field_message(message: str, field: str) -> str:
    """The full name of the message type of a message's field."""
    kind = surface.descriptor(message).fields_by_name[field].message_type
    assert kind is not None
    return kind.full_name


def _owner(field: FieldDescriptor) -> str:
    """The full name of the message that has the field."""
    return field.full_name.rpartition(".")[0]


def _oneof(field: FieldDescriptor) -> str:
    """The name of the oneof that the field belongs to, if any."""
    return "" if field.containing_oneof is None else field.containing_oneof.name


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}

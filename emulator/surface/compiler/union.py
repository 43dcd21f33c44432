"""All versions of an API as one set of messages, so that services are written once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from .descriptors import Files
from .packages import Package
from .walk import messages_of


class VersionConflictError(ValueError):
    """A field or enum value that two versions of an API define differently."""


class _Field(NamedTuple):
    """What must agree between versions for their wire formats and JSON to be one."""

    name: str
    number: int
    type: int
    label: int
    type_name: str
    oneof: str
    optional: bool


def union_file(versions: Sequence[tuple[Package, Files]]) -> FileDescriptorProto:
    """Merge the files of all versions of one API, newest first, into one file.

    Raises `VersionConflictError` where a shared field or enum value differs.
    """
    api = versions[0][0]
    union = FileDescriptorProto(name=f"{api.api}.proto", package=api.union, syntax="proto3")
    copies = [_renamed(file, package) for package, files in versions for file in files.values()]
    messages = [message for file in copies for message in file.message_type]
    enums = [enum for file in copies for enum in file.enum_type]
    union.message_type.extend(_merge_messages(messages, api.union))
    union.enum_type.extend(_merge_enums(enums, api.union))
    return union


def _renamed(file: FileDescriptorProto, package: Package) -> FileDescriptorProto:
    """A copy of `file` whose references point into the union."""
    copy = FileDescriptorProto()
    copy.CopyFrom(file)
    prefix = f".{package.proto}."
    for message, _ in messages_of(copy.message_type, ""):
        for field in message.field:
            if field.type_name.startswith(prefix):
                field.type_name = f".{package.union}.{field.type_name.removeprefix(prefix)}"
    return copy


def _merge_messages(messages: Iterable[DescriptorProto], scope: str) -> list[DescriptorProto]:
    variants: dict[str, list[DescriptorProto]] = {}
    for message in messages:
        variants.setdefault(message.name, []).append(message)
    return [_merge_message(variants[name], f"{scope}.{name}") for name in sorted(variants)]


def _merge_message(variants: list[DescriptorProto], path: str) -> DescriptorProto:
    merged = DescriptorProto(name=variants[0].name)
    if len({variant.options.map_entry for variant in variants}) > 1:
        raise VersionConflictError(f"{path} is a map entry in one version only")
    if variants[0].options.map_entry:
        merged.options.map_entry = True
    _add_fields(merged, _merge_fields(variants, path))
    nested = (message for variant in variants for message in variant.nested_type)
    merged.nested_type.extend(_merge_messages(nested, path))
    merged.enum_type.extend(
        _merge_enums((enum for variant in variants for enum in variant.enum_type), path)
    )
    return merged


def _merge_fields(variants: list[DescriptorProto], path: str) -> list[_Field]:
    """The distinct fields by number; those of one oneof stand together at its first number."""
    by_key: dict[int | str, _Field] = {}
    for variant in variants:
        for proto in variant.field:
            field = _describe(variant, proto)
            for key in (field.number, field.name):
                known = by_key.setdefault(key, field)
                if known != field:
                    raise VersionConflictError(
                        f"{path}: {known} in one version, {field} in another"
                    )
    fields = sorted(set(by_key.values()), key=lambda field: field.number)
    first: dict[str, int] = {}
    for field in fields:
        first.setdefault(field.oneof, field.number)
    return sorted(fields, key=lambda field: first[field.oneof] if field.oneof else field.number)


def _describe(message: DescriptorProto, field: FieldDescriptorProto) -> _Field:
    in_oneof = field.HasField("oneof_index") and not field.proto3_optional
    return _Field(
        field.name,
        field.number,
        field.type,
        field.label,
        field.type_name,
        message.oneof_decl[field.oneof_index].name if in_oneof else "",
        field.proto3_optional,
    )


def _add_fields(message: DescriptorProto, fields: list[_Field]) -> None:
    # Protobuf demands the synthetic oneofs of optional fields after all real ones.
    oneofs = list(dict.fromkeys(field.oneof for field in fields if field.oneof))
    oneofs += [f"_{field.name}" for field in fields if field.optional]
    for name in oneofs:
        message.oneof_decl.add(name=name)
    for field in fields:
        proto = message.field.add(
            name=field.name, number=field.number, type=field.type, label=field.label
        )
        if field.type_name:
            proto.type_name = field.type_name
        if field.optional:
            proto.proto3_optional = True
            proto.oneof_index = oneofs.index(f"_{field.name}")
        elif field.oneof:
            proto.oneof_index = oneofs.index(field.oneof)


def _merge_enums(enums: Iterable[EnumDescriptorProto], scope: str) -> list[EnumDescriptorProto]:
    variants: dict[str, list[EnumDescriptorProto]] = {}
    for enum in enums:
        variants.setdefault(enum.name, []).append(enum)
    return [_merge_enum(variants[name], f"{scope}.{name}") for name in sorted(variants)]


def _merge_enum(variants: list[EnumDescriptorProto], path: str) -> EnumDescriptorProto:
    values: dict[str, int] = {}
    names: dict[int, str] = {}
    for variant in variants:
        for value in variant.value:
            number = values.setdefault(value.name, value.number)
            name = names.setdefault(value.number, value.name)
            if (number, name) != (value.number, value.name):
                raise VersionConflictError(
                    f"{path}: {value.name} = {value.number}, but {name} = {number}"
                )
    merged = EnumDescriptorProto(name=variants[0].name)
    for number in sorted(names):
        merged.value.add(name=names[number], number=number)
    return merged

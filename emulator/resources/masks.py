"""Field masks: what an update may change, and changing it (AIP-134, AIP-203)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from google.protobuf.descriptor import Descriptor

from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message, surface

_MASK = "update_mask"


def update(target: Message, source: Message, paths: Iterable[str]) -> None:
    """Copy the masked fields of `source` into `target`.

    An empty mask means the fields that `source` has set, `*` all of them. Output-only fields are
    passed over; a path that does not exist or would change an immutable field is INVALID_ARGUMENT.
    """
    for path in _expand(source, list(paths)):
        parts = path.split(".")
        behaviors = _behaviors(target.DESCRIPTOR, parts, path)
        if "output_only" in behaviors or path == "name":
            continue
        if "immutable" in behaviors and _value(source, parts) != _value(target, parts):
            raise invalid_argument(_MASK, f"the field '{path}' is immutable.")
        _copy(target, source, parts)


def writable(resource: Message) -> Message:
    """A copy of what a client sent without what only the server sets; that is ignored (AIP-203)."""
    copy = type(resource)()
    copy.CopyFrom(resource)
    clear_output_only(copy)
    return copy


def clear_output_only(message: Message) -> None:
    """Drop the output-only fields."""
    behaviors = surface.behaviors.get(message.DESCRIPTOR.full_name, {})
    for field, kinds in behaviors.items():
        if "output_only" in kinds and field in message.DESCRIPTOR.fields_by_name:
            message.ClearField(field)


def _expand(source: Message, paths: list[str]) -> Iterator[str]:
    if not paths:
        yield from (field.name for field, _ in source.ListFields())
    elif "*" in paths:
        yield from (field.name for field in source.DESCRIPTOR.fields)
    else:
        yield from paths


def _behaviors(descriptor: Descriptor, parts: list[str], path: str) -> set[str]:
    """The behaviours of every field on the path."""
    found: set[str] = set()
    for position, part in enumerate(parts):
        field = descriptor.fields_by_name.get(part)
        if field is None or (field.is_repeated and position < len(parts) - 1):
            raise invalid_argument(_MASK, f"the path '{path}' is not a field of the resource.")
        found.update(surface.behaviors.get(descriptor.full_name, {}).get(part, ()))
        if position == len(parts) - 1:
            break
        if field.message_type is None:
            raise invalid_argument(_MASK, f"the path '{path}' is not a field of the resource.")
        if field.message_type.full_name == "google.protobuf.Struct":
            break
        descriptor = field.message_type
    return found


def _value(message: Message, parts: list[str]) -> object:
    for part in parts:
        message = getattr(message, part)
    return message


def _copy(target: Message, source: Message, parts: list[str]) -> None:
    *parents, last = parts
    for part in parents:
        if target.DESCRIPTOR.fields_by_name[part].message_type.full_name == _STRUCT:
            _copy_key(getattr(target, part), getattr(source, part), parts[parts.index(part) + 1 :])
            return
        target, source = getattr(target, part), getattr(source, part)
    field = target.DESCRIPTOR.fields_by_name[last]
    target.ClearField(last)
    if (
        field.is_repeated
        and field.message_type is not None
        and field.message_type.GetOptions().map_entry
    ):
        target.MergeFrom(_only(source, last))
    elif field.is_repeated:
        getattr(target, last).extend(getattr(source, last))
    elif field.message_type is not None:
        if source.HasField(last):
            getattr(target, last).CopyFrom(getattr(source, last))
    elif not field.has_presence or source.HasField(last):
        setattr(target, last, getattr(source, last))


_STRUCT = "google.protobuf.Struct"


def _copy_key(target: Message, source: Message, keys: list[str]) -> None:
    """Copy one key of a Struct, such as `struct_data.color`."""
    for key in keys[:-1]:
        target, source = target.fields[key].struct_value, source.fields[key].struct_value
    if keys[-1] in source.fields:
        target.fields[keys[-1]].CopyFrom(source.fields[keys[-1]])
    else:
        target.fields.pop(keys[-1], None)


def _only(message: Message, field: str) -> Message:
    """A copy that has only this field."""
    copy = type(message)()
    copy.CopyFrom(message)
    for other in message.DESCRIPTOR.fields:
        if other.name != field:
            copy.ClearField(other.name)
    return copy

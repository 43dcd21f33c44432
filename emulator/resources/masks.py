"""Field masks: what an update may change, and changing it (AIP-134, AIP-203)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from google.protobuf.descriptor import Descriptor

from emulator.surface.errors import ApiError, invalid_argument
from emulator.surface.messages import copied
from emulator.surface.registry import Message, snake_case, surface
from emulator.surface.validation import check_enums

_MASK = "update_mask"
_STRUCT = "google.protobuf.Struct"
_NOT_STORED = frozenset({"output_only", "input_only"})
_KEPT = frozenset({"required", "immutable"})


def update(
    target: Message, source: Message, paths: Sequence[str], *, replaces: bool = False
) -> None:
    """Copy the masked fields of `source` into `target`.

    An empty mask means the fields that `source` has set, or with `replaces` the same as `*`: all
    fields, so that those it has not set are cleared. Fields that only the server sets are passed
    over, input-only ones are not kept; a path that does not exist or would change an immutable
    field is INVALID_ARGUMENT, as is a number that is none of an enum's values.
    """
    check_enums(source, snake_case(source.DESCRIPTOR.name))
    for path in _expand(source, paths or (["*"] if replaces else [])):
        parts = path.split(".")
        behaviors = _behaviors(target.DESCRIPTOR, parts, path)
        if behaviors & _NOT_STORED or path == "name":
            continue
        if "immutable" in behaviors and _value(source, parts) != _value(target, parts):
            raise invalid_argument(_MASK, f"the field '{path}' is immutable.")
        _copy(target, source, parts)


def writable(resource: Message) -> Message:
    """A copy of what a client sent without what it cannot set or what is not kept (AIP-203).

    INVALID_ARGUMENT for a number that is none of an enum's values.
    """
    copy = copied(resource)
    keep_writable(copy)
    return copy


def keep_writable(resource: Message) -> None:
    """Clear what `writable` leaves out; INVALID_ARGUMENT as it has it."""
    for field in _not_stored(resource.DESCRIPTOR):
        resource.ClearField(field)
    check_enums(resource, snake_case(resource.DESCRIPTOR.name))


@cache
def _not_stored(descriptor: Descriptor) -> Collection[str]:
    declared = _declared(descriptor)
    return [field for field in declared if _NOT_STORED.intersection(declared[field])]


def _declared(descriptor: Descriptor) -> Mapping[str, Collection[str]]:
    """The behaviours of a message's fields, as far as it has any."""
    return surface.behaviors.get(descriptor.full_name, {})


def _expand(source: Message, paths: Sequence[str]) -> Iterator[str]:
    if "*" in paths:
        yield from _all(source)
    elif paths:
        yield from paths
    else:
        yield from (field.name for field, _ in source.ListFields())


def _all(source: Message) -> Iterator[str]:
    """Every field; one that must be set or stay as it is counts only if the source has it set."""
    declared = _declared(source.DESCRIPTOR)
    given = {field.name for field, _ in source.ListFields()}
    for field in source.DESCRIPTOR.fields:
        if field.name in given or not _KEPT.intersection(declared.get(field.name, ())):
            yield field.name


def _behaviors(descriptor: Descriptor, parts: list[str], path: str) -> set[str]:
    """The behaviours of every field on the path."""
    found: set[str] = set()
    for position, part in enumerate(parts):
        field = descriptor.fields_by_name.get(part)
        if field is None or (field.is_repeated and position < len(parts) - 1):
            raise _no_field(path, part, descriptor)
        found.update(_declared(descriptor).get(part, ()))
        if position == len(parts) - 1:
            break
        if field.message_type is None:
            raise _no_field(path, part, descriptor)
        if field.message_type.full_name == _STRUCT:
            break
        descriptor = field.message_type
    return found


def _no_field(path: str, part: str, descriptor: Descriptor) -> ApiError:
    """Masks of messages have the names of protocol buffers, those in JSON both kinds."""
    spelled = snake_case(part)
    is_other = part != spelled and spelled in descriptor.fields_by_name
    hint = f"; it has '{spelled}'" if is_other else ""
    return invalid_argument(_MASK, f"the path '{path}' is not a field of the resource{hint}.")


def _value(message: Message, parts: list[str]) -> object:
    for part in parts:
        message = getattr(message, part)
    return message


def _copy(target: Message, source: Message, parts: list[str]) -> None:
    *parents, last = parts
    for depth, part in enumerate(parents, start=1):
        if not (target.HasField(part) or source.HasField(part)):
            return  # To clear it would make the message around it, in place of another of a oneof.
        target, source = getattr(target, part), getattr(source, part)
        if target.DESCRIPTOR.full_name == _STRUCT:
            _copy_key(target, source, parts[depth:])
            return
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


def _copy_key(target: Message, source: Message, keys: Sequence[str]) -> None:
    """Copy one key of a Struct, such as `struct_data.color`."""
    key, *below = _spelled(keys[0], source, target), *keys[1:]
    if below and (_holds_struct(target, key) or _reaches(source, keys)):
        inner = source.fields[key].struct_value if key in source.fields else type(source)()
        _copy_key(target.fields[key].struct_value, inner, below)
    elif not below and key in source.fields:
        target.fields[key].CopyFrom(source.fields[key])
    elif not below and key in target.fields:
        del target.fields[key]


def _holds_struct(struct: Message, key: str) -> bool:
    return key in struct.fields and bool(struct.fields[key].HasField("struct_value"))


def _reaches(struct: Message, keys: Sequence[str]) -> bool:
    """Whether there is something at the end of the path."""
    key, *below = _spelled(keys[0], struct), *keys[1:]
    if below and _holds_struct(struct, key):
        return _reaches(struct.fields[key].struct_value, below)
    return not below and key in struct.fields


def _spelled(part: str, *structs: Message) -> str:
    """The key that a path means: a mask in JSON comes with its keys in snake_case too."""
    keys = [key for struct in structs for key in struct.fields]
    return part if part in keys else next((key for key in keys if snake_case(key) == part), part)


def _only(message: Message, field: str) -> Message:
    """A copy that has only this field."""
    copy = copied(message)
    for other in message.DESCRIPTOR.fields:
        if other.name != field:
            copy.ClearField(other.name)
    return copy

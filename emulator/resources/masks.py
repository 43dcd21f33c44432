"""Field masks: what an update may change, and changing it (AIP-134, AIP-203)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from google.protobuf.descriptor import Descriptor

from emulator.surface.errors import ApiError, invalid_argument
from emulator.surface.messages import copied
from emulator.surface.registry import Message, snake_case, surface
from emulator.surface.validation import check_enums, parts

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


def clear_output(resource: Message) -> None:
    """Clear what only the server sets in the parts of a resource, at any depth."""
    for field, value in resource.ListFields():
        for _, part in parts(field, value, field.name):
            for name in _not_stored(part.DESCRIPTOR):
                part.ClearField(name)
            clear_output(part)


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
        if field is None:
            raise _no_field(path, part, descriptor)
        found.update(_declared(descriptor).get(part, ()))
        if position == len(parts) - 1:
            break
        if field.is_repeated:
            raise _only_whole(".".join(parts[: position + 1]), path)
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


def _only_whole(array: str, path: str) -> ApiError:
    """Elements have no names, and a field mask cannot tell one by its index (AIP-161)."""
    reason = f"the path '{path}' leads into '{array}', which can only be changed as a whole."
    return invalid_argument(_MASK, reason)


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
            _copy_key(target, source, parts, depth)
            return
    field = target.DESCRIPTOR.fields_by_name[last]
    target.ClearField(last)
    if field.is_repeated:
        getattr(target, last).MergeFrom(getattr(source, last))
    elif field.message_type is not None:
        if source.HasField(last):
            getattr(target, last).CopyFrom(getattr(source, last))
    elif not field.has_presence or source.HasField(last):
        setattr(target, last, getattr(source, last))


def _copy_key(target: Message, source: Message, parts: Sequence[str], depth: int) -> None:
    """Copy one key of a Struct, such as `struct_data.color`; `depth` is where the key stands."""
    key, is_last = _spelled(parts[depth], source, target), depth == len(parts) - 1
    if is_last:
        if key in source.fields:
            target.fields[key].CopyFrom(source.fields[key])
        elif key in target.fields:
            del target.fields[key]
    elif _holds(source if key in source.fields else target, key, "list_value"):
        raise _only_whole(".".join(parts[: depth + 1]), ".".join(parts))
    elif _holds(target, key, "struct_value") or _reaches(source, parts[depth:]):
        inner = source.fields[key].struct_value if key in source.fields else type(source)()
        _copy_key(target.fields[key].struct_value, inner, parts, depth + 1)


def _holds(struct: Message, key: str, kind: str) -> bool:
    return key in struct.fields and bool(struct.fields[key].HasField(kind))


def _reaches(struct: Message, keys: Sequence[str]) -> bool:
    """Whether there is something at the end of the path."""
    key, *below = _spelled(keys[0], struct), *keys[1:]
    if below and _holds(struct, key, "struct_value"):
        return _reaches(struct.fields[key].struct_value, below)
    return not below and key in struct.fields


def _spelled(part: str, *structs: Message) -> str:
    """The key that a path means: a mask in JSON comes with its keys in snake_case too."""
    keys = [key for struct in structs for key in struct.fields]
    return part if part in keys else next((key for key in keys if snake_case(key) == part), part)

"""References between the resources of an app: whole strings that are names in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from google.protobuf.descriptor import FieldDescriptor

from emulator.surface import names
from emulator.surface.registry import Message

_OWN = ("name", "resource")
_COLLECTIONS = "agents|tools|toolsets|guardrails|examples|versions|deployments"
_NAME = re.compile(rf"projects/[^/]+/locations/[^/]+/apps/[^/]+/(?:{_COLLECTIONS})/[^/\s]+")


def references(message: Message) -> Iterator[tuple[str, str]]:
    """The names in a resource, canonical, with the paths of the fields that hold them."""
    yield from _found(message, "")


def canonicalize(message: Message) -> None:
    """Write every name in a resource as it is stored."""
    for owner, field in _strings(message):
        value = getattr(owner, field.name)
        if field.is_repeated:
            value[:] = [_canonical(one) for one in list(value)]
        elif _NAME.fullmatch(value):
            setattr(owner, field.name, _canonical(value))


def strip(message: Message, name: str) -> bool:
    """Take every reference to a name out of a resource; whether there was one.

    What exists only to refer to it, such as a transfer rule, goes as a whole.
    """
    changed = False
    for field, value in list(message.ListFields()):
        if field.name in _OWN:
            continue
        if field.type == FieldDescriptor.TYPE_STRING:
            changed |= _strip_text(message, field, name)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            changed |= _strip_messages(message, field, value, name)
    return changed


def _strip_text(message: Message, field: FieldDescriptor, name: str) -> bool:
    value = getattr(message, field.name)
    if not field.is_repeated:
        if value == name:
            message.ClearField(field.name)
        return bool(value == name)
    kept = [one for one in value if one != name]
    changed = len(kept) < len(value)
    value[:] = kept
    return changed


def _strip_messages(message: Message, field: FieldDescriptor, value: Message, name: str) -> bool:
    if not field.is_repeated:
        return strip(value, name)
    kept = [one for one in value if all(text != name for _, text in _direct(one))]
    changed = len(kept) < len(value)
    if changed:
        copies = [type(one).FromString(one.SerializeToString()) for one in kept]
        message.ClearField(field.name)
        getattr(message, field.name).extend(copies)
    stripped = [strip(one, name) for one in getattr(message, field.name)]  # All, not the first.
    return changed or any(stripped)


def _found(message: Message, path: str) -> Iterator[tuple[str, str]]:
    for field, value in message.ListFields():
        where = f"{path}.{field.name}" if path else field.name
        if field.name in _OWN and not path:
            continue
        if field.type == FieldDescriptor.TYPE_STRING:
            for text in value if field.is_repeated else [value]:
                if _NAME.fullmatch(text):
                    yield where, names.canonical(text)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for one in value if field.is_repeated else [value]:
                yield from _found(one, where)


def _direct(message: Message) -> Iterator[tuple[str, str]]:
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_STRING and not field.is_repeated:
            yield field.name, value


def _strings(message: Message) -> Iterator[tuple[Message, FieldDescriptor]]:
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_STRING:
            yield message, field
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for one in value if field.is_repeated else [value]:
                yield from _strings(one)


def _canonical(text: str) -> str:
    return names.canonical(text) if _NAME.fullmatch(text) else text

"""References between the resources of an app: the fields that hold the names of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from emulator.surface import names
from emulator.surface.registry import Message

_OWN = ("name", "resource")

FIELDS: Mapping[tuple[str, str], str] = {
    ("App", "root_agent"): "agents",
    ("App", "guardrails"): "guardrails",
    ("Agent", "tools"): "tools",
    ("Agent", "child_agents"): "agents",
    ("Agent", "guardrails"): "guardrails",
    ("AgentToolset", "toolset"): "toolsets",
    ("TransferRule", "child_agent"): "agents",
    ("TransferAgent", "agent"): "agents",
    ("AgentTool", "agent"): "agents",
    ("AgentTool", "root_agent"): "agents",
    ("DataMapping", "source_tool_name"): "tools",
    ("Example", "entry_agent"): "agents",
    ("AgentTransfer", "target_agent"): "agents",
    ("ToolCall", "tool"): "tools",
    ("ToolResponse", "tool"): "tools",
    ("ToolsetTool", "toolset"): "toolsets",
    ("Deployment", "app_version"): "versions",
    ("TrafficAllocation", "app_version"): "versions",
    ("EvaluationDataset", "evaluations"): "evaluations",
    ("Golden", "evaluation_expectations"): "evaluationExpectations",
    ("Scenario", "evaluation_expectations"): "evaluationExpectations",
}
"""The fields that refer to a resource, by their message's name, with its collection."""


class Reference(NamedTuple):
    """A name in a resource: the message and the field that hold it, and the path to them."""

    owner: Message
    field: str
    collection: str
    path: str

    @property
    def names(self) -> list[str]:
        """What the field has, one name or several."""
        value = getattr(self.owner, self.field)
        return [value] if isinstance(value, str) else list(value)


def references(message: Message, where: str = "") -> Iterator[Reference]:
    """The fields of a resource that refer to others, as far as they are set."""
    for field, value in message.ListFields():
        path = f"{where}.{field.name}" if where else field.name
        collection = FIELDS.get((message.DESCRIPTOR.name, field.name))
        if collection is not None:
            yield Reference(message, field.name, collection, path)
        elif field.message_type is None or field.message_type.GetOptions().map_entry:
            continue
        elif field.is_repeated:
            for place, one in enumerate(value):
                yield from references(one, f"{path}[{place}]")
        else:
            yield from references(value, path)


def named(message: Message) -> Iterator[str]:
    """Every name that a resource refers to."""
    return (name for reference in references(message) for name in reference.names)


def translate(message: Message, name: Callable[[str, str], str]) -> None:
    """Write every reference as `name(collection, reference)` says."""
    for one in list(references(message)):
        value = getattr(one.owner, one.field)
        if isinstance(value, str):
            setattr(one.owner, one.field, name(one.collection, value))
        else:
            value[:] = [name(one.collection, each) for each in one.names]


def canonicalize(message: Message) -> None:
    """Write every name in a resource as it is stored."""
    translate(message, lambda _, name: names.canonical(name))


def strip(message: Message, name: str) -> bool:
    """Take every reference to a name out of a resource; whether there was one.

    What exists only to refer to it, such as a transfer rule or an action, goes as a whole.
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
        changed = strip(value, name)
        if changed and not value.ByteSize():
            message.ClearField(field.name)
        return changed
    kept = [one for one in value if all(text != name for _, text in _direct(one))]
    changed = len(kept) < len(value)
    if changed:
        copies = [type(one).FromString(one.SerializeToString()) for one in kept]
        message.ClearField(field.name)
        getattr(message, field.name).extend(copies)
    stripped = [strip(one, name) for one in getattr(message, field.name)]  # All, not the first.
    return changed or any(stripped)


def _direct(message: Message) -> Iterator[tuple[str, str]]:
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_STRING and not field.is_repeated:
            yield field.name, value

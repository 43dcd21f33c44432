"""References between the resources of an app: resource names here, other names in archives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from emulator.surface.registry import Message

_FIELDS: Mapping[tuple[str, str], str] = {
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
}
"""The fields that refer to a resource, by their message's name, with its collection."""


def translate(resource: Message, name: Callable[[str, str], str]) -> None:
    """Write every reference as `name(collection, reference)` says."""
    for owner, field, collection in list(_links(resource)):
        value = getattr(owner, field)
        if isinstance(value, str):
            setattr(owner, field, name(collection, value))
        else:
            value[:] = [name(collection, one) for one in list(value)]


def linked(resource: Message) -> Iterator[str]:
    """Every reference in a resource."""
    for owner, field, _ in _links(resource):
        value = getattr(owner, field)
        yield from [value] if isinstance(value, str) else value


def _links(message: Message) -> Iterator[tuple[Message, str, str]]:
    for field, value in message.ListFields():
        collection = _FIELDS.get((message.DESCRIPTOR.name, field.name))
        if collection is not None:
            yield message, field.name, collection
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for one in value if field.is_repeated else [value]:
                yield from _links(one)

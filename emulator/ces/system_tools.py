"""The tools that every app has: an agent may list them, nobody makes or deletes them."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.surface import names
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_DESCRIPTIONS: Mapping[str, str] = {
    "customize_response": "Sets how the next response is spoken and what input may interrupt it.",
    "end_session": "Ends the session, or hands it over to a human agent.",
    "transfer_to_agent": "Transfers the conversation to another agent of the app.",
}


def is_one(name: str) -> bool:
    """Whether a resource name is that of a system tool."""
    return names.collection_id(name) == "tools" and names.resource_id(name) in _DESCRIPTIONS


def system_tool(name: str) -> Message:
    """The tool of that name."""
    tool_id = names.resource_id(name)
    tool: Message = ces.Tool(name=name, display_name=tool_id, read_only=True)
    tool.system_tool.name, tool.system_tool.description = tool_id, _DESCRIPTIONS[tool_id]
    return tool


def system_tools(parent: str) -> list[Message]:
    """All of an app, in the order of their names."""
    return [system_tool(f"{parent}/tools/{tool_id}") for tool_id in _DESCRIPTIONS]

"""AgentService's examples."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.ces import system_tools
from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.stored_resources import COLLECTIONS
from emulator.ces.validation.messages import check_messages
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.messages import ces
from emulator.surface.registry import Message

# The chunks that name a tool or an agent, with the field that does.
_NAMES: Mapping[str, str] = {
    "tool_call": "tool",
    "tool_response": "tool",
    "agent_transfer": "target_agent",
}


class Examples(AppResources):
    """Conversations that show an agent what to do; one that loses what it names is invalid."""

    collection, field = "examples", "example"

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse messages that are none."""
        super().check(connection, resource)
        check_messages(resource.messages, "example.messages", timed=False)

    def complete(self, connection: Connection, resource: Message) -> None:
        """Say what tools and agents are called; an example that names one no more is invalid."""
        resource.invalid = False
        for message in resource.messages:
            for chunk in message.chunks:
                kind = chunk.WhichOneof("data")
                if kind not in _NAMES:
                    continue
                named = getattr(chunk, kind)
                name = getattr(named, _NAMES[kind])
                named.display_name = _display_name(connection, name) if name else ""
                resource.invalid |= not name and not _is_of_toolset(named)


def _is_of_toolset(named: Message) -> bool:
    return "toolset_tool" in named.DESCRIPTOR.fields_by_name and named.HasField("toolset_tool")


def _display_name(connection: Connection, name: str) -> str:
    """What the tool or the agent of a name is called."""
    if system_tools.is_one(name):
        return names.resource_id(name)
    body = resources.get(connection, name)
    if body is None:
        return ""
    kind = getattr(ces, COLLECTIONS[names.collection_id(name)])
    return str(kind.FromString(body).display_name)

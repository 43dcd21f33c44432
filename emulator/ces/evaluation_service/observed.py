"""What the agents did in a turn, in order, as it was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_USER = "user"


@dataclass(slots=True)
class Observed:
    """The calls, responses, texts, transfers and changed variables of one turn."""

    tool_calls: list[Message] = field(default_factory=list)
    tool_responses: list[Message] = field(default_factory=list)
    replies: list[Message] = field(default_factory=list)
    transfers: list[Message] = field(default_factory=list)
    variables: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, messages: Sequence[Message]) -> Observed:
        """Read the messages of a turn."""
        found = cls()
        for role, chunk in _chunks(messages):
            match chunk.WhichOneof("data"):
                case "tool_call":
                    found.tool_calls.append(chunk.tool_call)
                case "tool_response":
                    found.tool_responses.append(chunk.tool_response)
                case "agent_transfer":
                    found.transfers.append(chunk.agent_transfer)
                case "updated_variables":
                    found.variables |= struct_dict(chunk.updated_variables)
                case "text":
                    found.replies.append(ces.Message(role=role, chunks=[chunk]))
        return found

    @property
    def reply(self) -> Message:
        """All that the agents said, as one message."""
        role = self.replies[-1].role if self.replies else ""
        return ces.Message(role=role, chunks=[one for each in self.replies for one in each.chunks])


def _chunks(messages: Sequence[Message]) -> Iterator[tuple[str, Message]]:
    """The chunks that are not the user's, each with the role of who they are of."""
    for message in messages:
        if message.role != _USER:
            yield from ((message.role, chunk) for chunk in message.chunks)


def text_of(message: Message) -> str:
    """The texts of a message."""
    return "\n".join(chunk.text for chunk in message.chunks if chunk.text)


def tool_name(named: Message) -> str:
    """The resource name of the tool that a ToolCall or a ToolResponse is of."""
    if named.HasField("toolset_tool"):
        return f"{named.toolset_tool.toolset}/tools/{named.toolset_tool.tool_id}"
    return str(named.tool)

"""Messages as a text that a model reads: who said, called or transferred what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from emulator.ces.runtime.chat.functions import function_name
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.ces.runtime.structs import json_text
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict


def transcript(app: Snapshot, messages: Iterable[Message]) -> Iterator[str]:
    """A text for each message that says or does anything."""
    for message in messages:
        lines = (_line(app, message.role, chunk) for chunk in message.chunks)
        if said := "\n".join(filter(None, lines)):
            yield said


def _line(app: Snapshot, role: str, chunk: Message) -> str:
    """What a chunk says or does; empty for what is neither."""
    match chunk.WhichOneof("data"):
        case "text":
            return f"{role}: {chunk.text}"
        case "agent_transfer":
            target = app.find(chunk.agent_transfer.target_agent)
            return f"{role} transfers to {target.display_name}" if target else ""
        case "tool_call":
            args = json_text(struct_dict(chunk.tool_call.args))
            return f"{role} calls {_called(app, chunk.tool_call)}({args})"
        case "tool_response":
            gives = json_text(struct_dict(chunk.tool_response.response))
            return f"{_called(app, chunk.tool_response)} gives {gives}"
    return ""


def _called(app: Snapshot, part: Message) -> str:
    """The function of a call or a response."""
    tool = app.find(part.tool)
    return function_name(part.toolset_tool.tool_id if tool is None else tool.display_name)

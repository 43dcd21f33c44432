"""The tools that run by themselves, each type in a module beside this one."""

from __future__ import annotations

from typing import Any

from emulator.ces.runtime.context import ToolContext
from emulator.surface.errors import unimplemented
from emulator.surface.registry import Message


async def run(context: ToolContext, tool: Message, args: dict[str, Any]) -> dict[str, Any]:
    """The response of a tool to a call, as a JSON object; ApiError if it cannot be made.

    What goes wrong inside a tool, such as an exception of its code, is a response with `error`.
    """
    raise unimplemented(f"A tool of the type {tool.WhichOneof('tool_type')}")

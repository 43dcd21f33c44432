"""Tools by the names under which agents and code call them."""

from __future__ import annotations

import re

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.tools.open_api import BadSchema, Operation, read
from emulator.surface.errors import ApiError
from emulator.surface.registry import Message

_NO_WORD = re.compile(r"\W")


def tool_id_in(toolset: str, tool: Message) -> str:
    """The id of a tool in the toolset of that name; servers may have a `/` in it."""
    return str(tool.name).removeprefix(f"{toolset}/tools/")


def own_name(tool: Message) -> str:
    """What a tool is called in its toolset: the display name of a toolset's begins with that's."""
    part = tool.mcp_tool
    return str(tool.open_api_tool.name or part.name_override or part.name or tool.display_name)


def description(tool: Message) -> str:
    """What a tool says of itself, or its operation; nothing if its type has no place for it."""
    said = str(getattr(getattr(tool, tool.WhichOneof("tool_type")), "description", ""))
    found = None if said else operation(tool)
    return found.description if found else said


def operation(tool: Message) -> Operation | None:
    """The operation that a tool calls, if it is one of an API."""
    if not tool.HasField("open_api_tool"):
        return None
    try:
        return read(tool.open_api_tool.open_api_schema).operation(tool.open_api_tool.name)
    except BadSchema:
        return None


def callback_view(tool: Message) -> dict[str, str]:
    """A tool as callbacks and fakes see it."""
    return {"name": tool.display_name, "description": description(tool)}


async def tool_called(context: ToolContext, name: str) -> Message:
    """The tool that is called so: a tool of the app by its display name, or one of a toolset.

    A tool of a toolset is called `{display name of the toolset}_{its id}`, with `_` for what no
    name in code may have. NOT_FOUND if there is none.
    """
    try:
        return context.app.tool_called(name)
    except ApiError:
        for toolset in context.app.all("toolsets"):
            if name.startswith(_NO_WORD.sub("_", f"{toolset.display_name}_")):
                for tool in await _tools(context, toolset):
                    if _NO_WORD.sub("_", tool.display_name) == name:
                        return tool
        raise


async def _tools(context: ToolContext, toolset: Message) -> list[Message]:
    from emulator.ces.runtime.tools.toolsets import tools_of

    return await tools_of(context, toolset)

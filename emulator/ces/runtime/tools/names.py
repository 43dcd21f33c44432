"""Tools by the names under which agents and code call them."""

from __future__ import annotations

from emulator.ces.runtime.context import ToolContext
from emulator.surface.registry import Message


async def tool_called(context: ToolContext, name: str) -> Message:
    """The tool that is called so: a tool of the app by its display name, or one of a toolset.

    A tool of a toolset is called `{display name of the toolset}_{its id}`. NOT_FOUND if there is
    none.
    """
    return context.app.tool_called(name)

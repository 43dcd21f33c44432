"""The tools that toolsets have."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.ces.runtime.context import ToolContext
from emulator.surface.errors import unimplemented
from emulator.surface.registry import Message


async def tools_of(
    context: ToolContext, toolset: Message, tool_ids: Sequence[str]
) -> list[Message]:
    """The tools of a toolset, or those of them that the ids choose."""
    raise unimplemented(f"A toolset of the type {toolset.WhichOneof('toolset_type')}")

"""Questions that go to the documents of an agent's data store tool."""

from __future__ import annotations

from emulator.ces.runtime.planning.decisions import Call, Decision, Situation
from emulator.ces.runtime.planning.understanding.questions import asks_in_general
from emulator.ces.runtime.tools.data_store import text_config
from emulator.surface.registry import Message


def answered_by_documents(situation: Situation) -> Decision | None:
    """A search for what is a question about nothing of the user's own."""
    return searched(situation) if asks_in_general(situation.text) else None


def searched(situation: Situation) -> Decision | None:
    """A search for whatever was said."""
    tool = documents(situation)
    return None if tool is None else search(situation, tool)


def documents(situation: Situation) -> Message | None:
    """The agent's data store tool, if it has one."""
    tools = (tool for tool, _ in situation.tools)
    return next((tool for tool in tools if tool.HasField("data_store_tool")), None)


def search(situation: Situation, tool: Message) -> Call:
    """Search for the question, as the user put it if the tool rewrites none."""
    rewrites = not text_config(tool.data_store_tool).rewriter_config.disabled
    query = situation.question if rewrites else situation.text
    return Call(tool, {"query": query}, situation.open_call)

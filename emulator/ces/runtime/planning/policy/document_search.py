"""Searches with an agent's data store tool."""

from __future__ import annotations

from emulator.ces.runtime.planning.decisions import Call, Decision, Situation
from emulator.ces.runtime.planning.understanding.questions import is_general_question
from emulator.ces.runtime.tools.data_store import text_config
from emulator.surface.registry import Message


def general_question_searched(situation: Situation) -> Decision | None:
    """A search for a question about nothing of the user's own."""
    return anything_searched(situation) if is_general_question(situation.text) else None


def anything_searched(situation: Situation) -> Decision | None:
    """A search for any text."""
    tool = data_store_tool(situation)
    return None if tool is None else search_call(situation, tool)


def data_store_tool(situation: Situation) -> Message | None:
    """The agent's data store tool, if it has one."""
    tools = (tool for tool, _ in situation.tools)
    return next((tool for tool in tools if tool.HasField("data_store_tool")), None)


def search_call(situation: Situation, tool: Message) -> Call:
    """The call of a data store tool, with the standalone text unless its rewriter is disabled."""
    rewrites = not text_config(tool.data_store_tool).rewriter_config.disabled
    query = situation.standalone_text if rewrites else situation.text
    return Call(tool, {"query": query}, situation.open_call)


def documents_may_answer(situation: Situation) -> bool:
    """Whether documents of the agent, or of a parent, may answer the text."""
    have_some = any(data_store_tool(one) is not None for one in (situation, *situation.parents))
    return have_some and is_general_question(situation.text)

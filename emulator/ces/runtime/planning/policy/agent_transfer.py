"""Transfers to other agents with what an agent cannot do."""

from __future__ import annotations

from emulator.ces.runtime.planning.decisions import Decision, Situation, Transfer
from emulator.ces.runtime.planning.items.item_references import referenced_item
from emulator.ces.runtime.planning.pending_call import confirms
from emulator.ces.runtime.planning.policy.document_search import data_store_tool
from emulator.ces.runtime.planning.policy.slot_filling import repeats_request
from emulator.ces.runtime.planning.prerequisites import transfer_or_prerequisite
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.questions import is_question


def answer_passed_on(situation: Situation) -> Decision | None:
    """A child with the pending call, for a yes or a no to what it asked before another question."""
    text, call = situation.text, situation.open_call
    tools = (tool for one in situation.children for tool, _ in one.tools)
    asked = any(repeats_request(tool, text) for tool in tools if call and tool.name == call.tool)
    answers = asked or confirms(text) or dialogue_acts.refuses(text, wholly=False)
    return transferred_to_pending(situation) if answers else None


def selection_passed_on(situation: Situation) -> Decision | None:
    """A child whose tool has listed what the text refers to: "I'd like the cheaper one"."""
    memory = situation.memory
    if not referenced_item(situation.text, situation.today, memory.listing):
        return None
    found = (one.agent for one in situation.children if memory.tool in one.agent.tools)
    return next((Transfer(one) for one in found), None)


def transferred_to_pending(situation: Situation) -> Decision | None:
    """A child with the pending call that the text may answer."""
    if situation.open_call is None or is_question(situation.text):
        return None
    agents = (one.agent for one in situation.children)
    waiting = (one for one in agents if situation.open_call.tool in one.tools)
    found = next(waiting, None)
    return None if found is None else Transfer(found)


def transferred_to_documents(situation: Situation) -> Decision | None:
    """A parent or a child that has documents, for a question."""
    if not is_question(situation.text):
        return None
    others = (*situation.parents, *situation.children)
    found = next((one.agent for one in others if data_store_tool(one)), None)
    return None if found is None else transfer_or_prerequisite(situation, found)


def transferred_to_parent(situation: Situation) -> Decision | None:
    """The parent."""
    return next((Transfer(one.agent) for one in situation.parents), None)

"""Other agents that go on with what an agent cannot do: who waits for it, who may know it."""

from __future__ import annotations

from emulator.ces.runtime.planning.decisions import Decision, Situation, Transfer
from emulator.ces.runtime.planning.policy.document_search import documents
from emulator.ces.runtime.planning.understanding.questions import asks


def sent_back(situation: Situation) -> Decision | None:
    """An agent below that waits for what may be told now."""
    if situation.open_call is None or asks(situation.text):
        return None
    agents = (one.agent for one in situation.children)
    waiting = (one for one in agents if situation.open_call.tool in one.tools)
    found = next(waiting, None)
    return None if found is None else Transfer(found)


def sent_to_who_may_know(situation: Situation) -> Decision | None:
    """An agent above or below that has documents, for a question."""
    if not asks(situation.text):
        return None
    others = (*situation.parents, *situation.children)
    return next((Transfer(one.agent) for one in others if documents(one)), None)


def sent_up(situation: Situation) -> Decision | None:
    """The agent above."""
    return next((Transfer(one.agent) for one in situation.parents), None)

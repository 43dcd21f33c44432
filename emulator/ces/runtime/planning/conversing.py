"""What an agent says without any of its tools, or with that which ends the session."""

from __future__ import annotations

from emulator.ces.runtime.planning import replies, small_talk
from emulator.ces.runtime.planning.actions import is_end
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation, Transfer
from emulator.ces.runtime.planning.instructions import prescribed
from emulator.ces.runtime.planning.wanting import asks_for
from emulator.surface.registry import Message


def thanked(situation: Situation) -> Decision | None:
    """Nothing of what somebody gives thanks for is wanted once more."""
    return Say(replies.WELCOME) if small_talk.gives_thanks(situation.text) else None


def ended(situation: Situation) -> Decision | None:
    """The end of the session if the user asks for it; who may not end it leaves that to others."""
    text, tool = situation.text.strip(), _end_of(situation)
    if small_talk.is_farewell(text) and not _asks_for_something(situation):
        if tool is None:
            above = next((one.agent for one in situation.parents if _end_of(one)), None)
            parting = said_as_instructed(situation) or Say(replies.GOODBYE)
            return Transfer(above) if above else parting
        return Call(tool, {"reason": "The user has said goodbye.", "session_escalated": False})
    if tool is not None and small_talk.asks_for_a_person(text):
        return Call(tool, {"reason": "The user asks for a person.", "session_escalated": True})
    return None


def _asks_for_something(situation: Situation) -> bool:
    """Whether a text asks for what a tool does, be it one of a child agent."""
    tools = (tool for one in (situation, *situation.children) for tool, _ in one.tools)
    return any(asks_for(situation.text, one) for one in tools)


def _end_of(situation: Situation) -> Message | None:
    return next((one for one, _ in situation.tools if is_end(one)), None)


def said_as_instructed(situation: Situation) -> Decision | None:
    """What the instruction has the agent say in such a case."""
    said = prescribed(situation.instruction, situation.text)
    return Say(said, situation.open_call) if said else None


def chatted(situation: Situation) -> Decision | None:
    """An answer to small talk."""
    answer = small_talk.answer(situation.agent, situation.text.strip())
    return Say(answer) if answer else None


def introduced(situation: Situation) -> Decision | None:
    """What the agent is there for, if it is new to the user or the user asks for that."""
    if situation.is_new_here or small_talk.asks_what_to_ask(situation.text):
        return Say(replies.introduction(situation.agent))
    return None

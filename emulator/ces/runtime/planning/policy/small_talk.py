"""Thanks, the end of the session, small talk, and answers that the instruction prescribes."""

from __future__ import annotations

import re
from dataclasses import replace

from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation, Transfer
from emulator.ces.runtime.planning.instructions.limits import answer_beyond
from emulator.ces.runtime.planning.instructions.parameter_values import passed_arguments
from emulator.ces.runtime.planning.instructions.steps import (
    Step,
    with_variables,
    without_condition,
)
from emulator.ces.runtime.planning.instructions.utterances import (
    closing_case,
    closing_step,
    escalates,
    greeting,
    prescribed_answer,
    utterance,
)
from emulator.ces.runtime.planning.pending_call import pending_call
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.intents import requests_tool
from emulator.ces.runtime.planning.understanding.questions import is_question
from emulator.ces.runtime.planning.understanding.tool_verbs import ends_session
from emulator.surface.registry import Message

# "Tell them to call 112 and end the session": what is done is not told.
_THE_END = re.compile(
    r",?\s*\b(?:and|then)(?: then)? (?:call|close|end|finish|terminate|use)\b[^.\"\u201c]*\.?$",
    re.IGNORECASE,
)


def thanks_answered(situation: Situation) -> Decision | None:
    """The answer to thanks for something, which is not requested once more."""
    return Say(replies.WELCOME) if dialogue_acts.gives_thanks(situation.text) else None


def session_ended(situation: Situation) -> Decision | None:
    """The end of the session; an agent without the tool for it transfers to a parent with it."""
    text, tool = situation.text.strip(), _end_of(situation)
    if dialogue_acts.is_farewell(text) and not _asks_for_something(situation):
        if tool is None:
            above = next((one.agent for one in situation.parents if _end_of(one)), None)
            goodbye = instructed_answer(situation) or Say(replies.GOODBYE)
            return Transfer(above) if above else goodbye
        return _end(situation, tool, "The user has said goodbye.", escalated=False)
    if tool is not None and dialogue_acts.asks_for_a_person(text):
        return _end(situation, tool, "The user asks for a person.", escalated=True)
    return None


def case_ended(situation: Situation) -> Decision | None:
    """The end of the session in a case that the instruction has it ended in: an emergency."""
    tool, waiting = _end_of(situation), pending_call(situation)
    is_answer = waiting is not None and waiting.takes_any_text
    if tool is None or is_question(situation.text) or is_answer:
        return None
    step = closing_case(situation.instruction, tool.display_name, situation.text)
    if step is None:
        return None
    return _ended_by(situation, tool, step, step.trigger, escalated=escalates(step))


def _end(situation: Situation, tool: Message, reason: str, *, escalated: bool) -> Call:
    """The call that ends the session, with the words and the arguments of the instruction."""
    step = closing_step(situation.instruction, tool.display_name, escalated=escalated)
    return _ended_by(situation, tool, step, reason, escalated=escalated)


def _ended_by(
    situation: Situation, tool: Message, step: Step | None, reason: str, *, escalated: bool
) -> Call:
    own = [replace(step, text=without_condition(step.text))] if step else []
    given = passed_arguments(own, schema_of(tool), situation.variables)
    args = {"reason": reason, **given, "session_escalated": escalated}
    said = utterance(_THE_END.sub(".", step.text)) if step else ""
    return Call(tool, args, says=with_variables(said, situation.variables))


def _asks_for_something(situation: Situation) -> bool:
    """Whether a text requests a tool of the agent or of a child."""
    tools = (tool for one in (situation, *situation.children) for tool, _ in one.tools)
    return any(requests_tool(situation.text, one) for one in tools)


def _end_of(situation: Situation) -> Message | None:
    return next((one for one, _ in situation.tools if ends_session(one)), None)


def instructed_answer(situation: Situation) -> Decision | None:
    """The answer that the instruction prescribes for the text."""
    told = situation.instruction, situation.text
    said = answer_beyond(*told) or prescribed_answer(*told)
    return Say(with_variables(said, situation.variables), situation.open_call) if said else None


def small_talk_answered(situation: Situation) -> Decision | None:
    """The answer to small talk, or what the agent greets with if it is asked what it can do."""
    if dialogue_acts.asks_only_for_capabilities(situation.text):
        own = with_variables(greeting(situation.instruction), situation.variables)
        return Say(own or replies.introduction(situation.agent, situation.variables))
    answer = replies.small_talk(situation.text.strip(), situation.agent, situation.variables)
    return Say(answer) if answer else None


def agent_introduced(situation: Situation) -> Decision | None:
    """The agent's introduction after a transfer, or if the user asks what it can do."""
    if situation.is_new_here or dialogue_acts.asks_for_capabilities(situation.text):
        return Say(replies.introduction(situation.agent, situation.variables))
    return None

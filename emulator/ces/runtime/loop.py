"""The turn of a session: agents that plan, call tools and transfer, until one has answered."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from emulator.answering.rephrase import rephrase
from emulator.answering.values import Turn as Question
from emulator.ces.runtime import callbacks, calls, guardrails, planner, replies, transfers
from emulator.ces.runtime.calls import Paused
from emulator.ces.runtime.planner import Call, Decision, Say, Show, Situation, Transfer
from emulator.ces.runtime.tools.declarations import input_schema
from emulator.ces.runtime.tools.toolsets import tools_of
from emulator.ces.runtime.turn import Turn
from emulator.surface.errors import failed_precondition, unimplemented
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_MOST_TRANSFERS = 10
_MOST_STEPS = 20
_QUESTIONS = 10


async def run(turn: Turn, agent: Message) -> None:
    """Let the agent, and those it transfers to, handle a turn's inputs.

    FAILED_PRECONDITION if they transfer or call tools without end.
    """
    state = turn.state
    spoken = turn.inputs.text
    handled = [agent.display_name]
    try:
        stopped = (
            await guardrails.triggered(turn, agent, "before_agent", spoken) if spoken else None
        )
        target = await _stop(turn, agent, stopped) if stopped else await _handle(turn, agent)
        while target is not None:
            _record_transfer(turn, agent, target)
            handled.append(target.display_name)
            if len(handled) > _MOST_TRANSFERS:
                path = " -> ".join(handled)
                raise failed_precondition(f"The agents transfer to each other without end: {path}.")
            agent = target
            target = await _handle(turn, agent, handled)
    except Paused:
        pass
    state.agent = agent.name
    if spoken:
        state.questions = [*state.questions, spoken][-_QUESTIONS:]


async def _handle(turn: Turn, agent: Message, handled: Sequence[str] = ()) -> Message | None:
    """Let one agent go on; the agent that it transfers to, or None when it has answered."""
    if agent.HasField("remote_dialogflow_agent"):
        raise unimplemented("Agent.remote_dialogflow_agent")
    with turn.spans.span("Agent", name=agent.display_name):
        before = copy.deepcopy(turn.state.variables)
        outcome = await callbacks.run(turn, agent, "before_agent", callbacks.CONTEXT)
        calls.record_changes(turn, agent, before)
        if outcome.value is not None:
            _tell(turn, agent, outcome.value)
            return None
        target = await transfers.forced(turn, agent)
        if target is not None:
            return target
        target = await _think(turn, agent, handled or (agent.display_name,))
        if target is None:
            outcome = await callbacks.run(turn, agent, "after_agent", callbacks.CONTEXT)
            _tell(turn, agent, outcome.value)
        return target


async def _think(turn: Turn, agent: Message, handled: Sequence[str]) -> Message | None:
    tools = await _offered(turn, agent)
    result = _resume(turn, agent, tools)
    for _ in range(_MOST_STEPS):
        steps = await _decide(turn, agent, tools, result, handled)
        for step in steps:
            match step:
                case Transfer(target):
                    return target
                case Call():
                    result = step.tool, *await calls.call(turn, agent, step)
                case Say():
                    cited = result[2] if result else []
                    stopped = await _say(turn, agent, step, cited)
                    if stopped is not None:
                        return stopped
                case Show(payload):
                    turn.show(agent, payload)
        if not any(isinstance(step, Call) for step in steps):
            return None
    raise failed_precondition(
        f"The agent {agent.display_name} called more than {_MOST_STEPS} tools in one turn."
    )


_Result = tuple[Message, dict[str, Any], list[Message]]


async def _decide(
    turn: Turn,
    agent: Message,
    tools: Sequence[tuple[Message, Message]],
    result: _Result | None,
    handled: Sequence[str],
) -> Sequence[Decision]:
    """What the planner decides, or what a callback decides in its place."""
    plain = [tool for tool, _ in tools]
    if agent.before_model_callbacks:
        before = copy.deepcopy(turn.state.variables)
        request = "LlmRequest", callbacks.llm_request(turn, agent, plain)
        outcome = await callbacks.run(turn, agent, "before_model", callbacks.CONTEXT, request)
        calls.record_changes(turn, agent, before)
        if outcome.value is not None:
            return list(callbacks.decisions(outcome.value, turn.app, plain))
        hidden = callbacks.hidden_tools(outcome)
        tools = [one for one in tools if one[0].display_name not in hidden]
    model = agent.model_settings.model or turn.app.app.model_settings.model or "rules"
    with turn.spans.span("LLM", agent=agent.display_name, model=model):
        decision = await _planned(turn, agent, tools, result, handled)
    if agent.after_model_callbacks:
        given = "LlmResponse", callbacks.llm_response(decision)
        outcome = await callbacks.run(turn, agent, "after_model", callbacks.CONTEXT, given)
        if outcome.value is not None:
            return list(callbacks.decisions(outcome.value, turn.app, plain))
    return [decision]


async def _planned(
    turn: Turn,
    agent: Message,
    tools: Sequence[tuple[Message, Message]],
    result: _Result | None,
    handled: Sequence[str],
) -> Decision:
    if result is not None:
        return Say(replies.in_words(result[0], result[1]))
    children, parents = await transfers.allowed(turn, agent)
    state, text = turn.state, turn.inputs.text
    history = [Question(one) for one in state.questions]
    situation = Situation(
        agent=agent,
        tools=tools,
        children=[one for one in children if one.display_name not in handled],
        parents=[one for one in parents if one.display_name not in handled],
        text=text,
        question=rephrase(text, history),
        variables=state.variables,
        open_call=state.open_call,
    )
    state.open_call = None
    return planner.plan(situation)


async def _offered(turn: Turn, agent: Message) -> list[tuple[Message, Message]]:
    """The agent's tools with what they take; those that were deleted since are left out."""
    found = [tool for tool in map(turn.app.find, agent.tools) if tool is not None]
    for one in agent.toolsets:
        toolset = turn.app.require(one.toolset)
        found += await tools_of(turn.context(agent), toolset, one.tool_ids)
    return [(tool, input_schema(tool)) for tool in found]


def _resume(turn: Turn, agent: Message, tools: Sequence[tuple[Message, Message]]) -> _Result | None:
    """What the client's function answered, if the turn brings that."""
    result = None
    for _, response in turn.inputs.tool_responses:
        pending = next(one for one in turn.state.pending if one.id == response.id)
        turn.state.pending.remove(pending)
        tool = turn.app.require(pending.tool)
        shown = struct_dict(response.response)
        calls.record_response(turn, "user", tool, pending.id, shown)
        result = tool, shown, list[Message]()
    turn.inputs.tool_responses = []
    return result


async def _say(turn: Turn, agent: Message, said: Say, cited: list[Message]) -> Message | None:
    """Speak, unless a guardrail stops it; the agent to transfer to if that asks for it."""
    turn.state.open_call = said.asks
    stopped = await guardrails.triggered(turn, agent, "after_agent", said.text)
    if stopped is not None:
        return await _stop(turn, agent, stopped)
    turn.say(agent, said.text)
    turn.cite(cited)
    return None


async def _stop(turn: Turn, agent: Message, guardrail: Message) -> Message | None:
    """What a guardrail does that has been triggered."""
    if guardrail.action.HasField("transfer_agent"):
        return turn.app.require(guardrail.action.transfer_agent.agent)
    turn.say(agent, guardrails.response(guardrail))
    return None


def _tell(turn: Turn, agent: Message, content: Any) -> None:
    """Say and show what a callback around an agent answers."""
    for one in callbacks.spoken(content):
        if isinstance(one, Say):
            turn.say(agent, one.text)
        else:
            turn.show(agent, one.payload)


def _record_transfer(turn: Turn, source: Message, target: Message) -> None:
    transfer = ces.AgentTransfer(target_agent=target.name, display_name=target.display_name)
    turn.record(source.display_name, ces.Chunk(agent_transfer=transfer))

"""Calls of tools, run here or by the client, and their records in the turn."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from emulator.ces.runtime import callbacks
from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.planning.decisions import Call
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.structs import keep, limited
from emulator.ces.runtime.tools import running
from emulator.ces.runtime.tools.fakes import fake_response
from emulator.ces.runtime.tools.names import callback_view, tool_id_in
from emulator.ces.runtime.turn import agent_tools, widgets
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface import names
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import ces
from emulator.surface.registry import Message

# Faults of the app or the emulator, which no agent can make anything of.
_FATAL = (Code.UNIMPLEMENTED, Code.FAILED_PRECONDITION, Code.INTERNAL, Code.RESOURCE_EXHAUSTED)
# https://docs.cloud.google.com/agent-assist/docs/handoff-cxas
_ESCALATION_MESSAGE = "ESCALATION_MESSAGE"


class Result(NamedTuple):
    """The response of a call, and the chunks that it cites."""

    tool: Message
    args: dict[str, Any]
    response: dict[str, Any]
    citations: list[Message]


class Paused(Exception):
    """The turn is over: the client has to go on, with a function or with its next input."""


async def call(
    turn: Turn, agent: Message, asked: Call
) -> tuple[dict[str, Any], list[Message]] | None:
    """The response of a tool and the chunks that it cites; None if the client has to run it.

    `Paused` if it ends the turn.
    """
    call_id = f"call-{turn.environment.ids.new()}"
    message = tool_call(asked.tool, call_id, asked.args)
    turn.record(agent.display_name, ces.Chunk(tool_call=message))
    context = turn.context(agent, call_id)
    before = copy.deepcopy(turn.state.variables)
    fake = await _fake(context, asked)
    if fake is None and asked.tool.HasField("client_function"):
        _ask_client(turn, message, asked)
        return None
    if fake is None and asked.tool.HasField("widget_tool"):
        await _show(turn, agent, asked)
    about = {"agent": agent.display_name, "name": asked.tool.display_name, "args": asked.args}
    with turn.spans.span("Tool", **about, **{"tool call id": call_id}) as attributes:
        response = limited(await _response(turn, agent, context, asked, fake))
        attributes["response"] = response
    record_response(turn, agent.display_name, asked.tool, call_id, response)
    record_variable_changes(turn, agent, before)
    if asked.tool.system_tool.name == "end_session":
        _end(turn, agent, asked.args)
    return response, context.citations


def tool_call(tool: Message, call_id: str, args: Mapping[str, Any]) -> Message:
    """A ToolCall of a tool, or of a toolset's tool."""
    made = ces.ToolCall(id=call_id, display_name=tool.display_name)
    _identify(made, tool)
    keep(made.args, args, f"The arguments of {tool.display_name}")
    return made


def record_response(
    turn: Turn, role: str, tool: Message, call_id: str, response: Mapping[str, Any]
) -> None:
    """Record the response of a tool."""
    made = ces.ToolResponse(id=call_id, display_name=tool.display_name)
    _identify(made, tool)
    keep(made.response, response, f"The response of {tool.display_name}")
    turn.record(role, ces.Chunk(tool_response=made))


def record_variable_changes(turn: Turn, agent: Message, before: Mapping[str, Any]) -> None:
    """Record the variables that differ from those `before`."""
    now = turn.state.variables
    changed = {name: one for name, one in now.items() if before.get(name) != one}
    changed |= {name: None for name in before if name not in now}
    if changed:
        turn.record_struct(agent.display_name, "updated_variables", changed)


def end_turn_for_client(turn: Turn) -> None:
    """End the turn if the client is to run functions, all of which it gets at once."""
    if turn.asked:
        turn.output(tool_calls=ces.ToolCalls(tool_calls=turn.asked))
        raise Paused


def _ask_client(turn: Turn, message: Message, asked: Call) -> None:
    if turn.chain:
        raise ApiError(
            Code.FAILED_PRECONDITION,
            f"{asked.tool.name} is a client function, which an agent that is a tool cannot call.",
        )
    turn.state.pending.append(PendingCall(message.id, asked.tool.name, asked.args, asked.then))
    turn.asked.append(message)


async def _response(
    turn: Turn, agent: Message, context: ToolContext, asked: Call, fake: dict[str, Any] | None
) -> dict[str, Any]:
    tool: callbacks.Argument = "Tool", callback_view(asked.tool)
    args: callbacks.Argument = "", asked.args
    before = await callbacks.run(turn, agent, "before_tool", tool, args, callbacks.CONTEXT)
    args = callbacks.arguments_after((tool, args), before)[1]
    response = before.value if isinstance(before.value, dict) else fake
    if response is None:
        try:
            response = await _run(turn, context, replace(asked, args=args[1]))
        except ApiError as error:
            if error.code in _FATAL:
                raise
            response = {"error": error.message}
    given: callbacks.Argument = "", response
    after = await callbacks.run(turn, agent, "after_tool", tool, args, callbacks.CONTEXT, given)
    return after.value if isinstance(after.value, dict) else response


async def _fake(context: ToolContext, asked: Call) -> dict[str, Any] | None:
    """The fake response of a tool that `running` does not run, which fakes the others."""
    if asked.tool.WhichOneof("tool_type") not in ("client_function", "widget_tool", "agent_tool"):
        return None
    return await fake_response(context, asked.tool, asked.args, running.time_limit(asked.tool))


async def _run(turn: Turn, context: ToolContext, asked: Call) -> dict[str, Any]:
    kind = asked.tool.WhichOneof("tool_type")
    if kind == "agent_tool":
        return await agent_tools.run(turn, context, asked.tool, asked.args)
    if kind == "system_tool":
        return {"result": "ok"}
    return await running.run(context, asked.tool, asked.args)


async def _show(turn: Turn, agent: Message, asked: Call) -> None:
    """Hand a widget to the client, whose next input is the answer to it."""
    widget = asked.tool.widget_tool
    config = widget.text_response_config
    shown = await widgets.payload(turn, agent, widget, asked.args)
    if text := await widgets.text(turn, config, shown):
        turn.say(agent, text)
    turn.show(agent, shown)
    raise Paused


def _end(turn: Turn, agent: Message, args: Mapping[str, Any]) -> None:
    """End the session, with the message that the arguments have for the user."""
    params = args.get("params")
    message = params.get(_ESCALATION_MESSAGE) if isinstance(params, Mapping) else None
    if isinstance(message, str) and message:
        turn.say(agent, message)
    turn.end_session(args)
    raise Paused


def _identify(part: Message, tool: Message) -> None:
    toolset = names.ancestor(tool.name, "toolsets")
    if toolset:
        part.toolset_tool.toolset, part.toolset_tool.tool_id = toolset, tool_id_in(toolset, tool)
    else:
        part.tool = tool.name

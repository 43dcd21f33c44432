"""Requests to a language model and its responses, as callbacks see them, in `Content`s.

Their parts have `text`, or a `function_call` with its name and its args.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Show, Transfer
from emulator.ces.runtime.planning.instructions.steps import with_variables
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.ces.runtime.tools import python
from emulator.ces.runtime.turn.turn import Turn
from emulator.retrieval.text.analysis import encodable
from emulator.surface import names
from emulator.surface.errors import ApiError, Code, failed_precondition, unimplemented
from emulator.surface.registry import Message

TRANSFER = "transfer_to_agent"
"""The function by which a model transfers to another agent."""

Json = dict[str, Any]


def llm_request(turn: Turn, agent: Message, tools: Sequence[Message]) -> dict[str, Any]:
    """The LlmRequest of an agent."""
    return {
        "model": agent.model_settings.model or turn.app.app.model_settings.model,
        "contents": [content for content in map(_content, turn.spoken()) if content["parts"]],
        "config": {
            "system_instruction": {"parts": [{"text": _instruction(turn, agent)}]},
            "tools": [{"function_declarations": [{"name": one.display_name} for one in tools]}],
        },
    }


def _instruction(turn: Turn, agent: Message) -> str:
    """The instructions of the app and of an agent, with the values of variables: `{plan}`."""
    told = "\n\n".join(filter(None, [turn.app.app.global_instruction, agent.instruction]))
    return with_variables(told, turn.state.variables)


def llm_response(*decisions: Decision) -> dict[str, Any]:
    """Decisions as an LlmResponse."""
    return {"content": {"role": "model", "parts": [_decided(one) for one in decisions]}}


def _decided(decision: Decision) -> dict[str, Any]:
    match decision:
        case Say(text):
            return {"text": text}
        case Call(tool, args):
            return {"function_call": {"name": tool.display_name, "args": args}}
        case Show(payload):
            data = base64.b64encode(json.dumps(payload).encode()).decode()
            return {"inline_data": {"mime_type": "application/json", "data": data}}
        case Transfer(target):
            args = {"agent_name": target.display_name}
            return {"function_call": {"name": TRANSFER, "args": args}}


def outputs_in(content: Json | None) -> Iterator[Say | Show]:
    """The texts and payloads of a Content, without calls."""
    for part in content["parts"] if content else ():
        if part.get("text") is not None:
            yield Say(part["text"])
        elif shown := part.get("inline_data"):
            yield from _shown(shown)


def decisions(response: Json, app: Snapshot, tools: Sequence[Message]) -> Iterator[Decision]:
    """The decisions of an LlmResponse; NOT_FOUND for a tool that the agent lacks."""
    for part in response["content"]["parts"]:
        if call := part.get("function_call"):
            yield _called(str(call.get("name")), dict(call.get("args") or {}), app, tools)
        else:
            yield from outputs_in({"parts": [part]})


def _shown(data: Mapping[str, Any]) -> Iterator[Say | Show]:
    """A part that is JSON: a payload, or the text of an `+agentResponse`."""
    if not str(data.get("mime_type")).startswith("application/json"):
        raise unimplemented(f"A callback's part of the type {data.get('mime_type')}")
    try:
        value = json.loads(base64.b64decode(data.get("data") or ""))
    except (ValueError, RecursionError) as error:
        raise failed_precondition(f"A callback's part is no JSON: {error}") from None
    if str(data["mime_type"]).endswith("+agentResponse") and isinstance(value, Mapping):
        yield Say(encodable(str(value.get("content"))))
    else:
        yield Show(value if isinstance(value, dict) else {"value": value})


def _called(name: str, args: dict[str, Any], app: Snapshot, tools: Sequence[Message]) -> Decision:
    if name == TRANSFER:
        return Transfer(_agent(str(args.get("agent_name") or args.get("agent")), app))
    for tool in tools:
        if tool.display_name == name:
            return Call(tool, args)
    raise ApiError(Code.NOT_FOUND, f"Tool not found: {name[:100]}")


def _agent(name: str, app: Snapshot) -> Message:
    """An agent by its display name, its id or its resource name."""
    for agent in app.all("agents"):
        if name in (agent.display_name, names.resource_id(agent.name), agent.name):
            return agent
    raise ApiError(Code.NOT_FOUND, f"Agent not found: {name[:100]}")


def _content(message: Message) -> dict[str, Any]:
    """A recorded message as a model is shown it; what tools answer is for it to read."""
    found = (python.as_part(chunk) for chunk in message.chunks)
    parts = [part for part in found if part and "inline_data" not in part]
    is_read = message.role == "user" or any("function_response" in part for part in parts)
    return {"role": "user" if is_read else "model", "parts": parts}


def hidden_tools(request: Any) -> frozenset[str]:
    """The display names of the tools that a callback has hidden from the model in its request."""
    config = request.get("config") if isinstance(request, Mapping) else None
    found = config.get("excluded_tools") if isinstance(config, Mapping) else None
    named = found if isinstance(found, list) else []
    return frozenset(name for name in named if isinstance(name, str))

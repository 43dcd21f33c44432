"""The callbacks of agents: Python that sees, and may replace, what happens at a stage of a turn.

What goes to a model and comes from it has the form of `Content`: parts of `text`, or of a
`function_call` with its name and its args.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Show, Transfer
from emulator.ces.runtime.sandbox.client import Outcome
from emulator.ces.runtime.snapshot import Snapshot
from emulator.ces.runtime.tools import python
from emulator.ces.runtime.turn import Turn
from emulator.retrieval.analysis import encodable
from emulator.surface import names
from emulator.surface.errors import ApiError, Code, failed_precondition, unimplemented
from emulator.surface.registry import Message

_TRANSFER = "transfer_to_agent"
# `{{x}}` is put in for good and `{x}` turn by turn, which is the same for who reads it once.
_VARIABLE = re.compile(r"\{\{(\w+)\}\}|\{(\w+)\}")

Json = dict[str, Any]
Argument: TypeAlias = tuple[str, Any]
CONTEXT: Argument = ("CallbackContext", None)


async def run(turn: Turn, agent: Message, stage: str, *arguments: Argument) -> Outcome:
    """What the first callback of a stage, such as `before_model`, answers that answers anything.

    Each sees what those before it have done to the arguments. FAILED_PRECONDITION for code that
    fails.
    """
    outcome = Outcome()
    for number, callback in enumerate(getattr(agent, f"{stage}_callbacks")):
        if callback.disabled:
            continue
        attributes = {"agent": agent.display_name, "stage": stage}
        with turn.spans.span("Callback", **attributes, description=callback.description):
            where = f"{stage}_callbacks[{number}] of the agent {agent.display_name}"
            code = callback.python_code
            outcome = await called(turn, agent, where, code, f"{stage}_callback", arguments)
        if outcome.value is not None:
            _check_given(outcome.value, stage, where)
            break
        arguments = as_left(arguments, outcome)
    return outcome


def _check_given(value: Any, stage: str, where: str) -> None:
    """FAILED_PRECONDITION for what a callback of that stage cannot give."""
    kind, is_one = _GIVES[stage.partition("_")[2]]
    if not is_one(value):
        raise failed_precondition(f"The code of {where} must give {kind} or None.")


def _is_object(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_response(value: Any) -> bool:
    return isinstance(value, Mapping) and _is_content(value.get("content"))


def _is_content(value: Any) -> bool:
    parts = value.get("parts") if isinstance(value, Mapping) else None
    return isinstance(parts, list) and all(map(_is_part, parts))


def _is_part(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("text") or "", str):
        return False
    call, data = value.get("function_call") or {}, value.get("inline_data") or {}
    if not isinstance(call, Mapping) or not isinstance(data, Mapping):
        return False
    return isinstance(call.get("args") or {}, Mapping) and isinstance(data.get("data") or "", str)


# What callbacks around each part of a turn may give in place of what would come next.
_GIVES: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "agent": ("a Content", _is_content),
    "model": ("an LlmResponse", _is_response),
    "tool": ("a dict", _is_object),
}


async def called(
    turn: Turn,
    agent: Message,
    where: str,
    code: str,
    function: str = "",
    arguments: Sequence[Argument] = (CONTEXT,),
) -> Outcome:
    """What a function of an app's code answers; FAILED_PRECONDITION, saying where, if it fails."""
    outcome = await python.call(turn.context(agent), code, function, arguments)
    if outcome.error:
        raise failed_precondition(f"The code of {where} failed: {outcome.error}")
    return outcome


def hidden_tools(outcome: Outcome) -> frozenset[str]:
    """The display names of the tools that a callback has hidden from the model."""
    request = (outcome.arguments or [None])[-1]
    config = request.get("config") if isinstance(request, Mapping) else None
    found = config.get("excluded_tools") if isinstance(config, Mapping) else None
    named = found if isinstance(found, list) else []
    return frozenset(name for name in named if isinstance(name, str))


def as_left(arguments: Sequence[Argument], outcome: Outcome) -> tuple[Argument, ...]:
    """The first arguments of a call as the code left them."""
    left = outcome.arguments or [value for _, value in arguments]
    pairs = zip(arguments, left, strict=False)
    return tuple(one if one == CONTEXT else (one[0], value) for one, value in pairs)


def llm_request(turn: Turn, agent: Message, tools: Sequence[Message]) -> dict[str, Any]:
    """What a model would be asked."""
    return {
        "model": agent.model_settings.model or turn.app.app.model_settings.model,
        "contents": [content for content in map(_content, turn.spoken()) if content["parts"]],
        "config": {
            "system_instruction": {"parts": [{"text": _instruction(turn, agent)}]},
            "tools": [{"function_declarations": [{"name": one.display_name} for one in tools]}],
        },
    }


def _instruction(turn: Turn, agent: Message) -> str:
    """What agents of the app and this one are told, with the values of variables: `{plan}`."""
    told = "\n\n".join(filter(None, [turn.app.app.global_instruction, agent.instruction]))
    values = turn.state.variables
    return _VARIABLE.sub(lambda found: str(values.get(found[1] or found[2], found[0])), told)


def llm_response(*decisions: Decision) -> dict[str, Any]:
    """Decisions as a model's response."""
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
            return {"function_call": {"name": _TRANSFER, "args": args}}


def spoken(content: Json | None) -> Iterator[Say | Show]:
    """What a Content says and shows; calls in it are left out."""
    for part in content["parts"] if content else ():
        if part.get("text") is not None:
            yield Say(part["text"])
        elif shown := part.get("inline_data"):
            yield from _shown(shown)


def decisions(response: Json, app: Snapshot, tools: Sequence[Message]) -> Iterator[Decision]:
    """The steps that a model's response asks for; NOT_FOUND for a tool that the agent lacks."""
    for part in response["content"]["parts"]:
        if call := part.get("function_call"):
            yield _called(str(call.get("name")), dict(call.get("args") or {}), app, tools)
        else:
            yield from spoken({"parts": [part]})


def _shown(data: Mapping[str, Any]) -> Iterator[Say | Show]:
    """A part that is JSON: a payload, or a text that is to be spoken in its own way."""
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
    if name == _TRANSFER:
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

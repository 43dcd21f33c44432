"""The callbacks of agents: Python that sees, and may replace, what happens at a stage of a turn.

What goes to a model and comes from it has the form of `Content`: parts of `text`, or of a
`function_call` with its name and its args.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from emulator.ces.runtime.planner import Call, Decision, Say, Transfer
from emulator.ces.runtime.snapshot import Snapshot
from emulator.ces.runtime.tools import python
from emulator.ces.runtime.turn import Turn
from emulator.surface import names
from emulator.surface.errors import ApiError, Code, failed_precondition
from emulator.surface.registry import Message

_TRANSFER = "transfer_to_agent"


Argument: TypeAlias = tuple[str, Any]
CONTEXT: Argument = ("CallbackContext", None)


async def run(turn: Turn, agent: Message, stage: str, *arguments: Argument) -> Any:
    """What the first callback of a stage, such as `before_model`, answers that answers anything.

    FAILED_PRECONDITION for code that fails.
    """
    for number, callback in enumerate(getattr(agent, f"{stage}_callbacks")):
        if callback.disabled:
            continue
        attributes = {"agent": agent.display_name, "stage": stage}
        with turn.spans.span("Callback", **attributes, description=callback.description):
            where = f"{stage}_callbacks[{number}] of the agent {agent.display_name}"
            code = callback.python_code
            answer = await called(turn, agent, where, code, f"{stage}_callback", arguments)
        if answer is not None:
            return answer
    return None


async def called(
    turn: Turn,
    agent: Message,
    where: str,
    code: str,
    function: str,
    arguments: Sequence[Argument] = (CONTEXT,),
) -> Any:
    """What a function of an app's code answers; FAILED_PRECONDITION, saying where, if it fails."""
    outcome = await python.call(turn.context(agent), code, function, arguments)
    if outcome.error:
        raise failed_precondition(f"The code of {where} failed: {outcome.error}")
    return outcome.value


def llm_request(turn: Turn, agent: Message, tools: Sequence[Message]) -> dict[str, Any]:
    """What a model would be asked."""
    spoken = [*turn.history, *turn.messages]
    return {
        "model": agent.model_settings.model or turn.app.app.model_settings.model,
        "contents": [content for content in map(_content, spoken) if content["parts"]],
        "config": {
            "system_instruction": {"parts": [{"text": agent.instruction}]},
            "tools": [{"function_declarations": [{"name": one.display_name} for one in tools]}],
        },
    }


def llm_response(decision: Decision) -> dict[str, Any]:
    """A decision as a model's response."""
    match decision:
        case Say(text):
            part: dict[str, Any] = {"text": text}
        case Call(tool, args):
            part = {"function_call": {"name": tool.display_name, "args": args}}
        case Transfer(target):
            args = {"agent_name": target.display_name}
            part = {"function_call": {"name": _TRANSFER, "args": args}}
    return {"content": {"role": "model", "parts": [part]}}


def texts(content: Any) -> list[str]:
    """The texts of a Content's parts."""
    return [part["text"] for part in _parts(content) if isinstance(part.get("text"), str)]


def decisions(response: Any, app: Snapshot, tools: Sequence[Message]) -> Iterator[Decision]:
    """The steps that a model's response asks for; NOT_FOUND for a tool that the agent lacks."""
    content = response.get("content") if isinstance(response, Mapping) else None
    for part in _parts(content):
        call = part.get("function_call")
        if isinstance(part.get("text"), str):
            yield Say(part["text"])
        elif isinstance(call, Mapping):
            yield _called(str(call.get("name")), dict(call.get("args") or {}), app, tools)


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


def _parts(content: Any) -> list[Mapping[str, Any]]:
    parts = content.get("parts") if isinstance(content, Mapping) else None
    return [one for one in parts or () if isinstance(one, Mapping)]


def _content(message: Message) -> dict[str, Any]:
    role = "user" if message.role == "user" else "model"
    return {"role": role, "parts": [{"text": one.text} for one in message.chunks if one.text]}

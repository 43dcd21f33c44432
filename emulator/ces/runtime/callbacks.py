"""The callbacks of agents: Python that may replace what happens at a stage of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from emulator.ces.runtime.sandbox.client import Outcome
from emulator.ces.runtime.tools import python
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import failed_precondition
from emulator.surface.registry import Message

Argument: TypeAlias = tuple[str, Any]
CONTEXT: Argument = ("CallbackContext", None)


async def run(turn: Turn, agent: Message, stage: str, *arguments: Argument) -> Outcome:
    """The outcome of the first callback of a stage, such as `before_model`, that has a value.

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
            outcome = await function_result(
                turn, agent, where, code, f"{stage}_callback", arguments
            )
        if outcome.value is not None:
            _check_given(outcome.value, stage, where)
            break
        arguments = arguments_after(arguments, outcome)
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


async def function_result(
    turn: Turn,
    agent: Message,
    where: str,
    code: str,
    function: str = "",
    arguments: Sequence[Argument] = (CONTEXT,),
) -> Outcome:
    """What a function of an app's code gives; FAILED_PRECONDITION, with the place, if it fails."""
    outcome = await python.call(turn.context(agent), code, function, arguments)
    if outcome.error:
        raise failed_precondition(f"The code of {where} failed: {outcome.error}")
    return outcome


def arguments_after(arguments: Sequence[Argument], outcome: Outcome) -> tuple[Argument, ...]:
    """The first arguments of a call as the code left them."""
    left = outcome.arguments or [value for _, value in arguments]
    pairs = zip(arguments, left, strict=False)
    return tuple(one if one == CONTEXT else (one[0], value) for one, value in pairs)

"""The agents that an agent may transfer to, and the app's deterministic transfer rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulator.ces.runtime import callbacks
from emulator.ces.runtime.turn.turn import Turn
from emulator.ces.transfer_conditions import is_true, syntax_error
from emulator.surface.errors import failed_precondition
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_TO_PARENT = ces.TransferRule.CHILD_TO_PARENT


async def forced_target(turn: Turn, agent: Message) -> Message | None:
    """The target of the first deterministic rule whose condition is true."""
    for rule, target in _rules(turn, agent):
        if rule.HasField("deterministic_transfer"):
            transfer = rule.deterministic_transfer
            if await _holds(turn, agent, transfer):
                return target
    return None


async def allowed_agents(turn: Turn, agent: Message) -> tuple[Sequence[Message], Sequence[Message]]:
    """The children and the parents that the planner may transfer to."""
    barred = set()
    for rule, target in _rules(turn, agent):
        bars = rule.HasField("disable_planner_transfer")
        if bars and await _holds(turn, agent, rule.disable_planner_transfer):
            barred.add(target.name)
    children = [one for one in _children(turn, agent) if one.name not in barred]
    return children, [one for one in _parents(turn, agent) if one.name not in barred]


async def _holds(turn: Turn, agent: Message, rule: Message) -> bool:
    """Whether the condition of a rule holds; a rule without one always does.

    FAILED_PRECONDITION for a condition that cannot be read or run.
    """
    where = f"a transfer rule of the agent {agent.display_name}"
    fields = rule.DESCRIPTOR.fields_by_name
    if "python_code_condition" in fields and rule.HasField("python_code_condition"):
        code = rule.python_code_condition.python_code
        return bool((await callbacks.function_result(turn, agent, where, code)).value)
    if not rule.HasField("expression_condition"):
        return True
    expression = rule.expression_condition.expression
    wrong = syntax_error(expression)
    if wrong:
        raise failed_precondition(f"The expression of {where} cannot be read: {wrong}")
    return is_true(expression, turn.state.variables)


def _rules(turn: Turn, agent: Message) -> Iterator[tuple[Message, Message]]:
    """The rules for an agent with their targets: its own to a child, those of parents to them."""
    for rule in agent.transfer_rules:
        if rule.direction != _TO_PARENT:
            yield rule, turn.app.require(rule.child_agent)
    for parent in _parents(turn, agent):
        for rule in parent.transfer_rules:
            if rule.direction == _TO_PARENT and rule.child_agent == agent.name:
                yield rule, parent


def _children(turn: Turn, agent: Message) -> list[Message]:
    return [turn.app.require(name) for name in agent.child_agents]


def _parents(turn: Turn, agent: Message) -> list[Message]:
    """The parents; an agent that runs as a tool has none, because it answers its caller."""
    if turn.chain[-1:] == (agent.display_name,):
        return []
    return [one for one in turn.app.all("agents") if agent.name in one.child_agents]

"""The conditions of transfer rules."""

from __future__ import annotations

from emulator.ces.runtime import callbacks
from emulator.ces.runtime.turn import Turn
from emulator.surface.errors import unimplemented
from emulator.surface.registry import Message


async def holds(turn: Turn, agent: Message, rule: Message) -> bool:
    """Whether the condition of a rule holds; a rule without one always does."""
    fields = rule.DESCRIPTOR.fields_by_name
    if "python_code_condition" in fields and rule.HasField("python_code_condition"):
        code = rule.python_code_condition.python_code
        where = f"a transfer rule of the agent {agent.display_name}"
        return bool((await callbacks.called(turn, agent, where, code)).value)
    if rule.HasField("expression_condition"):
        raise unimplemented("TransferRule.expression_condition", "use python_code_condition")
    return True

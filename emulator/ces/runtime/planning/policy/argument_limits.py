"""What an agent says of an argument that its instruction has a limit for, in place of a call."""

from __future__ import annotations

from typing import Any

from emulator.ces.runtime.planning.decisions import Call, Decision, Offered, Say, Situation
from emulator.ces.runtime.planning.instructions.limits import Limit, limits
from emulator.ces.runtime.planning.instructions.steps import with_variables
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.names import description, own_name
from emulator.ces.runtime.words import as_words


def limited(situation: Situation, decision: Decision) -> Say | None:
    """What is said instead of a call, or a question for it, with a number beyond a limit.

    That is an argument, or in the text if the tool is about such things: "twenty tickets" for
    `check_tickets(day)`. The call waits for another number.
    """
    call = _call_of(decision)
    one = next((one for one in situation.tools if call and one.tool.name == call.tool), None)
    if call is None or one is None:
        return None
    for limit in limits(situation.instruction):
        beyond = {name for name, value in call.args.items() if _is_beyond(limit, one, name, value)}
        about = f"{as_words(own_name(one.tool))} {description(one.tool)}"
        if beyond or (limit.is_of(about) and limit.is_passed(situation.text)):
            args = {name: value for name, value in call.args.items() if name not in beyond}
            waiting = PendingCall("", call.tool, args, call.then)
            return Say(with_variables(limit.says, situation.variables), waiting)
    return None


def _call_of(decision: Decision) -> PendingCall | None:
    """The call that is made, or that a question is about."""
    if isinstance(decision, Call):
        return PendingCall("", decision.tool.name, decision.args, decision.then)
    return decision.asks if isinstance(decision, Say) else None


def _is_beyond(limit: Limit, one: Offered, name: str, value: Any) -> bool:
    if name not in one.schema.properties or isinstance(value, bool):
        return False
    about = f"{as_words(name)} {one.schema.properties[name].description}"
    is_number = isinstance(value, int | float)
    return is_number and limit.is_of(about) and limit.bound.holds(value)

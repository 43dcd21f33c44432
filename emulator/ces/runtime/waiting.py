"""Calls that wait for arguments which the user was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from emulator.ces.runtime import replies, small_talk
from emulator.ces.runtime.actions import may_be_wanted
from emulator.ces.runtime.arguments import read_answer
from emulator.ces.runtime.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.matching import spelled, terms
from emulator.ces.runtime.questions import asks
from emulator.ces.runtime.state import PendingCall
from emulator.surface.registry import Message


def asked_about(situation: Situation) -> PendingCall | None:
    """The call that waits for what the text is a question about: where its number stands."""
    waiting = _waiting(situation)
    if waiting is None or not asks(situation.text):
        return None
    asked = waiting.missing[0]
    about = f"{spelled(asked)} {waiting.schema.properties[asked].description}"
    return situation.open_call if terms(about) & terms(situation.text) else None


def resumed(situation: Situation) -> Decision | None:
    """Go on with a call that waits for arguments, if the text has one."""
    waiting = _waiting(situation)
    if waiting is None or not may_be_wanted(situation.text, waiting.tool):
        return None
    said = read_answer(waiting.schema, situation.text, situation.variables, waiting.args)
    return waiting.with_arguments(said) if said else None


def asked_again(situation: Situation) -> Decision | None:
    """Ask once more for what a call waits for, if the text is neither that nor anything else."""
    waiting = _waiting(situation)
    return None if waiting is None or asks(situation.text) else waiting.with_arguments({})


class _Waiting(NamedTuple):
    """A call that waits for arguments."""

    tool: Message
    schema: Message
    args: dict[str, Any]

    def with_arguments(self, said: Mapping[str, Any]) -> Decision:
        """The call if it has all that it needs by now, else the next question."""
        args = {**self.args, **said}
        missing = [name for name in self.missing if name not in said]
        return call_or_ask(self.tool, self.schema, args, missing)

    @property
    def missing(self) -> list[str]:
        """The names of the required arguments that nobody has said yet."""
        return [name for name in self.schema.required if name not in self.args]


def _waiting(situation: Situation) -> _Waiting | None:
    """What waits for arguments, unless the text is beside it."""
    call = situation.open_call
    if call is None or _is_beside_it(situation):
        return None
    tools = (_Waiting(*one, call.args) for one in situation.tools if one[0].name == call.tool)
    return next((one for one in tools if one.missing), None)


def _is_beside_it(situation: Situation) -> bool:
    """Whether it is small talk that answers no question, as a yes or a no does."""
    if small_talk.drops(situation.text):
        return True
    return small_talk.answer(situation.agent, situation.text) not in ("", replies.ELSE)


def call_or_ask(
    tool: Message, schema: Message, args: dict[str, Any], missing: Sequence[str]
) -> Decision:
    """Call a tool, or ask for the first of the arguments that are missing."""
    if not missing:
        return Call(tool, args)
    first = missing[0]
    text = replies.question_for(first, schema.properties[first].description)
    return Say(text, PendingCall("", tool.name, args))

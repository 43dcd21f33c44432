"""Calls that wait for arguments which the user was asked for, or for the user's consent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from emulator.ces.runtime.arguments import read_answer, told
from emulator.ces.runtime.arguments.subjects import takes_all
from emulator.ces.runtime.planning import replies, small_talk
from emulator.ces.runtime.planning.actions import asked_by, does_something, verbs
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.instructions import wants_confirmation
from emulator.ces.runtime.planning.questions import asks
from emulator.ces.runtime.planning.requests import may_be_wanted, requests, wanted_verbs, wishes
from emulator.ces.runtime.state import PendingCall
from emulator.ces.runtime.tools.names import own_name
from emulator.ces.runtime.words import terms
from emulator.surface.registry import Message

_ASKS_BACK = re.compile(
    r"(?:(?:but|and|ok|hm+|sorry)[\s,]+)*(?:why|what for|how come|what do you mean)\b"
    r"(?:\W+\w+){0,5}\W*",
    re.IGNORECASE,
)
_DO_IT = re.compile(
    r"(?:(?:please|then|now|just)\s+)*(\w+) (?:it|that|this|them)(?:,?\s+(?:please|now|then))*"
    r"[\s.!]*",
    re.IGNORECASE,
)


def resumed(situation: Situation) -> Decision | None:
    """Go on with a call that waits, if the text has what it waits for; drop it for who says no."""
    waiting = waits(situation)
    if waiting is None:
        return None
    text = situation.text
    if _ASKS_BACK.fullmatch(text.strip()):
        return waiting.question()
    said = _news(waiting, situation)
    if small_talk.refuses(text, wholly=waiting.takes_all) and not said:
        return Say(replies.LEFT)
    if not waiting.missing and (_consents(text) or _repeats(waiting.tool, text)):
        return waiting._replace(is_confirmed=True).with_arguments(said)
    if not may_be_wanted(text, waiting.tool):
        return None
    if not waiting.missing:
        return waiting.with_arguments(said) if said else None
    if asks(text) and not said:
        return None
    answer = read_answer(waiting.schema, text, situation.variables, waiting.args)
    # What answers the question is not meant for anything else: "4" years are no other amount.
    news = {name: one for name, one in said.items() if one not in answer.values()}
    return waiting.with_arguments({**answer, **news}) if answer or news else None


def corrected(situation: Situation) -> Decision | None:
    """The latest call once more with what the user takes back, or that which waits.

    What does something is only done once more for who says that something else was meant.
    """
    text = situation.text
    if not small_talk.corrects(text) or not requests(text):
        return None
    waiting, again = waits(situation), repeated(situation)
    if again is not None and _wants_another(situation, again.tool):
        return None
    if again is not None and (waiting is None or not does_something(again.tool)):
        return again if _is_meant(again.tool, text) else _asked_for(situation, again)
    said = _news(waiting, situation) if waiting else {}
    return waiting.with_arguments(said) if waiting and said else None


def _wants_another(situation: Situation, tool: Message) -> bool:
    """Whether a text asks for what another tool does: "Actually, cancel it"."""
    wanted = wanted_verbs(situation.text)
    others = (one for one, _ in situation.tools if one is not tool and does_something(one))
    return not wanted & asked_by(tool) and any(wanted & asked_by(one) for one in others)


def _is_meant(tool: Message, text: str) -> bool:
    return not does_something(tool) or small_talk.means_another(text) or wishes(text)


def _asked_for(situation: Situation, call: Call) -> Decision:
    return Waiting(call.tool, situation.schema_of(call.tool), call.args).question()


def repeated(situation: Situation) -> Call | None:
    """The latest call once more with what the text has in the place of its arguments."""
    memory = situation.memory
    for tool, schema in situation.tools:
        if tool.name == memory.tool and not tool.HasField("data_store_tool"):
            said = told(schema, situation.text, situation.variables, before=memory.args)
            news = {name: one for name, one in said.items() if memory.args.get(name) != one}
            if news:
                return Call(tool, {**memory.args, **news}, situation.open_call)
    return None


def asked_again(situation: Situation) -> Decision | None:
    """Ask once more for what a call waits for, if the text is neither that nor anything else."""
    waiting = waits(situation)
    return None if waiting is None or asks(situation.text) else waiting.question()


def unanswered(situation: Situation) -> Decision | None:
    """Ask once more after a question that nothing answers."""
    waiting = waits(situation)
    if waiting is None or not situation.open_call:
        return None
    said = waiting.question()
    return replace(said, text=f"{replies.NO_CAPABILITY} {said.text}")


class Waiting(NamedTuple):
    """A call that waits for arguments, or if it has them all for consent."""

    tool: Message
    schema: Message
    args: dict[str, Any]
    then: PendingCall | None = None
    is_confirmed: bool = False

    def with_arguments(self, said: Mapping[str, Any]) -> Decision:
        """The call if it has all that it needs by now, else the next question."""
        made = self._replace(args={**self.args, **said})
        return made.called_or_asked() if made.is_confirmed else made.question()

    def called_or_asked(self) -> Decision:
        """The call if it has all that it needs by now, else the question for the next."""
        return self.question() if self.missing else Call(self.tool, self.args, self.then)

    def question(self, missing: Sequence[str] = ()) -> Say:
        """What the user is asked for: the first of the arguments that are missing, or consent."""
        if missing or self.missing:
            first = [*missing, *self.missing][0]
            text = replies.question_for(first, self.schema.properties[first].description)
        else:
            text = replies.confirmation(own_name(self.tool), self.args)
        return Say(text, PendingCall("", self.tool.name, self.args, self.then))

    @property
    def takes_all(self) -> bool:
        """Whether what the user is asked for may be any text."""
        return any(takes_all(name, self.schema.properties[name]) for name in self.missing[:1])

    @property
    def missing(self) -> list[str]:
        """The names of the required arguments that nobody has said yet."""
        known = self.schema.properties
        return [one for one in self.schema.required if one in known and one not in self.args]


def waits(situation: Situation) -> Waiting | None:
    """What waits for something, unless the text is beside it."""
    call = situation.open_call
    if call is None:
        return None
    for tool, schema in situation.tools:
        if tool.name == call.tool:
            made = Waiting(tool, schema, call.args, call.then)
            is_yes = not made.missing and _consents(situation.text)  # "Yes, thanks" is one.
            if _is_beside_it(situation) and not is_yes:
                return None
            free = not needs_consent(situation, tool)
            return made._replace(is_confirmed=free) if made.missing else made
    return None


def needs_consent(situation: Situation, tool: Message) -> bool:
    """Whether the instruction has the user confirm what a tool does."""
    instruction = situation.agent.instruction
    return does_something(tool) and wants_confirmation(instruction, tool.display_name)


def _repeats(tool: Message, text: str) -> bool:
    """Whether nothing is said but once more what is to be done: "cancel it"."""
    found = _DO_IT.fullmatch(text.strip())
    return found is not None and bool(terms(found[1]) & verbs(tool))


def _consents(text: str) -> bool:
    """Whether it is a yes, and no question."""
    return small_talk.agrees(text) and requests(text)


def _news(waiting: Waiting, situation: Situation) -> dict[str, Any]:
    """What the text has for a call that is not what it has already."""
    said = told(waiting.schema, situation.text, situation.variables, before=waiting.args)
    return {name: one for name, one in said.items() if waiting.args.get(name) != one}


def _is_beside_it(situation: Situation) -> bool:
    """Whether it is small talk that answers no question, as a yes or a no does."""
    if small_talk.drops(situation.text):
        return True
    return small_talk.answer(situation.agent, situation.text) not in ("", replies.ELSE)

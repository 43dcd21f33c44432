"""A pending call: the user was asked for an argument, or to confirm it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from emulator.ces.runtime.arguments.entity_types import takes_any_text
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.instructions.consent import requires_confirmation
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.requests import is_request
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    changes,
    has_side_effects,
    only_records,
)
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.names import own_name
from emulator.surface.registry import Message
from emulator.surface.wellknown import value_of


class PendingToolCall(NamedTuple):
    """A call that waits for its missing arguments, then for a confirmation.

    `then` is the pending call that needs its result.
    """

    tool: Message
    schema: Message
    args: dict[str, Any]
    then: PendingCall | None = None
    is_confirmed: bool = False
    is_offered: bool = False

    def with_arguments(self, said: Mapping[str, Any]) -> Decision:
        """With more arguments: the call if it is confirmed and complete, else the next question."""
        made = self._replace(args={**self.args, **said})
        return made.called_or_asked() if made.is_confirmed else made.question()

    def called_or_asked(self) -> Decision:
        """The call if it is complete, else the question for the first missing argument."""
        if self.missing or self.to_be_changed:
            return self.question()
        return Call(self.tool, self.args, self.then)

    def question(self) -> Say:
        """The question for the first missing argument, or for a confirmation."""
        if self.missing and self.is_offered:
            text = replies.offer(own_name(self.tool))
        elif self.missing:
            first = self.missing[0]
            text = replies.question_for(first, self.schema.properties[first])
        elif self.to_be_changed:
            text = replies.question_for_change(self.to_be_changed)
        elif self.schema.title.endswith("?"):
            text = self.schema.title
        else:
            text = replies.confirmation(own_name(self.tool), self.args)
        return Say(text, self._kept())

    def _kept(self) -> PendingCall:
        return PendingCall("", self.tool.name, self.args, self.then, self.is_offered)

    @property
    def takes_any_text(self) -> bool:
        """Whether the argument that is asked for may be any text."""
        return any(takes_any_text(name, self.schema.properties[name]) for name in self.missing[:1])

    @property
    def to_be_changed(self) -> list[str]:
        """The optional arguments of a tool that changes something, if all of them are missing."""
        known = self.schema.properties
        others = [name for name in known if name not in self.schema.required]
        if not (self.schema.required and changes(self.tool)):
            return []
        given = (name for name in others if name in self.args)
        is_told = any(self.args[name] != value_of(known[name].default) for name in given)
        return [] if is_told else others

    @property
    def missing(self) -> list[str]:
        """The names of the required arguments that are missing."""
        known = self.schema.properties
        return [one for one in self.schema.required if one in known and one not in self.args]


def pending_call(situation: Situation) -> PendingToolCall | None:
    """The pending call of a situation; None if the text is small talk and no answer to it."""
    call = situation.open_call
    if call is None:
        return None
    for tool, schema in situation.tools:
        if tool.name == call.tool:
            made = PendingToolCall(tool, schema, call.args, call.then, is_offered=call.is_offered)
            asks = call.is_offered or not made.missing
            is_yes = asks and confirms(situation.text)  # "Yes, thanks" is one.
            if _is_small_talk(situation) and not is_yes:
                return None
            free = not needs_confirmation(situation, tool)
            return made._replace(is_confirmed=free) if made.missing else made
    return None


def needs_confirmation(situation: Situation, tool: Message) -> bool:
    """Whether the instruction requires that the user confirms a tool."""
    named = tool.display_name, own_name(tool)
    does = has_side_effects(tool) or only_records(tool)
    return does and requires_confirmation(situation.instruction, *named)


def confirms(text: str) -> bool:
    """Whether a text is a yes, and no question."""
    return dialogue_acts.agrees(text) and is_request(text)


def _is_small_talk(situation: Situation) -> bool:
    """Whether a text is small talk other than a yes or a no."""
    if dialogue_acts.abandons(situation.text):
        return True
    answer = replies.small_talk(situation.text, situation.agent, situation.variables)
    return answer not in ("", replies.ANYTHING_ELSE)

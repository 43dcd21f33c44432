"""A call that waits for arguments which the user was asked for, or for the user's consent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from emulator.ces.runtime.arguments.entity_types import takes_any_text
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.instructions.steps import requires_confirmation
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.requests import is_request
from emulator.ces.runtime.planning.understanding.tool_verbs import has_side_effects, only_records
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.names import own_name
from emulator.surface.registry import Message


class PendingToolCall(NamedTuple):
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

    def question(self) -> Say:
        """What the user is asked for: the first of the arguments that are missing, or consent."""
        if self.missing:
            first = self.missing[0]
            text = replies.question_for(first, self.schema.properties[first])
        elif self.schema.title.endswith("?"):
            text = self.schema.title
        else:
            text = replies.confirmation(own_name(self.tool), self.args)
        return Say(text, PendingCall("", self.tool.name, self.args, self.then))

    @property
    def takes_any_text(self) -> bool:
        """Whether what the user is asked for may be any text."""
        return any(takes_any_text(name, self.schema.properties[name]) for name in self.missing[:1])

    @property
    def missing(self) -> list[str]:
        """The names of the required arguments that nobody has said yet."""
        known = self.schema.properties
        return [one for one in self.schema.required if one in known and one not in self.args]


def pending_call(situation: Situation) -> PendingToolCall | None:
    """What waits for something, unless the text is beside it."""
    call = situation.open_call
    if call is None:
        return None
    for tool, schema in situation.tools:
        if tool.name == call.tool:
            made = PendingToolCall(tool, schema, call.args, call.then)
            is_yes = not made.missing and confirms(situation.text)  # "Yes, thanks" is one.
            if _is_small_talk(situation) and not is_yes:
                return None
            free = not needs_confirmation(situation, tool)
            return made._replace(is_confirmed=free) if made.missing else made
    return None


def needs_confirmation(situation: Situation, tool: Message) -> bool:
    """Whether the instruction has the user confirm what a tool does."""
    named = tool.display_name, own_name(tool)
    does = has_side_effects(tool) or only_records(tool)
    return does and requires_confirmation(situation.instruction, *named)


def confirms(text: str) -> bool:
    """Whether it is a yes, and no question."""
    return dialogue_acts.agrees(text) and is_request(text)


def _is_small_talk(situation: Situation) -> bool:
    """Whether it is small talk that answers no question, as a yes or a no does."""
    if dialogue_acts.abandons(situation.text):
        return True
    answer = replies.small_talk(situation.text, situation.agent, situation.variables)
    return answer not in ("", replies.ANYTHING_ELSE)

"""What an agent may do next, and what it has to decide by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from emulator.ces.runtime.planning.instructions.steps import with_references
from emulator.ces.runtime.planning.memory import Memory
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.names import own_name
from emulator.surface.registry import Message


@dataclass(frozen=True, slots=True)
class Call:
    """Call a tool after it `says` so, and others `beside` it at once.

    `then` is the call that waits for what they tell.
    """

    tool: Message
    args: dict[str, Any]
    then: PendingCall | None = None
    says: str = ""
    beside: Sequence[Call] = ()


@dataclass(frozen=True, slots=True)
class Transfer:
    """Let another agent go on, with `text` if that is what the user wanted and not the latest.

    `asks` is the call that it has to ask the user for.
    """

    agent: Message
    text: str = ""
    asks: PendingCall | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Answer the user; `asks` is the call that waits for what is asked."""

    text: str
    asks: PendingCall | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Give the client a payload."""

    payload: dict[str, Any]


Decision: TypeAlias = Call | Transfer | Say | Show


class Offered(NamedTuple):
    """A tool that an agent may call, and the schema of its parameters."""

    tool: Message
    schema: Message


@dataclass(frozen=True)
class Situation:
    """What an agent has to decide by.

    `children` and `parents` are what the agents that may be transferred to would have to decide by,
    `handled` those below that have had their turn.
    `question` is the text made to stand alone; `earlier` are the texts since something was done.
    Who `is_new_here` has the turn from another agent.
    """

    agent: Message
    text: str
    question: str
    tools: Sequence[Offered] = ()
    children: Sequence[Situation] = ()
    parents: Sequence[Situation] = ()
    handled: Sequence[Situation] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)
    earlier: Sequence[str] = ()
    open_call: PendingCall | None = None
    is_new_here: bool = False

    @property
    def today(self) -> str:
        """The day on which the session began, as `current_date` has it."""
        return str(self.variables.get("current_date"))

    @cached_property
    def instruction(self) -> str:
        """What the agent is instructed to do, with references to all that it names.

        Variables stand there by name: a value is no instruction, whoever wrote it.
        """
        tools = [(tool.display_name, own_name(tool)) for tool, _ in self.tools]
        found = {own: f"{{@TOOL: {shown}}}" for shown, own in tools}
        found |= {shown: f"{{@TOOL: {shown}}}" for shown, _ in tools}
        agents = (one.agent.display_name for one in self.children)
        found |= {name: f"{{@AGENT: {name}}}" for name in agents}
        return with_references(self.agent.instruction, tuple(found.items()))

    def schema_of(self, tool: Message) -> Message:
        """The schema of the parameters of one of the tools."""
        return next(schema for one, schema in self.tools if one is tool)

"""The situation that an agent decides in, and the steps that it may decide on."""

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
    """Say what it `says`, call a tool, and make the calls in `parallel` at once.

    `then` is the pending call that needs their results, `beside` what else the user said, to which
    the agent comes after that.
    """

    tool: Message
    args: dict[str, Any]
    then: PendingCall | None = None
    says: str = ""
    parallel: Sequence[Call] = ()
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Transfer to another agent, with `text` in place of the user's latest text unless empty.

    `asks` is the pending call for which that agent has to ask the user.
    """

    agent: Message
    text: str = ""
    asks: PendingCall | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Answer the user; `asks` is the pending call that the answer asks the user about."""

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
    """All that an agent decides by.

    `standalone_text` is the user's text, rewritten so that it needs no context. The `tools` are in
    the order in which the instruction refers to them. `children` and `parents` are the situations
    of the agents that it may transfer to, `handled` those of children that have had their turn.
    `earlier` are the user's texts since the last call with side effects. `open_call` waits for the
    user. An agent that `is_new_here` was transferred to in this turn.
    """

    agent: Message
    text: str
    standalone_text: str
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
        """The day on which the session began, `YYYY-MM-DD`."""
        return str(self.variables.get("current_date"))

    @cached_property
    def instruction(self) -> str:
        """The agent's instruction, with references for all names of tools and agents.

        Variables are not replaced: their values are data and no instruction.
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

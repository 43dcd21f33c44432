"""One turn of a session while it runs: its messages, spans and outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emulator.ces.environment import Environment
from emulator.ces.runtime.context import Mocked, ToolContext
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.ces.runtime.session.inputs import Inputs
from emulator.ces.runtime.session.state import SessionState
from emulator.ces.runtime.structs import keep
from emulator.ces.runtime.turn.spans import Spans
from emulator.surface.messages import ces, timestamp
from emulator.surface.registry import Message


@dataclass(slots=True, kw_only=True)
class Turn:
    """A turn of the session that `state` is of: its messages, spans and outputs.

    `history` reads the session's latest messages before it. `emit` is called with each output when
    it is made. `chain` has the names of the agents whose tools run this turn, the outermost first,
    and last that of the agent that is the tool. Tools that are `mocked` are not run.
    """

    environment: Environment
    app: Snapshot
    session: str
    state: SessionState
    inputs: Inputs
    emit: Callable[[Message], None] = lambda output: None
    history: Callable[[], Sequence[Message]] = tuple
    use_fakes: bool = False
    language: str = ""
    chain: tuple[str, ...] = ()
    mocked: Mapping[str, Mocked] = field(default_factory=dict)
    messages: list[Message] = field(init=False, default_factory=list)
    outputs: list[Message] = field(init=False, default_factory=list)
    wanted: str = field(init=False, default="")
    """The text with "the second one" resolved, or the text of a transfer."""
    quoted: str = field(init=False, default="")
    """What was said last in the words of documents."""
    asked: list[Message] = field(init=False, default_factory=list)
    """The calls of functions that the client is to run."""
    checked: set[str] = field(init=False, default_factory=set)
    """The guardrails that have looked at what the user said."""
    spans: Spans = field(init=False)
    _id: str = field(init=False)

    def __post_init__(self) -> None:
        self.spans = Spans(self.environment.clock, "root")
        self._id = self.environment.ids.new()

    def context(self, agent: Message, call_id: str = "") -> ToolContext:
        """What a tool or a callback of an agent may see and change."""
        return ToolContext(
            environment=self.environment,
            app=self.app,
            variables=self.state.variables,
            use_fakes=self.use_fakes,
            session=self.session,
            agent=agent.display_name,
            call_id=call_id,
            invocation_id=self._id,
            turn_index=self.state.turn,
            language_code=self.language,
            user_text=self.inputs.text,
            read_messages=self.spoken,
            mocked=self.mocked,
        )

    def spoken(self) -> list[Message]:
        """The session's latest messages, this turn's included."""
        return [*self.history(), *self.messages]

    def record(self, role: str, *chunks: Message) -> None:
        """Add a message."""
        message = ces.Message(role=role, chunks=chunks)
        message.event_time.CopyFrom(timestamp(self.environment.clock.now()))
        self.messages.append(message)

    def record_struct(self, role: str, field: str, values: Mapping[str, Any]) -> None:
        """Add a message of variables, `updated_variables` or `default_variables`."""
        chunk = ces.Chunk()
        keep(getattr(chunk, field), values, "The variables")
        self.record(role, chunk)

    def output(self, **kind: Any) -> None:
        """Answer with one output."""
        made = ces.SessionOutput(turn_index=self.state.turn, **kind)
        self.outputs.append(made)
        self.emit(made)

    def say(self, agent: Message, text: str) -> None:
        """Let an agent speak."""
        self.record(agent.display_name, ces.Chunk(text=text))
        self.output(text=text)

    def show(self, agent: Message, payload: Mapping[str, Any]) -> None:
        """Let an agent give the client a payload."""
        chunk = ces.Chunk()
        keep(chunk.payload, payload, "The payload")
        self.record(agent.display_name, chunk)
        self.output(payload=chunk.payload)

    def cite(self, said: str, citations: list[Message]) -> None:
        """Name the sources of what was just said, if it has any."""
        if citations:
            self.quoted = said
            self.output(citations=ces.Citations(cited_chunks=citations))

    def end_session(self, args: Mapping[str, Any]) -> None:
        """End the session; it takes no further input."""
        self.state.ended = True
        ended = ces.EndSession()
        keep(ended.metadata, args, "The arguments of end_session")
        self.output(end_session=ended)

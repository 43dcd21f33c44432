"""The context of a running tool, callback or condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from emulator.ces.environment import Environment
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.surface import caller, names
from emulator.surface.registry import Message

Mocked: TypeAlias = list[dict[str, Any]]
"""The responses that stand in for a tool, call by call; the last one for all that follow."""


@dataclass(slots=True)
class ToolContext:
    """The surroundings of one call.

    `variables` are the session's own: what a call changes in them is kept, and recorded as updated
    variables. `citations` are the chunks that the call quotes (`Citations.CitedChunk`); a tool adds
    to them. Outside of a session, as in ExecuteTool, the fields below `use_fakes` are empty.
    """

    environment: Environment
    app: Snapshot
    variables: dict[str, Any]
    use_fakes: bool = False
    session: str = ""
    """The session's resource name."""
    agent: str = ""
    """The display name of the agent that calls."""
    call_id: str = ""
    """The id of the tool call, as in the recorded `ToolCall`."""
    invocation_id: str = ""
    """The same for everything that runs in one turn."""
    turn_index: int = 0
    """Counted from 1."""
    language_code: str = ""
    user_text: str = ""
    """What the user said in this turn."""
    read_messages: Callable[[], list[Message]] = list
    citations: list[Message] = field(default_factory=list)
    given: Mapping[str, Any] = field(default_factory=dict)
    """What ExecuteTool's `context` says of these surroundings, for code to see."""
    mocked: Mapping[str, Mocked] = field(default_factory=dict)
    """The tools of a replayed turn that are not run, by their names."""
    mocks: Message | None = None
    """ExecuteTool's `MockConfig`, for the calls that tools make."""

    @property
    def messages(self) -> list[Message]:
        """The latest `Message`s of the session, this turn's included."""
        return self.read_messages()

    @property
    def project_id(self) -> str:
        """The project as the call names it: nothing leads from a number back to an id."""
        return caller.project.get()

    @property
    def session_id(self) -> str:
        """The last segment of the session's name."""
        return names.resource_id(self.session)

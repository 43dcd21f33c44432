"""The contexts, events and requests that code of an app finds without an import.

Names, fields, aliases and methods are those that Google publishes for callbacks.
"""

from __future__ import annotations

from typing import Any

from emulator.ces.runtime.sandbox.contents import Content, Part
from emulator.ces.runtime.sandbox.model import Model


class FunctionDeclaration(Model):
    """A tool that may be called."""

    name: str | None


class ToolDeclaration(Model):
    """Tools that may be called."""

    function_declarations: list[FunctionDeclaration] | None


class GenerateContentConfig(Model):
    """What the model is told beside the conversation."""

    system_instruction: Content | None
    tools: list[ToolDeclaration] | None
    excluded_tools: list[str] | None

    def hide_tool(self, tool_name: str) -> None:
        """Keep the model from calling a tool."""
        self.excluded_tools = [*(self.excluded_tools or []), tool_name]


class EventActions(Model):
    """What an event does beside what it says."""

    skip_summarization: bool | None
    state_delta: dict[str, Any]
    artifact_delta: dict[str, Any]
    transfer_to_agent: str | None
    escalate: bool | None
    requested_auth_configs: dict[str, dict[str, Any]]
    end_invocation: bool | None


class Event(Model):
    """One thing that was said in the session."""

    id: str
    author: str
    timestamp: int
    invocation_id: str
    content: Content | None
    actions: EventActions
    long_running_tool_ids: list[str] | None
    partial: bool | None
    turn_complete: bool | None
    error_code: str | None
    error_message: str | None
    interrupted: bool | None
    branch: str | None
    grounding_metadata: dict[str, Any] | None

    def is_user(self) -> bool:
        """Whether the user is its author."""
        return self.author == "user"

    def is_agent(self, agent_name: str | None = None) -> bool:
        """Whether that agent, or any, is its author."""
        return not self.is_user() if agent_name is None else self.author == agent_name

    def has_error(self) -> bool:
        """Whether it tells of an error."""
        return self.error_code is not None

    def parts(self) -> list[Part]:
        """The parts of its content."""
        return (self.content.parts if self.content else None) or []


class CallbackContext(Model):
    """What a callback sees of the session, and may change of it: its state."""

    user_content: Content | None
    invocation_id: str
    agent_name: str
    session_id: str
    state: dict[str, Any]
    actions: EventActions
    events: list[Event]
    streaming_stage: str | None
    language_code: str
    project_id: str
    project_number: int
    location: str
    app_id: str
    turn_index: int

    def __init__(self, **values: Any) -> None:
        values.setdefault("state", values.pop("variables", None))
        super().__init__(**values)

    @property
    def variables(self) -> dict[str, Any]:
        """The state under its older name."""
        return self.state

    @variables.setter
    def variables(self, value: dict[str, Any]) -> None:
        self.state = value

    def get_variable(self, key: str, default: Any = None) -> Any:
        """A variable of the session."""
        return self.state.get(key, default)

    def set_variable(self, key: str, value: Any) -> None:
        """Set a variable of the session."""
        self.state[key] = value

    def remove_variable(self, key: str) -> None:
        """Remove a variable of the session; KeyError if there is none."""
        del self.state[key]

    def get_last_user_input(self) -> list[Part]:
        """All that the user said last."""
        return self._last(Event.is_user)

    def get_last_agent_output(self) -> list[Part]:
        """All that agents said last."""
        return self._last(Event.is_agent)

    def parts(self) -> list[Part]:
        """The parts of all events."""
        return [part for event in self.events for part in event.parts()]

    def _last(self, wanted: Any) -> list[Part]:
        """The parts of the last run of events of one side."""
        found: list[list[Part]] = []
        for event in reversed(self.events):
            if wanted(event):
                found.append(event.parts())
            elif found:
                break
        return [part for parts in reversed(found) for part in parts]


class ToolContext(CallbackContext):
    """What a tool sees of the session."""

    function_call_id: str | None


class Tool(Model):
    """A tool that is called."""

    name: str
    description: str


class LlmRequest(Model):
    """What the model is asked."""

    model: str | None
    contents: list[Content]
    config: GenerateContentConfig | None


class LlmResponse(Model):
    """What the model answers."""

    content: Content | None
    partial: bool | None
    turn_complete: bool | None

    @classmethod
    def from_parts(cls, parts: list[Part]) -> LlmResponse:
        """An answer of these parts."""
        return cls(content=Content(parts=parts, role="model"))

"""The classes that code of an app finds without an import: contexts, messages, requests.

Names, fields, aliases and methods are those that Google publishes for callbacks.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from emulator.ces.runtime.sandbox.model import Model


class Blob(Model):
    """Data of a MIME type, in base64."""

    _aliases = {"transcript_field": "transcript"}  # noqa: RUF012
    display_name: str | None
    data: bytes | None
    mime_type: str | None
    transcript_field: str | None

    @property
    def raw_data(self) -> bytes:
        """The data itself."""
        return base64.b64decode(self.data or b"")

    @raw_data.setter
    def raw_data(self, value: bytes) -> None:
        self.data = base64.b64encode(value)

    def transcript(self) -> str | None:
        """What was said, of audio."""
        return self.transcript_field

    @classmethod
    def from_json(cls, data: str) -> Blob:
        """A blob of JSON text."""
        return cls(data=base64.b64encode(data.encode()), mime_type="application/json")


class FunctionCall(Model):
    """A call of a tool, by the tool's display name."""

    id: str | None
    args: dict[str, Any] | None
    name: str | None


class FunctionResponse(Model):
    """What a tool gave."""

    will_continue: bool | None
    id: str | None
    name: str | None
    response: dict[str, Any] | None


class Part(Model):
    """A piece of a content: text, data, a call of a tool or what it gave."""

    function_call: FunctionCall | None
    function_response: FunctionResponse | None
    text: str | None
    inline_data: Blob | None

    FunctionCall = FunctionCall  # Guides write `Part(function_call=Part.FunctionCall(...))`.
    FunctionResponse = FunctionResponse

    def text_or_transcript(self) -> str | None:
        """What was written or said."""
        if self.text is not None:
            return self.text
        return None if self.inline_data is None else self.inline_data.transcript()

    def has_function_call(self, name: str) -> bool:
        """Whether it calls the tool of that name."""
        return self.function_call is not None and self.function_call.name == name

    def has_function_response(self, name: str) -> bool:
        """Whether it is what the tool of that name gave."""
        return self.function_response is not None and self.function_response.name == name

    @classmethod
    def from_text(cls, text: str) -> Part:
        """A text."""
        return cls(text=text)

    @classmethod
    def from_function_call(cls, name: str, args: dict[str, Any]) -> Part:
        """A call of a tool."""
        return cls(function_call=FunctionCall(name=name, args=args))

    @classmethod
    def from_function_response(cls, name: str, response: dict[str, Any]) -> Part:
        """What a tool gave."""
        return cls(function_response=FunctionResponse(name=name, response=response))

    @classmethod
    def from_inline_data(cls, data: bytes, mime_type: str) -> Part:
        """Data that is base64 already."""
        return cls(inline_data=Blob(data=data, mime_type=mime_type))

    @classmethod
    def from_json(cls, data: str) -> Part:
        """JSON text."""
        return cls(inline_data=Blob.from_json(data))

    @classmethod
    def from_audio(
        cls, audio_uri: str, cancellable: bool = False, interruptable: bool = True
    ) -> Part:
        """Audio to play."""
        said = {
            "audioUri": audio_uri,
            "cancellable": cancellable,
            "interruptable": interruptable,
        }
        return cls._of_json(said, "application/json+audio")

    @classmethod
    def from_agent_transfer(cls, agent: str) -> Part:
        """A transfer to another agent."""
        return cls.from_function_call("transfer_to_agent", {"agent_name": agent})

    @classmethod
    def from_end_session(cls, *, reason: str, escalated: bool = False) -> Part:
        """The end of the session."""
        args = {"reason": reason, "session_escalated": escalated}
        return cls.from_function_call("end_session", args)

    @classmethod
    def from_customized_response(
        cls,
        *,
        content: str = "",
        disable_barge_in: bool = False,
        enable_dtmf: bool = False,
        dtmf_finish_digit: str = "#",
        dtmf_endpointing_timeout: int = 3,
    ) -> Part:
        """A response that is spoken in its own way."""
        said = {
            "content": content,
            "disableBargeIn": disable_barge_in,
            "enableDtmf": enable_dtmf,
            "dtmfFinishDigit": dtmf_finish_digit,
            "dtmfEndpointingTimeout": dtmf_endpointing_timeout,
        }
        return cls._of_json(said, "application/json+agentResponse")

    @classmethod
    def _of_json(cls, value: dict[str, Any], mime_type: str) -> Part:
        return cls.from_inline_data(base64.b64encode(json.dumps(value).encode()), mime_type)


class Content(Model):
    """What the user or the model said."""

    parts: list[Part] | None
    role: str | None

    def is_user(self) -> bool:
        """Whether the user said it."""
        return self.role == "user"

    def is_model(self) -> bool:
        """Whether the model said it."""
        return self.role == "model"


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

"""What users and models say, as code of an app finds it without an import.

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

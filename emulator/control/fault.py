"""One fault: what a call meets in place of the service, before it, or instead of its reply."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic.alias_generators import to_camel

from emulator.surface.decoder import decode_into
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import rpc
from emulator.surface.registry import Method

# Clients over gRPC take 8 kB of trailers, where the message stands twice, and else see no error.
_MOST_DETAILS = 4000
_MOST_MESSAGE = 1000


def of_form(pattern: str, example: str) -> AfterValidator:
    """Takes texts that the pattern fits from end to end, and tells others the example."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"it should be such as {example}")
        return text

    return AfterValidator(check)


Duration = Annotated[str, of_form(r"[0-9]{1,3}(\.[0-9]{1,9})?s", "1.5s"), Field(examples=["1.5s"])]
"""Less than a thousand seconds, as the API writes durations."""

RpcPattern = Annotated[str, Field(max_length=200, examples=["*.SearchService.*"])]
"""The full name of an RPC, or a pattern of such names."""

Resource = Annotated[
    str, of_form("(projects/[^/]+(/.+)?)?", "projects/test"), Field(examples=["projects/test"])
]
"""A resource with all that is below it; empty for everything."""

if TYPE_CHECKING:
    CodeName: TypeAlias = str
    Ending: TypeAlias = str
else:
    CodeName = Literal[*Code.__members__]
    Ending = Literal["OK", *Code.__members__]


class _Spec(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class ErrorSpec(_Spec):
    """The error that a call ends with: google.rpc.Status, with the code by its name."""

    code: CodeName
    message: str = Field("A fault was set for this call.", max_length=_MOST_MESSAGE)
    details: list[dict[str, Any]] = Field(
        [], examples=[[{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}]]
    )

    @field_validator("details")
    @classmethod
    def _readable(cls, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if not all("@type" in one for one in value):
            raise ValueError("each should have an @type")
        try:
            size = _status(value).ByteSize()
        except ApiError as error:
            raise ValueError(error.message) from None
        if size > _MOST_DETAILS:
            raise ValueError(f"it should have at most {_MOST_DETAILS} bytes, and has {size}")
        return value

    def error(self) -> ApiError:
        """The error as a call raises it."""
        return ApiError(Code[self.code], self.message, (), _status(self.details).details)


class Fault(_Spec):
    """What happens to a call.

    `delay`, then `error` or `dropConnection`, come before the service is called; with `afterWork`
    when its work is done, so that only the reply is lost; with `afterParts` when so many parts of a
    stream were sent.
    """

    delay: Duration = "0s"
    error: ErrorSpec | None = None
    drop_connection: bool = False
    after_work: bool = False
    after_parts: int = Field(0, ge=0, le=1_000_000)

    @model_validator(mode="after")
    def _of_one_kind(self) -> Self:
        if self.error and self.drop_connection:
            raise ValueError("error and dropConnection exclude each other")
        if self.after_work and self.after_parts:
            raise ValueError("afterWork and afterParts exclude each other")
        if not (self.error or self.drop_connection or self.seconds):
            raise ValueError("there should be a delay, an error or dropConnection")
        return self

    @property
    def seconds(self) -> float:
        """How long the delay is."""
        return float(self.delay.removesuffix("s"))

    def fits(self, method: Method) -> bool:
        """Whether it can happen to calls of the method.

        What is said in parts ends after some of them; where client and service take turns, the
        work has no end that comes before the first reply.
        """
        if self.after_parts:
            return method.server_streaming
        return not (self.after_work and method.client_streaming)


class FaultForCalls(Fault):
    """A fault for the next calls of some RPCs about some resource; for all if `times` is null."""

    rpc: RpcPattern = "*"
    resource: Resource = ""
    times: Annotated[int, Field(ge=1)] | None = 1


def _status(details: list[dict[str, Any]]) -> Any:
    status = rpc.Status()
    decode_into(status, {"details": details}, "")
    return status

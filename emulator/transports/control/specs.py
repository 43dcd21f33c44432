"""What calls of the emulator's own API say, and what it answers."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from emulator.control.call_targets import Target
from emulator.control.clock import EPOCH, LAST, Clock, Moment
from emulator.control.fault import Ending, FaultForCalls, Resource, RpcPattern, of_form
from emulator.control.faults import SetFault as Kept
from emulator.control.journal import Call
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import timestamp
from emulator.surface.registry import Method, surface
from emulator.transports.mcp.catalogue import ALL, tools

_MICROSECOND = timedelta(microseconds=1)


def methods_named(pattern: str) -> list[Method]:
    """The RPCs that a pattern names; INVALID_ARGUMENT if there are none."""
    target = Target(pattern)
    found = [method for method in _methods() if target.fits(method.full_name)]
    if not found:
        raise invalid_argument(
            "rpc",
            f"no RPC is named '{pattern}'; give a full name such as "
            "google.cloud.discoveryengine.v1.SearchService.Search, or a pattern that fits all of "
            "it, such as *.SearchService.*",
        )
    return found


@cache
def _methods() -> list[Method]:
    """All that clients can call: some tools of MCP have RPCs that no other door has."""
    of_tools = [tool.method for tool in tools(ALL).values()]
    return [*surface.method_by_path.values(), *of_tools]


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Nothing(_Spec):
    """No parameters."""


class Of(_Spec):
    """What is of a resource or of what is below it; all, if none is named."""

    resource: Resource = ""


class Calls(Of):
    """The calls of RPCs that a pattern names."""

    rpc: RpcPattern = "*"

    @property
    def target(self) -> Target:
        """The same for who looks for them; INVALID_ARGUMENT for a pattern that names none."""
        methods_named(self.rpc)
        return Target(self.rpc, self.resource)


class ListedCalls(Calls):
    """The last `limit` of those that ended so and came through that door."""

    code: Ending | None = None
    transport: Literal["rest", "grpc", "mcp", "websocket"] | None = None
    limit: int = Field(1_000, ge=1, le=1_000)

    def selects(self, call: Call) -> bool:
        """Whether a call ended so and came so."""
        return self.code in (None, call.code) and self.transport in (None, call.client.door)


class SetFault(FaultForCalls):
    """A fault that is set, and how many calls are still to meet it."""

    id: str
    remaining: int | None

    @classmethod
    def of(cls, fault: Kept) -> Self:
        """A fault as it is shown: as it was given."""
        given = fault.spec.model_dump(exclude_unset=True)
        return cls(**given, id=fault.id, remaining=fault.remaining)


class SetFaults(BaseModel):
    """The faults that are set."""

    faults: list[SetFault]


class RecordedCalls(BaseModel):
    """Calls, the oldest first."""

    requests: list[dict[str, Any]]


class Time(_Spec):
    """A time for the clock to stand at."""

    time: Moment

    @property
    def microseconds(self) -> int:
        """Since the epoch."""
        return (self.time - EPOCH) // _MICROSECOND


class Advance(_Spec):
    """How far the clock is to be put on."""

    duration: Annotated[
        str, of_form(r"[0-9]{1,12}(\.[0-9]{1,9})?s", "3600s"), Field(examples=["3600s"])
    ]

    def later(self, time: int) -> int:
        """The time in microseconds since the epoch, put on; INVALID_ARGUMENT if it is too far."""
        later = time + int(Decimal(self.duration.removesuffix("s")) * 1_000_000)
        if later > (LAST - EPOCH) // _MICROSECOND:
            raise invalid_argument("duration", f"the clock would be beyond {LAST:%Y-%m-%d}.")
        return later


class ClockState(BaseModel):
    """What the clock shows, and whether it stands there because it was set."""

    time: str
    set: bool

    @classmethod
    def of(cls, clock: Clock) -> Self:
        """The clock as it is."""
        return cls(time=timestamp(clock.shown).ToJsonString(), set=clock.is_set)


class Failure(BaseModel):
    """What every failed call answers: code, message, status, and details with the fields."""

    error: dict[str, Any]

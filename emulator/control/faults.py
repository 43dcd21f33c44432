"""The faults that are set, and which of them a call meets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from emulator.control.call_targets import Target, resource_of
from emulator.surface import caller
from emulator.surface.errors import ApiError, Code, invalid_argument
from emulator.surface.registry import Message, Method

if TYPE_CHECKING:  # What reads faults is not loaded before there is one.
    from emulator.control.fault import Fault, FaultForCalls

HEADER = "x-emulator-fault"


class ConnectionDropped(ApiError):
    """The connection is to be closed without an answer.

    Where it carries other calls too, a client is told what it makes of one that is lost.
    """

    def __init__(self) -> None:
        super().__init__(Code.UNAVAILABLE, "The connection was dropped, as a fault has asked.")


@dataclass(slots=True)
class SetFault:
    """A fault with the number of calls that it is still for, None for all."""

    id: str
    spec: FaultForCalls
    target: Target
    remaining: int | None

    def is_for(self, method: Method, resource: str) -> bool:
        """Whether a call about a resource meets it."""
        return (
            self.target.holds(resource)
            and self.spec.fits(method)
            and self.target.fits(method.full_name)
        )


class Faults:
    """What was set for many calls, in that order; a header sets one for its call.

    Of several that fit, a call meets the first. One that was met often enough is gone.
    """

    def __init__(self) -> None:
        self._set: dict[str, SetFault] = {}
        self._ids = count(1)
        self._closing = asyncio.Event()

    def __iter__(self) -> Iterator[SetFault]:
        return iter(tuple(self._set.values()))

    def add(self, spec: FaultForCalls) -> SetFault:
        """Set a fault."""
        fault = SetFault(str(next(self._ids)), spec, Target(spec.rpc, spec.resource), spec.times)
        self._set[fault.id] = fault
        return fault

    def remove(self, fault_id: str) -> bool:
        """Take a fault back; False if there is none."""
        return self._set.pop(fault_id, None) is not None

    def clear(self, resource: str = "") -> None:
        """Take back all faults, or those for a resource and what is below it."""
        above = Target(resource=resource)
        for fault in self:
            if above.holds(fault.target.resource):
                del self._set[fault.id]

    async def strike(self, fault: Fault) -> None:
        """Let the time of a fault go by, and raise what a call that meets it is to end with."""
        if fault.seconds:
            await self._delay(fault.seconds)
        if fault.drop_connection:
            raise ConnectionDropped
        if fault.error is not None:
            raise fault.error.error()

    async def _delay(self, seconds: float) -> None:
        closing = asyncio.ensure_future(self._closing.wait())
        left = caller.left.get()
        ends = [closing] if left is None else [closing, asyncio.ensure_future(left())]
        try:
            ended, _ = await asyncio.wait(ends, timeout=seconds, return_when="FIRST_COMPLETED")
        finally:
            for one in ends:
                one.cancel()
        if closing in ended:
            raise ApiError(Code.UNAVAILABLE, "The emulator ended during the delay of a fault.")
        if ended:
            raise ApiError(Code.CANCELLED, "The client left during the delay of a fault.")

    def close(self) -> None:
        """End all delays, and the calls that wait for them: the emulator is to end."""
        self._closing.set()

    def met(self, method: Method, request: Message | None) -> tuple[str, Fault] | None:
        """The fault that the running call meets, with its id, or the header's name.

        That of a stream has no request before its first message. INVALID_ARGUMENT for a header
        that cannot be read.
        """
        header = caller.client.get().header(HEADER)
        if header is not None:
            return HEADER, _of_header(header, method)
        if not self._set:
            return None
        resource = "" if request is None else resource_of(method, request)
        return next((self._used(one) for one in self if one.is_for(method, resource)), None)

    def _used(self, fault: SetFault) -> tuple[str, Fault]:
        if fault.remaining is not None:
            fault.remaining -= 1
            if not fault.remaining:
                del self._set[fault.id]
        return fault.id, fault.spec


def _of_header(text: str, method: Method) -> Fault:
    from pydantic import ValidationError

    from emulator.control.fault import Fault
    from emulator.control.pydantic_errors import violations

    try:
        fault = Fault.model_validate_json(text)
    except ValidationError as error:
        found = violations(error.errors())
        text = " ".join(f"{one.field}: {one.description}".removeprefix(": ") for one in found)
        raise invalid_argument(HEADER, text) from None
    if not fault.fits(method):
        part = "afterParts" if fault.after_parts else "afterWork"
        raise invalid_argument(HEADER, f"{part} is not for {method.rpc}.")
    return fault

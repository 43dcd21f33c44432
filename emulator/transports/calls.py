"""The way of every call that a client makes: recorded, through a fault if it meets one, served.

What the emulator calls itself, to load the demo corpus or to answer for an agent, goes to the
dispatcher at once.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING

from emulator.control.faults import Faults
from emulator.control.journal import Call, Journal
from emulator.surface.errors import ApiError
from emulator.surface.registry import Message, Method
from emulator.transports.dispatch import Dispatcher

if TYPE_CHECKING:
    from emulator.control.fault import Fault


class Reading:
    """A block that reads a request of a method, and records the call if it refuses it."""

    __slots__ = ("_journal", "_method")

    def __init__(self, journal: Journal, method: Method) -> None:
        self._journal = journal
        self._method = method

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ApiError):
            self._journal.refused(self._method, error)


class Calls:
    """Calls of the services of a dispatcher, for the doors; all of them raise ApiError."""

    def __init__(
        self, dispatcher: Dispatcher, faults: Faults | None = None, journal: Journal | None = None
    ) -> None:
        self._dispatcher = dispatcher
        self._faults = faults or Faults()
        self._journal = journal or Journal()

    def implements(self, method: Method) -> bool:
        """Whether a service has behaviour for the method."""
        return self._dispatcher.implements(method)

    def reading(self, method: Method) -> Reading:
        """Where a door reads a request: one that it refuses is recorded as well."""
        return Reading(self._journal, method)

    async def call(self, method: Method, request: Message) -> Message:
        """The response of a unary method."""
        with self._journal.begin(method) as call:
            call.asked(request)
            fault = self._fault(call, request)
            if fault is not None and not fault.after_work:
                await self._faults.strike(fault)
            response = await self._dispatcher.call(method, request)
            if fault is not None and fault.after_work:
                await self._faults.strike(fault)
            call.answered(response)
            return response

    async def stream(self, method: Method, request: Message) -> AsyncGenerator[Message, None]:
        """The responses of a server-streaming method, one by one."""
        with self._journal.begin(method) as call:
            call.asked(request)
            fault = self._fault(call, request)
            parts = self._dispatcher.stream(method, request)
            async for part in parts if fault is None else self._faulty(parts, fault):
                call.answered(part)
                yield part

    async def converse(
        self, method: Method, requests: AsyncIterator[Message]
    ) -> AsyncGenerator[Message, None]:
        """The responses of a bidirectional stream."""
        with self._journal.begin(method) as call:
            # Who opens a stream that is not served is told so before they say anything.
            first = await anext(requests, None) if self.implements(method) else None
            fault = self._fault(call, first)
            heard = _recorded(call, first, requests)
            async with aclosing(self._dispatcher.converse(method, heard)) as parts:
                async for part in parts if fault is None else self._faulty(parts, fault):
                    call.answered(part)
                    yield part

    async def _faulty(self, parts: AsyncIterator[Message], fault: Fault) -> AsyncIterator[Message]:
        """What a fault lets through of a stream; one that is shorter meets it at its end."""
        if fault.after_work:
            parts = _each([part async for part in parts])
        left = fault.after_parts
        if not left:
            await self._faults.strike(fault)
        async for part in parts:
            yield part
            left -= 1
            if not left:
                await self._faults.strike(fault)
        if left > 0:
            await self._faults.strike(fault)

    def _fault(self, call: Call, request: Message | None) -> Fault | None:
        met = self._faults.met(call.method, request)
        if met is None:
            return None
        call.fault, fault = met
        return fault


async def _each(parts: list[Message]) -> AsyncIterator[Message]:
    for part in parts:
        yield part


async def _recorded(
    call: Call, first: Message | None, requests: AsyncIterator[Message]
) -> AsyncIterator[Message]:
    """The requests of a stream, of which the first was read before."""
    if first is not None:
        call.asked(first)
        yield first
    async for request in requests:
        call.asked(request)
        yield request

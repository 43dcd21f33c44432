"""The last calls that clients have made, with what was asked and answered."""

from __future__ import annotations

import logging
import time
from collections import deque
from itertools import count
from types import TracebackType
from typing import Any, Self

from emulator.control.call_targets import Target, resource_of
from emulator.surface import caller
from emulator.surface.errors import ApiError, Code
from emulator.surface.registry import Message, Method, surface

log = logging.getLogger(__name__)

_MOST_CALLS = 1_000
_MOST_SIZE = 16 * 1024 * 1024
_MOST_OF_ONE = 1024 * 1024
_OK = "OK"


class Call:
    """One call; it goes into the journal when its block ends, however that ends."""

    number = 0
    duration = 0.0
    size = 0
    truncated = False
    code = _OK
    message = ""
    fault = ""

    def __init__(self, journal: Journal, method: Method) -> None:
        self._journal = journal
        self.method = method
        self.client = caller.client.get()
        self.start_time = time.time()
        self._started = time.perf_counter()
        self.requests: list[bytes] = []
        self.responses: list[bytes] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.end(error)

    def asked(self, request: Message) -> None:
        """Keep a request, which may be changed from now on."""
        self._keep(self.requests, request)

    def answered(self, response: Message) -> None:
        """Keep a response, or a part of it."""
        self._keep(self.responses, response)

    def _keep(self, messages: list[bytes], message: Message) -> None:
        data = message.SerializeToString()
        if self.size + len(data) > _MOST_OF_ONE:
            self.truncated = True
        else:
            self.size += len(data)
            messages.append(data)

    def end(self, error: BaseException | None = None) -> None:
        """Record it with what it ended with."""
        self.duration = time.perf_counter() - self._started
        if isinstance(error, ApiError):
            self.code, self.message = error.code.name, error.message
            log.info("%s %s: %s", self.method.full_name, self.code, error.told)
        elif error is not None:  # Nothing else ends a call but its client.
            self.code = Code.CANCELLED.name
        self.size += len(self.message) + sum(map(_size, self.client.headers))
        self._journal.add(self)

    @property
    def resource(self) -> str:
        """What it is about, as the client spelled it; empty if that is not known."""
        if not self.requests:
            return ""
        request = surface.message_class(self.method.request).FromString(self.requests[0])
        return resource_of(self.method, request)


def _size(header: tuple[Any, Any]) -> int:
    return len(header[0]) + len(header[1])


class Journal:
    """As many of the last calls as are kept, the oldest first."""

    def __init__(self) -> None:
        self._calls: deque[Call] = deque()
        self._size = 0
        self._numbers = count(1)

    def begin(self, method: Method) -> Call:
        """A call to be recorded."""
        return Call(self, method)

    def refused(self, method: Method, error: ApiError) -> None:
        """Record a call whose request could not be read."""
        Call(self, method).end(error)

    def add(self, call: Call) -> None:
        """Record a call that has ended; the oldest ones make room for it."""
        call.number = next(self._numbers)
        self._calls.append(call)
        self._size += call.size
        while len(self._calls) > _MOST_CALLS or self._size > _MOST_SIZE:
            self._size -= self._calls.popleft().size

    def find(self, target: Target) -> list[Call]:
        """The calls that are meant."""
        return [
            call
            for call in tuple(self._calls)
            if target.fits(call.method.full_name)
            and (not target.resource or target.holds(call.resource))
        ]

    def clear(self, target: Target) -> None:
        """Forget the calls that are meant."""
        found = set(self.find(target))
        left = [call for call in self._calls if call not in found]
        self._calls = deque(left)
        self._size = sum(call.size for call in left)

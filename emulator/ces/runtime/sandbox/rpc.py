"""Calls from the worker to the emulator, blocking or concurrent.

With every question go the changes of the variables since the last one, and with every reply those
that others have made.
"""

from __future__ import annotations

import json
import os
from typing import IO, TYPE_CHECKING, Any

from emulator.ces.runtime.sandbox import wire
from emulator.ces.runtime.sandbox.variables import Changes, apply, changes

if TYPE_CHECKING:  # Most code needs none of it.
    from asyncio import Future

Json = dict[str, Any]

_CHUNK = 1 << 16


class Line:
    """JSON values, a line each; `source` is a file descriptor, which an event loop can wait for."""

    def __init__(self, source: int, sink: IO[bytes]) -> None:
        self.source = source
        self._sink = sink
        self._rest = b""

    def send(self, value: Json) -> None:
        """Say a value; ValueError or TypeError if it is too long or has no JSON form."""
        self._sink.write(wire.limited(value))
        self._sink.flush()

    def read(self) -> list[Json]:
        """Wait for the next values."""
        while b"\n" not in self._rest:
            chunk = os.read(self.source, _CHUNK)
            if not chunk:
                os._exit(0)  # Nobody is there any more.
            self._rest += chunk
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(line) for line in lines]


class EmulatorRpc:
    """Has the emulator do what the worker may not."""

    def __init__(self, line: Line, state: Json) -> None:
        self._line = line
        self._state = state
        self._known = _copy(state)
        self._number = 0
        self._replies: dict[int, Json] = {}
        self._waiting: dict[int, Future[Json]] = {}

    def changed(self) -> Changes:
        """What the code has changed of the variables since the emulator was last told."""
        found = changes(self._known, self._state)
        self._known = _copy(self._state)
        return found

    def __call__(self, question: Json) -> Json:
        """The reply to a question; the code waits for it."""
        number = self._put(question)
        while number not in self._replies:
            self._take()
        return self._replies.pop(number)

    async def later(self, question: Json) -> Json:
        """The reply to a question; other parts of the code go on."""
        from asyncio import get_running_loop

        loop, number = get_running_loop(), self._put(question)
        reply: Future[Json] = loop.create_future()
        self._waiting[number] = reply
        loop.add_reader(self._line.source, self._take)
        try:
            return await reply
        finally:
            del self._waiting[number]
            if not self._waiting:
                loop.remove_reader(self._line.source)

    def _put(self, question: Json) -> int:
        self._number += 1
        self._line.send({"ask": question, "number": self._number, "changed": self.changed()})
        return self._number

    def _take(self) -> None:
        for one in self._line.read():
            for variables in (self._state, self._known):
                apply(_copy(one["changed"]), variables)
            waiting = self._waiting.get(one["number"])
            if waiting is None:
                self._replies[one["number"]] = one["reply"]
            elif not waiting.done():
                waiting.set_result(one["reply"])


def _copy(value: Any) -> Any:
    """A value of its own as JSON has it."""
    return json.loads(json.dumps(value, default=wire.dumped))

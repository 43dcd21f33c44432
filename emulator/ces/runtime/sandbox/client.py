"""Has a worker run a piece of code, answers what it asks for, and ends it in time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sysconfig
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from emulator.ces.runtime.sandbox import workers
from emulator.ces.runtime.sandbox.variables import Changes
from emulator.ces.runtime.sandbox.wire import MOST_BYTES

Json = dict[str, Any]
Answer = Callable[[Json, Changes], Awaitable[tuple[Json, Changes]]]
"""Answers what the code asks for: a call of a tool, `{"tool", "args"}`, or a web request.

It is told what the code has changed of the variables, and tells what the answering has.
"""

IS_SUPPORTED = hasattr(asyncio, "open_unix_connection")
"""Whether code can be run here: not on Windows."""

_AT_ONCE = 8
"""So many questions of one piece of code are answered at the same time."""
_MOST_WAITING = 1000
_MOURNING_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Job:
    """A function in a piece of code and what it is called with.

    An argument is `{"value"}`, or `{"kind", "value"}` for one of the classes in `models`; an
    argument of the kind CallbackContext is the context itself.
    """

    code: str
    function: str
    context: Json
    kind: str = "ToolContext"
    positional: Sequence[Json] = ()
    named: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a function gave, or the error that ended it.

    `changed` is what the code did to the variables after its last question, and `arguments` are the
    positional arguments as it left them; None if the code was ended from outside.
    """

    value: Any = None
    error: str = ""
    changed: Changes | None = None
    arguments: list[Any] | None = None


async def run(job: Job, seconds: float, answer: Answer, folders: Sequence[str] = ()) -> Outcome:
    """Run a job; code that takes more than `seconds` is ended. `folders` are those it may read."""
    if not IS_SUPPORTED:
        return Outcome(error="Python of apps runs on Linux and macOS only.")
    line, lease = workers.start()
    try:
        reader, writer = await asyncio.open_unix_connection(sock=line, limit=MOST_BYTES)
        with closing(writer):
            async with asyncio.timeout(seconds):
                return await _talk(_Line(reader, writer), job, answer, folders)
    except TimeoutError:
        return Outcome(error=f"Timeout: the code took more than {seconds:g} seconds.")
    except _Ended:
        return Outcome(error=f"The code ended its process{await _how(lease)}.")
    except ValueError as error:
        return Outcome(error=str(error))
    finally:
        lease.close()


async def _talk(line: _Line, job: Job, answer: Answer, folders: Sequence[str]) -> Outcome:
    fields = ("code", "function", "context", "kind", "positional", "named")
    message: Json = {name: getattr(job, name) for name in fields}
    message["readable"] = [*_library(), *workers.packages(), *folders]
    await line.write(message)
    reading: asyncio.Future[Any] = asyncio.ensure_future(line.read())
    failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    replies: set[asyncio.Task[None]] = set()
    turns = asyncio.Semaphore(_AT_ONCE)

    def replied(one: asyncio.Task[None]) -> None:
        replies.discard(one)
        if not one.cancelled() and not failed.done() and (error := one.exception()):
            failed.set_exception(error)

    try:
        while True:
            await asyncio.wait({reading, failed}, return_when=asyncio.FIRST_COMPLETED)
            if failed.done():  # What nobody foresaw is raised here.
                failed.result()
            said = reading.result()
            if "ask" not in said:
                return _outcome(said)
            if len(replies) >= _MOST_WAITING:
                raise ValueError(f"More than {_MOST_WAITING} calls wait at the same time.")
            reply = asyncio.create_task(_reply(line, said, answer, turns))
            replies.add(reply)
            reply.add_done_callback(replied)
            reading = asyncio.ensure_future(line.read())
    finally:
        for one in (reading, failed, *replies):
            one.cancel()


async def _reply(line: _Line, said: Json, answer: Answer, turns: asyncio.Semaphore) -> None:
    async with turns:
        reply, changed = await answer(said["ask"], said.get("changed") or {})
        await line.write({"number": said.get("number"), "reply": reply, "changed": changed})


class _Ended(Exception):
    """The worker says nothing more."""


class _Line:
    """The way to the worker and back."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def write(self, message: Json) -> None:
        """Send a message; if the worker has ended, reading tells."""
        if not self._writer.is_closing():
            with suppress(ConnectionError):
                self._writer.write(json.dumps(message).encode() + b"\n")
                await self._writer.drain()

    async def read(self) -> Json:
        """What the worker says; ValueError for what is not meant for here."""
        try:
            line = await self._reader.readline()
        except ValueError:
            raise ValueError(f"The result has more than {MOST_BYTES:,} bytes.") from None
        except ConnectionError:
            line = b""
        if not line:
            raise _Ended
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise ValueError("The code spoke for its process.")
        return said


async def _how(lease: socket.socket) -> str:
    """The signal that ended a process, if it was one; the process may also go on in silence."""
    lease.setblocking(False)
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(_MOURNING_SECONDS):
            said = await asyncio.get_running_loop().sock_recv(lease, 1)
            if any(said):
                return f" with {signal.Signals(said[0]).name}"
    return ""


def _outcome(said: Json) -> Outcome:
    changed, arguments = said.get("changed"), said.get("arguments")
    return Outcome(
        said.get("value"),
        str(said.get("error", "")),
        changed if isinstance(changed, dict) else None,
        arguments if isinstance(arguments, list) else None,
    )


@lru_cache(maxsize=1)
def _library() -> Sequence[str]:
    """Where Python reads its own modules and the time zones from."""
    paths = sysconfig.get_paths()
    own = workers.ROOT / "emulator" / "ces" / "runtime"
    found = [paths["stdlib"], paths["platstdlib"], str(own)]
    return [*found, *filter(None, str(sysconfig.get_config_var("TZPATH") or "").split(os.pathsep))]


def argument(value: Any, kind: str = "") -> Mapping[str, Any]:
    """A positional argument of a job."""
    return {"kind": kind, "value": value} if kind else {"value": value}

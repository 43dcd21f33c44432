"""The process that runs one piece of code: a job comes in a line, what came of it goes out in one.

In between the code may ask for what only the emulator can do: call a tool, make a web request.
"""

from __future__ import annotations

import os
from typing import Any

from emulator.ces.runtime.sandbox import guard, namespace, wire
from emulator.ces.runtime.sandbox.model import KINDS
from emulator.ces.runtime.sandbox.models import CallbackContext
from emulator.ces.runtime.sandbox.rpc import EmulatorRpc, Line

_FILE = "<code>"


def main() -> None:
    """Run the job that stands on the standard input."""
    line = _line()
    (job,) = line.read()
    guard.limit()
    guard.install(job["readable"])
    try:
        context: Any = KINDS[job["kind"]](**job["context"])
    except (TypeError, AttributeError) as error:  # A client may have told of it.
        line.send({"error": f"The context cannot be read: {error}"})
    else:
        line.send(_outcome(job, context, line))
    os._exit(0)  # What is left of the code must not run on.


def _line() -> Line:
    """The emulator's side; the code has nothing to read and none who would read what it prints."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return Line(source, os.fdopen(sink, "wb"))


def _outcome(job: dict[str, Any], context: CallbackContext, line: Line) -> dict[str, Any]:
    """`value` or `error`, and in any case what became of the state and the arguments."""
    given = [_argument(one, context) for one in job["positional"]]
    asking = EmulatorRpc(line, context.state)
    try:
        found = {"value": _called(job, given, namespace.namespace(context, asking))}
    except MemoryError:
        return {"error": f"MemoryError: more than {guard.MOST_MEMORY >> 20} MB are not allowed"}
    except BaseException as error:
        found = {"error": _told(error)}
    try:
        outcome = {**found, "changed": asking.changed()}
        wire.limited(outcome)
        whole = {**outcome, "arguments": given}
        # Arguments may have all that was said; what the code did to so much is not kept.
        return whole if len(wire.written(whole)) <= wire.MOST_BYTES else outcome
    except (TypeError, ValueError, RecursionError) as error:
        return {"error": f"The result cannot be returned: {error}"}


def _called(job: dict[str, Any], given: list[Any], names: dict[str, Any]) -> Any:
    exec(compile(job["code"], _FILE, "exec"), names)
    value = names[job["function"]](*given, **job["named"])
    if hasattr(value, "__await__"):
        import asyncio

        return asyncio.run(value)
    return value


def _argument(argument: dict[str, Any], context: CallbackContext) -> Any:
    """`{"kind", "value"}`: a model, the context itself, or a plain value."""
    kind = argument.get("kind")
    if kind == "CallbackContext":
        return context
    return KINDS[kind](**argument["value"]) if kind else argument["value"]


def _told(error: BaseException) -> str:
    """What went wrong, and in which line of the code."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    where = f" (line {line})" if line else ""
    return f"{type(error).__name__}: {error}{where}"[:2000]

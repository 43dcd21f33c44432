"""A tool run, by the module for its type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.structs import limited
from emulator.ces.runtime.tools.fakes import fake_response
from emulator.surface.errors import failed_precondition, unimplemented
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_Run = Callable[[ToolContext, Message, dict[str, Any], float], Awaitable[dict[str, Any]]]

_RUNNERS: Mapping[str, str] = {
    "data_store_tool": "data_store",
    "python_function": "python",
    "open_api_tool": "open_api_calls",
    "mcp_tool": "mcp",
}
_ELSEWHERE: Mapping[str, str] = {
    "client_function": "the client runs it, in a session",
    "widget_tool": "the client shows it, in a session",
    "system_tool": "it works on the session that it is called in",
    "agent_tool": "its agent runs in a session",
}
_SHORT, _LONG = 30.0, 60.0  # Seconds, by the reference of `Tool.timeout`.
_DEEPEST = 10
_depth: ContextVar[int] = ContextVar("tool calls above this one", default=0)


async def run(context: ToolContext, tool: Message, args: dict[str, Any]) -> dict[str, Any]:
    """The response of a tool to a call, as a JSON object; ApiError if it cannot be made.

    What goes wrong inside a tool, such as an exception of its code, is a response with `error`. A
    tool that is faked in this session is not run.
    """
    seconds = time_limit(tool)
    with _deeper():
        found = await fake_response(context, tool, args, seconds)
        if found is None:
            found = await _runner(tool)(context, tool, args, seconds)
    return limited(found)


def time_limit(tool: Message) -> float:
    """The seconds that a tool may take."""
    if tool.HasField("timeout"):
        return float(tool.timeout.seconds + tool.timeout.nanos / 1e9)
    return _LONG if tool.execution_type == ces.ExecutionType.Value("ASYNCHRONOUS") else _SHORT


def _runner(tool: Message) -> _Run:
    kind = tool.WhichOneof("tool_type")
    if kind in _ELSEWHERE:
        raise failed_precondition(f"{tool.name} cannot be executed: {_ELSEWHERE[kind]}.")
    if kind not in _RUNNERS:
        raise unimplemented(f"The execution of a {kind}", "fake it with tool_fake_config")
    module = import_module(f"{__package__}.{_RUNNERS[kind]}")
    run: _Run = module.run
    return run


@contextmanager
def _deeper() -> Iterator[None]:
    depth = _depth.get() + 1
    if depth > _DEEPEST:
        raise failed_precondition(f"Tools call each other more than {_DEEPEST} levels deep.")
    token = _depth.set(depth)
    try:
        yield
    finally:
        _depth.reset(token)

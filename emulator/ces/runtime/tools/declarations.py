"""What tools take and give, of each type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from emulator.ces.runtime.tools import open_api_calls, signatures
from emulator.ces.runtime.tools.code import BadCode, Function, read
from emulator.ces.runtime.tools.open_api import BadSchema
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_FILTERED = ces.DataStoreTool.FilterParameterBehavior.Value("ALWAYS_INCLUDE")

# Of the system's tools: https://docs.cloud.google.com/customer-engagement-ai ("System tools").
_SYSTEM: Mapping[str, tuple[Mapping[str, str], Sequence[str]]] = {
    "end_session": (
        {"reason": "STRING", "session_escalated": "BOOLEAN", "params": "OBJECT"},
        ("reason",),
    ),
    "transfer_to_agent": ({"agent_name": "STRING"}, ("agent_name",)),
    "customize_response": (
        {
            "content": "STRING",
            "enable_dtmf": "BOOLEAN",
            "dtmf_endpointing_timeout_modes": "STRING",
            "dtmf_finish_digit": "STRING",
            "disable_barge_in": "BOOLEAN",
        },
        ("content",),
    ),
}


def input_schema(tool: Message) -> Message:
    """The object of a tool's arguments; INVALID_ARGUMENT for code that is none."""
    kind = tool.WhichOneof("tool_type")
    make = _INPUTS.get(kind)
    return _object({}, ()) if make is None else make(getattr(tool, kind))


def output_schema(tool: Message) -> Message:
    """What a tool gives."""
    kind = tool.WhichOneof("tool_type")
    make = _OUTPUTS.get(kind)
    return _object({}, ()) if make is None else make(getattr(tool, kind))


def _object(properties: Mapping[str, Any], required: Sequence[str]) -> Message:
    schema = ces.Schema(type="OBJECT", required=required)
    for name, kind in properties.items():
        part = ces.Schema(type=kind) if isinstance(kind, str) else kind
        schema.properties[name].CopyFrom(part)
    return schema


def _function(tool: Message) -> Function:
    try:
        return read(tool.python_code).entry(tool.name)
    except BadCode as error:
        raise invalid_argument("tool.python_function.python_code", str(error)) from None


def _described(tool: Message, read_schema: Callable[[Message], Message]) -> Message:
    try:
        return read_schema(tool)
    except BadSchema as error:
        raise invalid_argument("tool.open_api_tool.open_api_schema", f"{error}.") from None


def _search(tool: Message) -> Message:
    filtered = {"filter": "STRING"} if tool.filter_parameter_behavior == _FILTERED else {}
    return _object({"query": "STRING", **filtered}, ("query",))


def _found(_: Message) -> Message:
    snippet = _object({"title": "STRING", "uri": "STRING", "text": "STRING"}, ())
    snippets = ces.Schema(type="ARRAY", items=snippet)
    output = _object({"answer": "STRING", "snippets": snippets}, ())
    return _object({"output": output}, ())


_INPUTS: Mapping[str, Callable[[Message], Message]] = {
    "client_function": lambda tool: _given(tool, "parameters"),
    "widget_tool": lambda tool: _given(tool, "parameters"),
    "mcp_tool": lambda tool: _given(tool, "input_schema"),
    "python_function": lambda tool: signatures.input_schema(_function(tool)),
    "open_api_tool": lambda tool: _described(tool, open_api_calls.input_schema),
    "data_store_tool": _search,
    "google_search_tool": lambda _: _object({"query": "STRING"}, ("query",)),
    "file_search_tool": lambda _: _object({"query": "STRING"}, ("query",)),
    "agent_tool": lambda _: _object({"request": "STRING"}, ("request",)),
    "remote_agent_tool": lambda _: _object({"request": "STRING"}, ("request",)),
    "system_tool": lambda tool: _object(*_SYSTEM[tool.name]),
}
_OUTPUTS: Mapping[str, Callable[[Message], Message]] = {
    "client_function": lambda tool: _given(tool, "response"),
    "mcp_tool": lambda tool: _given(tool, "output_schema"),
    "python_function": lambda tool: signatures.output_schema(_function(tool)),
    "open_api_tool": lambda tool: _described(tool, open_api_calls.output_schema),
    "data_store_tool": _found,
}


def _given(tool: Message, field: str) -> Message:
    schema: Message = getattr(tool, field)
    return schema if tool.HasField(field) else _object({}, ())

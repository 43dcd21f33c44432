"""Widgets: what a client is given to show, with the data that a tool has brought for it.

The shape of the payload is not documented: it has the widget's `name`, its `widgetType`, its
`parameters` and, if it has one, its `uiConfig`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emulator.ces.runtime import callbacks
from emulator.ces.runtime.chat.writing import written_if_possible
from emulator.ces.runtime.structs import json_text
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import failed_precondition
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

Json = dict[str, Any]
_ASKED = "The user is shown a widget with data. Write one or two sentences to go with it."
_MODES = ces.WidgetTool.DataMapping


async def payload(turn: Turn, agent: Message, widget: Message, args: Mapping[str, Any]) -> Json:
    """The payload for the client; arguments of the call win over mapped data."""
    kind = widget.widget_type or ces.WidgetTool.CUSTOM  # As the reference says of none.
    shown: Json = {
        "name": widget.name,
        "widgetType": ces.WidgetTool.WidgetType.Name(kind),
        "parameters": {**await _mapped(turn, agent, widget), **args},
    }
    if widget.HasField("ui_config"):
        shown["uiConfig"] = struct_dict(widget.ui_config)
    return shown


async def text(turn: Turn, config: Message, shown: Json) -> str:
    """What is said with a widget; empty if nothing is, or only a language model could write it."""
    if config.type == config.STATIC:
        return str(config.static_text)
    if config.type != config.LLM_GENERATED:
        return ""
    instruction = f"{_ASKED}\n{config.text_response_instruction}".strip()
    about = f"The user: {turn.inputs.text}\nThe data: {json_text(shown)}"
    return await written_if_possible(turn.environment.chat_api, instruction, about)


async def _mapped(turn: Turn, agent: Message, widget: Message) -> Json:
    """The data of the source tool's last response in the session, as parameters."""
    mapping = widget.data_mapping
    source = _last_response(turn, mapping.source_tool_name)
    if source is None:
        return {}
    if mapping.mode == _MODES.PYTHON_SCRIPT:
        return await _by_code(turn, agent, widget, source)
    found = ((name, _at(source, path)) for name, path in mapping.field_mappings.items())
    return {name: value for name, value in found if value is not None}


def _last_response(turn: Turn, tool: str) -> Any:
    for message in reversed(turn.spoken() if tool else []):
        for chunk in message.chunks:
            if chunk.HasField("tool_response") and chunk.tool_response.tool == tool:
                response = struct_dict(chunk.tool_response.response)
                return response.get("output", response)
    return None


def _at(value: Any, path: str) -> Any:
    """The value at a path such as `order.items`."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


async def _by_code(turn: Turn, agent: Message, widget: Message, source: Any) -> Json:
    mapping, where = widget.data_mapping, f"the widget {widget.name}"
    function = mapping.python_function
    code = function.python_code or mapping.python_script
    outcome = await callbacks.function_result(
        turn, agent, where, code, function.name, (("", source),)
    )
    if not isinstance(outcome.value, dict):
        raise failed_precondition(f"The code of {where} gives no object of parameters.")
    return outcome.value

"""What stands in for a tool: its fake in a session that asks for it, the mocks of ExecuteTool and
of evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.tools.names import callback_view
from emulator.surface import names
from emulator.surface.errors import failed_precondition
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

Json = dict[str, Any]
_ALL = "fake_tool_call"


async def fake_response(
    context: ToolContext, tool: Message, args: Json, seconds: float
) -> Json | None:
    """What a mock or the tool's fake gives; None if there is none, or if it leaves the call to it.

    `fake_{tool_id}` goes before `fake_tool_call`; `-` in ids is `_` in the function's name.
    """
    if mocked := context.mocked.get(tool.name):
        return mocked.pop(0) if len(mocked) > 1 else mocked[0]
    config = tool.tool_fake_config
    if not (context.use_fakes and config.enable_fake_mode and config.HasField("code_block")):
        return None
    from emulator.ces.runtime.tools import python
    from emulator.ces.runtime.tools.code import BadCode, read

    text = config.code_block.python_code
    own = f"fake_{names.resource_id(tool.name).replace('-', '_')}"
    try:
        functions = read(text).functions
    except BadCode as error:
        return {"error": str(error)}
    function = own if own in functions else _ALL
    if function not in functions:
        return None
    arguments = [("Tool", callback_view(tool)), ("", args), ("CallbackContext", None)]
    outcome = await python.call(context, text, function, arguments, seconds)
    if outcome.error:
        return {"error": outcome.error}
    return None if outcome.value is None else python.response(outcome.value)


def mock_response(context: ToolContext, tool: Message, args: Json) -> Json | None:
    """What a mock gives for a call that another tool makes; None if the tool itself is to run.

    A pattern fits if all that it has is in the arguments too. FAILED_PRECONDITION if none fits and
    the configuration says that this is a failure.
    """
    config = context.mocks
    if config is None:
        return None
    for mock in config.mocked_tool_calls:
        pattern = struct_dict(mock.expected_args_pattern)
        if _names(mock, tool.name) and _fits(pattern, args):
            return struct_dict(mock.mock_response)
    if config.unmatched_tool_call_behavior == config.FAIL:
        raise failed_precondition(f"No mock fits the call of {tool.display_name}.")
    return None


def _names(mock: Message, name: str) -> bool:
    if mock.HasField("toolset"):
        toolset, tool_id = names.canonical(mock.toolset.toolset), mock.toolset.tool_id
        return names.parent(name) == toolset and tool_id in ("", names.resource_id(name))
    return bool(names.canonical(mock.tool_id or mock.tool) == name)


def _fits(pattern: Any, value: Any) -> bool:
    if isinstance(pattern, Mapping) and isinstance(value, Mapping):
        return all(key in value and _fits(part, value[key]) for key, part in pattern.items())
    return bool(pattern == value)

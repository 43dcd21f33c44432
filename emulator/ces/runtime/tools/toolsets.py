"""The tools that toolsets offer: the operations of an API, the tools of an MCP server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.http_client import WebError
from emulator.ces.runtime.structs import json_text
from emulator.ces.runtime.tools import mcp
from emulator.ces.runtime.tools.json_schemas import Schemas
from emulator.ces.runtime.tools.names import tool_id_in
from emulator.ces.runtime.tools.open_api import BadSchema, read
from emulator.surface.errors import failed_precondition, not_found, unimplemented
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_LIST_SECONDS = 30.0
_SHARED = ("execution_type", "timeout", "tool_fake_config")
_CONFIG = ("api_authentication", "tls_config", "service_directory_config")


async def tools_of(
    context: ToolContext, toolset: Message, tool_ids: Sequence[str] = (), *, raw: bool = False
) -> list[Message]:
    """The `Tool`s of a toolset, all or those of these ids; NOT_FOUND for an id that none has.

    `raw` leaves out what the toolset says of its tools in place of the server.
    FAILED_PRECONDITION if the server cannot be asked.
    """
    found = {tool_id_in(toolset.name, tool): tool for tool in await _all(context, toolset, raw)}
    for tool_id in tool_ids:
        if tool_id not in found:
            raise not_found("Tool", f"{toolset.name}/tools/{tool_id[:200]}")
    return [tool for tool_id, tool in found.items() if not tool_ids or tool_id in tool_ids]


def operations_of(toolset: Message, tool_ids: Sequence[str]) -> list[Message]:
    """The tools of a toolset that are known without asking anybody: operations of an API."""
    found = _operations(toolset) if toolset.HasField("open_api_toolset") else []
    return [tool for tool in found if not tool_ids or tool_id_in(toolset.name, tool) in tool_ids]


async def _all(context: ToolContext, toolset: Message, raw: bool) -> list[Message]:
    kind = toolset.WhichOneof("toolset_type")
    if kind == "open_api_toolset":
        return _operations(toolset)
    if kind == "mcp_toolset":
        return await _offered(context, toolset, raw)
    raise unimplemented(f"A {kind}", "there are no connectors here")


def _operations(toolset: Message) -> list[Message]:
    config = toolset.open_api_toolset
    try:
        operations = read(config.open_api_schema).operations
    except BadSchema as error:
        raise failed_precondition(
            f"The schema of {toolset.name} cannot be read: {error}."
        ) from None
    tools = []
    for operation in operations.values():
        tool = _tool(toolset, operation.id, operation.id)
        part = tool.open_api_tool
        part.open_api_schema = json_text(operation.schema)
        part.name, part.description = operation.id, operation.description
        part.ignore_unknown_fields = config.ignore_unknown_fields
        _copy(config, part, _CONFIG)
        tools.append(tool)
    return tools


async def _offered(context: ToolContext, toolset: Message, raw: bool) -> list[Message]:
    config = toolset.mcp_toolset
    try:
        async with mcp.client(context, config, _LIST_SECONDS, calls=False) as server:
            offered = await server.tools()
    except WebError as error:
        raise failed_precondition(
            f"The tools of {toolset.name} cannot be listed: {error}"
        ) from None
    overrides = {} if raw else {one.tool: one for one in config.tool_overrides}
    return [_mcp_tool(toolset, one, overrides.get(str(one["name"]))) for one in offered]


def _mcp_tool(toolset: Message, offered: dict[str, Any], override: Message | None) -> Message:
    config, name = toolset.mcp_toolset, str(offered["name"])
    renamed = override.name_override if override is not None else ""
    tool = _tool(toolset, name, renamed or name)
    part = tool.mcp_tool
    part.name, part.name_override = name, renamed
    said = override.description_override if override is not None else ""
    part.description = said or str(offered.get("description") or "")
    for field, key in (("input_schema", "inputSchema"), ("output_schema", "outputSchema")):
        if isinstance(offered.get(key), dict):
            getattr(part, field).CopyFrom(Schemas(offered[key]).root(offered[key]))
    part.server_address, part.state = config.server_address, part.ACTIVE
    part.custom_headers.update(config.custom_headers)
    _copy(config, part, _CONFIG)
    return tool


def _tool(toolset: Message, tool_id: str, called: str) -> Message:
    display_name = f"{toolset.display_name}_{called}" if toolset.display_name else called
    tool: Message = ces.Tool(name=f"{toolset.name}/tools/{tool_id}", display_name=display_name)
    _copy(toolset, tool, _SHARED)
    return tool


def _copy(source: Message, target: Message, fields: Sequence[str]) -> None:
    for field in fields:
        if field == "execution_type":
            target.execution_type = source.execution_type
        elif source.HasField(field):
            getattr(target, field).CopyFrom(getattr(source, field))

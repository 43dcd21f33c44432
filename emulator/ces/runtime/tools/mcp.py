"""Tools of MCP servers."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import orjson

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.http_client import WebError
from emulator.ces.runtime.tools.mcp_client import McpClient
from emulator.ces.runtime.tools.python import response
from emulator.ces.runtime.tools.server_requests import headers, send
from emulator.surface.registry import Message

Json = dict[str, Any]


async def run(context: ToolContext, tool: Message, args: Json, seconds: float) -> Json:
    """Call the tool; what the server or the way to it has against it is in `error`."""
    config = tool.mcp_tool
    try:
        async with client(context, config, seconds, calls=True) as server:
            result = await server.call_tool(config.name, args)
    except WebError as error:
        return {"error": str(error)}
    text = "\n".join(_texts(result))
    if result.get("isError"):
        return {"error": text or "The MCP server tells of an error."}
    structured = result.get("structuredContent")
    return response(_value(text) if structured is None else structured)


def client(context: ToolContext, config: Message, seconds: float, *, calls: bool) -> McpClient:
    """A client of the server that a tool or a toolset names."""
    added = headers(context, config, calls=calls)
    return McpClient(config.server_address, added, partial(send, context, config, seconds=seconds))


def _value(text: str) -> Any:
    """The object that a text is the JSON of, as servers without structured content send it."""
    if text.lstrip().startswith("{"):
        with suppress(ValueError):
            return orjson.loads(text)
    return text


def _texts(result: Json) -> list[str]:
    content = result.get("content")
    parts = content if isinstance(content, list) else []
    return [str(one["text"]) for one in parts if isinstance(one, dict) and "text" in one]

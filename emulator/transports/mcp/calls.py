"""`tools/list` and `tools/call`, which are the same in every revision of MCP."""

from __future__ import annotations

import logging
from typing import Any

import orjson

from emulator.control.faults import ConnectionDropped
from emulator.surface.encoder import published
from emulator.surface.errors import ApiError, internal
from emulator.surface.growing_json import dumps
from emulator.surface.registry import Method, union_package
from emulator.transports.calls import Calls
from emulator.transports.mcp.catalogue import Apis, listing, tools
from emulator.transports.mcp.messages import JsonObject, invalid_params
from emulator.transports.mcp.tools import Tool

log = logging.getLogger(__name__)


class ToolCalls:
    """Lists tools and calls the RPCs behind them."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self, params: JsonObject, apis: Apis) -> JsonObject:
        """All tools on one page; INVALID_PARAMS for a cursor, as none was given out."""
        if params.get("cursor"):
            raise invalid_params("`cursor` was not given out by this server")
        return {"tools": orjson.Fragment(listing(apis))}

    async def call(self, params: JsonObject, apis: Apis) -> JsonObject:
        """A tool's result; INVALID_PARAMS if there is no such tool.

        What the API refuses, unknown arguments too, is a result with `isError`: a model that made
        the mistake sees it and can correct itself.
        """
        tool = _tool(params.get("name"), apis)
        arguments = params.get("arguments")
        if arguments is not None and not isinstance(arguments, dict):
            raise invalid_params("`arguments` must be an object")
        try:
            return await self._result(tool, arguments or {})
        except ConnectionDropped:
            raise
        except ApiError as error:
            return _failure(tool.refused(error), tool)
        except Exception:
            log.exception("the tool %s failed", tool.name)
            return _failure(internal(), tool)

    async def _result(self, tool: Tool, arguments: JsonObject) -> JsonObject:
        method = tool.method
        with self._calls.reading(method):
            request = tool.request(arguments)
        response = await self._calls.call(method, request)
        encoded = published(dumps(tool.result(response)))
        return {
            "content": [_text(encoded.decode())],
            "structuredContent": orjson.Fragment(encoded),
            "isError": False,
        }


def _tool(name: object, apis: Apis) -> Tool:
    if not isinstance(name, str):
        raise invalid_params("`name` must be the name of a tool")
    known = tools(apis)
    if name not in known:
        raise invalid_params(f"unknown tool {name!r:.200}; the tools are: {', '.join(known)}")
    return known[name]


def _failure(error: ApiError, tool: Tool) -> JsonObject:
    return {"content": [_text(_explain(error, tool.method))], "isError": True}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _explain(error: ApiError, method: Method) -> str:
    """`NOT_FOUND (404): DataStore ... not found.`, then what the violations have to say beside."""
    lines = [f"{error.code.name} ({error.http_status}): {error.message}"]
    lines += [
        f"{violation.field}: {violation.description}"
        for violation in error.violations
        if violation.description not in error.message
    ]
    lines += error.hints
    return "\n".join(lines).replace(f"{union_package(method.package)}.", f"{method.package}.")

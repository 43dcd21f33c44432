"""A client of MCP servers, over streamable HTTP.

https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import orjson

from emulator import __version__
from emulator.ces.runtime.http_client import Reply, Request, WebError
from emulator.ces.runtime.structs import json_text

_VERSION = "2025-06-18"
_MOST_PAGES = 100

Json = dict[str, Any]
Send = Callable[[Request], Awaitable[Reply]]


class McpClient:
    """One session with a server; WebError for what it refuses or does not understand."""

    def __init__(self, url: str, headers: Mapping[str, str], send: Send) -> None:
        self._url = url
        self._headers = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            **headers,
        }
        self._send = send
        self._calls = 0

    async def __aenter__(self) -> McpClient:
        answer = await self._call(
            "initialize",
            {
                "protocolVersion": _VERSION,
                "capabilities": {},
                "clientInfo": {"name": "discoveryengine-emulator", "version": __version__},
            },
        )
        self._headers["mcp-protocol-version"] = str(answer.get("protocolVersion", _VERSION))
        await self._post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    async def __aexit__(self, *_: object) -> None:
        if "mcp-session-id" in self._headers:
            with suppress(WebError):  # What was asked for has been answered.
                await self._send(Request("DELETE", self._url, self._headers))

    async def tools(self) -> list[Json]:
        """All tools of the server."""
        found: list[Json] = []
        params: Json = {}
        for _ in range(_MOST_PAGES):
            page = await self._call("tools/list", params)
            listed = page.get("tools")
            tools = listed if isinstance(listed, list) else []
            found += [one for one in tools if isinstance(one, dict) and one.get("name")]
            if not page.get("nextCursor"):
                return found
            params = {"cursor": page["nextCursor"]}
        raise WebError(f"The MCP server lists tools on more than {_MOST_PAGES} pages.")

    async def call_tool(self, name: str, arguments: Json) -> Json:
        """The result of a call, `content`, `structuredContent` and `isError`."""
        return await self._call("tools/call", {"name": name, "arguments": arguments})

    async def _call(self, method: str, params: Json) -> Json:
        self._calls += 1
        number = self._calls
        body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for message in _messages(await self._post(body)):
            if message.get("id") == number:
                if isinstance(message.get("result"), dict):
                    return dict(message["result"])
                error = message.get("error")
                reason = error.get("message") if isinstance(error, dict) else error
                raise WebError(f"The MCP server refuses {method}: {reason}")
        raise WebError(f"The MCP server does not answer {method}.")

    async def _post(self, body: Json) -> Reply:
        content = json_text(body).encode()
        reply = await self._send(Request("POST", self._url, self._headers, content))
        if reply.status >= 300:
            text = reply.content.decode(errors="replace")
            raise WebError(f"The MCP server answered {reply.status}: {text[:500]}")
        if "mcp-session-id" in reply.headers:
            self._headers["mcp-session-id"] = reply.headers["mcp-session-id"]
        return reply


def _messages(reply: Reply) -> Iterator[Json]:
    """The JSON-RPC messages of an answer, be it one of them or a stream of events."""
    if reply.headers.get("content-type", "").startswith("text/event-stream"):
        events = reply.content.decode(errors="replace").replace("\r\n", "\n").split("\n\n")
        texts = [_data(event) for event in events]
    else:
        texts = [reply.content.decode(errors="replace")]
    for text in filter(None, texts):
        try:
            message = orjson.loads(text)
        except ValueError:
            raise WebError("The MCP server answers with something that is not JSON.") from None
        given = message if isinstance(message, list) else [message]
        yield from (one for one in given if isinstance(one, dict))


def _data(event: str) -> str:
    lines = (line[len("data:") :].strip() for line in event.split("\n") if line.startswith("data:"))
    return "\n".join(lines)

"""Servers that answer tools in ways they should not, without an emulator."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import orjson
import pytest

from emulator.ces.runtime.http_client import MOST_BYTES, Reply, Request, WebError, fetch
from emulator.ces.runtime.tools.mcp_client import McpClient

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n"


@contextmanager
def server(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of a server that answers one request."""

    def serve() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(1 << 16)
            answer(connection)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join()


def asked(address: str, seconds: float = 5.0) -> Reply:
    return asyncio.run(fetch(Request("GET", address), (), seconds))


def test_an_answer_in_chunks_is_read_to_its_end() -> None:
    def chunks(connection: socket.socket) -> None:
        connection.sendall(HEAD + b"transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n")
        connection.sendall(b"2\r\nde\r\n0\r\n\r\n")

    with server(chunks) as address:
        assert asked(address).content == b"abcde"


def test_an_answer_that_only_trickles_is_not_waited_for() -> None:
    given_up = threading.Event()

    def trickle(connection: socket.socket) -> None:
        connection.sendall(HEAD + b"\r\n")
        while not given_up.wait(0.05):
            connection.sendall(b".")

    with server(trickle) as address:
        with pytest.raises(WebError, match="timed out"):
            asked(address, 0.3)
        given_up.set()


def test_an_answer_that_is_too_long_is_refused() -> None:
    def flood(connection: socket.socket) -> None:
        connection.sendall(HEAD + b"\r\n")
        with suppress(OSError):  # Who has read enough hangs up.
            connection.sendall(bytes(MOST_BYTES + (1 << 20)))

    with server(flood) as address, pytest.raises(WebError, match=f"more than {MOST_BYTES:,}"):
        asked(address)


def mcp_client(results: dict[str, Any]) -> McpClient:
    """A client of an MCP server that has these results by their methods, and is then gone."""

    async def send(request: Request) -> Reply:
        if request.method == "DELETE":
            raise WebError("The server is gone.")
        body = orjson.loads(request.content)
        answer = {"jsonrpc": "2.0", "id": body.get("id"), "result": results.get(body["method"], {})}
        headers = {"content-type": "application/json", "mcp-session-id": "1"}
        return Reply(200, headers, orjson.dumps(answer))

    return McpClient("http://127.0.0.1/mcp", {}, send)


@pytest.mark.parametrize(
    ("listed", "names"),
    [([{"name": "a"}, {}, 5, {"name": ""}], ["a"]), (5, []), ({"name": "a"}, []), (None, [])],
)
def test_what_an_mcp_server_lists_may_be_no_tools(listed: Any, names: list[str]) -> None:
    async def tools() -> list[Any]:
        async with mcp_client({"tools/list": {"tools": listed}}) as one:
            return await one.tools()

    assert [one["name"] for one in asyncio.run(tools())] == names


def test_numbers_of_any_size_are_sent() -> None:
    async def called() -> Any:
        async with mcp_client({"tools/call": {"isError": False}}) as one:
            return await one.call_tool("count", {"n": 10**30})

    assert asyncio.run(called()) == {"isError": False}

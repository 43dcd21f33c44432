"""Bidirectional streams over WebSockets, through a client's library."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from emulator.transports.calls import Calls
from emulator.transports.dispatch import Dispatcher
from emulator.transports.http.allowed_hosts import HostCheck
from emulator.transports.http.web_sockets import WebSocketApp
from tests.clients.controlling import controlled
from tests.conftest import Server

APP = "projects/demo/locations/us/apps/tindlemoor-support"
STREAM = "/ws/google.cloud.ces.{}.SessionService/BidiRunSession/locations/us"
QUESTION = "What is the warranty on the Skylark 3?"


@contextmanager
def opened(server: Server, path: str = STREAM.format("v1"), **options: Any) -> Iterator[Any]:
    url = server.url.replace("http:", "ws:")
    with connect(f"{url}{path}", **options) as web_socket:
        yield web_socket


def config() -> dict[str, Any]:
    return {"config": {"session": f"{APP}/sessions/socket-{uuid4().hex[:8]}"}}


def say(web_socket: ClientConnection, *messages: object) -> None:
    for one in messages:
        web_socket.send(one if isinstance(one, str | bytes) else json.dumps(one))


def heard(web_socket: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(web_socket.recv(timeout=20))
    return found


def closed(web_socket: ClientConnection) -> tuple[int | None, str | None]:
    with suppress(ConnectionClosedError):
        list(web_socket)
    return web_socket.protocol.close_code, web_socket.protocol.close_reason


@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_turns_are_taken_until_the_session_ends(server: Server, version: str) -> None:
    with opened(server, STREAM.format(version)) as web_socket:
        say(web_socket, config(), {"realtimeInput": {"text": QUESTION}})
        assert "36 months" in heard(web_socket)["sessionOutput"]["text"]
        last = heard(web_socket)["sessionOutput"]
        assert (last["turnCompleted"], last["turnIndex"]) == (True, 1)
        say(web_socket, json.dumps({"realtime_input": {"text": "Goodbye"}}).encode())
        said = [heard(web_socket) for _ in range(3)]
        assert said[0]["sessionOutput"]["text"] == "Goodbye."
        assert (
            said[2]["endSession"]["metadata"] == said[1]["sessionOutput"]["endSession"]["metadata"]
        )
        assert closed(web_socket) == (1000, "generic::failed_precondition: goodbye")


@pytest.mark.parametrize(
    ("messages", "code", "reason"),
    [
        (["{"], 1007, "invalid_argument: Invalid JSON"),
        (
            [{"bogus": 1}],
            1007,
            'invalid_argument: Invalid JSON payload received. Unknown name "bogus"',
        ),
        ([{"\N{SNOWMAN}" * 99: 1}], 1007, "invalid_argument: Invalid JSON payload received."),
        ([{"realtimeInput": {"text": "x"}}], 1007, "invalid_argument: Invalid value at 'config'"),
        (
            [config(), {"realtimeInput": {"audio": "AAAA"}}],
            1011,
            "unimplemented: realtime_input.audio",
        ),
        ([{"config": {"session": f"{APP}x/sessions/some-one"}}], 1011, "not_found: App"),
    ],
)
def test_what_goes_wrong_is_told_at_the_close(
    server: Server, messages: list[Any], code: int, reason: str
) -> None:
    with opened(server) as web_socket:
        say(web_socket, *messages)
        found, text = closed(web_socket)
        assert (found, text and text[: len(reason) + 9]) == (code, f"generic::{reason}")


def test_who_has_left_is_told_nothing() -> None:
    """The server underneath refuses to send through a socket that it has closed."""
    events = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(event: Any) -> None:
        events.append(event["type"])
        if event["type"] == "websocket.close":
            raise RuntimeError

    scope = {"type": "websocket", "path": "/ws/nothing", "headers": []}
    asyncio.run(WebSocketApp(Calls(Dispatcher({})), HostCheck(()))(scope, receive, send))
    assert events == ["websocket.accept", "websocket.close"]


@pytest.mark.parametrize("rpc", ["RunSession", "Nothing"])
def test_what_is_no_such_stream_is_closed(server: Server, rpc: str) -> None:
    with opened(server, STREAM.format("v1").replace("BidiRunSession", rpc)) as web_socket:
        code, reason = closed(web_socket)
        assert (code, reason and reason[:20]) == (1011, "generic::not_found: ")


def test_pages_from_elsewhere_open_no_socket(server: Server) -> None:
    with opened(server, origin="http://localhost:3000"):
        pass
    with pytest.raises(InvalidStatus) as caught, opened(server, origin="http://evil.example.com"):
        pass
    assert caught.value.response.status_code == 403


def test_elsewhere_there_are_no_sockets(server: Server) -> None:
    with pytest.raises(InvalidStatus) as caught, opened(server, "/v1/projects"):
        pass
    assert caught.value.response.status_code == 404


def test_a_stream_is_recorded_and_meets_faults(server: Server, http: httpx.Client) -> None:
    with controlled(http) as control:
        control.fault(resource=APP, afterParts=1, error={"code": "UNAVAILABLE", "message": "No."})
        with opened(server) as web_socket:
            say(web_socket, config(), {"realtimeInput": {"text": QUESTION}})
            assert "36 months" in heard(web_socket)["sessionOutput"]["text"]
            assert closed(web_socket) == (1011, "generic::unavailable: No.")
        [call] = control.requests(rpc="*.BidiRunSession")
        assert (call["transport"], call["code"]) == ("websocket", "UNAVAILABLE")
        assert call["requests"][1] == {"realtimeInput": {"text": QUESTION}}
        assert "36 months" in call["responses"][0]["sessionOutput"]["text"]


def test_a_dropped_stream_is_lost(server: Server, http: httpx.Client) -> None:
    with controlled(http) as control:
        control.fault(resource=APP, dropConnection=True)
        with opened(server) as web_socket:
            say(web_socket, config())
            code, reason = closed(web_socket)
        assert (code, str(reason)[:20]) == (1011, "generic::unavailable")

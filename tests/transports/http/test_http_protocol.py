"""Clients that speak another protocol than HTTP/1.1, or wish to."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import grpc
import httpx
import orjson
import pytest

from tests.clients.controlling import controlled
from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Server
from tests.processes import PATIENCE, running
from tests.transports.failures import failure

SEARCH = f"/v1/{DEMO_CONFIG}:search"
STREAM_ANSWER = "*.ConversationalSearchService.StreamAnswerQuery"
BODY = {"query": "warranty", "pageSize": 1}
# As java.net.http.HttpClient does where nobody has told it to speak HTTP/1.1.
HTTP_2 = {
    "connection": "Upgrade, HTTP2-Settings",
    "upgrade": "h2c",
    "http2-settings": "AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
}
WEB_SOCKET = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.fixture
def connection(server: Server) -> Iterator[socket.socket]:
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
        yield connection


def rest(connection: socket.socket) -> bytes:
    """All that comes until the connection ends."""
    return b"".join(iter(lambda: connection.recv(65_536), b""))


def answered(connection: socket.socket, request: str) -> tuple[bytes, bytes]:
    """Head and body of the answer that ends the connection."""
    connection.sendall(request.encode())
    head, _, body = rest(connection).partition(b"\r\n\r\n")
    return head, body


@pytest.mark.parametrize("wish", [HTTP_2, WEB_SOCKET], ids=["h2c", "websocket"])
def test_a_body_is_read(http: httpx.Client, wish: dict[str, str]) -> None:
    for _ in range(2):  # The second call comes over the same connection.
        answer = http.post(SEARCH, json=BODY, headers=wish)
        assert (answer.status_code, answer.http_version) == (200, "HTTP/1.1")
        assert [one["id"] for one in answer.json()["results"]] == ["policy-warranty"]


def test_a_body_in_chunks_is_read(http: httpx.Client) -> None:
    parts = (b'{"query": "warranty", ', b'"pageSize": 1}')
    answer = http.post(SEARCH, content=iter(parts), headers=HTTP_2)
    assert len(answer.json()["results"]) == 1


def test_a_mistake_in_a_body_is_told(http: httpx.Client) -> None:
    answer = http.post(SEARCH, json={"pageSize": "x"}, headers=HTTP_2)
    assert (answer.status_code, answer.json()["error"]["status"]) == (400, "INVALID_ARGUMENT")


def test_a_call_without_body_is_served(http: httpx.Client) -> None:
    answer = http.get(f"/v1/{DEMO_ENGINE}", headers=HTTP_2)
    assert answer.json()["name"].endswith("/engines/demo")


def test_calls_that_come_in_pieces_and_close_upon_each_other_are_served(
    connection: socket.socket,
) -> None:
    body = '{"query": "warranty", "pageSize": 1}'
    head = f"POST {SEARCH}?fields=results.id HTTP/1.1\r\nHost: localhost\r\n"
    wish = "Connection: upgrade\r\nUpgrade: h2c\r\n"
    call = f"{head}{wish}Content-Length: {len(body)}\r\n\r\n{body}"
    for piece in (call[:20], call[20:180], call[180:] + call + call[:-5], call[-5:]):
        connection.sendall(piece.encode())
    received = b""
    while received.count(b'"policy-warranty"') < 3:
        received += connection.recv(65_536)
    assert received.count(b"HTTP/1.1 200 OK") == received.count(b'"id"') == 3


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_call_that_closes_the_connection_is_served(
    connection: socket.socket, version: str
) -> None:
    call = f"GET /v1/{DEMO_ENGINE} HTTP/{version}\r\nHost: localhost\r\n"
    wish = "Connection: close, upgrade\r\nUpgrade: h2c\r\n\r\n"
    head, body = answered(connection, f"{call}{wish}{call}\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert orjson.loads(body)["name"].endswith("/engines/demo")


@pytest.mark.parametrize(
    ("request_line", "reason"),
    [
        *((f"CONNECT {it}", "no tunnels") for it in ("localhost:80", "/v1", "http://here/v1", "*")),
        (f"GET /v1/{DEMO_ENGINE}?x={'x' * 70_000}", "url is too long"),
        ("GET /v1/projects/caf\N{LATIN SMALL LETTER E WITH ACUTE}", "Invalid char in url path"),
        ("HELLO /v1", "cannot be read"),
    ],
    ids=["tunnel", "tunnel-path", "tunnel-url", "tunnel-all", "long", "not-ascii", "method"],
)
def test_what_cannot_be_read_is_an_error_of_the_api(
    connection: socket.socket, request_line: str, reason: str
) -> None:
    head, body = answered(connection, f"{request_line} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request")
    assert f"content-length: {len(body)}".encode() in head
    failure(orjson.loads(body), "INVALID_ARGUMENT", reason)


def test_nothing_is_written_into_a_response_that_is_under_way(
    connection: socket.socket, http: httpx.Client
) -> None:
    body = '{"query": {"text": "How long is the warranty on the Skylark 3?"}}'
    head = f"POST /v1/{DEMO_CONFIG}:streamAnswer HTTP/1.1\r\nHost: localhost\r\n"
    received = b""
    with controlled(http) as control:
        control.fault(rpc=STREAM_ANSWER, afterParts=1, delay="600s")
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        while b'"state"' not in received:
            received += connection.recv(65_536)
        connection.sendall(b"HELLO\r\n\r\n")
        received += rest(connection)
    assert received.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("verb", "length"), [("streamAnswer", False), ("answer", True)], ids=["stream", "whole"]
)
def test_a_client_of_http_1_0_gets_no_chunks(
    connection: socket.socket, verb: str, length: bool
) -> None:
    body = '{"query": {"text": "How long is the warranty on the Skylark 3?"}}'
    line = f"POST /v1/{DEMO_CONFIG}:{verb}?fields=answer.answerText HTTP/1.0"
    head, answer = answered(connection, f"{line}\r\nContent-Length: {len(body)}\r\n\r\n{body}")
    assert b"transfer-encoding" not in head
    assert (f"content-length: {len(answer)}".encode() in head) is length
    assert b"36 months" in orjson.dumps(orjson.loads(answer))


def test_who_speaks_another_protocol_is_told_so_in_the_log(tmp_path: Path) -> None:
    with running(tmp_path, "--ephemeral", "--no-seed") as emulator:
        with pytest.raises(httpx.ConnectError):
            httpx.get(emulator.url.replace("http:", "https:"), timeout=PATIENCE)
        with grpc.insecure_channel(emulator.url.removeprefix("http://")) as channel:
            call = channel.unary_unary("/google.longrunning.Operations/GetOperation")
            with pytest.raises(grpc.RpcError):
                call(b"", timeout=PATIENCE)
        address = urlsplit(emulator.url)
        with socket.create_connection((address.hostname, address.port)) as connection:
            connection.sendall(b"hello\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 400 Bad Request")
        _, log = emulator.end()
    assert "should begin with http://" in log
    assert "gRPC has a port of its own" in log
    assert "The HTTP request cannot be read: Invalid method encountered." in log

"""The frames of HTTP/2 with which clients ask whether a connection is still there."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import BinaryIO

from tests.processes import PATIENCE

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_SETTINGS, _PING, _GOAWAY = 4, 6, 7
_ACK = 1
_MANY = 20


def test_a_client_may_ping_as_often_as_it_likes(door):
    """Keepalive over a quiet stream: gRPC's servers end a connection at the third ping."""
    with _connected(door.address) as connection, connection.makefile("rb") as received:
        connection.sendall(_PREFACE + _frame(_SETTINGS))
        for _ in range(2):  # The end is told after the answers to the pings that led to it.
            connection.sendall(b"".join(_frame(_PING, bytes([n] * 8)) for n in range(_MANY)))
            assert _answered(received) == [bytes([n] * 8) for n in range(_MANY)]


def _connected(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def _frame(kind: int, payload: bytes = b"") -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind]) + bytes(5) + payload


def _answered(received: BinaryIO) -> list[bytes]:
    """What the next answered pings carried, until as many as were sent; fewer if it hangs up."""
    found: list[bytes] = []
    for kind, flags, payload in _frames(received):
        assert kind != _GOAWAY, payload
        if kind == _PING and flags & _ACK:
            found.append(payload)
        if len(found) == _MANY:
            break
    return found


def _frames(received: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    while head := received.read(9):
        yield head[3], head[4], received.read(int.from_bytes(head[:3], "big"))

"""How the worker process is spoken to: a length as 8 bytes and so many bytes, each way."""

from __future__ import annotations

from typing import IO

_LENGTH = 8

# What the worker may have; where the system knows no such limit, it has all.
MOST_MEMORY = 2 << 30


def send(sink: IO[bytes], message: bytes) -> None:
    """Write one message."""
    sink.write(len(message).to_bytes(_LENGTH, "big"))
    sink.write(message)
    sink.flush()


def receive(source: IO[bytes]) -> bytes | None:
    """Read one message; None if the other side is gone."""
    size = source.read(_LENGTH)
    if len(size) < _LENGTH:
        return None
    length = int.from_bytes(size, "big")
    message = source.read(length)
    return message if len(message) == length else None

"""Connections that end without an answer: the emulator drops them, or the client leaves."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import Receive, Scope

ABORT = "emulator.abort"
"""The extension of a scope that ends its connection, which ASGI has no message for."""


async def drop(scope: Scope, receive: Receive) -> None:
    """End the connection of a request."""
    abort: Callable[[], None] = scope["extensions"][ABORT]
    abort()
    await client_left(receive)


async def client_left(receive: Receive) -> None:
    """Wait until the client has left; its request must have been read."""
    while (await receive())["type"] != "http.disconnect":
        pass

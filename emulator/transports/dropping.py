"""Connections that end without an answer, which ASGI has no message for."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import Receive, Scope

ABORT = "emulator.abort"
"""The extension of a scope that ends its connection, where the server has one."""


async def drop(scope: Scope, receive: Receive) -> None:
    """End the connection of a request."""
    abort: Callable[[], None] = scope["extensions"][ABORT]
    abort()
    while (await receive())["type"] != "http.disconnect":
        pass

"""What is known of the running call beside its request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextvars import ContextVar
from typing import Any, NamedTuple

package: ContextVar[str] = ContextVar("package", default="google.cloud.discoveryengine.v1")
"""The package of the called method. An operation keeps its types under this version's names,
because a client that polls it over gRPC names no version."""


project: ContextVar[str] = ContextVar("project", default="")
"""The project as the call names it, by its id or its number; what is stored has the number."""


class Client(NamedTuple):
    """The door that a call came through: `rest`, `grpc`, `mcp`, `websocket`; and its headers.

    Names are in lower case; names and values are text over gRPC, and bytes elsewhere.
    """

    door: str
    headers: Iterable[tuple[Any, Any]]

    def header(self, name: str) -> str | None:
        """A header's text, which is UTF-8 whatever HTTP says; of several the last."""
        key = name if self.door == "grpc" else name.encode()
        found = None
        for given, value in self.headers:
            if given == key:
                found = value
        return found.decode(errors="replace") if isinstance(found, bytes) else found


_NOBODY = Client("", ())

client: ContextVar[Client] = ContextVar("client", default=_NOBODY)
"""Who makes the call. Some headers, `x-emulator-...`, speak to the emulator and not to the API."""

left: ContextVar[Callable[[], Awaitable[None]] | None] = ContextVar("left", default=None)
"""Waits until the client has left, where the door does not end the call by itself then."""

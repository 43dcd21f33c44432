"""The door of the emulator's own API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from emulator.control.clock import Clock
from emulator.control.faults import Faults
from emulator.control.journal import Journal
from emulator.surface.errors import ApiError
from emulator.transports.http.allowed_hosts import HostCheck
from emulator.transports.http.request_body import read_body

PREFIX = "/emulator/v1"
# Bodies are JSON whatever they are called, as curl calls all that it sends a form, and unpacked.
_OF_BODIES = frozenset({b"content-type", b"content-encoding", b"content-length"})


@dataclass(frozen=True)
class Controls:
    """What there is to control: faults, journal, clock, and what is in a project.

    To empty a project takes a while and is not for the event loop.
    """

    faults: Faults
    journal: Journal
    clock: Clock
    empty: Callable[[str], None]
    seed: Callable[[str], Awaitable[None]]


class ControlApp:
    """An ASGI application for the paths below `PREFIX`.

    It tells what others have asked and deletes what they have made, so it is not for pages from
    elsewhere, nor under a name that such a page may have brought about.
    """

    def __init__(self, controls: Controls, max_body: int, hosts: HostCheck) -> None:
        self._controls = controls
        self._max_body = max_body
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        try:
            self._hosts.check(Headers(scope=scope))
            body = await read_body(scope, receive, self._max_body)
        except ApiError as error:
            await _refused(error)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        headers = [one for one in scope["headers"] if one[0] not in _OF_BODIES]
        await self._api({**scope, "headers": headers}, _receiving(body), send)

    @cached_property
    def _api(self) -> ASGIApp:
        """Made at the first call: a start need not wait for it."""
        from emulator.transports.control.routes import api

        return api(self._controls)


def _refused(error: ApiError) -> ASGIApp:
    from emulator.transports.control.routes import refused

    return refused(error)


def _receiving(body: bytes) -> Receive:
    """What hands over a body that was read."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive

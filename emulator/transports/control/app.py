"""The door of the emulator's own API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from emulator.control.clock import Clock
from emulator.control.faults import Faults
from emulator.control.journal import Journal
from emulator.surface.errors import ApiError, Code
from emulator.transports.hosts import ForeignHost, HostCheck

PREFIX = "/emulator/v1"


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

    def __init__(self, controls: Controls, hosts: HostCheck) -> None:
        self._controls = controls
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        app = self._app_for(Headers(scope=scope))
        # Bodies are JSON whatever they are called: curl calls all that it sends a form.
        headers = [one for one in scope["headers"] if one[0] != b"content-type"]
        await app({**scope, "headers": headers}, receive, send)

    def _app_for(self, headers: Headers) -> ASGIApp:
        from emulator.transports.control.routes import refused

        try:
            self._hosts.check(headers)
        except ForeignHost as error:
            return refused(ApiError(Code.PERMISSION_DENIED, str(error)))
        return self._api

    @cached_property
    def _api(self) -> ASGIApp:
        """Made at the first call: a start need not wait for it."""
        from emulator.transports.control.routes import api

        return api(self._controls)

"""A gRPC door in process, on a thread of its own, over services that a test writes itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from emulator.transports.calls import Calls
from emulator.transports.dispatch import Dispatcher
from emulator.transports.grpc.grpc_server import GrpcServer
from tests.processes import PATIENCE

MAX_MESSAGE = 100_000


class Door:
    """A running server."""

    def __init__(self, services: dict[str, object]) -> None:
        self.ready = True
        self._dispatcher = Dispatcher(
            {("discoveryengine", name): (service,) for name, service in services.items()}
        )
        self._listening = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._listening.wait(PATIENCE)

    @property
    def running(self) -> bool:
        """Whether it was not stopped yet."""
        return self._thread.is_alive()

    def stop(self, grace: float = 0.2) -> None:
        """End the server and its thread."""
        self._grace = grace
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(PATIENCE)
        assert not self.running

    async def _serve(self) -> None:
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        server = GrpcServer(Calls(self._dispatcher), MAX_MESSAGE, lambda: self.ready)
        self.address = f"127.0.0.1:{await server.start('127.0.0.1:0')}"
        self._listening.set()
        await self._ending.wait()
        await server.stop(self._grace)


@contextmanager
def serving(**services: object) -> Iterator[Door]:
    """A door to services of Discovery Engine by their names, such as `SearchService`."""
    door = Door(services)
    try:
        yield door
    finally:
        if door.running:
            door.stop()

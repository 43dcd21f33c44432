"""The process: state, services and doors put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from filelock import FileLock, Timeout
from starlette.routing import Mount

from emulator.bundled import bundled
from emulator.cli import CommandError
from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.discoveryengine.branches import Branches
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.services import services
from emulator.resources.locations import Locations
from emulator.resources.operations import Operations
from emulator.seeding import Seeder
from emulator.settings import Settings
from emulator.storage.schema import SchemaError
from emulator.storage.store import Store
from emulator.transports.dispatch import Dispatcher
from emulator.transports.grpc import GrpcServer
from emulator.transports.rest import RestApp
from emulator.welcome import welcome

_GRACE_SECONDS = 2.0

log = logging.getLogger(__name__)


class Emulator:
    """Everything behind the doors, over one data folder or in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ready = False
        folder = settings.folder
        self._lock = _lock(folder)
        self._store = _open_store(folder)
        clock, ids = Clock(), Ids()
        self._operations = Operations(self._store, clock, ids)
        self._operations.interrupt()
        self._branches = Branches(self._store, folder / "indexes" if folder else None)
        environment = Environment(self._store, clock, ids, self._operations, self._branches)
        implemented: dict[tuple[str, str], Sequence[object]] = {
            ("discoveryengine", name): parts for name, parts in services(environment).items()
        }
        implemented["", "Operations"] = (self._operations,)
        implemented["", "Locations"] = (Locations(),)
        self.dispatcher = Dispatcher(implemented)

    async def prepare(self) -> None:
        """Load the demo corpus if it is wanted and bring every index up to date."""
        if self.settings.seed:
            await Seeder(self.dispatcher, self._store, bundled("seed_data")).seed()
        await asyncio.to_thread(self._branches.refresh)
        self.ready = True

    def close(self) -> None:
        """End running operations and let go of the data folder."""
        self._operations.close()
        self._branches.close()
        self._store.close()
        if self._lock is not None:
            self._lock.release()

    def http_app(self) -> FastAPI:
        """The HTTP port: health, and below it REST for every other path."""
        app = FastAPI(title="Discovery Engine emulator", docs_url=None, openapi_url=None)
        app.add_api_route("/healthz", _alive)
        app.add_api_route("/readyz", self._readiness)
        app.router.routes.append(
            Mount("", RestApp(self.dispatcher, self.settings.max_request_bytes))
        )
        return app

    async def _readiness(self) -> PlainTextResponse:
        if self.ready:
            return PlainTextResponse("ready\n")
        return PlainTextResponse("starting\n", status_code=503)


async def _alive() -> PlainTextResponse:
    return PlainTextResponse("alive\n")


def run(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C; CommandError if the emulator cannot start."""
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(message)s")
    with _listening(settings.host, settings.port) as http_socket:
        emulator = Emulator(settings)
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                runner.run(_serve(emulator, http_socket))
        finally:
            emulator.close()


class _Server(uvicorn.Server):
    """uvicorn without its own signal handlers, which would end the process before it is closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the emulator."""
        yield


async def _serve(emulator: Emulator, http_socket: socket.socket) -> None:
    settings = emulator.settings
    server = _Server(
        uvicorn.Config(
            emulator.http_app(),
            http="httptools",
            lifespan="off",
            log_config=None,
            log_level=settings.log_level,
            access_log=settings.log_level in ("debug", "info"),
            server_header=False,
            timeout_graceful_shutdown=int(_GRACE_SECONDS),
        )
    )
    grpc_server = GrpcServer(
        emulator.dispatcher, settings.max_request_bytes, lambda: emulator.ready
    )
    try:
        grpc_port = await grpc_server.start(f"{settings.host}:{settings.grpc_port}")
    except OSError as error:
        raise CommandError(f"{error}; choose another --grpc-port") from None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: setattr(server, "should_exit", True))
    port = http_socket.getsockname()[1]
    preparing = asyncio.create_task(_prepare(server, emulator, port, grpc_port))
    await server.serve(sockets=[http_socket])
    await grpc_server.stop(_GRACE_SECONDS)
    if preparing.done() and preparing.exception() is not None:
        raise CommandError("the emulator could not be made ready; the log says why")
    preparing.cancel()


async def _prepare(server: uvicorn.Server, emulator: Emulator, port: int, grpc_port: int) -> None:
    try:
        await emulator.prepare()
    except Exception:
        log.exception("the emulator could not be made ready")
        server.should_exit = True
        raise
    print(welcome(emulator.settings, port, grpc_port), flush=True)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), reuse_port=False, backlog=2048)
    except OSError as error:
        raise CommandError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another --port"
        ) from None


def _lock(folder: Path | None) -> FileLock | None:
    """Hold the data folder, or refuse to share it."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "lock")
        lock.acquire(blocking=False)
    except Timeout:
        raise CommandError(
            f"another emulator uses the data folder {folder}; stop it or choose another --data-dir"
        ) from None
    except OSError as error:
        raise CommandError(f"cannot use the data folder {folder}: {error.strerror}") from None
    return lock


def _open_store(folder: Path | None) -> Store:
    try:
        return Store(folder / "emulator.sqlite" if folder else None)
    except SchemaError as error:
        raise CommandError(str(error)) from None

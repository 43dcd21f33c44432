"""The process: ports opened, the emulator served on them until a signal, and brought to its end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator

import uvicorn
from sqlalchemy.exc import DBAPIError

from emulator import CommandError
from emulator.addresses import authority
from emulator.app import Emulator
from emulator.data_folder import database
from emulator.settings import Settings
from emulator.storage.schema import SchemaError
from emulator.transports.grpc.grpc_server import GrpcServer
from emulator.transports.http.http_protocol import HttpProtocol
from emulator.welcome import welcome

_GRACE_SECONDS = 2.0
_LIMIT_SECONDS = 4.5
# As Google's front ends: a client that finds its idle connection closed as it sends sees an error.
_KEEP_ALIVE_SECONDS = 240

# What a call makes is freed with its last reference; the default of 700 objects would have every
# answer looked through several times.
_COLLECTED_AFTER = 10_000

log = logging.getLogger(__name__)


def run(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C; CommandError if the emulator cannot start."""
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(message)s")
    with _listening(settings.host, settings.port, "--port") as http_socket:
        # Tried before gRPC does, which prints lines of its own when a port is taken.
        _listening(settings.host, settings.grpc_port, "--grpc-port").close()
        _warn_of_guests(http_socket)
        emulator = _emulator(settings)
        gc.freeze()  # What was imported stays: no collection has to look at it.
        gc.set_threshold(_COLLECTED_AFTER)
        gc.enable()
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


def _http_server(emulator: Emulator) -> _Server:
    settings = emulator.settings
    config = uvicorn.Config(
        emulator.http_app(),
        http=HttpProtocol,
        lifespan="off",
        ws="emulator.transports.http.http_protocol:web_socket_protocol",
        ws_max_size=settings.max_request_bytes,
        log_config=None,
        log_level=settings.log_level,
        access_log=settings.log_level in ("debug", "info"),
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=int(_GRACE_SECONDS),
    )
    return _Server(config)


async def _serve(emulator: Emulator, http_socket: socket.socket) -> None:
    settings = emulator.settings
    grpc_server = GrpcServer(emulator.calls, settings.max_request_bytes, lambda: emulator.ready)
    try:
        grpc_port = await grpc_server.start(authority(settings.host, settings.grpc_port))
    except OSError as error:
        raise CommandError(f"{error}; choose another --grpc-port") from None
    stopping = _stopping()
    http_server = _http_server(emulator)
    serving = asyncio.create_task(http_server.serve(sockets=[http_socket]))
    ports = http_socket.getsockname()[1], grpc_port
    preparing = asyncio.create_task(_prepare(emulator, stopping, *ports))
    await stopping.wait()
    _end_at_last()
    emulator.end_delays()
    http_server.should_exit = True
    failed = preparing.done() and preparing.exception() is not None
    preparing.cancel()
    await asyncio.gather(
        serving, grpc_server.stop(_GRACE_SECONDS), asyncio.to_thread(emulator.end_operations)
    )
    if failed:
        raise CommandError("the emulator could not be made ready; the log says why")


def _stopping() -> asyncio.Event:
    """Set by SIGTERM and Ctrl-C."""
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()

    def stop(*_: object) -> None:
        if not loop.is_closed():  # Else the end is already near.
            loop.call_soon_threadsafe(stopping.set)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return stopping


def _end_at_last() -> None:
    """End the process after a while, whatever still runs.

    Python waits for its threads, and a thread that rebuilds an index cannot be interrupted. Nothing
    is lost: what was answered is on disk.
    """
    timer = threading.Timer(_LIMIT_SECONDS, os._exit, [0])
    timer.daemon = True
    timer.start()


async def _prepare(emulator: Emulator, stopping: asyncio.Event, port: int, grpc_port: int) -> None:
    try:
        await emulator.prepare()
        _say(welcome(emulator.settings, port, grpc_port))
        await asyncio.to_thread(emulator.load)
    except Exception:
        log.exception("the emulator could not be made ready")
        stopping.set()
        raise


def _say(text: str) -> None:
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # Who started it reads no further; Python must not stumble over the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _listening(host: str, port: int, flag: str) -> socket.socket:
    is_v6 = ":" in host
    family = socket.AF_INET6 if is_v6 else socket.AF_INET
    both = is_v6 and socket.has_dualstack_ipv6()  # As gRPC listens: `::` is every address.
    try:
        return socket.create_server((host, port), family=family, backlog=2048, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        # Python adds the address to the reason, in brackets.
        reason = str(getattr(error, "strerror", error)).partition(" (")[0]
        raise CommandError(
            f"cannot listen on {authority(host, port)}: {reason}; choose another {flag} or --host"
        ) from None


def _warn_of_guests(listening: socket.socket) -> None:
    address, port = listening.getsockname()[:2]
    if not ipaddress.ip_address(address).is_loopback:
        log.warning(
            "listening on %s: anyone on the network can use the emulator, it asks for no password",
            authority(address, port),
        )


def _emulator(settings: Settings) -> Emulator:
    path = database(settings.folder)
    try:
        return Emulator(settings)
    except SchemaError as error:
        raise CommandError(f"cannot use {path}: {error}") from None
    except (sqlite3.Error, DBAPIError) as error:
        reason = getattr(error, "orig", error)  # What SQLite said, without SQLAlchemy's wrapping.
        raise CommandError(
            f"cannot use the database {path}: {reason}; move it away or choose another --data-dir"
        ) from None

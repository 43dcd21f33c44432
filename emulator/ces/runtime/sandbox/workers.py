"""Has workers forked by a process that is kept for it, and started when it is first needed."""

from __future__ import annotations

import atexit
import os
import site
import socket
import sys
import threading
from functools import lru_cache
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import NamedTuple

ROOT = Path(__file__).parents[4]
"""Where the emulator's package is."""

_START = (
    "import sys; sys.path[:0] = [{root!r}]; sys.path += {packages!r}; "
    "from emulator.ces.runtime.sandbox.fork_server import main; main()"
)


class Worker(NamedTuple):
    """A worker: the way to it, and the lease without which it is ended.

    The lease tells a byte when the worker has ended: the signal that ended it, or 0.
    """

    line: socket.socket
    lease: socket.socket


def start() -> Worker:
    """A new worker; whoever asks for it closes both sockets."""
    line, its_line = socket.socketpair()
    lease, its_lease = socket.socketpair()
    with its_line, its_lease:
        _server.fork(its_line.fileno(), its_lease.fileno())
    return Worker(line, lease)


class _Server:
    """The process that forks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._orders: socket.socket | None = None
        self._process: Popen[bytes] | None = None
        atexit.register(self.stop)

    def fork(self, line: int, lease: int) -> None:
        """Hand over a worker's ends of its sockets."""
        with self._lock:
            try:
                self._order(line, lease)
            except ConnectionError:  # It was ended from outside.
                self._stop()
                self._order(line, lease)

    def stop(self) -> None:
        """End the process, if there is one, and with it all workers."""
        with self._lock:
            self._stop()

    def _order(self, line: int, lease: int) -> None:
        if self._orders is None:
            self._orders, theirs = socket.socketpair()
            self._process = _started(theirs)
        socket.send_fds(self._orders, [b"+"], [line, lease])

    def _stop(self) -> None:
        orders, self._orders, process, self._process = self._orders, None, self._process, None
        if orders is not None:
            orders.close()
        if process is not None:
            process.wait()


def _started(orders: socket.socket) -> Popen[bytes]:
    start = _START.format(root=str(ROOT), packages=packages())
    with orders:
        return Popen(
            (sys.executable, "-I", "-S", "-c", start),
            stdin=orders.fileno(),
            stdout=DEVNULL,
            stderr=DEVNULL,
            cwd=os.sep,
            env={"LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )


@lru_cache(maxsize=1)
def packages() -> list[str]:
    """Where installed packages are, which the code may import some of."""
    return [*dict.fromkeys(path for path in site.getsitepackages() if os.path.isdir(path))]


_server = _Server()

"""The process that workers are forked from, so that none has to start a Python of its own.

For each worker a byte with two sockets comes on the standard input: the line that the worker talks
on, and its lease. A worker lives no longer than the other end of its lease is open; once it has
ended, the signal that ended it, or 0, is a byte on that lease.
"""

from __future__ import annotations

import gc
import os
import selectors
import signal
import socket
from contextlib import suppress

from emulator.ces.runtime.sandbox import worker

_MOST_FILES = 1 << 16


def main() -> None:
    """Fork workers until nobody is there any more who would ask for them."""
    gc.freeze()  # What workers do not touch is not copied.
    with socket.socket(fileno=0) as orders:
        _ForkServer(orders).run()


class _ForkServer:
    """The workers that run, by their processes' ids."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._leases: dict[int, socket.socket] = {}
        self._selector = selectors.DefaultSelector()

    def run(self) -> None:
        """Fork, end and bury workers until the orders end."""
        ended, wakes = socket.socketpair()
        for one in (ended, wakes):
            one.setblocking(False)
        signal.set_wakeup_fd(wakes.fileno())
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        for source, react in ((self._orders, self._fork), (ended, self._bury)):
            self._selector.register(source, selectors.EVENT_READ, react)
        while self._orders.fileno() >= 0:
            for key, _ in self._selector.select():
                key.data(key.fileobj)
        for process in self._leases:
            _kill(process)

    def _fork(self, orders: socket.socket) -> None:
        order, files, _, _ = socket.recv_fds(orders, 1, 2)
        if not order:
            orders.close()
            return
        line, lease = (socket.socket(fileno=file) for file in files)
        with line:
            try:
                process = os.fork()
            except OSError:  # Whoever waits for the worker finds both ways closed.
                lease.close()
                return
            if not process:
                _work(line.fileno())
            with suppress(OSError):  # Whoever of both comes first.
                os.setpgid(process, process)
        self._leases[process] = lease
        self._selector.register(lease, selectors.EVENT_READ, self._end)

    def _end(self, lease: socket.socket) -> None:
        """End the worker of a lease, unless it has just been buried."""
        for process, its in self._leases.items():
            if its is lease:
                self._selector.unregister(lease)
                _kill(process)

    def _bury(self, ended: socket.socket) -> None:
        ended.recv(1024)
        while self._leases:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                return
            with self._leases.pop(process) as lease, suppress(OSError, KeyError):
                self._selector.unregister(lease)
                lease.send(bytes([os.WTERMSIG(status)]))


def _kill(process: int) -> None:
    """Kill a process that nobody has waited for yet: no other can have its id."""
    with suppress(OSError):  # macOS refuses what has just ended.
        os.killpg(process, signal.SIGKILL)


def _work(line: int) -> None:
    """Be a worker, which has nothing of this process but its code."""
    try:
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(line, 0)
        os.dup2(line, 1)
        os.closerange(3, _MOST_FILES)
        worker.main()
    finally:
        os._exit(1)

"""Takes from the worker's process what code of an app has no business with.

Limits of the system hold memory, processes and files; an audit hook, which cannot be removed, ends
what the system has no limit for: the network, further processes, files other than those that Python
itself and its packages are read from. See https://peps.python.org/pep-0578/ for why such a hook
is no prison.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

MOST_MEMORY = 512 << 20
"""Bytes of address space. macOS does not hold a process to it."""

# Events by the part before the dot; https://docs.python.org/3/library/audit_events.html has all.
_NETWORK = frozenset(
    ("socket", "ftplib", "http", "imaplib", "nntplib", "poplib", "smtplib", "telnetlib", "urllib")
)
_PROCESSES = frozenset(("subprocess", "pty", "signal", "_thread", "_posixsubprocess", "_winapi"))
_MACHINE = frozenset(
    ("ctypes", "fcntl", "gc", "mmap", "msvcrt", "resource", "sqlite3", "syslog", "winreg")
)
_PROCESS_CALLS = ("os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system")
_TRACES = ("sys.addaudithook", "sys.setprofile", "sys.settrace")
_FOLDERS = ("os.listdir", "os.scandir")
_HARMLESS = ("os.putenv", "os.unsetenv")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_UNIX = 1  # AF_UNIX: an event loop wakes itself through a pair of such sockets.


def limit() -> None:
    """Set the limits of the system; those that it does not have are left out."""
    try:
        import resource
    except ImportError:  # Windows.
        return
    limits = {"AS": MOST_MEMORY, "NPROC": 0, "FSIZE": 0, "CORE": 0, "NOFILE": 64}
    for name, most in limits.items():
        number = getattr(resource, f"RLIMIT_{name}", None)
        if number is not None:
            _, hard = resource.getrlimit(number)
            wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with suppress(ValueError):  # macOS refuses some.
                resource.setrlimit(number, (wanted, wanted))


def install(readable: Sequence[str]) -> None:
    """From now on refuse with PermissionError all but reading below these folders."""
    sys.addaudithook(_hook(tuple(os.path.join(folder, "") for folder in readable)))


def _hook(readable: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    path_of, join, normal = os.fspath, os.path.join, os.path.normpath

    def may_read(path: Any) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        text = path_of(path)
        name = text.decode(errors="replace") if isinstance(text, bytes) else text
        return join(normal(name), "").startswith(readable) and os.path.isabs(name)

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if flags & _WRITES or not may_read(path):
                raise PermissionError(f"code of an app may not open files: {path!r:.200}")
            return
        if "." not in event or event in _HARMLESS:
            return
        family = event.partition(".")[0]
        if family in _NETWORK and not (event == "socket.__new__" and arguments[1] == _UNIX):
            raise PermissionError("code of an app has no network; use ces_requests")
        if family in _PROCESSES or event.startswith(_PROCESS_CALLS):
            raise PermissionError("code of an app may not start processes or threads")
        if family == "os" and not (event in _FOLDERS and may_read(arguments[0])):
            raise PermissionError(f"code of an app may not use the system: {event}")
        if family in _MACHINE or event in _TRACES:
            raise PermissionError(f"code of an app may not use the interpreter: {event}")

    return check

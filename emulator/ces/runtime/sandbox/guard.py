"""Takes from the worker's process what code of an app has no business with.

Limits of the system hold memory, processes and files; an audit hook, which cannot be removed, ends
what the system has no limit for: the network, further processes, files other than those that Python
itself and its packages are read from. See https://peps.python.org/pep-0578/ for why such a hook
is no prison.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any

MOST_MEMORY = 512 << 20
"""Bytes of address space. macOS does not hold a process to it."""

# Starts processes, and no event tells of it.
_UNTOLD = "_posixsubprocess"
# Whoever imports it uses the interpreter; NumPy does without where there is none.
_MISSING = "ctypes"


def limit() -> None:
    """Set the limits of the system; those that it does not have are left out."""
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
    sys.modules[_UNTOLD] = ModuleType(_UNTOLD)  # The module `subprocess` asks for no more of it.
    vars(sys.modules[_UNTOLD])["fork_exec"] = None
    sys.modules[_MISSING] = None  # type: ignore[assignment] # So says Python that there is none.
    sys.addaudithook(_hook(tuple(os.path.join(folder, "") for folder in readable)))


def _hook(readable: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    """The hook; all that it goes by is its own, so that code cannot change it in the module.

    Events are told apart by the part before the dot; they are all in
    https://docs.python.org/3/library/audit_events.html.
    """
    network = frozenset(
        ("socket", "ftplib", "http", "imaplib", "nntplib", "poplib", "smtplib", "telnetlib")
    )
    processes = frozenset(("subprocess", "pty", "signal", "_thread", "_winapi"))
    machine = frozenset(
        ("ctypes", "fcntl", "gc", "mmap", "msvcrt", "resource", "sqlite3", "syslog", "winreg")
    )
    calls = ("os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system")
    traces = ("sys.addaudithook", "sys.setprofile", "sys.settrace")
    harmless = ("os.putenv", "os.unsetenv")
    folders = ("os.listdir", "os.scandir")
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    untold, unix = _UNTOLD, 1  # AF_UNIX: an event loop wakes itself through such sockets.
    path_of, join, normal, is_absolute = os.fspath, os.path.join, os.path.normpath, os.path.isabs

    def may_read(path: Any) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        text = path_of(path)
        name = text.decode(errors="replace") if isinstance(text, bytes) else text
        return join(normal(name), "").startswith(readable) and is_absolute(name)

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if flags & writes or not may_read(path):
                raise PermissionError(f"code of an app may not open files: {path!r:.200}")
            return
        if event == "import" and arguments[0] == untold:
            raise PermissionError("code of an app may not start processes or threads")
        if "." not in event or event in harmless:
            return
        family = event.partition(".")[0]
        is_web = family in network or event == "urllib.Request"
        if is_web and not (event == "socket.__new__" and arguments[1] == unix):
            raise PermissionError("code of an app has no network; use ces_requests")
        if family in processes or event.startswith(calls):
            raise PermissionError("code of an app may not start processes or threads")
        if family == "os" and not (event in folders and may_read(arguments[0])):
            raise PermissionError(f"code of an app may not use the system: {event}")
        if family in machine or event in traces:
            raise PermissionError(f"code of an app may not use the interpreter: {event}")

    return check

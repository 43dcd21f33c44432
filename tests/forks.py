"""Emulators forked from a process that has imported them, for tests to which the start is nothing.

The command takes a second to import what it needs, a fork of it a moment.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing import util
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import PIPE, TimeoutExpired
from typing import TextIO
from unittest.mock import patch

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.imported"])
_LONGEST = 60  # The path of a socket, which stands below, may have a hundred characters.
if len(tempfile.gettempdir()) > _LONGEST:
    with patch.object(tempfile, "tempdir", "/tmp"):
        util.get_temp_dir()  # Once it is made, it is kept.


class Fork:
    """The command line in a process of its own; what the tests use of `subprocess.Popen`."""

    def __init__(
        self, arguments: Sequence[str], cwd: Path, env: Mapping[str, str], stderr: int | None = None
    ) -> None:
        self.stdout, output = _pipe()
        self._stderr, errors = _pipe() if stderr == PIPE else (None, Connection(os.dup(2)))
        with output, errors:
            self._process = _CONTEXT.Process(
                target=_main, args=(tuple(arguments), cwd, dict(env), output, errors)
            )
            self._process.start()

    def __enter__(self) -> Fork:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdout.close()
        if self._stderr:
            self._stderr.close()
        self.wait()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code, or minus the number of the signal that ended it; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """As `returncode`."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended; TimeoutExpired."""
        self._process.join(timeout)
        if self.returncode is None:
            raise TimeoutExpired("the emulator", timeout or 0)
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it wrote to stdout and was not read yet, and to stderr, once it has ended."""
        self.wait(timeout)
        return self.stdout.read(), self._stderr.read() if self._stderr else ""

    def terminate(self) -> None:
        """SIGTERM."""
        self._process.terminate()

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()


def _pipe() -> tuple[TextIO, Connection]:
    reading, writing = os.pipe()
    return open(reading), Connection(writing)


def _main(
    arguments: Sequence[str],
    cwd: Path,
    env: Mapping[str, str],
    output: Connection,
    errors: Connection,
) -> None:
    from tests import proof

    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    for connection, number in ((output, 1), (errors, 2)):
        os.dup2(connection.fileno(), number)
        connection.close()
    raise SystemExit(proof.main(arguments))

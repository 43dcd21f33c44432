"""Emulators in processes of their own."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.forks import Fork

COMMAND = (sys.executable, "-m", "emulator")
FREE_PORTS = ("--port", "0", "--grpc-port", "0")
PATIENCE = 60.0  # Seconds; what takes longer on any machine never ends.
ROOT = Path(__file__).parent.parent
_READY = re.compile(r"REST and MCP on (http://\S+), gRPC on (\S+:\d+), data in (.+)\.$")
_SETTINGS = re.compile(
    r"EMULATOR_.*|STORAGE_EMULATOR_HOST|GOOGLE_.*|GCE_METADATA_.*|.*_proxy", re.IGNORECASE
)

Process = subprocess.Popen[str] | Fork


@dataclass(frozen=True)
class Server:
    """An emulator that has said it is ready."""

    process: Process
    url: str
    grpc: str
    place: str

    def get(self, path: str) -> dict[str, Any]:
        """The JSON of a GET that succeeds."""
        return httpx.get(self.url + path, timeout=PATIENCE).raise_for_status().json()

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The JSON of a POST that succeeds."""
        return httpx.post(self.url + path, json=body, timeout=PATIENCE).raise_for_status().json()

    def seconds_worked(self) -> float:
        """Processor time it has used so far, which other processes do not lengthen as they do time.

        Where the system does not tell, time itself.
        """
        file = Path(f"/proc/{self.process.pid}/stat")
        if not file.exists():
            return time.monotonic()
        user, system = file.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def end(self) -> tuple[int, str]:
        """SIGTERM; answers the exit code and all that it wrote to stderr."""
        self.process.terminate()
        return ended(self.process)

    def stop(self) -> None:
        """Ask it to end, and see that it does."""
        self.process.terminate()
        with self.process:
            self.process.wait(PATIENCE)


def start_command(*options: str) -> Server:
    """The command `serve` on free ports, when it is ready; for who measures it."""
    command = [*COMMAND, "serve", *FREE_PORTS, *options]
    return when_ready(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True))


@contextmanager
def starting(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """The command `serve` on free ports, as a user starts it in `folder`; killed at the end."""
    with subprocess.Popen(
        [*COMMAND, "serve", *FREE_PORTS, *options],
        cwd=folder,
        env=environment(variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def forking(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> Iterator[Fork]:
    """As `starting`, without the time that it takes to import the emulator."""
    arguments = ("serve", *FREE_PORTS, *options)
    with Fork(arguments, folder, environment(variables), stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def running(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """As `forking`, when it is ready."""
    with forking(folder, *options, variables=variables) as process:
        yield when_ready(process)


def when_ready(process: Process) -> Server:
    """Read the ready line."""
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    match = _READY.search(line)
    if match is None:
        raise AssertionError(f"{line!r} is no ready line: {ended(process)}")
    return Server(process, match[1], match[2], match[3])


def ended(process: Process) -> tuple[int, str]:
    """Exit code and stderr of a process that is about to end; TimeoutExpired."""
    _, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, errors


@contextmanager
def listening() -> Iterator[int]:
    """A port that is taken."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def free_port() -> int:
    """A port that was free a moment ago."""
    with listening() as port:
        return port


def when_alive(process: Process, port: int) -> None:
    """Return as soon as `/healthz` answers, which is before it is ready."""
    while process.poll() is None:
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).raise_for_status()
            return
        except httpx.ConnectError:
            time.sleep(0.01)
    raise AssertionError(f"it ended: {ended(process)}")


def refusal(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Exit code and stderr of a start that fails."""
    with forking(folder, *options, variables=variables) as process:
        return ended(process)


def forget_settings() -> None:
    """Take what this machine has set for emulators and their clients out of the environment."""
    for name in [name for name in os.environ if _SETTINGS.fullmatch(name)]:
        del os.environ[name]


def environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment with these variables; the emulator is found from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **(variables or {})}

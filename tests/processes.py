"""Emulators in processes of their own, started as a user starts them."""

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

COMMAND = (sys.executable, "-m", "emulator")
FREE_PORTS = ("--port", "0", "--grpc-port", "0")
ROOT = Path(__file__).parent.parent
_READY = re.compile(r"REST and MCP on (http://\S+), gRPC on (\S+:\d+), data in (.+)\.$")


@dataclass(frozen=True)
class Running:
    """An emulator that has said it is ready."""

    process: subprocess.Popen[str]
    url: str
    grpc: str
    place: str

    def get(self, path: str) -> dict[str, Any]:
        """The JSON of a GET that succeeds."""
        return httpx.get(self.url + path, timeout=60).raise_for_status().json()

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The JSON of a POST that succeeds."""
        return httpx.post(self.url + path, json=body, timeout=60).raise_for_status().json()

    def end(self) -> tuple[int, str]:
        """SIGTERM; answers the exit code and all that it wrote to stderr."""
        self.process.terminate()
        _, errors = self.process.communicate(timeout=5)
        return self.process.returncode, errors


@contextmanager
def starting(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """`serve` on free ports with `folder` as working directory; killed at the end."""
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
def running(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """As `starting`, when it is ready."""
    with starting(folder, *options, variables=variables) as process:
        yield when_ready(process)


def when_ready(process: subprocess.Popen[str]) -> Running:
    """Read the ready line."""
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    match = _READY.search(line)
    if match is None:
        raise AssertionError(f"{line!r} is no ready line: {process.communicate(timeout=5)}")
    return Running(process, match[1], match[2], match[3])


@contextmanager
def listening() -> Iterator[int]:
    """A port that is taken."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def free_port() -> int:
    """A port that was free a moment ago."""
    with listening() as port:
        return port


def when_alive(process: subprocess.Popen[str], port: int) -> None:
    """Return as soon as `/healthz` answers, which is before it is ready."""
    while process.poll() is None:
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=20).raise_for_status()
            return
        except httpx.ConnectError:
            time.sleep(0.01)
    raise AssertionError(f"it ended: {process.communicate(timeout=5)}")


def refusal(
    folder: Path, *options: str, variables: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Exit code and stderr of a start that fails."""
    with starting(folder, *options, variables=variables) as process:
        _, errors = process.communicate(timeout=20)
        return process.returncode, errors


def environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment with no settings but the given ones."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EMULATOR_")}
    return {**kept, "PYTHONPATH": str(ROOT), **(variables or {})}

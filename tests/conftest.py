"""One emulator for the whole run, and real clients for every transport and version."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import grpc
import httpx
import pytest
from google.auth.credentials import AnonymousCredentials
from hypothesis import settings

# How long an example takes depends on what else the machine does.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")

pytest_plugins = ["tests.proof"]

ROOT = Path(__file__).parent.parent
SHARED_DATA = ROOT.parent / "shared" / "data"
_READY = re.compile(r"REST and MCP on (http://\S+), gRPC on (\S+:\d+)")


@dataclass(frozen=True)
class Server:
    """A running emulator."""

    url: str
    grpc: str
    process: subprocess.Popen[str]

    def stop(self) -> None:
        """Ask it to end, and see that it does."""
        self.process.terminate()
        self.process.wait(timeout=10)
        if self.process.stdout:
            self.process.stdout.close()


def start_server(*options: str, cwd: Path = ROOT, module: str = "tests.proof") -> Server:
    """Start the command, with a record of its callers, on free ports; wait for its ready line."""
    command = [sys.executable, "-m", module, "serve", "--port", "0", "--grpc-port", "0"]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, cwd=cwd)
    assert process.stdout is not None
    for line in process.stdout:
        if match := _READY.search(line):
            return Server(match[1], match[2].rstrip("."), process)
    raise AssertionError(f"the emulator ended with exit code {process.wait()}")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """An emulator in memory with the demo corpus, shared by all tests."""
    running = start_server("--ephemeral")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def http(server: Server) -> Iterator[httpx.Client]:
    """The wire itself."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


@dataclass(frozen=True)
class Api:
    """Google's client library for one version over one transport."""

    server: Server
    transport: str
    version: str

    @property
    def types(self) -> ModuleType:
        """The library's module, with its message classes."""
        return importlib.import_module(f"google.cloud.discoveryengine_{self.version}")

    def client(self, service: str) -> Any:
        """A client of a service, such as `SearchService`."""
        return _client(self, service)

    def __str__(self) -> str:
        return f"{self.transport}-{self.version}"


@cache
def _client(api: Api, service: str) -> Any:
    client = getattr(api.types, f"{service}Client")
    transport = client.get_transport_class(api.transport)
    if api.transport == "grpc":
        return client(transport=transport(channel=grpc.insecure_channel(api.server.grpc)))
    host = api.server.url.removeprefix("http://")
    return client(
        transport=transport(host=host, url_scheme="http", credentials=AnonymousCredentials())
    )


VERSIONS = ("v1", "v1beta", "v1alpha")
TRANSPORTS = ("rest", "grpc")


@pytest.fixture(
    params=[(transport, version) for version in VERSIONS for transport in TRANSPORTS],
    ids=lambda pair: "-".join(pair),
)
def api(request: pytest.FixtureRequest, server: Server) -> Api:
    """Every version over REST and gRPC."""
    return Api(server, *request.param)


@pytest.fixture(params=TRANSPORTS)
def api_v1(request: pytest.FixtureRequest, server: Server) -> Api:
    """v1 over REST and gRPC."""
    return Api(server, request.param, "v1")


DEMO = "projects/demo/locations/global/collections/default_collection"
DEMO_ENGINE = f"{DEMO}/engines/demo"
DEMO_CONFIG = f"{DEMO_ENGINE}/servingConfigs/default_search"

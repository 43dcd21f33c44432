"""One emulator for the whole run, and real clients for every transport and version."""

from __future__ import annotations

import gc
import importlib
import os
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

from tests.forks import Fork
from tests.processes import FREE_PORTS, ROOT, Server, forget_settings, when_ready

gc.disable()  # What is collected is all kept: to look for garbage in it takes a third of the time.
forget_settings()
# How long an example takes depends on what else the machine does.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")

pytest_plugins = ["tests.proof"]


SHARED_DATA = ROOT.parent / "shared" / "data"


def pytest_collection_finish() -> None:
    """Look for garbage again, though never in what was collected."""
    gc.freeze()
    gc.enable()


def start_server(*options: str, cwd: Path = ROOT) -> Server:
    """Start an emulator on free ports and wait for its ready line."""
    return when_ready(Fork(("serve", *FREE_PORTS, *options), cwd, os.environ))


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


def over_each_transport(*versions: str) -> Any:
    """A fixture: the client library for those versions over REST and gRPC."""

    @pytest.fixture(
        params=[(transport, version) for version in versions for transport in TRANSPORTS],
        ids="-".join,
    )
    def api(request: pytest.FixtureRequest, server: Server) -> Api:
        return Api(server, *request.param)

    return api


api = over_each_transport(*VERSIONS)


@pytest.fixture(params=TRANSPORTS)
def api_v1(request: pytest.FixtureRequest, server: Server) -> Api:
    """v1 over REST and gRPC."""
    return Api(server, request.param, "v1")


DEMO = "projects/demo/locations/global/collections/default_collection"
DEMO_ENGINE = f"{DEMO}/engines/demo"
DEMO_CONFIG = f"{DEMO_ENGINE}/servingConfigs/default_search"

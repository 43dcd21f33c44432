"""Apps whose agents run, over gRPC in v1: what is said in a turn is the same everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ces.conftest import client
from tests.ces.talking import Builder
from tests.conftest import Server


@pytest.fixture(scope="module")
def agents(server: Server) -> Any:
    return client(server, "grpc", "v1")


@pytest.fixture(scope="module")
def sessions(server: Server) -> Any:
    return client(server, "grpc", "v1", "SessionService")


@pytest.fixture
def app(agents: Any) -> Builder:
    return Builder(agents)

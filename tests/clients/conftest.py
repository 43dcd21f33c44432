"""What a test makes in the shared emulator is deleted when the test is over."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.clients import made
from tests.clients.controlling import Control, controlled
from tests.clients.stores import Stores
from tests.conftest import TRANSPORTS, Api, Server


@pytest.fixture
def stores(server: Server) -> Iterator[Stores]:
    """Data stores and engines of the test's own."""
    made = Stores(server)
    yield made
    made.delete()


@pytest.fixture
def rest(server: Server) -> Api:
    """v1 over REST, for what is the same over every transport and version."""
    return Api(server, "rest", "v1")


@pytest.fixture
def rpc(server: Server) -> Api:
    """v1 over gRPC, for what is the same over every transport and version."""
    return Api(server, "grpc", "v1")


@pytest.fixture(params=TRANSPORTS)
def alpha(request: pytest.FixtureRequest, server: Server) -> Api:
    """v1alpha over REST and gRPC."""
    return Api(server, request.param, "v1alpha")


@pytest.fixture(params=TRANSPORTS)
def beta(request: pytest.FixtureRequest, server: Server) -> Api:
    """v1beta over REST and gRPC."""
    return Api(server, request.param, "v1beta")


@pytest.fixture(scope="module")
def engine(http: httpx.Client) -> str:
    """An engine with answers, whose sessions and conversations are all of the test's module."""
    return made.engine(http, searchAddOns=["SEARCH_ADD_ON_LLM"])


@pytest.fixture
def control(http: httpx.Client) -> Iterator[Control]:
    """The emulator's own API."""
    with controlled(http) as control:
        yield control

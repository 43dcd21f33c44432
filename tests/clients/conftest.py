"""What a test makes in the shared emulator is deleted when the test is over."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.clients.controlling import Control, controlled
from tests.clients.stores import Stores
from tests.conftest import Api, Server


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


@pytest.fixture
def control(http: httpx.Client) -> Iterator[Control]:
    """The emulator's own API."""
    with controlled(http) as control:
        yield control

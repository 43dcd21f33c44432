"""What clients say of an address that is wrong stands in docs/clients.md, with what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import grpc
import httpx
import pytest
from google.auth.credentials import AnonymousCredentials
from google.cloud import discoveryengine_v1 as discoveryengine

from tests.conftest import Server

DOCUMENT = (Path(__file__).parents[2] / "docs/clients.md").read_text()
SEARCH = {
    "serving_config": "projects/demo/locations/global/dataStores/demo-docs/servingConfigs/"
    "default_search",
    "query": "frost",
}
SECONDS = 60


def rest(endpoint: str) -> object:
    """A search with Google's client over REST."""
    client = discoveryengine.SearchServiceClient(
        transport="rest",
        credentials=AnonymousCredentials(),
        client_options={"api_endpoint": endpoint},
    )
    return client.search(SEARCH, timeout=SECONDS)


def rpc(channel: grpc.Channel) -> object:
    """A search with Google's client over gRPC."""
    with channel:
        transport = discoveryengine.SearchServiceClient.get_transport_class("grpc")(channel=channel)
        client = discoveryengine.SearchServiceClient(transport=transport)
        return client.search(SEARCH, timeout=SECONDS)


def address(server: Server) -> str:
    """The `host:port` of REST."""
    return server.url.removeprefix("http://")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        # OpenSSL says the second since its version 3.2.
        (lambda it: rest(address(it)), "WRONG_VERSION_NUMBER|record layer failure"),
        (lambda it: rest(f"http://{it.grpc}"), "BadStatusLine"),
        (
            lambda it: rpc(grpc.secure_channel(it.grpc, grpc.ssl_channel_credentials())),
            "WRONG_VERSION_NUMBER",
        ),
        (
            lambda it: rpc(grpc.insecure_channel(address(it))),
            "Trying to connect an http1.x server",
        ),
        (lambda it: rpc(grpc.insecure_channel(f"http://{it.grpc}")), "Misformatted domain name"),
        (lambda it: httpx.get(f"http://{it.grpc}", timeout=SECONDS), "illegal request line"),
    ],
)
def test_a_wrong_address_is_told_of(
    server: Server, call: Callable[[Server], object], said: str
) -> None:
    with pytest.raises(Exception) as failure:  # noqa: PT011  # Each client has its own.
        call(server)
    found = re.search(said, str(failure.value))
    assert found is not None
    assert found[0] in DOCUMENT

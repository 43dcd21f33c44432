"""Clients with tokens ask who gives them out, where RFC 9728 puts that for an endpoint's path."""

from __future__ import annotations

import httpx
import pytest
from mcp.shared.auth import ProtectedResourceMetadata

from tests.transports.failures import failed

WELL_KNOWN = "/.well-known/oauth-protected-resource"


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/discoveryengine/mcp", "/ces/mcp"])
def test_an_endpoint_names_google(http: httpx.Client, path: str) -> None:
    answer = http.get(f"{WELL_KNOWN}{path}", params={"any": "1"})
    assert answer.headers["content-type"] == "application/json"
    told = ProtectedResourceMetadata.model_validate_json(answer.content)
    assert str(told.resource) == str(http.base_url.join(path))
    assert [str(one) for one in told.authorization_servers] == ["https://accounts.google.com/"]
    assert told.bearer_methods_supported == ["header"]
    assert told.scopes_supported == ["https://www.googleapis.com/auth/cloud-platform"]


def test_the_resource_has_the_name_under_which_it_is_asked(http: httpx.Client) -> None:
    answer = http.get(f"{WELL_KNOWN}/mcp", headers={"host": "discoveryengine:8470"})
    assert answer.json()["resource"] == "http://discoveryengine:8470/mcp"


@pytest.mark.parametrize(
    "path",
    [
        WELL_KNOWN,
        f"{WELL_KNOWN}/nowhere",
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/mcp",
        "/.well-known/openid-configuration",
    ],
)
def test_there_is_nothing_for_the_host_as_a_whole(http: httpx.Client, path: str) -> None:
    failed(http.get(path), "NOT_FOUND")

"""Nothing sends clients of MCP to log in: some ask before each start, and would go to Google."""

from __future__ import annotations

import httpx
import pytest

from tests.transports.failures import failed


@pytest.mark.parametrize(
    "path",
    [
        "oauth-protected-resource",
        "oauth-protected-resource/mcp",
        "oauth-protected-resource/mcp/",
        "oauth-protected-resource/discoveryengine/mcp",
        "oauth-protected-resource/ces/mcp",
        "oauth-authorization-server",
        "oauth-authorization-server/mcp",
        "openid-configuration",
    ],
)
def test_no_authorization_server_is_named(http: httpx.Client, path: str) -> None:
    failed(http.get(f"/.well-known/{path}"), "NOT_FOUND")

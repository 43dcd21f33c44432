"""Who gives out tokens for the MCP endpoints (RFC 9728), in the words of Google's servers.

Clients read it before they send a token; calls without one are served all the same.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from emulator.transports.mcp.app import PATHS

_PREFIX = "/.well-known/oauth-protected-resource"
_DESCRIPTION = {
    "authorization_servers": ["https://accounts.google.com/"],
    "bearer_methods_supported": ["header"],
    "scopes_supported": ["https://www.googleapis.com/auth/cloud-platform"],
}


def routes() -> list[Route]:
    """A route for each endpoint; there is none for the host as a whole."""
    return [Route(f"{_PREFIX}{path}", _describe) for path in PATHS]


def _describe(request: Request) -> JSONResponse:
    url = request.url.replace(path=request.url.path.removeprefix(_PREFIX), query="")
    return JSONResponse({"resource": str(url), **_DESCRIPTION})

"""The metadata server of Google's machines, as far as libraries ask it that look for credentials.

A library that is sent here by `GCE_METADATA_HOST` and `GCE_METADATA_IP` finds a service account and
goes on as it would on such a machine. Its token is as good here as any other.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

_FLAVOR = {"metadata-flavor": "Google"}  # Of requests and answers, so that neither is an accident.
_PROJECT = "demo"
_EMAIL = f"emulator@{_PROJECT}.iam.gserviceaccount.com"
_SCOPES = ["https://www.googleapis.com/auth/cloud-platform"]
_TOKEN = {"access_token": "emulator", "expires_in": 3600, "token_type": "Bearer"}
_OF_ACCOUNT: dict[str, Any] = {
    "": {"aliases": ["default"], "email": _EMAIL, "scopes": _SCOPES},
    "email": _EMAIL,
    "token": _TOKEN,
}
_ANSWERS: dict[str, Any] = {
    "project/project-id": _PROJECT,
    "instance": "service-accounts/\n",
    **{
        f"instance/service-accounts/{account}/{path}": found
        for account in ("default", _EMAIL)
        for path, found in _OF_ACCOUNT.items()
    },
}


def routes() -> list[BaseRoute]:
    """The routes, to be put before others for `/`: people go on to those."""
    return [
        _ForLibraries("/", lambda _request: _shown("computeMetadata/\n")),
        *(_route(f"/computeMetadata/v1/{path}", found) for path, found in _ANSWERS.items()),
    ]


class _ForLibraries(Route):
    """A route that is there only for requests with the header of the metadata server."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or "metadata-flavor" not in Request(scope).headers:
            return Match.NONE, {}
        return super().matches(scope)


def _route(path: str, found: object) -> Route:
    return _ForLibraries(path, lambda _request: _shown(found))


def _shown(found: object) -> Response:
    if isinstance(found, str):
        return PlainTextResponse(found, headers=_FLAVOR)
    return JSONResponse(found, headers=_FLAVOR)

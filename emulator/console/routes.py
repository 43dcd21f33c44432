"""The routes of the console: its page at `/console`, and below it the files that the page names."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_FOLDER = Path(__file__).parent / "files"

# Said here because what the system knows of endings differs from machine to machine.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

# Texts of documents are shown by scripts of this page alone, which make no markup of them.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS = {
    "cache-control": "no-cache",  # A browser asks each time whether what it has is still current.
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class _Files(StaticFiles):
    """The console's files, each with its type and the rules for browsers."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(_HEADERS)
        if response.status_code == 200:
            response.headers["content-type"] = _TYPES[Path(full_path).suffix]
        return response


def routes() -> list[BaseRoute]:
    """The routes, to be put before the REST door.

    The page links to its files relatively, so that it may stand behind a prefix.
    """
    files = _Files(directory=_FOLDER)

    async def page(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    return [
        Route("/console", page),
        Route("/console/", lambda _request: RedirectResponse("../console")),
        Mount("/console", files),
    ]

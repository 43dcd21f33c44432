"""The routes of the documentation; what they answer is made at the first call and kept."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from emulator.surface.registry import surface
from emulator.transports.dispatch import Dispatcher


class DocsApp:
    """`/openapi.json` and `/docs/{version}`; `/` and `/docs` lead to v1.

    What links to another of them does so relatively, so that they may stand behind a prefix.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._page = cache(self._made)

    def routes(self) -> list[Route]:
        """The routes, to be put before the REST door."""
        return [
            Route("/", lambda _request: RedirectResponse("docs/v1")),
            Route("/openapi.json", self._openapi),
            Route("/docs", lambda _request: RedirectResponse("docs/v1")),
            Route("/docs/", lambda _request: RedirectResponse("v1")),
            Route("/docs/{version:str}", self._docs),
        ]

    # Plain functions run on a worker thread: making a document must not hold up other calls.
    def _openapi(self, _request: Request) -> Response:
        return Response(self._openapi_json, media_type="application/json")

    def _docs(self, request: Request) -> Response:
        from emulator.transports.docs.page import VERSIONS

        version = request.path_params["version"]
        if version not in VERSIONS:
            told = f"There is no version {version}; there are {', '.join(VERSIONS)}.\n"
            return Response(told, 404, media_type="text/plain")
        return Response(self._page(version), media_type="text/html")

    def _made(self, version: str) -> bytes:
        from emulator.transports.docs.page import page

        return page(self._document(), version, self._refused(version)).encode()

    def _refused(self, version: str) -> dict[str, list[str]]:
        """The RPCs of a version that are not implemented, by service."""
        found: dict[str, list[str]] = {}
        for method in sorted(surface.methods, key=lambda one: one.api != "discoveryengine"):
            if method.version == version and not self._dispatcher.implements(method):
                found.setdefault(method.service, []).append(method.rpc)
        return found

    @cached_property
    def _openapi_json(self) -> bytes:
        return orjson.dumps(self._document())

    def _document(self) -> dict[str, Any]:
        from emulator.transports.openapi.document import document

        return document(one for one in surface.methods if self._dispatcher.implements(one))

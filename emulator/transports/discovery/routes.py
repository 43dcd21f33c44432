"""Where clients look for discovery documents."""

from __future__ import annotations

from functools import lru_cache

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from emulator.surface.errors import ApiError, Code
from emulator.surface.status import envelope
from emulator.transports.rest.rest_app import api_of


def routes() -> list[Route]:
    """The place of each API's own host, and that of Google's directory of APIs.

    Where both APIs have one host, the first is Discovery Engine's.
    """
    return [
        Route("/$discovery/rest", _of_host),
        Route("/discovery/v1/apis/{api}/{version}/rest", _of_directory),
    ]


# Plain functions run on a worker thread: making a document must not hold up other calls.
def _of_host(request: Request) -> Response:
    api = api_of(request.headers.get("host", ""))
    return _answer(api, request.query_params.get("version", ""), request)


def _of_directory(request: Request) -> Response:
    return _answer(request.path_params["api"], request.path_params["version"], request)


def _answer(api: str, version: str, request: Request) -> Response:
    from emulator.transports.discovery.document import has_document

    if has_document(api, version):
        body = _document(api, version, str(request.base_url))
        return Response(body, media_type="application/json")
    message = f"Discovery document not found for API service: {api} format: rest version: {version}"
    error = ApiError(Code.NOT_FOUND, message)
    return Response(orjson.dumps(envelope(error)), 404, media_type="application/json")


@lru_cache(maxsize=8)  # A client may come by another address.
def _document(api: str, version: str, root: str) -> bytes:
    from emulator.transports.discovery.document import document

    return orjson.dumps(document(api, version, root))

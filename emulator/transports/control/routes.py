"""The routes of the emulator's own API."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, FastAPI, Query
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from emulator import __version__
from emulator.control.call_targets import Target
from emulator.control.fault import FaultForCalls
from emulator.control.journal import Call
from emulator.control.pydantic_errors import refusal
from emulator.control.rendering import shown
from emulator.surface.encoder import published
from emulator.surface.errors import ApiError, Code, internal, invalid_argument, not_found
from emulator.surface.status import envelope
from emulator.transports.control import specs
from emulator.transports.control.app import PREFIX, Controls

_FAILURES = (ApiError, RequestValidationError, HTTPException, Exception)


def _no_parameters(_: Annotated[specs.Nothing, Query()]) -> None:
    """Refuse what a call does not look at."""


_PLAIN = [Depends(_no_parameters)]


def api(controls: Controls) -> FastAPI:
    """The web application; all its errors are written as the API writes its own."""
    app = FastAPI(
        title="Discovery Engine emulator: faults, requests, clock, projects",
        version=__version__,
        servers=[{"url": PREFIX}],
        docs_url=None,  # The page would load its scripts from the network.
        redoc_url=None,
        redirect_slashes=False,
        strict_content_type=False,
        responses={"default": {"description": "The call failed.", "model": specs.Failure}},
        exception_handlers=dict.fromkeys(_FAILURES, _failure),
    )
    for routes in (_faults, _requests, _clock, _projects):
        app.include_router(routes(controls))
    return app


def refused(error: ApiError) -> JSONResponse:
    """The answer to a call that failed."""
    return JSONResponse(envelope(error), error.http_status)


async def _failure(request: Request, error: Exception) -> Response:
    match error:
        case ApiError():
            return refused(error)
        case RequestValidationError():
            return refused(refusal(error.errors()))
        case HTTPException(status_code=400):
            text = "The body cannot be read: it is not UTF-8, or is nested too deep."
            return refused(invalid_argument("", text))
        case HTTPException():
            text = f"{request.method} {request.url.path} is not served."
            return refused(ApiError(Code.NOT_FOUND, text))
    return refused(internal())


def _faults(controls: Controls) -> APIRouter:
    routes = APIRouter(tags=["faults"])

    @routes.post("/faults", response_model_exclude_unset=True, dependencies=_PLAIN)
    async def set_fault(fault: FaultForCalls) -> specs.SetFault:
        """Set a fault for the next calls that it fits."""
        if not any(fault.fits(method) for method in specs.methods_named(fault.rpc)):
            part = "afterParts" if fault.after_parts else "afterWork"
            raise invalid_argument(part, f"it is for no RPC that '{fault.rpc}' names.")
        return specs.SetFault.of(controls.faults.add(fault))

    @routes.get("/faults", response_model_exclude_unset=True, dependencies=_PLAIN)
    async def list_faults() -> specs.SetFaults:
        """The faults that are not used up, in the order in which calls meet them."""
        return specs.SetFaults(faults=[specs.SetFault.of(one) for one in controls.faults])

    @routes.delete("/faults")
    async def clear_faults(of: Annotated[specs.Of, Query()]) -> dict[str, Any]:
        """Take back all faults, or those for a resource and what is below it."""
        controls.faults.clear(of.resource)
        return {}

    @routes.delete("/faults/{fault_id}", dependencies=_PLAIN)
    async def delete_fault(fault_id: str) -> dict[str, Any]:
        """Take back one fault."""
        if not controls.faults.remove(fault_id):
            raise not_found("Fault", fault_id)
        return {}

    return routes


def _requests(controls: Controls) -> APIRouter:
    routes = APIRouter(tags=["requests"])

    @routes.get("/requests", response_model=specs.RecordedCalls)
    async def list_requests(of: Annotated[specs.ListedCalls, Query()]) -> Response:
        """The last calls, the oldest first."""
        found = [call for call in controls.journal.find(of.target) if of.selects(call)]
        body = await asyncio.to_thread(_rendered, found[-of.limit :])
        return Response(body, media_type="application/json")

    @routes.delete("/requests")
    async def clear_requests(of: Annotated[specs.Calls, Query()]) -> dict[str, Any]:
        """Forget calls."""
        controls.journal.clear(of.target)
        return {}

    return routes


def _rendered(calls: Sequence[Call]) -> bytes:
    return published(orjson.dumps({"requests": [shown(call) for call in calls]}))


def _clock(controls: Controls) -> APIRouter:
    routes, clock = APIRouter(tags=["clock"], dependencies=_PLAIN), controls.clock

    @routes.get("/clock")
    async def get_clock() -> specs.ClockState:
        """What the clock shows."""
        return specs.ClockState.of(clock)

    @routes.put("/clock")
    async def set_clock(time: specs.Time) -> specs.ClockState:
        """Let the clock stand at a time."""
        clock.set(time.microseconds)
        return specs.ClockState.of(clock)

    @routes.post("/clock:advance")
    async def advance_clock(advance: specs.Advance) -> specs.ClockState:
        """Put the clock on, and let it stand there."""
        clock.set(advance.later(clock.shown))
        return specs.ClockState.of(clock)

    @routes.delete("/clock")
    async def release_clock() -> specs.ClockState:
        """Let the clock go on as it was started."""
        clock.release()
        return specs.ClockState.of(clock)

    return routes


def _projects(controls: Controls) -> APIRouter:
    routes = APIRouter(tags=["projects"], dependencies=_PLAIN)

    @routes.delete("/projects/{project}")
    async def reset_project(project: str) -> dict[str, Any]:
        """Delete all that there is of a project, its faults and its recorded calls as well."""
        await asyncio.to_thread(controls.empty, project)
        resource = f"projects/{project}"
        controls.faults.clear(resource)
        controls.journal.clear(Target(resource=resource))
        return {}

    @routes.post("/projects/{project}:seed")
    async def seed_project(project: str) -> dict[str, Any]:
        """Load the demo corpus into a project."""
        await controls.seed(project)
        return {}

    return routes

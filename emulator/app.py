"""State, services and doors, put together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from emulator import CommandError, data_folder, from_settings
from emulator.ces.environment import Environment as CesEnvironment
from emulator.ces.evaluation_service import unfinished as evaluation_runs
from emulator.ces.services import services as ces_services
from emulator.console import routes as console
from emulator.control.faults import Faults
from emulator.control.journal import Journal
from emulator.discoveryengine.answers import unfinished as answers
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.evaluations import unfinished as evaluations
from emulator.discoveryengine.indexing.branches.branch_indexes import Branches
from emulator.discoveryengine.services import services
from emulator.package_data import bundled
from emulator.resetting import Resetter
from emulator.resources.background import Background
from emulator.resources.locations import Locations
from emulator.resources.operations import Operations, interrupted
from emulator.seeding import Seeder
from emulator.settings import Settings
from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.registry import Message, surface
from emulator.transports.calls import Calls
from emulator.transports.control.app import PREFIX as CONTROL
from emulator.transports.control.app import ControlApp, Controls
from emulator.transports.discovery import routes as discovery
from emulator.transports.dispatch import Dispatcher
from emulator.transports.docs.routes import DocsApp
from emulator.transports.http import metadata_server
from emulator.transports.http.allowed_hosts import HostCheck
from emulator.transports.http.cross_origin import CrossOrigin
from emulator.transports.http.http_app import Front
from emulator.transports.http.web_sockets import PREFIX, WebSocketApp
from emulator.transports.mcp.app import McpApp
from emulator.transports.rest.batches import BatchApp
from emulator.transports.rest.rest_app import RestApp

if TYPE_CHECKING:
    from emulator.ingestion.sources.buckets import Buckets


_ANSWER_QUERY = "/google.cloud.discoveryengine.v1.ConversationalSearchService/AnswerQuery"

# Calls that wait for a model leave threads for those that do not.
_MOST_WAITING = 64


class Emulator:
    """Everything behind the doors, over one data folder or in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ready = False
        self._ending = threading.Event()
        from_settings.use_rules(settings)
        self._lock = data_folder.hold(settings.folder)
        self._store = Store(data_folder.database(settings.folder))
        _use_project_numbers(settings, self._store)
        self._clock, self._ids = from_settings.control(settings)
        self._operations = Operations(self._store, self._clock, self._ids)
        self._operations.interrupt()
        for unfinished in (evaluations, evaluation_runs):
            unfinished.end_interrupted(self._store, interrupted(), self._clock.now())
        answers.end_interrupted(self._store)
        self._background = Background()
        indexes = data_folder.indexes(settings.folder)
        self._branches = Branches(self._store, indexes, settings.schema_mode)
        self._services = self._implemented()
        self.dispatcher = Dispatcher(self._services, settings.regional_hosts)
        self._seeder = Seeder(self.dispatcher, self._store, bundled("seed_data"))
        self._faults, self._journal = Faults(), Journal()
        self.calls = Calls(self.dispatcher, self._faults, self._journal)

    def _implemented(self) -> dict[tuple[str, str], Iterable[object]]:
        """The parts of each service, by API and name."""
        environment = self._discoveryengine()
        ces_environment = self._ces(lambda: environment.files.buckets())
        return {
            **{("discoveryengine", name): parts for name, parts in services(environment).items()},
            **{("ces", name): parts for name, parts in ces_services(ces_environment).items()},
            ("", "Operations"): (self._operations,),
            ("", "Locations"): (Locations(),),
        }

    def _discoveryengine(self) -> Environment:
        environment = Environment(
            store=self._store,
            clock=self._clock,
            ids=self._ids,
            operations=self._operations,
            branches=self._branches,
            background=self._background,
            make_files=partial(from_settings.files, self.settings),
            make_forced_answers=partial(from_settings.forced_answers, self.settings),
            lenient_filters=self.settings.lenient_filters,
            writer=from_settings.writer(self.settings),
        )
        if self.settings.answers is not None:  # What cannot be read is to stop the start.
            _ = environment.forced_answers
        return environment

    def _ces(self, buckets: Callable[[], Buckets]) -> CesEnvironment:
        return CesEnvironment(
            store=self._store,
            clock=self._clock,
            ids=self._ids,
            operations=self._operations,
            answer_query=self._answer_query,
            buckets=buckets,
            rights=from_settings.rights(self.settings),
            chat_api=from_settings.chat_api(self.settings),
        )

    async def prepare(self) -> None:
        """Load the demo corpus if it is wanted and bring every index up to date."""
        if self.settings.model_url is not None:
            threads = ThreadPoolExecutor(_MOST_WAITING, "worker")
            asyncio.get_running_loop().set_default_executor(threads)
        if self.settings.seed:
            await self._seeder.seed(self._branches.refresh)
        else:
            await asyncio.to_thread(self._branches.refresh)
        self._background.repeat(self._branches.sweep)
        self.ready = True

    def load(self) -> None:
        """Make every service and what answers need, so that no call has to, until it is to end."""
        from emulator.answering.pipeline import warm_up

        for _ in chain.from_iterable(self._services.values()):
            if self._ending.is_set():
                return
        warm_up()

    def end_delays(self) -> None:
        """End the calls that wait because a fault wants them to."""
        self._faults.close()

    def end_operations(self) -> None:
        """Ask running operations to stop and wait for them; calls that wait for one return.

        Answers that are being made are waited for as well.
        """
        self._ending.set()
        self._operations.close()
        self._background.close()

    def close(self) -> None:
        """End running operations and let go of the data folder."""
        self.end_operations()
        self._branches.close()
        self._store.close()
        if self._lock is not None:
            self._lock.release()

    def http_app(self) -> ASGIApp:
        """The HTTP port: REST and MCP, streams, health, documentation, console and controls."""
        max_body = self.settings.max_request_bytes
        hosts = HostCheck(self.settings.allowed_hosts)
        rest = RestApp(self.calls, max_body, hosts)
        mcp = McpApp(self.calls, max_body, hosts)
        return CrossOrigin(Front(rest, mcp, self._others(rest, max_body, hosts)), hosts)

    def _others(self, rest: RestApp, max_body: int, hosts: HostCheck) -> Starlette:
        """What is called less often; all that it does not serve is refused as REST does."""

        async def refused(_request: Request, _error: Exception) -> Response:
            return cast(Response, rest)

        batches = BatchApp(rest, max_body)
        routes = [
            Route("/healthz", _alive),
            Route("/readyz", self._readiness),
            WebSocketRoute(f"{PREFIX}{{stream:path}}", WebSocketApp(self.calls, hosts)),
            *metadata_server.routes(),
            *DocsApp(self.dispatcher).routes(),
            *discovery.routes(),
            Route("/batch", batches, methods=["POST"]),
            Route("/batch/{rest:path}", batches, methods=["POST"]),
            *console.routes(),
            Mount(CONTROL, ControlApp(self._controls(), max_body, hosts)),
        ]
        app = Starlette(routes=routes, exception_handlers={HTTPException: refused})
        app.router.redirect_slashes = False
        app.router.default = rest
        return app

    def _controls(self) -> Controls:
        reset = Resetter(self._store, self._branches, self._operations).reset
        return Controls(self._faults, self._journal, self._clock, reset, self._seeder.load)

    async def _answer_query(self, request: Message) -> Message:
        """What agents ask, as a client would."""
        return await self.dispatcher.call(surface.method_by_path[_ANSWER_QUERY], request)

    async def _readiness(self, _request: Request) -> PlainTextResponse:
        if self.ready:
            return PlainTextResponse("ready\n")
        return PlainTextResponse("starting\n", status_code=503)


async def _alive(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("alive\n")


def _use_project_numbers(settings: Settings, store: Store) -> None:
    """Take the numbers of projects; CommandError if there is data under another number of one."""
    for project, number in settings.project_numbers:
        other = names.derived_number(project)
        with store.read() as connection:
            if other != number and resources.any_below(connection, f"projects/{other}"):
                raise CommandError(
                    f"{settings.folder} has data of the project {project} under the number "
                    f"{other}, not {number}; choose another --data-dir, or leave the number out"
                )
    names.use_project_numbers(dict(settings.project_numbers))

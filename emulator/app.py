"""State, services and doors, put together."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from filelock import FileLock, Timeout
from starlette.routing import Mount, Route

from emulator.bundled import bundled
from emulator.ces.environment import Environment as CesEnvironment
from emulator.ces.environment import Rights
from emulator.ces.services import services as ces_services
from emulator.cli import CommandError
from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.discoveryengine.branches import Branches
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.pending_answers import interrupt
from emulator.discoveryengine.services import services
from emulator.lazy import LazyMapping
from emulator.resources.background import Background
from emulator.resources.locations import Locations
from emulator.resources.operations import Operations
from emulator.seeding import Seeder
from emulator.settings import Settings
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.registry import Message, surface
from emulator.transports.cross_origin import CrossOrigin
from emulator.transports.dispatch import Dispatcher
from emulator.transports.docs.routes import DocsApp
from emulator.transports.hosts import HostCheck
from emulator.transports.mcp.app import PATHS, McpApp
from emulator.transports.rest import RestApp, versions

if TYPE_CHECKING:
    from emulator.answering.writing import Writer
    from emulator.discoveryengine.files import Files
    from emulator.discoveryengine.forced_answers import ForcedAnswers


_ANSWER_QUERY = "/google.cloud.discoveryengine.v1.ConversationalSearchService/AnswerQuery"

# Calls that wait for a model leave threads for those that do not.
_MOST_WAITING = 64


class Emulator:
    """Everything behind the doors, over one data folder or in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ready = False
        names.use_project_numbers(dict(settings.project_numbers))
        if settings.rules is not None:
            _use_rules(settings.rules)
        folder = settings.folder
        self._lock = _lock(folder)
        self._store = Store(database(folder))
        clock, ids = Clock(), Ids()
        self._operations = Operations(self._store, clock, ids)
        self._operations.interrupt()
        interrupt(self._store)
        self._background = Background()
        indexes = folder / "indexes" if folder else None
        self._branches = Branches(self._store, indexes, settings.schema_mode)
        environment = Environment(
            self._store,
            clock,
            ids,
            self._operations,
            self._branches,
            self._background,
            partial(_files, settings),
            partial(_forced_answers, settings.answers),
            settings.lenient_filters,
            _writer(settings),
        )
        if settings.answers is not None:  # What cannot be read is to stop the start.
            _ = environment.forced_answers
        implemented: dict[tuple[str, str], Callable[[], Sequence[object]]] = {
            ("discoveryengine", name): make for name, make in services(environment).items()
        }
        rights = Rights(settings.runs_code, settings.tool_addresses, settings.folders_for_code)
        ces_environment = CesEnvironment(
            self._store,
            clock,
            ids,
            self._operations,
            self._answer_query,
            lambda: environment.files.buckets(),
            rights,
        )
        implemented |= {("ces", name): make for name, make in ces_services(ces_environment).items()}
        implemented["", "Operations"] = lambda: (self._operations,)
        implemented["", "Locations"] = lambda: (Locations(),)
        self._services = LazyMapping(implemented)
        self.dispatcher = Dispatcher(self._services, settings.regional_hosts)

    async def prepare(self) -> None:
        """Load the demo corpus if it is wanted and bring every index up to date."""
        if self.settings.model_url is not None:
            threads = ThreadPoolExecutor(_MOST_WAITING, "worker")
            asyncio.get_running_loop().set_default_executor(threads)
        if self.settings.seed:
            await Seeder(self.dispatcher, self._store, bundled("seed_data")).seed()
        await asyncio.to_thread(self._branches.refresh)
        self.ready = True

    def load(self) -> None:
        """Import and make every service, so that no call has to."""
        for service in self._services:
            self._services[service]

    def end_operations(self) -> None:
        """Ask running operations to stop and wait for them; calls that wait for one return.

        Answers that are being made are waited for as well.
        """
        self._operations.close()
        self._background.close()

    def close(self) -> None:
        """End running operations and let go of the data folder."""
        self.end_operations()
        self._branches.close()
        self._store.close()
        if self._lock is not None:
            self._lock.release()

    def http_app(self) -> FastAPI:
        """The HTTP port: health, MCP, documentation, and below them REST for every other path."""
        app = FastAPI(title="Discovery Engine emulator", docs_url=None, openapi_url=None)
        app.add_api_route("/healthz", _alive)
        app.add_api_route("/readyz", self._readiness)
        max_body = self.settings.max_request_bytes
        hosts = HostCheck(self.settings.allowed_hosts)
        app.add_middleware(CrossOrigin, hosts=hosts)
        mcp = McpApp(self.dispatcher, max_body, hosts)
        app.router.routes.extend(Route(path, mcp) for path in PATHS)
        app.router.routes.extend(DocsApp(self.dispatcher).routes())
        # Routes are tried in their order: most calls are of REST.
        rest = RestApp(self.dispatcher, max_body, hosts)
        app.router.routes[:0] = [Mount(f"/{version}", rest) for version in sorted(versions())]
        app.router.routes.append(Mount("", rest))
        return app

    async def _answer_query(self, request: Message) -> Message:
        """What agents ask, as a client would."""
        return await self.dispatcher.call(surface.method_by_path[_ANSWER_QUERY], request)

    async def _readiness(self) -> PlainTextResponse:
        if self.ready:
            return PlainTextResponse("ready\n")
        return PlainTextResponse("starting\n", status_code=503)


async def _alive() -> PlainTextResponse:
    return PlainTextResponse("alive\n")


def _files(settings: Settings) -> Files:
    from emulator.discoveryengine.files import STORAGE_EMULATOR_HOST, Files

    server = os.environ.get(STORAGE_EMULATOR_HOST, "")
    return Files(
        settings.gcs_root,
        server,
        allow_markdown=settings.allow_markdown,
        most_raw_bytes=settings.max_content_bytes,
    )


def _use_rules(path: Path) -> None:
    """Take the rules of a file; CommandError if they cannot be used."""
    from emulator.answering import rulebook

    try:
        rulebook.use(rulebook.read_file(path))
    except rulebook.UnreadableRules as error:
        raise CommandError(f"cannot use the rules of {path}: {error}") from None


def _writer(settings: Settings) -> Writer | None:
    """The model that writes answers, if one is set up."""
    if settings.model_url is None:
        return None
    from emulator.answering.chat_model import ChatModel

    key = settings.model_key.get_secret_value() if settings.model_key else ""
    return ChatModel(settings.model_url, settings.model_name, key, settings.model_timeout)


def _forced_answers(path: Path | None) -> ForcedAnswers:
    """The answers of the file, if there is one; CommandError if they cannot be read."""
    from emulator.discoveryengine.forced_answers import ForcedAnswers, UnreadableAnswer, read_file

    try:
        return ForcedAnswers() if path is None else read_file(path)
    except UnreadableAnswer as error:
        raise CommandError(f"cannot read the answers of {path}: {error}") from None


def _lock(folder: Path | None) -> FileLock | None:
    """Hold the data folder, or refuse to share it."""
    if folder is None:
        return None
    lock = FileLock(folder / "lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise CommandError(
            f"another emulator uses the data folder {folder}; stop it or choose another --data-dir"
        ) from None
    except FileExistsError:
        raise CommandError(f"the data folder {folder} is a file; choose another") from None
    except OSError as error:
        raise CommandError(f"cannot use the data folder {folder}: {error.strerror}") from None
    return lock


def database(folder: Path | None) -> Path | None:
    """The database of a data folder; None for memory."""
    return folder / "emulator.sqlite" if folder else None

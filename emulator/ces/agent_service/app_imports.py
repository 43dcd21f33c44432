"""AgentService's imports of apps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from emulator.ces.agent_service.agents import Agents
from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.agent_service.apps import check_app, set_defaults
from emulator.ces.agent_service.changelogs import record
from emulator.ces.agent_service.examples import Examples
from emulator.ces.agent_service.guardrails import Guardrails, check_expressions
from emulator.ces.agent_service.tools import Tools
from emulator.ces.agent_service.toolsets import Toolsets
from emulator.ces.archive import reading, zip_files
from emulator.ces.archive.reading import Contents, Found
from emulator.ces.archive.targets import Names, assign
from emulator.ces.environment import Environment, Service
from emulator.ces.evaluation_service.evaluation_datasets import EvaluationDatasets
from emulator.ces.evaluation_service.evaluation_expectations import EvaluationExpectations
from emulator.ces.evaluation_service.evaluations import Evaluations
from emulator.ces.references import named, translate
from emulator.ces.stored_resources import (
    ARCHIVED,
    Change,
    add,
    app,
    parts_of,
    remove_parts,
    save,
)
from emulator.ces.system_tools import is_one
from emulator.ces.validation.preconditions import check_id, check_unlocked
from emulator.ingestion.sources.buckets import SourceError
from emulator.ingestion.sources.buckets import read as read_file
from emulator.resources import masks
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import ApiError, invalid_argument, missing_field
from emulator.surface.messages import ces, timestamp
from emulator.surface.registry import Message
from emulator.surface.validation import check_required, enum_name

_OVERWRITE = "OVERWRITE"


class _OnlyValidated(Exception):
    """Undoes an import that was to be tried only."""


class AppImports(Service):
    """Apps from zip files, new ones or in the place of those that are there."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        kinds: tuple[type[AppResources], ...] = (
            *(Agents, Tools, Toolsets, Guardrails, Examples),
            *(Evaluations, EvaluationDatasets, EvaluationExpectations),
        )
        self._kinds: Mapping[str, AppResources] = {
            kind.collection: kind(environment) for kind in kinds
        }

    @in_worker
    def import_app(self, request: Message) -> Message:
        """Unpack an app; the operation is done at once.

        An app of that id is replaced: what has the display name of an imported resource, or with
        OVERWRITE all that it has. A resource that cannot be read, and that no other refers to, is
        left out with a warning. With `validate_only` nothing of it is kept.
        """
        found = self._contents(request)
        for one in found.resources:
            if one.collection == Guardrails.collection:
                with suppress(ApiError):  # Which is told where it is stored.
                    check_expressions(one.message)  # Not while others wait to write.
        parent = names.canonical(request.parent)
        response = ces.ImportAppResponse()
        with suppress(_OnlyValidated), self.environment.store.write() as connection:
            response.name = self._imported(connection, parent, request, found)
            response.warnings.extend(found.warnings)
            if request.import_options.validate_only:
                raise _OnlyValidated
            return self.finished(connection, parent, response)
        with self.environment.store.write() as connection:
            return self.finished(connection, parent, response)

    def _contents(self, request: Message) -> Contents:
        field = request.WhichOneof("app")
        if field is None:
            raise missing_field("app_content")
        content = request.app_content
        try:
            if field == "gcs_uri":
                most = zip_files.MOST_BYTES
                content = read_file(self.environment.buckets(), request.gcs_uri, most)
            return reading.contents(zip_files.read(content))
        except (zip_files.BadZip, reading.BadLayout, SourceError) as error:
            raise invalid_argument(field, f"{str(error).rstrip('.')}.") from None

    def _imported(
        self, connection: Connection, parent: str, request: Message, found: Contents
    ) -> str:
        app_id = request.app_id or self.environment.ids.uuid()
        check_id(app_id, "app_id")
        name = f"{parent}/apps/{app_id}"
        strategy = enum_name(request.import_options, "conflict_resolution_strategy")
        before = self._before(connection, name, request)
        if before is None:
            self._add(connection, name, found.app, request.display_name)
        elif strategy == _OVERWRITE:
            remove_parts(connection, name, ARCHIVED)
        existing = list(parts_of(connection, name, ARCHIVED))
        known = assign(name, found.resources, existing, self.environment.ids.uuid)
        self._store(connection, name, known, found)
        self._finish(connection, name, found, before)
        return name

    def _before(self, connection: Connection, name: str, request: Message) -> Message | None:
        """The app in whose place the import goes, if it may."""
        if resources.get(connection, name) is None:
            return None
        before = app(connection, name)
        if request.display_name:
            raise invalid_argument("display_name", f"the app {name} exists and keeps its own.")
        if not request.ignore_app_lock:
            check_unlocked(before)
        return before

    def _add(self, connection: Connection, name: str, given: Message, display_name: str) -> None:
        """An app that is there, so that its resources can be, under a name that no other has."""
        parent, now = names.parent(name), self.environment.clock.now()
        others = resources.children(connection, parent, "apps")
        taken = {ces.App.FromString(body).display_name for _, _, body in others}
        given.display_name = display_name or given.display_name
        if given.display_name in taken:
            given.display_name += f" {timestamp(now).ToJsonString()}"
        made = ces.App(name=name, display_name=given.display_name)
        add(connection, parent, "apps", made, now)

    def _store(self, connection: Connection, name: str, known: Names, found: Contents) -> None:
        """Store all resources, then see that each is right: they refer to each other."""
        _resolve(found.app, name, known, "app", found)
        used = {*named(found.app)}
        for one in found.resources:
            _resolve(one.message, name, known, f"{one.collection}/{one.folder}", found)
            used.update(named(one.message))
            self._put(connection, name, one)
        for one in found.resources:
            kind, path = self._kinds[one.collection], f"{one.collection}/{one.folder}"
            try:
                kind.prepare(connection, one.message)
            except ApiError as error:
                if one.message.name in used:
                    raise ApiError(error.code, f"{path}: {error.message}") from None
                found.warnings.append(f"{path} is left out: {error.message}")
                resources.remove(connection, one.message.name)
            else:
                _tell(partial(kind.check_given, connection, one.message), path, found.warnings)
                kind.save(connection, one.message)

    def _put(self, connection: Connection, name: str, one: Found) -> None:
        """A resource as the archive has it, in the place of one of its name."""
        kind = self._kinds[one.collection]
        body = resources.get(connection, one.message.name)
        if body is None:
            kind.add(connection, name, one.message)
        else:
            one.message.create_time.CopyFrom(kind.message.FromString(body).create_time)
            kind.save(connection, one.message)

    def _finish(
        self, connection: Connection, name: str, found: Contents, before: Message | None
    ) -> None:
        """Store the app itself, which refers to its resources."""
        after = masks.writable(found.app)
        after.name = name
        after.create_time.CopyFrom(app(connection, name).create_time)
        set_defaults(connection, after)
        _tell(partial(check_required, after, "app"), "app", found.warnings)
        check_app(connection, after)
        save(connection, after, self.environment.clock.now())
        record(self.environment, connection, name, Change("Import", before, after))


def _tell(check: Callable[[], None], path: str, warnings: list[str]) -> None:
    """What a check has against a resource, as a warning."""
    try:
        check()
    except ApiError as error:
        warnings.append(f"{path}: {error.message}")


def _of_folder(warning: str, label: str) -> bool:
    """Whether a warning is of what is called so, whose folder may have `_` for its spaces."""
    return f"/{label}/".replace(" ", "_") in warning.replace(" ", "_")


def _resolve(resource: Message, app_name: str, known: Names, where: str, found: Contents) -> None:
    """Write the names of resources for what an archive calls them."""

    def name(collection: str, label: str) -> str:
        system = f"{app_name}/{collection}/{label}"
        target = known.get((collection, label)) or known.get((collection, names.resource_id(label)))
        if target is None and is_one(system):
            return system
        if target is None:
            left_out = next((one for one in found.warnings if _of_folder(one, label)), "")
            raise invalid_argument(
                "app_content",
                f"Reference not found: {where} refers to {collection}/{label}. {left_out}".strip(),
            )
        return target

    translate(resource, name)

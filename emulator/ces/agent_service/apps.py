"""AgentService's apps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from emulator.ces.agent_service.changelogs import record
from emulator.ces.environment import Service
from emulator.ces.listing import page
from emulator.ces.references import canonicalize
from emulator.ces.stored_resources import Change, add, app, save
from emulator.ces.time_zones import check_time_zone
from emulator.ces.validation.limits import check_limits
from emulator.ces.validation.preconditions import (
    check_etag,
    check_id,
    check_references,
    check_unlocked,
)
from emulator.ces.validation.schemas import check_schema
from emulator.resources import masks
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import already_exists, invalid_argument, missing_field
from emulator.surface.messages import ces, protobuf
from emulator.surface.registry import Message
from emulator.surface.validation import check_required

_RETENTION_SECONDS = 31_536_000
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

# What every session has beside the variables that its app declares.
_PREDEFINED = {
    "current_date": ("STRING", "The date on which the session began."),
    "_session": ("OBJECT", "The session: its `id`."),
}


class Apps(Service):
    """Apps of a location, with everything below them."""

    def create_app(self, request: Message) -> Message:
        """Create an app; the operation is done at once."""
        parent = names.canonical(request.parent)
        app_id = request.app_id or self.environment.ids.uuid()
        check_id(app_id, "app_id")
        created = masks.writable(request.app)
        created.name = f"{parent}/apps/{app_id}"
        with self.environment.store.write() as connection:
            set_defaults(connection, created)
            if resources.get(connection, created.name) is not None:
                raise already_exists("App", created.name)
            check_required(created, "app")
            check_app(connection, created)
            add(connection, parent, "apps", created, self.environment.clock.now())
            record(self.environment, connection, created.name, Change("Create", None, created))
            return self.finished(connection, parent, created)

    def get_app(self, request: Message) -> Message:
        """The app."""
        with self.environment.store.read() as connection:
            return app(connection, names.canonical(request.name))

    def list_apps(self, request: Message) -> Message:
        """The apps of a location."""
        parent = names.canonical(request.parent)
        with self.environment.store.read() as connection:
            rows = partial(resources.children, connection, parent, "apps")
            found = page(request, rows, ces.App)
        return ces.ListAppsResponse(apps=found.resources, next_page_token=found.token)

    def update_app(self, request: Message) -> Message:
        """Change the masked fields; without a mask all that can be changed.

        A locked app takes no change but that of its lock.
        """
        name = names.canonical(request.app.name)
        paths = request.update_mask.paths
        with self.environment.store.write() as connection:
            before = app(connection, name)
            check_etag(before, request.app.etag)
            if list(paths) != ["locked"]:
                check_unlocked(before)
            after = ces.App.FromString(before.SerializeToString())
            masks.update(after, request.app, paths, replaces=True)
            set_defaults(connection, after)
            check_required(after, "app")
            check_app(connection, after)
            save(connection, after, self.environment.clock.now())
            record(self.environment, connection, name, Change("Update", before, after))
        return after

    def delete_app(self, request: Message) -> Message:
        """Delete an app and all in it, unless it is locked; the operation is done at once."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            before = app(connection, name)
            check_etag(before, request.etag)
            check_unlocked(before)
            resources.remove(connection, name)
            resources.remove_below(connection, name)
            return self.finished(connection, names.parent(name), protobuf.Empty())


def set_defaults(connection: Connection, resource: Message) -> None:
    """Fill in what the service sets, and what it takes where an app says nothing of it."""
    resource.deployment_count = resources.count(connection, resource.name, "deployments")
    logging = resource.logging_settings.conversation_logging_settings
    if not logging.HasField("retention_window"):
        logging.retention_window.FromSeconds(_RETENTION_SECONDS)
    resource.ClearField("predefined_variable_declarations")
    for name, (kind, description) in _PREDEFINED.items():
        declared = resource.predefined_variable_declarations.add(name=name, description=description)
        declared.schema.type = ces.Schema.Type.Value(kind)


def check_app(connection: Connection, resource: Message) -> None:
    """Refuse what is wrong with an app that is about to be stored."""
    canonicalize(resource)
    masks.clear_output(resource)
    if not resource.display_name.strip():
        raise missing_field("app.display_name")
    _check_variables(resource.variable_declarations)
    check_limits(resource, "app")
    check_time_zone(resource.time_zone_settings.time_zone, "app.time_zone_settings.time_zone")
    check_references(connection, resource, "app")


def _check_variables(declared: Sequence[Message]) -> None:
    seen = set()
    for number, variable in enumerate(declared):
        where = f"app.variable_declarations[{number}]"
        if not _IDENTIFIER.fullmatch(variable.name):
            raise invalid_argument(
                f"{where}.name",
                f"'{variable.name[:100]}' must start with a letter or underscore and contain only "
                "letters, numbers, or underscores.",
            )
        if variable.name in seen:
            raise invalid_argument(f"{where}.name", f"'{variable.name}' is declared twice.")
        seen.add(variable.name)
        if variable.HasField("schema"):
            check_schema(variable.schema, f"{where}.schema")

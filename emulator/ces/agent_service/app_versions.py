"""AgentService's app versions."""

from __future__ import annotations

from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.agent_service.apps import set_defaults
from emulator.ces.stored_resources import PARTS, Change, app, parts_of, remove_parts, save
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.messages import ces
from emulator.surface.registry import Message


class AppVersions(AppResources):
    """Versions: an app as it was, which later changes do not touch."""

    collection, field = "versions", "app_version"

    def restore_app_version(self, request: Message) -> Message:
        """Make the app what it was; as it is now it is kept as a further version."""
        name = names.canonical(request.name)
        parent = names.parent(name)
        with self.environment.store.write() as connection:
            self.modifiable(connection, parent)
            version = self.require(connection, name)
            kept = ces.AppVersion(
                name=f"{parent}/versions/{self.environment.ids.uuid()}",
                display_name=f"Before the restore of {version.display_name}"[:100],
            )
            self.complete(connection, kept)
            self.add(connection, parent, kept)
            self._restore(connection, parent, version.snapshot)
            self.log(connection, parent, Change("Restore", kept, version))
            response = ces.RestoreAppVersionResponse()
            return self.finished(connection, names.parent(parent), response)

    def check(self, connection: Connection, resource: Message) -> None:
        """A version needs no display name."""

    def complete(self, connection: Connection, resource: Message) -> None:
        """Take the snapshot."""
        parent = names.parent(resource.name)
        resource.creator = "emulator"
        resource.ClearField("snapshot")
        resource.snapshot.app.CopyFrom(app(connection, parent))
        resource.snapshot.app.ClearField("predefined_variable_declarations")
        for part in parts_of(connection, parent):
            getattr(resource.snapshot, names.collection_id(part.name)).append(part)

    def _restore(self, connection: Connection, parent: str, snapshot: Message) -> None:
        remove_parts(connection, parent)
        for collection in PARTS:
            for one in getattr(snapshot, collection):
                body = one.SerializeToString()
                time = one.create_time.ToMicroseconds()
                resources.add(connection, one.name, parent, collection, time, body)
        restored = ces.App.FromString(snapshot.app.SerializeToString())
        set_defaults(connection, restored)
        save(connection, restored, self.environment.clock.now())

"""Resources of an app that are no part of what it does: its changelog does not tell of them."""

from __future__ import annotations

from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.stored_resources import Change
from emulator.storage.statements import Connection
from emulator.surface.registry import Message


class BesideApp(AppResources):
    """Resources of one kind; no two of an app have the same display name."""

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a name that is taken."""
        super().check(connection, resource)
        self.check_name(connection, resource)

    def log(self, connection: Connection, parent: str, change: Change) -> None:
        """Write nothing into the app's changelog."""

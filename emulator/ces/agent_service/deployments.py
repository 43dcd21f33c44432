"""AgentService's deployments."""

from __future__ import annotations

from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.stored_resources import Change, app
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message


class Deployments(AppResources):
    """Deployments of an app, which its `deploymentCount` counts."""

    collection, field = "deployments", "deployment"

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse shares of the traffic that are none."""
        super().check(connection, resource)
        release = resource.experiment_config.version_release
        where = "deployment.experiment_config.version_release.traffic_allocations"
        if sum(one.traffic_percentage for one in release.traffic_allocations) > 100:
            raise invalid_argument(where, "their percentages are more than 100 together.")

    def log(self, connection: Connection, parent: str, change: Change) -> None:
        """Write the change into the changelog, and how many there are now into the app."""
        super().log(connection, parent, change)
        found = app(connection, parent)
        found.deployment_count = resources.count(connection, parent, self.collection)
        time = self.environment.clock.now()
        resources.replace(connection, names.canonical(parent), time, found.SerializeToString())

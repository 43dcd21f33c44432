"""EvaluationService's datasets: evaluations that are run together."""

from __future__ import annotations

from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.evaluation_service.evaluations import DATASETS
from emulator.ces.stored_resources import Change
from emulator.storage.statements import Connection
from emulator.surface.registry import Message


class EvaluationDatasets(AppResources):
    """Datasets of an app; each evaluation in one must be there."""

    collection, field = DATASETS, "evaluation_dataset"

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a name that is taken."""
        super().check(connection, resource)
        self.check_name(connection, resource)

    def log(self, connection: Connection, parent: str, change: Change) -> None:
        """Write nothing into the app's changelog, which tells of what an app is made of."""

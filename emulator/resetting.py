"""Projects made empty, as they are before their first call."""

from __future__ import annotations

from emulator.discoveryengine.indexing.branches.branch_indexes import Branches
from emulator.resources.operations import Operations
from emulator.storage import projects
from emulator.storage.store import Store
from emulator.surface import names


class Resetter:
    """Deletes what is of a project: resources, documents, sessions, events, operations."""

    def __init__(self, store: Store, branches: Branches, operations: Operations) -> None:
        self._store = store
        self._branches = branches
        self._operations = operations

    def reset(self, project: str) -> None:
        """Delete it all; running operations are asked to stop, and waited for."""
        name = names.canonical(f"projects/{project}")
        self._operations.stop(f"{name}/")
        with self._store.write() as connection:
            branches = projects.remove(connection, name)
        for branch in branches:
            self._branches.drop(branch)
        while self._branches.sweep():
            pass

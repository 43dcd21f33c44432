"""Places that requests name: found by documents that are named so, as there is no geocoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.discoveryengine.access.readers import readable
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.struct_data import attributes
from emulator.retrieval.attributes import UNLOCATED, Attributes
from emulator.retrieval.filters.conditions import TextIn
from emulator.retrieval.filters.geo import Point
from emulator.storage import documents
from emulator.storage.branches import BranchRow


@dataclass(frozen=True, slots=True)
class Places:
    """The places in the documents of some branches."""

    environment: Environment
    branches: Sequence[BranchRow]

    def locate(self, field: str, name: str) -> Point | None:
        """The place, in a field, of a document that has the name as a value of another field."""
        named = (
            (branch, TextIn(path, (name,)))
            for branch in self.branches
            for path, kind in self.environment.branches.types(branch).items()
            if kind == "string"
        )
        return next(filter(None, (self._point(field, *one) for one in named)), None)

    def _point(self, field: str, branch: BranchRow, named: TextIn) -> Point | None:
        """The place of the first document of that name."""
        snapshot = self.environment.branches.snapshot(branch)
        own = readable(self.environment, branch)
        for hit in snapshot.search("", 1, filters=[named, *own], by_document=True).hits:
            with self.environment.store.read() as connection:
                body = documents.get(connection, branch.id, hit.document)
            values = {} if body is None else attributes(body)
            found = Attributes.read(values).points.get(field, ())
            return next((point for point in found if point is not UNLOCATED), None)
        return None

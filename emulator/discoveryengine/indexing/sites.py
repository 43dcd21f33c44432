"""Websites: data stores whose documents are pages, known by their addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment
from emulator.retrieval.filters.sites import covers
from emulator.storage.branches import BranchRow
from emulator.storage.headings import headings
from emulator.storage.statements import Connection
from emulator.surface import names


def is_website(environment: Environment, branch: BranchRow) -> bool:
    """Whether the documents of a branch are the pages of a website."""

    def read(connection: Connection) -> bool:
        found = environment.collection(resource_kinds.DATA_STORE).find(
            connection, names.parent(branch.name)
        )
        return found is not None and resource_kinds.is_website(found)

    return environment.store.remembered((is_website, branch.id), read)


@dataclass(frozen=True, slots=True)
class Sites:
    """The websites among some branches."""

    environment: Environment
    branches: Sequence[BranchRow]

    def pages(self, pattern: str) -> Sequence[str] | None:
        """The ids of the pages whose addresses the pattern covers; None if no branch is a site."""
        if not self._sites:
            return None
        return [page for site in self._sites for page in self._covered(site, pattern)]

    def pages_of(self, branch: BranchRow, pattern: str) -> Sequence[str] | None:
        """Those of them that are of one branch."""
        if not self._sites:
            return None
        return self._covered(branch, pattern) if branch in self._sites else ()

    @property
    def _sites(self) -> list[BranchRow]:
        return [branch for branch in self.branches if is_website(self.environment, branch)]

    def _covered(self, site: BranchRow, pattern: str) -> Sequence[str]:
        read = partial(headings, branch_id=site.id)
        pages = self.environment.store.remembered((headings, site.id), read)
        is_covered = covers(pattern)
        return [page.document for page in pages if is_covered(page.uri)]

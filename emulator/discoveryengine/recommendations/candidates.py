"""The documents that can be recommended, and how alike they are to those of the context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scope, Scopes
from emulator.retrieval.filters.conditions import DOCUMENT_ID, EVERYTHING, Condition, TextIn
from emulator.retrieval.filters.syntax import Not
from emulator.retrieval.query import Group, Query
from emulator.retrieval.text.analysis import terms
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import DocumentRow

_MOST = 200
"""So many documents are considered of each kind: similar ones, viewed ones, any."""
_MOST_TERMS = 25
"""So many terms of the context, those that say most of it, are looked for in others."""
_MOST_OFTEN = 3
"""A term that a text repeats more often says no more of what it is about."""


@dataclass(frozen=True, slots=True)
class Context:
    """The documents that a recommendation goes by, in each branch by their keys."""

    documents: dict[BranchRow, dict[str, DocumentRow]]

    def missing(self, keys: Iterable[str]) -> list[str]:
        """Those of the keys of which there is no document."""
        known = set[str]().union(*self.documents.values())
        return [one for one in dict.fromkeys(keys) if one not in known]

    def ids(self, branch: BranchRow) -> tuple[str, ...]:
        """The ids of the documents in a branch."""
        return tuple(sorted({row.document for row in self.documents[branch].values()}))

    @property
    def text(self) -> str:
        """The titles and texts of all the documents."""
        rows = [row for each in self.documents.values() for row in each.values()]
        return "\n".join(part for row in rows for part in (row.title, *_texts(row)))


def read_context(
    environment: Environment, branches: Sequence[BranchRow], keys: Sequence[str]
) -> Context:
    """The documents that have these keys, which are ids or addresses."""
    found: dict[BranchRow, dict[str, DocumentRow]] = {}
    with environment.store.read() as connection:
        for branch in branches:
            ids = documents.identified(connection, branch.id, keys)
            rows = documents.read(connection, branch.id, [*ids.values()])
            found[branch] = {key: rows[one] for key, one in ids.items()}
    return Context(found)


class Candidates:
    """The documents of branches that fit a filter and are not in the context."""

    def __init__(
        self, environment: Environment, fields: BranchFields, context: Context, wanted: Condition
    ) -> None:
        self._environment = environment
        self._fields = fields
        self._context = context
        self._wanted = wanted

    def similar(self) -> dict[str, tuple[Found, float]]:
        """What has terms of the context, by name, with its score as a share of the best one's."""
        retriever = self._retriever()
        counts = Counter(terms(self._context.text))
        weights = {
            term: min(count, _MOST_OFTEN) * retriever.idf(term) for term, count in counts.items()
        }
        telling = sorted(weights, key=lambda term: (-weights[term], term))[:_MOST_TERMS]
        if not telling:
            return {}
        words = {term: float(min(counts[term], _MOST_OFTEN)) for term in telling}
        query = Query(" ".join(words), ((Group(words, {}, ()),),))
        found = retriever.documents(query, _MOST, 0).found
        scores = [one.placed.hit.score if one.placed else 0.0 for one in found]
        best = max(scores, default=0.0) or 1.0
        scored = zip(found, scores, strict=True)
        return {one.document_name: (one, score / best) for one, score in scored}

    def any(self) -> dict[str, Found]:
        """Documents in the order in which they were written, by name."""
        found = self._retriever().documents("", _MOST, 0).found
        return {one.document_name: one for one in found}

    def with_keys(self, keys: Iterable[str]) -> dict[str, Found]:
        """The documents that have these keys, by name."""
        context = read_context(self._environment, [*self._context.documents], list(keys))
        ids = {branch: TextIn(DOCUMENT_ID, context.ids(branch)) for branch in context.documents}
        count = sum(len(one.values) for one in ids.values())
        found = self._retriever(ids).documents("", count, 0).found
        return {one.document_name: one for one in found}

    def _retriever(self, only: Mapping[BranchRow, Condition] | None = None) -> Retriever:
        """Searches all the branches, or only these documents of each."""
        scopes = (
            Scope(branch, self._conditions(branch, only[branch] if only else EVERYTHING))
            for branch in self._context.documents
        )
        return Retriever(self._environment, Scopes(self._fields, tuple(scopes)))

    def _conditions(self, branch: BranchRow, only: Condition) -> tuple[Condition, ...]:
        return self._wanted, only, Not(TextIn(DOCUMENT_ID, self._context.ids(branch)))


def _texts(row: DocumentRow) -> Iterable[str]:
    return (chunk.content for chunk in row.chunks)

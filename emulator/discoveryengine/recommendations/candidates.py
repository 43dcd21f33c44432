"""The documents that can be recommended, and how alike they are to those of the context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scope, Scopes
from emulator.discoveryengine.user_events.documents import Place
from emulator.retrieval.filters.conditions import DOCUMENT_ID, EVERYTHING, Condition, TextIn
from emulator.retrieval.filters.syntax import Not
from emulator.retrieval.query import Group, Query
from emulator.retrieval.text.analysis import terms
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import DocumentRow
from emulator.storage.statements import Connection

_MOST = 200
"""So many documents are considered of each kind: similar ones, viewed ones, any."""
_MOST_TERMS = 25
"""So many terms of the context, those that say most of it, are looked for in others."""
_MOST_OFTEN = 3
"""A term that a text repeats more often says no more of what it is about."""


@dataclass(frozen=True, slots=True)
class Context:
    """The documents that a recommendation goes by, in each branch by the keys that events have."""

    documents: dict[BranchRow, dict[str, DocumentRow]]

    def missing(self, places: Collection[Place]) -> list[str]:
        """The keys for which there is no document at any of these places."""
        known = {(branch.name, key) for branch, rows in self.documents.items() for key in rows}
        there = {key for _, key in known.intersection(places)}
        return [key for key in dict.fromkeys(key for _, key in places) if key not in there]

    def of(self, branch: BranchRow) -> TextIn:
        """What the documents of a branch have in common."""
        return _one_of(row.document for row in self.documents[branch].values())

    @property
    def text(self) -> str:
        """The titles and texts of all the documents."""
        rows = [row for each in self.documents.values() for row in each.values()]
        return "\n".join(part for row in rows for part in (row.title, *_texts(row)))


def read_context(
    environment: Environment, branches: Iterable[BranchRow], places: Collection[Place]
) -> Context:
    """The documents of the branches at these places."""
    found: dict[BranchRow, dict[str, DocumentRow]] = {}
    with environment.store.read() as connection:
        for branch in branches:
            ids = _identified(connection, branch, places)
            rows = documents.read(connection, branch.id, [*ids.values()])
            # One of them may have been deleted meanwhile.
            found[branch] = {key: rows[one] for key, one in ids.items() if one in rows}
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

    def at(self, places: Collection[Place]) -> dict[str, Found]:
        """The documents at these places, by name."""
        with self._environment.store.read() as connection:
            ids = {
                branch: _one_of(_identified(connection, branch, places).values())
                for branch in self._context.documents
            }
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
        return self._wanted, only, Not(self._context.of(branch))


def _identified(
    connection: Connection, branch: BranchRow, places: Collection[Place]
) -> dict[str, str]:
    """The ids of the documents of a branch at these places, by their keys."""
    keys = [key for name, key in places if name == branch.name]
    return documents.identified(connection, branch.id, keys)


def _one_of(ids: Iterable[str]) -> TextIn:
    return TextIn(DOCUMENT_ID, tuple(sorted(set(ids))))


def _texts(row: DocumentRow) -> Iterable[str]:
    return (chunk.content for chunk in row.chunks)

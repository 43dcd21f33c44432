"""Retrieval over the branches of a target: documents for search, chunks for answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.scopes import Scopes
from emulator.retrieval.chunks import Hit, Matches
from emulator.retrieval.facets import Facet, FacetValue, shown
from emulator.retrieval.index import ChunkIndex
from emulator.retrieval.ordering import merged
from emulator.retrieval.query import Query
from emulator.storage import documents
from emulator.storage.documents import BranchRow, ChunkRow, DocumentRow

# A term that occurs without end scores idf * (k1 + 1) in BM25, with Tantivy's k1 of 1.2.
SATURATION = 2.2


@dataclass(frozen=True, slots=True)
class Found:
    """A document with the one chunk of it that matched, best first.

    `relevance`, in [0, 1], is the chunk's score as a share of the highest the query could reach.
    """

    branch: BranchRow
    row: DocumentRow
    position: int
    relevance: float

    @property
    def text(self) -> str:
        """The chunk's text."""
        return self.row.chunks[0].content if self.row.chunks else ""


@dataclass(frozen=True, slots=True)
class Results:
    """One page of what was found, about how many match in all, and whether more come after."""

    found: tuple[Found, ...]
    total: int
    more: bool


class Retriever:
    """Searches several branches as one: scores of equal scale are merged.

    A filter applies to documents, also in a search for chunks. What boosts add is a share of the
    best score in any of the branches. An order takes the place of both.

    Equal results stand in the order of the branches, and in a branch in that of its documents.
    """

    def __init__(self, environment: Environment, scopes: Scopes) -> None:
        self._store = environment.store
        self._order = scopes.order
        self._indexes = [(scope, environment.branches.index(scope.branch)) for scope in scopes.each]

    def documents(self, text: str, limit: int, offset: int) -> Results:
        """The documents that match, each with its best chunk."""
        return self._search(text, limit, offset, ChunkIndex.documents)

    def chunks(self, text: str, limit: int, offset: int = 0) -> Results:
        """The chunks that match."""
        return self._search(text, limit, offset, ChunkIndex.search)

    def pieces(self, found: Found) -> Sequence[ChunkRow]:
        """All chunks of a found document, in order; none if it was deleted meanwhile."""
        document = found.row.document
        with self._store.read() as connection:
            rows = documents.read(connection, found.branch.id, [document])
        return rows[document].chunks if document in rows else ()

    def weights(self, text: str) -> dict[str, float]:
        """The terms of a query with their inverse document frequencies."""
        return {term: self.idf(term) for term in Query.parse(text).terms}

    def idf(self, term: str) -> float:
        """The inverse document frequency of an index term; of several indexes, the lowest."""
        return min([index.idf(term) for _, index in self._indexes], default=0.0)

    def facets(self, text: str, facets: Sequence[Facet]) -> list[list[FacetValue]]:
        """The values of each facet to show, over the documents that match."""
        counts = [index.facets(text, facets, scope.filters) for scope, index in self._indexes]
        return [
            shown(facet, chain.from_iterable(of_branches))
            for facet, of_branches in zip(facets, zip(*counts, strict=True), strict=True)
        ]

    def _search(
        self, text: str, limit: int, offset: int, search: Callable[..., Matches]
    ) -> Results:
        query = Query.parse(text)
        scale = self._scale(query)
        ranked: list[tuple[BranchRow, Hit]] = []
        total = 0
        for scope, index in self._indexes:
            matches = search(
                index,
                query,
                min(offset + limit + 1, scope.most),
                filters=scope.filters,
                order=self._order,
                boosts=scope.boosts,
                scale=scale,
            )
            ranked += [(scope.branch, hit) for hit in matches.hits]
            total += min(matches.total, scope.most)
        if len(self._indexes) > 1:
            ranked = self._merged(ranked, scale or 1.0)
        found = self._read(ranked[offset : offset + limit], self._highest(query))
        return Results(tuple(found), total, more=len(ranked) > offset + limit)

    def _scale(self, query: Query) -> float | None:
        """What boosts are shares of; None where there are none, or one index that finds it out."""
        if self._order or len(self._indexes) == 1:
            return None
        if not any(scope.boosts for scope, _ in self._indexes):
            return None
        return max(index.best_score(query, scope.filters) for scope, index in self._indexes)

    def _merged(
        self, ranked: list[tuple[BranchRow, Hit]], scale: float
    ) -> list[tuple[BranchRow, Hit]]:
        if self._order:
            return merged(ranked, self._order)
        return sorted(ranked, key=lambda one: -(one[1].score / scale + one[1].boost))

    def _highest(self, query: Query) -> float:
        """The score that a text made of nothing but the query's terms would come close to."""
        return sum(self.idf(term) for term in query.terms) * SATURATION

    def _read(self, page: Sequence[tuple[BranchRow, Hit]], highest: float) -> Iterator[Found]:
        places: dict[BranchRow, list[tuple[str, int]]] = {}
        for branch, hit in page:
            places.setdefault(branch, []).append(_place(hit))
        with self._store.read() as connection:
            rows = {
                branch: documents.read_chunks(connection, branch.id, wanted)
                for branch, wanted in places.items()
            }
        for branch, hit in page:
            place = _place(hit)
            if place in rows[branch]:  # It may have been deleted since the search.
                relevance = min(hit.score / highest, 1.0) if highest else 0.0
                yield Found(branch, rows[branch][place], place[1], relevance)


def _place(hit: Hit) -> tuple[str, int]:
    """The document and the position of the chunk in it, which is counted from 1."""
    return hit.document, hit.ordinal + 1

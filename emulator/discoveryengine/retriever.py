"""Retrieval over the branches of a target: documents for search, chunks for answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from emulator.discoveryengine.environment import Environment
from emulator.retrieval.chunks import Hit, Matches
from emulator.retrieval.index import ChunkIndex
from emulator.retrieval.query import Query
from emulator.storage import documents
from emulator.storage.documents import BranchRow, DocumentRow

# A term that occurs without end scores idf * (k1 + 1) in BM25, with Tantivy's k1 of 1.2.
_SATURATION = 2.2


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
    """One page of what was found, and how many match in all."""

    found: tuple[Found, ...]
    total: int


class Retriever:
    """Searches several branches as one: scores of equal scale are merged."""

    def __init__(self, environment: Environment, branches: Sequence[BranchRow]) -> None:
        self._store = environment.store
        self._indexes = [(branch, environment.branches.index(branch)) for branch in branches]

    def documents(self, text: str, limit: int, offset: int) -> Results:
        """The documents that match, each with its best chunk."""
        return self._search(text, limit, offset, ChunkIndex.documents)

    def chunks(self, text: str, limit: int, offset: int = 0) -> Results:
        """The chunks that match."""
        return self._search(text, limit, offset, ChunkIndex.search)

    def idf(self, term: str) -> float:
        """The inverse document frequency of an index term; of several indexes, the lowest."""
        return min((index.idf(term) for _, index in self._indexes), default=0.0)

    def _search(
        self, text: str, limit: int, offset: int, search: Callable[..., Matches]
    ) -> Results:
        query = Query.parse(text)
        best = sum(self.idf(term) for term in query.terms) * _SATURATION
        ranked: list[tuple[BranchRow, Hit]] = []
        total = 0
        for branch, index in self._indexes:
            matches = search(index, query, offset + limit)
            ranked += [(branch, hit) for hit in matches.hits]
            total += matches.total
        if len(self._indexes) > 1:
            ranked.sort(key=lambda one: -one[1].score)
        page = ranked[offset : offset + limit]
        return Results(tuple(self._read(page, best)), total)

    def _read(self, page: Sequence[tuple[BranchRow, Hit]], best: float) -> Iterator[Found]:
        with self._store.read() as connection:
            for branch, hit in page:
                position = hit.ordinal + 1
                row = documents.read_chunk(connection, branch.id, hit.document, position)
                if row is not None:  # It may have been deleted since the search.
                    relevance = min(hit.score / best, 1.0) if best else 0.0
                    yield Found(branch, row, position, relevance)

"""Retrieval over the branches of a target: documents for search, chunks for answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.field_rules import FieldRules
from emulator.discoveryengine.indexing.sites import is_website
from emulator.discoveryengine.retrieval.blended_search import BlendedHit, BlendedSearch
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.retrieval.index.chunks import Hit
from emulator.retrieval.query import Query
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import ChunkRow, DocumentRow

_STAGED = 1_000

# What is kept of a branch's documents: so many of at most this size, a few megabytes as a rule.
_MOST_KEPT, _MOST_BYTES = 4_096, 4_096

_Place: TypeAlias = tuple[str, int]


@dataclass(slots=True)  # Frozen ones take four times as long to make.
class Found:
    """A document with the one chunk of it that matched, best first.

    `relevance`, in [0, 1], is the chunk's score as a share of the highest the query could reach;
    `placed` is how it was found, None if only its document was. `rules` say what of its data is
    shown; None for all. `as_chunk` if the chunk was asked for by itself, whatever the request's
    mode. `is_page` if it is of a website.
    """

    branch: BranchRow
    row: DocumentRow
    position: int
    relevance: float
    placed: BlendedHit | None = None
    rules: FieldRules | None = None
    as_chunk: bool = False
    is_page: bool = False

    @property
    def text(self) -> str:
        """The chunk's text."""
        return self.row.chunks[0].content if self.row.chunks else ""

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells it from others: the same text may be found more than once."""
        return self.document_name, self.position, self.text

    @property
    def document_name(self) -> str:
        """The resource name of the document."""
        return f"{self.branch.name}/documents/{self.row.document}"

    @property
    def chunk_name(self) -> str:
        """The resource name of the chunk."""
        return f"{self.document_name}/chunks/c{self.position}"

    @property
    def page_identifier(self) -> str:
        """The page on which the chunk begins; empty where the format has no pages."""
        page = self.row.chunks[0].page_start if self.row.chunks else 0
        return str(page) if page else ""


@dataclass(frozen=True, slots=True)
class Results:
    """One page of what was found, about how many match in all, and whether more come after."""

    found: tuple[Found, ...]
    total: int
    more: bool


class RankingStage(Protocol):
    """What moves or drops results after they were ranked."""

    def __call__(
        self, results: list[BlendedHit], query: Query, blend: BlendedSearch
    ) -> list[BlendedHit]:
        """The results as they are to be."""


class Retriever:
    """Searches several branches as one, and reads what it finds.

    A filter applies to documents, also in a search for chunks. Stages see the first 1,000 results;
    those after them stay where they are.
    """

    def __init__(
        self, environment: Environment, scopes: Scopes, stages: Sequence[RankingStage] = ()
    ) -> None:
        self._environment = environment
        self._store = environment.store
        self._fields = scopes.fields
        self._stages = stages
        self.blend = BlendedSearch(environment, scopes)

    def documents(self, query: Query | str, limit: int, offset: int) -> Results:
        """The documents that match, each with the chunk that ranks best."""
        return self._search(query, limit, offset, by_document=True)

    def chunks(self, query: Query | str, limit: int, offset: int = 0) -> Results:
        """The chunks that match."""
        return self._search(query, limit, offset, by_document=False)

    def all_chunks(self, found: Found) -> Sequence[ChunkRow]:
        """All chunks of a found document, in order; none if it was deleted meanwhile."""
        document = found.row.document
        with self._store.read() as connection:
            rows = documents.read(connection, found.branch.id, [document])
        return rows[document].chunks if document in rows else ()

    def weights(self, text: str) -> dict[str, float]:
        """The terms of a query with their inverse document frequencies."""
        return {term: self.idf(term) for term in Query.parse(text).terms}

    def idf(self, term: str) -> float:
        """The inverse document frequency of an index term in all that is searched."""
        return self.blend.idf(term)

    def read(self, placed: Sequence[BlendedHit], highest: float = 0.0) -> Iterator[Found]:
        """The documents and texts of hits; `highest` is the score whose relevance is 1."""
        places: dict[BranchRow, list[_Place]] = {}
        for one in placed:
            places.setdefault(one.scope.branch, []).append(_place(one.hit))
        rows = {branch: self._rows(branch, wanted) for branch, wanted in places.items()}
        rules = self._fields.rules if placed else {}
        sites = {branch for branch in places if is_website(self._environment, branch)}
        for one in placed:
            branch, place = one.scope.branch, _place(one.hit)
            if place in rows[branch]:  # It may have been deleted since the search.
                relevance = min(one.hit.score / highest, 1.0) if highest else 0.0
                yield Found(
                    branch,
                    rows[branch][place],
                    place[1],
                    relevance,
                    one,
                    rules[branch.id],
                    is_page=branch in sites,
                )

    def _rows(self, branch: BranchRow, places: Sequence[_Place]) -> dict[_Place, DocumentRow]:
        """The documents at these places; what was found before is known until the next write."""
        kept: dict[_Place, DocumentRow] = self._store.kept(("found", branch.id))
        known = {place: row for place in places if (row := kept.get(place))}
        missing = [place for place in places if place not in known]
        if missing:
            with self._store.read() as connection:
                read = documents.read_chunks(connection, branch.id, missing)
            if len(kept) + len(read) > _MOST_KEPT:
                kept.clear()
            kept |= {place: row for place, row in read.items() if row.size <= _MOST_BYTES}
            known |= read
        return known

    def _search(self, text: Query | str, limit: int, offset: int, *, by_document: bool) -> Results:
        query = Query.parse(text) if isinstance(text, str) else text
        wanted = limit + 1  # One more tells whether more come after.
        if self._stages:
            staged, total = self._staged(query, offset + wanted, by_document=by_document)
            placed = staged[offset:]
        else:
            placed, total = self.blend.search(query, wanted, offset, by_document=by_document)
        found = self.read(placed[:limit], self.blend.highest_score(query))
        return Results(tuple(found), total, more=len(placed) > limit)

    def _staged(
        self, query: Query, needed: int, *, by_document: bool
    ) -> tuple[list[BlendedHit], int]:
        found, total = self.blend.search(query, max(needed, _STAGED), by_document=by_document)
        ranked = [replace(one, rank=rank) for rank, one in enumerate(found, start=1)]
        staged = ranked[:_STAGED]
        for stage in self._stages:
            staged = stage(staged, query, self.blend)
        dropped = min(len(ranked), _STAGED) - len(staged)
        return staged + ranked[_STAGED:], total - dropped


def _place(hit: Hit) -> _Place:
    """The document and the position of the chunk in it, which is counted from 1."""
    return hit.document, hit.ordinal + 1

"""The indexes of several branches, searched as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.scope.scopes import Scope, Scopes
from emulator.retrieval.facets import Facet, FacetValue, shown
from emulator.retrieval.filters.compile import Filter
from emulator.retrieval.idf import TermStatistics
from emulator.retrieval.index.chunks import Hit
from emulator.retrieval.index.snapshot import Snapshot
from emulator.retrieval.query import Query
from emulator.retrieval.ranking.order_by import merge_pages

# A term that occurs without end scores idf * (k1 + 1) in BM25, with Tantivy's k1 of 1.2.
SATURATION = 2.2


@dataclass(frozen=True, slots=True)
class RankingValues:
    """The signals of a result by name, and its own values, as ranking expressions computed them."""

    signals: Mapping[str, float] = field(default_factory=dict)
    expressions: tuple[float, ...] = ()


_NONE = RankingValues()


@dataclass(slots=True)  # Frozen ones take four times as long to make.
class BlendedHit:
    """A hit in the index of a scope.

    `rank` is its place, from 1 on, before any ranking expression or crowding moved it.
    """

    scope: Scope
    snapshot: Snapshot
    hit: Hit
    rank: int = 0
    values: RankingValues = _NONE


class BlendedSearch:
    """One ranking over the indexes of several branches.

    A word is as rare as it is in all of them together, so that scores are of equal scale.
    What boosts add is a share of the best score in any of them. An order takes the place of both.
    Equal results stand in the order of the branches, and in a branch in that of its documents.
    """

    def __init__(self, environment: Environment, scopes: Scopes) -> None:
        self._order = scopes.order
        self._least = scopes.least_relevance
        self._parts = [
            (scope, environment.branches.snapshot(scope.branch)) for scope in scopes.each
        ]
        rarity = self._rarity()
        self.frequency = rarity.frequency
        """How many chunks hold an index term."""
        self.idf = rarity.idf
        """The inverse document frequency of an index term in all indexes together."""

    def search(
        self, query: Query, limit: int, offset: int = 0, *, by_document: bool
    ) -> tuple[list[BlendedHit], int]:
        """So many of the best results from place `offset` on, and how many there are in all."""
        scale = self._scale(query)
        placed: list[BlendedHit] = []
        total = 0
        # Of several indexes nobody knows which of their results come before the place.
        skipped = offset if len(self._parts) == 1 else 0
        end = offset + limit
        for scope, snapshot in self._parts:
            matches = snapshot.search(
                self.query_for(snapshot, query),
                max(min(end, scope.most) - skipped, 0),
                skipped,
                filters=self._filters(scope, snapshot, query, by_document=by_document),
                by_document=by_document,
                order=self._order,
                boosts=scope.boosts,
                scale=scale,
            )
            placed += [BlendedHit(scope, snapshot, hit) for hit in matches.hits]
            total += min(matches.total, scope.most)
        return self._merged(placed, scale or 1.0)[offset - skipped : end - skipped], total

    def facets(self, query: Query, facets: Sequence[Facet]) -> Iterator[list[FacetValue]]:
        """The values of each facet to show, over the documents that match."""
        counts = [
            snapshot.facets(query, facets, self._filters(scope, snapshot, query, by_document=True))
            for scope, snapshot in self._parts
        ]
        for facet, of_branches in zip(facets, zip(*counts, strict=True), strict=True):
            yield shown(facet, chain.from_iterable(of_branches))

    def highest_score(self, query: Query) -> float:
        """The upper bound of a query's score: of a text made of nothing but its terms."""
        return sum(map(self.idf, query.terms)) * SATURATION

    def query_for(self, snapshot: Snapshot, query: Query) -> Query:
        """The query for one index, weighted by the idf of all, so that scores are comparable."""
        return query if len(self._parts) == 1 else query.with_statistics(snapshot.idf, self.idf)

    def nearest_term(self, term: str) -> str | None:
        """The correction of a term that no index has: the most frequent of those of each index."""
        found = [near for _, snapshot in self._parts if (near := snapshot.nearest_term(term))]
        return min(found, key=lambda near: (-self.frequency(near), near), default=None)

    def terms_beginning_with(self, prefix: str) -> list[str]:
        """The index terms with a prefix."""
        found = (snapshot.terms_beginning_with(prefix) for _, snapshot in self._parts)
        return sorted(set(chain.from_iterable(found)))

    def examples_of(self, term: str) -> Sequence[BlendedHit]:
        """Some chunks that hold an index term."""
        return [
            BlendedHit(scope, snapshot, hit)
            for scope, snapshot in self._parts
            for hit in snapshot.examples_of(term)
        ]

    def _rarity(self) -> TermStatistics:
        snapshots = [snapshot for _, snapshot in self._parts]
        if len(snapshots) == 1:
            return snapshots[0].rarity
        chunks = sum(one.chunks for one in snapshots)
        return TermStatistics(
            chunks, lambda term: sum(one.document_frequency(term) for one in snapshots)
        )

    def _filters(
        self, scope: Scope, snapshot: Snapshot, query: Query, *, by_document: bool
    ) -> Sequence[Filter]:
        """The scope's filters, and one for the relevance threshold if there is one."""
        if not self._least or query.is_blank:
            return scope.restrictions
        least = self._least * self.highest_score(query)
        asked = self.query_for(snapshot, query)
        return *scope.restrictions, snapshot.above(
            asked, scope.restrictions, least, by_document=by_document
        )

    def _scale(self, query: Query) -> float | None:
        """What boosts are shares of; None where there are none, or one index that finds it out."""
        if self._order or len(self._parts) == 1:
            return None
        if not any(scope.boosts for scope, _ in self._parts):
            return None
        return max(
            snapshot.best_score(self.query_for(snapshot, query), scope.restrictions)
            for scope, snapshot in self._parts
        )

    def _merged(self, placed: list[BlendedHit], scale: float) -> list[BlendedHit]:
        if len(self._parts) == 1:
            return placed
        if self._order:
            return merge_pages(placed, self._order)
        return sorted(placed, key=lambda one: -(one.hit.score / scale + one.hit.boost))

"""The best matches in an order that does not depend on how Tantivy laid out its segments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import tantivy

from emulator.retrieval.index import schema

# Scores are sums of 32-bit floats, whose last digits depend on the order of addition: four decimals
# count. `round(score, 4)` gives the same as what is done here, in four times the time.
_SCORE_STEPS = 10_000

# Beyond what is asked for, so that ties at the end of a page rarely cost a second search.
_SPARE = 16
_GROWTH = 4

# How many chunks to look at first for those above a score.
_FIRST_LOOK = 250

# Tantivy lets other threads go on while it searches: of two searches one takes the next core.
_beside = ThreadPoolExecutor(thread_name_prefix="search")

_Hits: TypeAlias = Sequence[tuple[Any, tantivy.DocAddress]]


class Ranked(NamedTuple):
    """A match before its document's id is looked up.

    `boost` is what was added to its score, `keys` what it is ordered by, if anything.
    """

    score: float
    position: int
    address: tantivy.DocAddress
    boost: float = 0.0
    keys: tuple[Any, ...] = ()

    @property
    def sequence(self) -> int:
        """The place of the match's document in insertion order."""
        return schema.sequence_of(self.position)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best matches in order, how many match in all, and in how many chunks.

    A `complete` ranking by document has its documents counted; else the total is of chunks.
    """

    best: list[Ranked]
    total: int
    chunks: int
    complete: bool


def rank(
    searcher: tantivy.Searcher,
    query: tantivy.Query,
    needed: int,
    *,
    by_document: bool,
    raising: tantivy.Query | None = None,
) -> Ranking:
    """Return at least the `needed` best chunks, or the best chunk of as many documents.

    A chunk that `raising` matches as well has the score which that query gives it; it must be the
    higher one. Equal scores stand in insertion order. `total` counts chunks, unless the ranking is
    by document and complete.
    """
    most = max(searcher.num_docs, 1)
    size = min(needed + _SPARE, most)
    while True:
        wanted = [] if raising is None else [raising]
        raised = [_beside.submit(searcher.search, one, size, count=False) for one in wanted]
        result = searcher.search(query, size, count=True)
        lists = [result.hits, *(one.result().hits for one in raised)]
        best = _best(_sorted(searcher, lists), by_document=by_document)
        count = _count(result)
        complete = count <= size
        if complete or _is_settled(best, needed, _unseen(lists, size)):
            total = len(best) if complete else count
            return Ranking(best[:needed], total, count, complete)
        size = min(size * _GROWTH, most)


def _count(result: tantivy.SearchResult) -> int:
    return int(result.count)  # type: ignore[attr-defined]  # missing in the library's stubs


def _rounded(score: float) -> float:
    return round(score * _SCORE_STEPS) / _SCORE_STEPS


def _sorted(searcher: tantivy.Searcher, lists: Sequence[_Hits]) -> list[Ranked]:
    hits = [hit for hits in lists for hit in hits]
    addresses = [address for _, address in hits]
    positions = searcher.fast_field_values(schema.POSITION, addresses)
    ranked = [
        Ranked(_rounded(score), int(position or 0), address)
        for (score, address), position in zip(hits, positions, strict=True)
    ]
    return sorted(ranked, key=lambda match: (-match.score, match.position))


def _best(ranked: Iterable[Ranked], *, by_document: bool) -> list[Ranked]:
    """The best of each document, or of each chunk, of which there may be several scores."""
    best: dict[int, Ranked] = {}
    for match in ranked:
        best.setdefault(match.sequence if by_document else match.position, match)
    return list(best.values())


def _unseen(lists: Sequence[_Hits], size: int) -> float:
    """The most that the score of a chunk may be which is on none of the lists of so many."""
    return max(_rounded(hits[-1][0]) for hits in lists if len(hits) == size)


def _is_settled(best: list[Ranked], needed: int, unseen: float) -> bool:
    """Whether no chunk that was not fetched can tie with the last one needed."""
    return needed == 0 or (len(best) >= needed and best[needed - 1].score > unseen)


def top(searcher: tantivy.Searcher, query: tantivy.Query) -> tuple[float, int]:
    """Return the best score, 0 if there is none, and the number of chunks that match."""
    result = searcher.search(query, 1, count=True)
    return max((_rounded(score) for score, _ in result.hits), default=0.0), _count(result)


def above(
    searcher: tantivy.Searcher, query: tantivy.Query, least: float
) -> list[tantivy.DocAddress]:
    """Return where the chunks are whose score is `least` or more."""
    most = max(searcher.num_docs, 1)
    size = min(_FIRST_LOOK, most)
    while True:
        hits = searcher.search(query, size, count=False).hits
        if len(hits) < size or size == most or _rounded(hits[-1][0]) < least:
            return [address for score, address in hits if _rounded(score) >= least]
        size = min(size * _GROWTH, most)


def browse(searcher: tantivy.Searcher, query: tantivy.Query, limit: int, offset: int) -> Ranking:
    """Return chunks in insertion order, unscored."""
    size = max(min(limit, searcher.num_docs), 1)
    result = searcher.search(
        query,
        size,
        count=True,
        order_by_field=schema.POSITION,
        offset=min(offset, searcher.num_docs),
        order=tantivy.Order.Asc,
    )
    best = [Ranked(0.0, int(position), address) for position, address in result.hits[:limit]]
    count = _count(result)
    return Ranking(best, count, count, complete=False)


def last_sequence(searcher: tantivy.Searcher) -> int:
    """Return the place of the last document in insertion order; -1 if there is none."""
    last = searcher.search(
        tantivy.Query.all_query(), 1, count=False, order_by_field=schema.SEQUENCE
    )
    return max((int(sequence) for sequence, _ in last.hits), default=-1)

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

# A hit as it is sorted, many of which are not asked for: its score below zero, the position of its
# chunk, and its place among the hits.
_Key: TypeAlias = tuple[float, int, int]


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
        hits = [hit for hits in lists for hit in hits]
        best = _best(_sorted(searcher, hits), by_document=by_document)
        count = _count(result)
        complete = count <= size
        if complete or _is_settled(best, needed, _unseen(lists, size)):
            total = len(best) if complete else count
            return Ranking(_ranked(best[:needed], hits), total, count, complete)
        size = min(size * _GROWTH, most)


def _count(result: tantivy.SearchResult) -> int:
    return int(result.count)  # type: ignore[attr-defined]  # missing in the library's stubs


def _rounded(score: float) -> float:
    return round(score * _SCORE_STEPS) / _SCORE_STEPS


def _sorted(searcher: tantivy.Searcher, hits: _Hits) -> list[_Key]:
    positions = searcher.fast_field_values(schema.POSITION, [address for _, address in hits])
    return sorted(
        (-_rounded(score), int(position or 0), place)
        for place, ((score, _), position) in enumerate(zip(hits, positions, strict=True))
    )


def _best(keys: Iterable[_Key], *, by_document: bool) -> list[_Key]:
    """The best of each document, or of each chunk, of which there may be several scores."""
    best: dict[int, _Key] = {}
    for key in keys:
        best.setdefault(schema.sequence_of(key[1]) if by_document else key[1], key)
    return list(best.values())


def _ranked(keys: Iterable[_Key], hits: _Hits) -> list[Ranked]:
    return [Ranked(-score, position, hits[place][1]) for score, position, place in keys]


def _unseen(lists: Sequence[_Hits], size: int) -> float:
    """The most that the score of a chunk may be which is on none of the lists of so many."""
    return max(_rounded(hits[-1][0]) for hits in lists if len(hits) == size)


def _is_settled(best: Sequence[_Key], needed: int, unseen: float) -> bool:
    """Whether no chunk that was not fetched can tie with the last one needed."""
    return needed == 0 or (len(best) >= needed and -best[needed - 1][0] > unseen)


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

"""The chunks of one found document: which match best, which one shows it, what is beside one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import islice

from emulator.discoveryengine.retrieval.blended_search import SATURATION
from emulator.discoveryengine.retrieval.retriever import Found, Results, Retriever
from emulator.retrieval.query import Query
from emulator.retrieval.text.analysis import terms
from emulator.storage.documents import ChunkRow

# BM25's usual share of the length of a text, against that of its neighbours.
_LENGTH_SHARE = 0.75


def best_chunks(
    found: Found, pieces: Sequence[ChunkRow], weights: Mapping[str, float], count: int
) -> list[Found]:
    """`count` chunks at most (1 or more), best first: the one found, then others that match.

    `weights` are the query's terms with their inverse document frequencies; without any, as in
    browsing, the others come in their order.
    """
    mean = _mean_length(pieces)
    scored = (
        (chunk_score(piece.content, weights, mean), position)
        for position, piece in enumerate(pieces, start=1)
        if position != found.position
    )
    ranked = sorted(
        ((score, position) for score, position in scored if score or not weights),
        key=lambda one: -one[0],
    )
    others = (
        with_chunk_at(found, pieces, position, min(score, found.relevance))
        for score, position in ranked
    )
    return [found, *islice(others, count - 1)]


def adjacent_chunks(
    found: Found, pieces: Sequence[ChunkRow], before: int, after: int
) -> tuple[list[Found], list[Found]]:
    """The chunks next to one among the `pieces` of its document: those before, those after."""
    here = found.position
    earlier = range(max(here - before, 1), min(here, len(pieces) + 1))
    later = range(here + 1, min(here + after, len(pieces)) + 1)
    return (
        [with_chunk_at(found, pieces, place) for place in earlier],
        [with_chunk_at(found, pieces, place) for place in later],
    )


def with_best_chunks(retriever: Retriever, results: Results, query: Query) -> Results:
    """Documents as they are to be shown: those that their titles led to by the best chunk.

    The title counts with every chunk, so that the shortest one ranks best if no more is asked.
    """
    sought = set(query.terms)
    shown = (
        _best_of(retriever, one, query) if _is_silent(one, sought) else one for one in results.found
    )
    return replace(results, found=tuple(shown))


def _is_silent(found: Found, sought: Set[str]) -> bool:
    """Whether words of a query are in the title of a document, and none is in the chunk found."""
    if found.row.structured or not _says(found.row.title, sought):
        return False
    # Mostly the first sentences have one.
    return not any(_says(part, sought) for part in found.text.split(". "))


def _says(text: str, sought: Set[str]) -> bool:
    return not sought.isdisjoint(terms(text, stop_words=True))


def _best_of(retriever: Retriever, found: Found, query: Query) -> Found:
    pieces = retriever.all_chunks(found)
    if len(pieces) < 2:
        return found
    weights, mean = retriever.weights(query.text), _mean_length(pieces)
    scores = [chunk_score(piece.content, weights, mean) for piece in pieces]
    return with_chunk_at(found, pieces, scores.index(max(scores)) + 1, found.relevance)


def _mean_length(pieces: Sequence[ChunkRow]) -> float:
    return sum(len(piece.content) for piece in pieces) / max(len(pieces), 1)


def chunk_score(text: str, weights: Mapping[str, float], mean: float) -> float:
    """The BM25 score of a text as a share of the highest, in [0, 1].

    `mean` is the length of texts like it, in characters.
    """
    highest = sum(weights.values())
    if not highest:
        return 0.0
    said = Counter(terms(text, stop_words=True))
    norm = (SATURATION - 1) * (1 - _LENGTH_SHARE + _LENGTH_SHARE * len(text) / mean)
    held = sum(weight * said[term] / (said[term] + norm) for term, weight in weights.items())
    return held / highest


def with_chunk_at(
    found: Found, pieces: Sequence[ChunkRow], position: int, relevance: float = 0.0
) -> Found:
    """The document with another of its chunks."""
    row = found.row._replace(chunks=(pieces[position - 1],))
    return replace(found, row=row, position=position, relevance=relevance)

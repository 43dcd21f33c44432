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
    found: Found, chunks: Sequence[ChunkRow], weights: Mapping[str, float], count: int
) -> list[Found]:
    """`count` chunks at most (1 or more), best first: the one found, then others that match.

    `weights` are the query's terms with their inverse document frequencies; without any, as in
    browsing, the others come in their order.
    """
    mean = _mean_length(chunks)
    scored = (
        (chunk_score(chunk.content, weights, mean), position)
        for position, chunk in enumerate(chunks, start=1)
        if position != found.position
    )
    ranked = sorted(
        ((score, position) for score, position in scored if score or not weights),
        key=lambda one: -one[0],
    )
    others = (
        with_chunk_at(found, chunks, position, min(score, found.relevance))
        for score, position in ranked
    )
    return [found, *islice(others, count - 1)]


def adjacent_chunks(
    found: Found, chunks: Sequence[ChunkRow], before: int, after: int
) -> tuple[list[Found], list[Found]]:
    """The chunks next to the found one among all `chunks` of its document: before, and after."""
    here = found.position
    earlier = range(max(here - before, 1), min(here, len(chunks) + 1))
    later = range(here + 1, min(here + after, len(chunks)) + 1)
    return (
        [with_chunk_at(found, chunks, place) for place in earlier],
        [with_chunk_at(found, chunks, place) for place in later],
    )


def with_best_chunks(retriever: Retriever, results: Results, query: Query) -> Results:
    """Results in which documents found by their titles alone are shown by their best chunk.

    The title is indexed with every chunk, so that the shortest chunk ranks best for its words.
    """
    sought = set(query.terms)
    shown = (
        _best_of(retriever, one, query) if _only_title_matches(one, sought) else one
        for one in results.found
    )
    return replace(results, found=tuple(shown))


def _only_title_matches(found: Found, sought: Set[str]) -> bool:
    """Whether the title of a document has words of the query, and the chunk that was found none."""
    if found.row.structured or not _says(found.row.title, sought):
        return False
    # Mostly the first sentences have one.
    return not any(_says(part, sought) for part in found.text.split(". "))


def _says(text: str, sought: Set[str]) -> bool:
    return not sought.isdisjoint(terms(text, stop_words=True))


def _best_of(retriever: Retriever, found: Found, query: Query) -> Found:
    chunks = retriever.all_chunks(found)
    if len(chunks) < 2:
        return found
    weights, mean = retriever.weights(query.text), _mean_length(chunks)
    scores = [chunk_score(chunk.content, weights, mean) for chunk in chunks]
    return with_chunk_at(found, chunks, scores.index(max(scores)) + 1, found.relevance)


def _mean_length(chunks: Sequence[ChunkRow]) -> float:
    return sum(len(chunk.content) for chunk in chunks) / max(len(chunks), 1)


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
    found: Found, chunks: Sequence[ChunkRow], position: int, relevance: float = 0.0
) -> Found:
    """The document with another of its chunks."""
    row = found.row._replace(chunks=(chunks[position - 1],))
    return replace(found, row=row, position=position, relevance=relevance)

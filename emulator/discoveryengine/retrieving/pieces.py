"""The chunks of one found document: which of them match best, and what stands next to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from emulator.discoveryengine.retrieving.retriever import Found
from emulator.discoveryengine.retrieving.scores import score_of
from emulator.storage.documents import ChunkRow


def best_pieces(
    found: Found, pieces: Sequence[ChunkRow], weights: Mapping[str, float], count: int
) -> list[Found]:
    """`count` chunks at most (1 or more), best first: the one found, then others that match.

    `weights` are the query's terms with their inverse document frequencies; without any, as in
    browsing, the others come in their order.
    """
    mean = sum(len(piece.content) for piece in pieces) / max(len(pieces), 1)
    scored = (
        (score_of(piece.content, weights, mean), position)
        for position, piece in enumerate(pieces, start=1)
        if position != found.position
    )
    ranked = sorted(
        ((score, position) for score, position in scored if score or not weights),
        key=lambda one: -one[0],
    )
    others = (
        at(found, pieces, position, min(score, found.relevance)) for score, position in ranked
    )
    return [found, *islice(others, count - 1)]


def neighbours(
    found: Found, pieces: Sequence[ChunkRow], before: int, after: int
) -> tuple[list[Found], list[Found]]:
    """The chunks next to one among the `pieces` of its document: those before, those after."""
    here = found.position
    earlier = range(max(here - before, 1), min(here, len(pieces) + 1))
    later = range(here + 1, min(here + after, len(pieces)) + 1)
    return (
        [at(found, pieces, place) for place in earlier],
        [at(found, pieces, place) for place in later],
    )


def at(found: Found, pieces: Sequence[ChunkRow], position: int, relevance: float = 0.0) -> Found:
    """The document with another of its chunks."""
    row = found.row._replace(chunks=(pieces[position - 1],))
    return replace(found, row=row, position=position, relevance=relevance)

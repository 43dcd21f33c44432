"""What goes into an index and what comes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from emulator.retrieval.attributes import Leaves


class IndexedDocument(NamedTuple):
    """A document with a searchable chunk for each of its texts.

    `id` is that inside its branch, `sequence` its place in insertion order, `values` those of its
    structured data, held for filters and facets.
    """

    id: str
    sequence: int
    title: str
    texts: Sequence[str]
    values: Leaves


@dataclass(slots=True)  # Frozen ones take four times as long to make.
class Hit:
    """A chunk that matched; `score` is its BM25 score (0 when nothing was asked for).

    `boost` is what boosts add to the share that the score is of the best one, `keys` are the values
    that an order goes by, None where there is none. `sequence` is where in its index the document
    stands.
    """

    document: str
    ordinal: int
    score: float
    boost: float = 0.0
    keys: tuple[Any, ...] = ()
    sequence: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Matches:
    """One page of hits, best first, and the number of all that match."""

    hits: list[Hit]
    total: int

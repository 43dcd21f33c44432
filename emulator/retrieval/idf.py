"""The inverse document frequency of terms."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

_MOST_REMEMBERED = 50_000


class TermStatistics:
    """The document frequency and the idf of terms in some chunks, each looked up once.

    `frequency` counts the chunks that hold a term, `idf` gives its inverse document frequency. A
    search asks for both of every word several times, and searches ask for the same words.
    """

    def __init__(self, chunks: int, frequency: Callable[[str], int]) -> None:
        known = lru_cache(_MOST_REMEMBERED)(frequency)
        self.frequency: Callable[[str], int] = known
        self.idf: Callable[[str], float] = lru_cache(_MOST_REMEMBERED)(
            lambda term: _inverse_document_frequency(chunks, known(term))
        )


def _inverse_document_frequency(chunks: int, holding: int) -> float:
    """Return BM25's weight of a term that `holding` of so many chunks hold (natural logarithm).

    It is above 0. Tantivy counts deleted chunks as holding until it merges their segment.
    """
    return math.log1p((max(chunks - holding, 0) + 0.5) / (holding + 0.5))

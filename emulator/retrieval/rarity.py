"""How rare words are."""

from __future__ import annotations

import math


def inverse_document_frequency(chunks: int, holding: int) -> float:
    """Return BM25's weight of a term that `holding` of so many chunks hold (natural logarithm).

    It is above 0. Tantivy counts deleted chunks as holding until it merges their segment.
    """
    return math.log1p((max(chunks - holding, 0) + 0.5) / (holding + 0.5))

"""What a text says of a query by itself, without an index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from emulator.discoveryengine.retrieving.blend import SATURATION
from emulator.retrieval.analysis import terms

# BM25's usual share of the length of a text, against that of its neighbours.
_LENGTH_SHARE = 0.75


def score_of(text: str, weights: Mapping[str, float], mean: float) -> float:
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

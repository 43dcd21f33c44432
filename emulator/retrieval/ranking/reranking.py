"""How well texts answer a query, by their words, beside each other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from emulator.retrieval.text.analysis import terms

# A word that is said once has most of its weight, in a text of the usual length.
_SATURATION = 0.4
_LENGTH_SHARE = 0.5


def relevances(query: str, texts: Sequence[str]) -> list[float]:
    """Return for each text the share of the query's weight that it has, in [0, 1].

    Words weigh as in BM25, by how few of the texts say them. Without a word of meaning in the
    query all words count.
    """
    wanted = set(terms(query) or terms(query, stop_words=True))
    said = [Counter(terms(text, stop_words=True)) for text in texts]
    weights = {term: _weight(term, said) for term in wanted}
    highest = sum(weights.values())
    mean = sum(one.total() for one in said) / max(len(said), 1)
    return [_held(weights, one, mean) / highest if highest else 0.0 for one in said]


def _weight(term: str, said: Sequence[Counter[str]]) -> float:
    return math.log(1 + len(said) / (1 + sum(term in one for one in said)))


def _held(weights: dict[str, float], said: Counter[str], mean: float) -> float:
    norm = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * said.total() / max(mean, 1))
    return sum(weight * said[term] / (said[term] + norm) for term, weight in weights.items())

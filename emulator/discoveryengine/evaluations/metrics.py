"""Recall, precision and NDCG of a ranking, as QualityMetrics of the API reference defines them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

MOST_RANKED = 10
"""No metric looks at what comes after so many."""

_CUTOFFS = {"top_1": 1, "top_3": 3, "top_5": 5, "top_10": MOST_RANKED}

_Key = TypeVar("_Key", bound=Hashable)
Relevance = Mapping[_Key, float]
"""How relevant each thing is that should be found, above 0; all others are not."""


def recall(ranked: Sequence[_Key], relevance: Relevance[_Key], cutoff: int) -> float:
    """Return the share in [0, 1] of all that is relevant which is in the ranking's top."""
    return sum(one in relevance for one in ranked[:cutoff]) / len(relevance)


def precision(ranked: Sequence[_Key], relevance: Relevance[_Key], cutoff: int) -> float:
    """Return the share in [0, 1] of the ranking's top that is relevant; 0 of an empty one.

    "Precision is the fraction of retrieved documents that are relevant": where fewer were
    retrieved than the cutoff, of those.
    """
    top = ranked[:cutoff]
    return sum(one in relevance for one in top) / len(top) if top else 0.0


def ndcg(ranked: Sequence[_Key], relevance: Relevance[_Key], cutoff: int) -> float:
    """Return the discounted cumulative gain as a share in [0, 1] of that of the best ranking."""
    gained = _dcg([relevance.get(one, 0.0) for one in ranked[:cutoff]])
    return gained / _dcg(sorted(relevance.values(), reverse=True)[:cutoff])


def _dcg(gains: Sequence[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


_Metric = Callable[[Sequence[_Key], Relevance[_Key], int], float]


def at_cutoffs(
    metric: _Metric[_Key], ranked: Sequence[_Key], relevance: Relevance[_Key]
) -> Message:
    """The TopkMetrics of a ranking of different things, of which one at least is relevant."""
    values = {field: metric(ranked, relevance, cutoff) for field, cutoff in _CUTOFFS.items()}
    return de.QualityMetrics.TopkMetrics(**values)


def mean(measured: Sequence[Message]) -> Message:
    """The QualityMetrics that are the means of others, each of those that have it."""
    means = de.QualityMetrics()
    for metric in means.DESCRIPTOR.fields_by_name:
        having = [getattr(one, metric) for one in measured if one.HasField(metric)]
        if having:
            values = {
                field: math.fsum(getattr(one, field) for one in having) / len(having)
                for field in _CUTOFFS
            }
            getattr(means, metric).CopyFrom(de.QualityMetrics.TopkMetrics(**values))
    return means

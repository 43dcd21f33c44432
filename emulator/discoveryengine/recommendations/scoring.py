"""How much a document is recommended: by what users viewed, and by what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import TypeAlias

from emulator.discoveryengine.recommendations.candidates import Candidates
from emulator.discoveryengine.recommendations.models import Model
from emulator.discoveryengine.recommendations.viewings import (
    Viewings,
    document_keys,
    user_key,
)
from emulator.discoveryengine.retrieval.retriever import Found
from emulator.surface.registry import Message

_MOST_VIEWED = 200


@dataclass(frozen=True, slots=True)
class Recommended:
    """A document with its score, in [0, 1]."""

    found: Found
    score: float


Shares: TypeAlias = Mapping[str, float]
"""By the key of a document, how many users viewed it as a share of the most for any."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The keys of the documents of the context, and what users viewed: those who viewed any of the
    context, and all."""

    context: Sequence[str]
    beside: Shares
    popular: Shares


def read_signals(model: Model, event: Message, viewings: Sequence[Viewings]) -> Signals:
    """What an event, and the viewings of the data stores, tell a model."""
    context = [*document_keys(event)]
    if model.personal:
        context += [key for each in viewings for key in each.history(user_key(event))]
    beside, popular = Counter[str](), Counter[str]()
    for each in viewings:
        beside += each.beside(context)
        popular += each.popularity()
    return Signals(context, _shares(beside), _shares(popular))


def rank(model: Model, candidates: Candidates, signals: Signals) -> list[Recommended]:
    """The candidates, best first; equal ones stand in the order in which they were written."""
    similar = candidates.similar() if model.similar else {}
    found = candidates.any() | candidates.with_keys(_most_viewed(signals))
    found |= {name: one for name, (one, _) in similar.items() if name not in found}

    def score(name: str) -> float:
        keys = found[name].row.document, found[name].row.uri
        return (
            model.beside * max(signals.beside.get(key, 0.0) for key in keys)
            + model.similar * (similar[name][1] if name in similar else 0.0)
            + model.popular * max(signals.popular.get(key, 0.0) for key in keys)
        )

    ranked = [Recommended(one, score(name)) for name, one in found.items()]
    return sorted(ranked, key=lambda one: -one.score)


def _shares(counts: Counter[str]) -> Shares:
    most = max(counts.values(), default=1)
    return {key: count / most for key, count in counts.items()}


def _most_viewed(signals: Signals) -> list[str]:
    def viewed(key: str) -> float:
        return signals.beside.get(key, 0.0) + signals.popular[key]

    return nlargest(_MOST_VIEWED, signals.popular, key=viewed)

"""How much a document is recommended: by what users viewed, and by what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Signals:
    """The keys of the documents of the context, and for the keys of documents how many users viewed
    them: those who viewed any of the context, and all."""

    context: Sequence[str]
    beside: Counter[str]
    popular: Counter[str]


def read_signals(model: Model, event: Message, viewings: Sequence[Viewings]) -> Signals:
    """What an event, and the viewings of the data stores, tell a model."""
    context = [*document_keys(event)]
    if model.personal:
        context += [key for each in viewings for key in each.history(user_key(event))]
    beside, popular = Counter[str](), Counter[str]()
    for each in viewings:
        beside += each.beside(context)
        popular += each.popularity()
    return Signals(context, beside, popular)


def rank(model: Model, candidates: Candidates, signals: Signals) -> list[Recommended]:
    """The candidates, best first; equal ones stand in the order in which they were written."""
    similar = candidates.similar() if model.similar else {}
    viewed = (signals.beside + signals.popular).most_common(_MOST_VIEWED)
    found = candidates.any() | candidates.with_keys(key for key, _ in viewed)
    found |= {name: one for name, (one, _) in similar.items() if name not in found}

    def score(name: str) -> float:
        keys = {found[name].row.document, found[name].row.uri}
        return (
            model.beside * _share(signals.beside, keys)
            + model.similar * (similar[name][1] if name in similar else 0.0)
            + model.popular * _share(signals.popular, keys)
        )

    ranked = [Recommended(one, score(name)) for name, one in found.items()]
    return sorted(ranked, key=lambda one: -one.score)


def _share(counts: Counter[str], keys: Set[str]) -> float:
    """How often a document with these keys was viewed, as a share of the most for any."""
    most = max(counts.values(), default=0)
    return min(sum(counts[key] for key in keys) / most, 1.0) if most else 0.0

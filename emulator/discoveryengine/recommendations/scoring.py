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
    places,
    user_key,
)
from emulator.discoveryengine.retrieval.retriever import Found
from emulator.discoveryengine.user_events.documents import Place
from emulator.surface.registry import Message

_MOST_VIEWED = 200


@dataclass(frozen=True, slots=True)
class Recommended:
    """A document with its score, in [0, 1]."""

    found: Found
    score: float

    @property
    def place(self) -> Place:
        """The place that its id gives it."""
        return self.found.branch.name, self.found.row.document


Shares: TypeAlias = Mapping[Place, float]
"""By the place of a document, how many users viewed it as a share of the most for any."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The places of the documents of the event and of all the context, and what users viewed: those
    who viewed any of the context, and all."""

    named: Sequence[Place]
    context: Sequence[Place]
    beside: Shares
    popular: Shares


def read_signals(model: Model, event: Message, viewings: Sequence[Viewings]) -> Signals:
    """What an event, and the viewings of the data stores, tell a model."""
    named = [one for each in viewings for one in places(event, each.data_store)]
    context = [*named]
    if model.personal:
        context += [one for each in viewings for one in each.history(user_key(event))]
    beside, popular = Counter[Place](), Counter[Place]()
    for each in viewings:
        beside += each.beside(context)
        popular += each.popularity()
    return Signals(named, context, _shares(beside), _shares(popular))


def rank(model: Model, candidates: Candidates, signals: Signals) -> list[Recommended]:
    """The candidates, best first; equal ones stand in the order in which they were written."""
    similar = candidates.similar() if model.similar else {}
    found = candidates.any() | candidates.at(_most_viewed(signals))
    found |= {name: one for name, (one, _) in similar.items() if name not in found}

    def score(name: str) -> float:
        row, branch = found[name].row, found[name].branch.name
        known = (branch, row.document), (branch, row.uri)
        return (
            model.beside * max(signals.beside.get(one, 0.0) for one in known)
            + model.similar * (similar[name][1] if name in similar else 0.0)
            + model.popular * max(signals.popular.get(one, 0.0) for one in known)
        )

    ranked = [Recommended(one, score(name)) for name, one in found.items()]
    return sorted(ranked, key=lambda one: -one.score)


def _shares(counts: Counter[Place]) -> Shares:
    most = max(counts.values(), default=1)
    return {one: count / most for one, count in counts.items()}


def _most_viewed(signals: Signals) -> list[Place]:
    def viewed(one: Place) -> float:
        return signals.beside.get(one, 0.0) + signals.popular[one]

    return nlargest(_MOST_VIEWED, signals.popular, key=viewed)

"""`rankSignals`: the figures that a result's place comes from."""

from __future__ import annotations

from emulator.discoveryengine.retrieval.retriever import Found
from emulator.discoveryengine.search.ranking.expression_signals import HOUR
from emulator.surface.registry import Message


def is_requested(request: Message) -> bool:
    """Whether the request has to do with what the signals tell."""
    return bool(
        request.ranking_expression
        or request.HasField("custom_ranking_params")
        or request.relevance_score_spec.return_relevance_score
        or request.boost_spec.condition_boost_specs
        or any(spec.boost_spec.condition_boost_specs for spec in request.data_store_specs)
    )


def add_rank_signals(result: Message, found: Found, rank: int, now: int) -> None:
    """The signals of a result that has this place, from 1 on; those of models are not set."""
    assert found.placed is not None
    hit, values = found.placed.hit, found.placed.values
    signals = result.rank_signals
    signals.keyword_similarity_score = hit.score
    signals.relevance_score = found.relevance
    signals.document_age = (now - found.row.index_time) / HOUR
    signals.boosting_factor = hit.boost
    signals.default_rank = found.placed.rank or rank
    for name, value in values.signals.items():
        signals.custom_signals.add(name=name, value=value)
    signals.precomputed_expression_values.extend(values.expressions)

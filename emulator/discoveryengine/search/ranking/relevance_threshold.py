"""How relevant results must be, and what is told of that.

The real service does not publish its thresholds; here they are shares of the highest score that a
text could reach for the query.
"""

from __future__ import annotations

from emulator.discoveryengine.retrieval.retriever import Found
from emulator.surface.registry import Message
from emulator.surface.validation import check_range, enum_name

_SPEC = "relevance_filter_spec"
_SEARCHES = ("keyword_search_threshold", "semantic_search_threshold")
_THRESHOLDS = {"LOWEST": 0.0, "LOW": 0.1, "MEDIUM": 0.25, "HIGH": 0.5}


def least_relevance(request: Message) -> float:
    """The relevance, in [0, 1], that results of a SearchRequest must have.

    A threshold for keywords comes before the one for all. One for a semantic search is only
    checked: there are no results of such a search. INVALID_ARGUMENT for a number outside of [0, 1].
    """
    if not request.HasField(_SPEC):
        return _THRESHOLDS.get(enum_name(request, "relevance_threshold"), 0.0)
    for search in _SEARCHES:
        share = getattr(request.relevance_filter_spec, search).semantic_relevance_threshold
        check_range(share, 0, 1, f"{_SPEC}.{search}.semantic_relevance_threshold")
    keywords = request.relevance_filter_spec.keyword_search_threshold
    if keywords.WhichOneof("relevance_threshold_spec") == "semantic_relevance_threshold":
        return float(keywords.semantic_relevance_threshold)
    return _THRESHOLDS.get(enum_name(keywords, "relevance_threshold"), 0.0)


def add_retrieval_signals(result: Message, request: Message, found: Found) -> None:
    """Tell how a result was found, and its relevance if a number was compared with that."""
    if not request.HasField(_SPEC):
        return
    signals = result.retrieval_signals
    signals.retrieval_sources.append(type(signals).KEYWORD_SEARCH)
    keywords = request.relevance_filter_spec.keyword_search_threshold
    if keywords.WhichOneof("relevance_threshold_spec") == "semantic_relevance_threshold":
        signals.semantic_relevance_score = found.relevance

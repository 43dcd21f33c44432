"""SearchService."""

from __future__ import annotations

import base64

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.results import (
    chunk_result,
    derived_content,
    document_result,
    relevance_score,
)
from emulator.discoveryengine.retriever import Results, Retriever
from emulator.discoveryengine.summaries import summarize
from emulator.discoveryengine.targets import Target, resolve
from emulator.discoveryengine.unsupported import refuse_others
from emulator.resources import paging
from emulator.resources.worker import in_worker
from emulator.retrieval.query import Query
from emulator.surface.errors import ApiError, Code, invalid_argument, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

# The second line says who asks or asks for what an engine without semantic models need not do.
_SUPPORTED = frozenset(
    {
        *("serving_config", "branch", "query", "page_size", "page_token", "offset"),
        *("content_search_spec", "relevance_score_spec", "user_pseudo_id", "user_info"),
        *("user_labels", "language_code", "region_code", "safe_search"),
        *("query_expansion_spec", "spell_correction_spec"),
    }
)
_CONTENT_SUPPORTED = frozenset(
    {"snippet_spec", "summary_spec", "extractive_content_spec", "search_result_mode"}
)
_STANDARD_TIER = (
    "Cannot use enterprise edition features (website search, multi-modal search, extractive "
    "answers/segments, etc.) in a standard edition search engine."
)


class SearchService(Service):
    """Searches of an engine's data stores, or of one data store."""

    @in_worker
    def search(self, request: Message) -> Message:
        """One page of results, with a summary if one is asked for."""
        _check(request)
        target = resolve(self.environment, request.serving_config)
        _check_tier(request, target)
        size = paging.page_size(request.page_size, 50, 100)
        offset = _offset(request)
        retriever = Retriever(self.environment, target.branches)
        results = _retrieve(retriever, request, size, offset)
        response = de.SearchResponse(
            total_size=results.total, attribution_token=self._attribution_token()
        )
        _add_results(response, request, results, retriever)
        if request.content_search_spec.HasField("summary_spec"):
            summary = summarize(request, target, retriever, results)
            response.summary.CopyFrom(summary)
        if results.more:
            response.next_page_token = paging.encode(str(offset + size), request)
        return response

    @in_worker
    def search_lite(self, request: Message) -> Message:
        """The same as `search`: the real method differs only in taking API keys."""
        return self.search(request)

    def _attribution_token(self) -> str:
        return base64.urlsafe_b64encode(self.environment.ids.new().encode()).decode().rstrip("=")


def _check(request: Message) -> None:
    refuse_others(request, _SUPPORTED)
    refuse_others(request.content_search_spec, _CONTENT_SUPPORTED)
    if request.offset < 0:
        raise invalid_argument("offset", f"must not be negative, got {request.offset}.")
    expansion = request.query_expansion_spec.condition
    if expansion == de.SearchRequest.QueryExpansionSpec.AUTO:
        raise unimplemented("SearchRequest.query_expansion_spec.condition AUTO")


def _check_tier(request: Message, target: Target) -> None:
    """Extractive content is for engines of the enterprise tier; a bare data store has no tier."""
    wants = request.content_search_spec.HasField("extractive_content_spec")
    tier = getattr(target.resource, "search_engine_config", None)
    if (
        wants
        and tier is not None
        and tier.search_tier == de.SearchTier.Value("SEARCH_TIER_STANDARD")
    ):
        raise ApiError(Code.FAILED_PRECONDITION, _STANDARD_TIER)


def _offset(request: Message) -> int:
    """Where the page starts; `offset` counts only without a token, as documented."""
    if request.page_token:
        return paging.decode_offset(request.page_token, request)
    return int(request.offset)


def _by_chunk(request: Message) -> bool:
    mode = request.content_search_spec.search_result_mode
    return bool(mode == de.SearchRequest.ContentSearchSpec.CHUNKS)


def _retrieve(retriever: Retriever, request: Message, size: int, offset: int) -> Results:
    search = retriever.chunks if _by_chunk(request) else retriever.documents
    return search(request.query, size, offset)


def _add_results(
    response: Message, request: Message, results: Results, retriever: Retriever
) -> None:
    query = Query.parse(request.query)
    derive = derived_content(request.content_search_spec, query, retriever.idf)
    with_score = request.relevance_score_spec.return_relevance_score
    for found in results.found:
        result = (
            chunk_result(found) if _by_chunk(request) else document_result(found, derive(found))
        )
        if with_score:
            result.model_scores["relevance_score"].values.append(relevance_score(found))
        response.results.append(result)

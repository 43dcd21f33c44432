"""SearchService."""

from __future__ import annotations

import base64

from emulator.discoveryengine import search_requests
from emulator.discoveryengine.environment import Service, must_catch_up
from emulator.discoveryengine.extractive import Extracts
from emulator.discoveryengine.pieces import neighbours
from emulator.discoveryengine.results import chunk_result, document_result, relevance_score
from emulator.discoveryengine.retriever import Found, Results, Retriever
from emulator.discoveryengine.search_facets import add_facets
from emulator.discoveryengine.summaries import summarize
from emulator.discoveryengine.targets import Target, resolve
from emulator.resources import paging
from emulator.resources.worker import in_worker_if
from emulator.surface import names
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


class SearchService(Service):
    """Searches of an engine's data stores, or of one data store.

    Queries are searched for as they stand. `queryExpansionSpec` and `spellCorrectionSpec` are taken
    in every mode, as most clients send them; since nothing is expanded or corrected,
    `queryExpansionInfo.expandedQuery` is false and there is no `correctedQuery`.
    """

    @in_worker_if(must_catch_up)
    def search(self, request: Message) -> Message:
        """One page of results, with a summary if one is asked for."""
        search_requests.check(request)
        target = resolve(self.environment, request.serving_config)
        search_requests.check_target(request, target)
        if search_requests.by_chunk(request):
            search_requests.check_chunks(self._data_stores(target))
        size = paging.page_size(request.page_size, 50, 100)
        offset = _offset(request)
        scopes = search_requests.scopes(self.environment, request, target)
        retriever = Retriever(self.environment, scopes)
        results = _retrieve(retriever, request, size, offset)
        response = de.SearchResponse(
            total_size=results.total, attribution_token=self._attribution_token()
        )
        _add_results(response, request, results, retriever)
        add_facets(response, request, scopes.fields, retriever)
        if request.content_search_spec.HasField("summary_spec"):
            summary = summarize(request, target, retriever, results)
            response.summary.CopyFrom(summary)
        if request.HasField("query_expansion_spec"):
            response.query_expansion_info.SetInParent()
        if results.more:
            response.next_page_token = paging.encode(str(offset + size), request)
        return response

    @in_worker_if(must_catch_up)
    def search_lite(self, request: Message) -> Message:
        """The same as `search`: the real method differs only in taking API keys."""
        return self.search(request)

    def _data_stores(self, target: Target) -> list[Message]:
        served = [names.parent(branch.name) for branch in target.branches]
        with self.environment.store.read() as connection:
            return [self.data_stores.require(connection, name) for name in served]

    def _attribution_token(self) -> str:
        return base64.urlsafe_b64encode(self.environment.ids.new().encode()).decode().rstrip("=")


def _offset(request: Message) -> int:
    """Where the page starts; `offset` counts only without a token, as documented."""
    if request.page_token:
        return paging.decode_offset(request.page_token, request)
    return int(request.offset)


def _retrieve(retriever: Retriever, request: Message, size: int, offset: int) -> Results:
    by_chunk = search_requests.by_chunk(request)
    search = retriever.chunks if by_chunk else retriever.documents
    return search(request.query, size, offset)


def _add_results(
    response: Message, request: Message, results: Results, retriever: Retriever
) -> None:
    spec = request.content_search_spec
    extracts = Extracts(request.query, retriever)
    by_chunk = search_requests.by_chunk(request)
    for found in results.found:
        if by_chunk:
            result = _chunk(spec.chunk_spec, found, retriever)
        else:
            result = document_result(found, extracts.for_spec(spec, found))
        if request.relevance_score_spec.return_relevance_score:
            result.model_scores["relevance_score"].values.append(relevance_score(found))
        response.results.append(result)


def _chunk(spec: Message, found: Found, retriever: Retriever) -> Message:
    before, after = spec.num_previous_chunks, spec.num_next_chunks
    pieces = retriever.pieces(found) if before or after else ()
    return chunk_result(found, *neighbours(found, pieces, before, after))

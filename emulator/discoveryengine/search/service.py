"""SearchService."""

from __future__ import annotations

import base64

from emulator.discoveryengine.controls.applied import controls
from emulator.discoveryengine.environment import Environment, Service, might_wait
from emulator.discoveryengine.retrieving import chunk_mode
from emulator.discoveryengine.retrieving.extractive import Extracts
from emulator.discoveryengine.retrieving.pieces import neighbours
from emulator.discoveryengine.retrieving.results import (
    chunk_result,
    document_result,
    relevance_score,
)
from emulator.discoveryengine.retrieving.retriever import Found, Results, Retriever, Stage
from emulator.discoveryengine.retrieving.scopes import Scopes
from emulator.discoveryengine.retrieving.spelling import correction
from emulator.discoveryengine.retrieving.targets import resolve
from emulator.discoveryengine.search import (
    as_you_type,
    expansion,
    explanations,
    rank_signals,
    requests,
    sessions,
    understanding,
)
from emulator.discoveryengine.search.crowding import crowding
from emulator.discoveryengine.search.defaults import with_defaults
from emulator.discoveryengine.search.dynamic_facets import DynamicFacets
from emulator.discoveryengine.search.facets import add_facets
from emulator.discoveryengine.search.pages import Page
from emulator.discoveryengine.search.ranking import ranking
from emulator.discoveryengine.search.relevance import add_retrieval_signals
from emulator.discoveryengine.search.summaries import summarize
from emulator.discoveryengine.search.understanding import understand
from emulator.resources import paging
from emulator.resources.worker import in_worker_if
from emulator.retrieval.query import Query
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.served import has_field


class SearchService(Service):
    """Searches of an engine's data stores, or of one data store."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._dynamic = DynamicFacets(environment)

    @in_worker_if(might_wait)
    def search(self, request: Message) -> Message:
        """One page of results, with a summary if one is asked for."""
        requests.check(request)
        target = resolve(self.environment, request.serving_config)
        request = with_defaults(request, target.config)
        sessions.check(request)
        requests.check_target(self.environment, request, target)
        spec = request.content_search_spec
        chunk_mode.check(self.environment, target, spec, "content_search_spec.")
        page = Page.of(request)
        turn = sessions.turn_of(self.environment, request, target, page)
        asked = request if turn is None else sessions.understood(request, target, turn)
        acting = controls(self.environment, target.config, asked.query)
        response = de.SearchResponse(attribution_token=self._attribution_token())
        if acting.redirects(response):
            return response
        scopes = acting.scopes(requests.scopes(self.environment, request, target))
        asked, scopes = self._understood(asked, response, scopes)
        retriever = Retriever(self.environment, scopes, self._stages(asked, scopes))
        asked = acting.asked(_corrected(asked, response, retriever))
        query, results = self._retrieve(asked, response, scopes, retriever, page)
        response.total_size = results.total
        if has_field(response, "guided_search_result"):  # It is there, and empty.
            response.guided_search_result.SetInParent()
        response.semantic_state = de.SearchResponse.SemanticState.DISABLED
        self._add_results(response, asked, query, results, retriever, page)
        dynamic = self._dynamic.keys(scopes.fields)
        add_facets(response, asked, scopes.fields, dynamic, retriever.blend, query)
        if asked.content_search_spec.HasField("summary_spec"):
            summary = summarize(
                self.environment,
                asked.content_search_spec.summary_spec,
                request.query,
                asked.query,
                target,
                retriever,
                results.found,
                by_chunk=page.by_chunk,
            )
            response.summary.CopyFrom(summary)
        if results.more:
            response.next_page_token = paging.encode(str(page.offset + page.size), request)
        acting.report(response)
        if turn is not None:
            info = sessions.record(request, turn, page, results)
            response.session_info.CopyFrom(info)
        return response

    @in_worker_if(might_wait)
    def search_lite(self, request: Message) -> Message:
        """The same as `search`: the real method differs only in taking API keys."""
        return self.search(request)

    def _understood(
        self, request: Message, response: Message, scopes: Scopes
    ) -> tuple[Message, Scopes]:
        """The request without filters in plain words, and the scopes with them."""
        if not understanding.is_wanted(request):
            return request, scopes
        spec = request.natural_language_query_understanding_spec
        found = understand(self.environment, request.query, spec, scopes)
        understanding.add_info(response, found)
        return _with_query(request, found.query), found.scopes

    def _stages(self, request: Message, scopes: Scopes) -> list[Stage]:
        wanted = ranking(self.environment, request, scopes), crowding(request, scopes.fields)
        return [stage for stage in wanted if stage is not None]

    def _retrieve(
        self,
        request: Message,
        response: Message,
        scopes: Scopes,
        retriever: Retriever,
        page: Page,
    ) -> tuple[Query, Results]:
        """The results, and the query that they are of: a wider one if that is asked for."""
        query, wider = Query.parse(request.query), None
        if as_you_type.is_wanted(request):
            query = as_you_type.completed(query, retriever.blend)
        if expansion.is_wanted(request):
            wider = expansion.expanded(self.environment, request, scopes, retriever)
        if request.HasField("query_expansion_spec"):
            response.query_expansion_info.expanded_query = wider is not None
        if wider is not None and request.query_expansion_spec.pin_unexpanded_results:
            results, pinned = expansion.pinned_page(retriever, query, wider, page)
            response.query_expansion_info.pinned_result_count = pinned
            return wider, results
        sought = wider or query
        return sought, page.of_results(retriever, sought)

    def _add_results(
        self,
        response: Message,
        request: Message,
        query: Query,
        results: Results,
        retriever: Retriever,
        page: Page,
    ) -> None:
        spec = request.content_search_spec
        extracts = Extracts(request.query, retriever)
        signals = rank_signals.are_asked_for(request)
        for rank, found in enumerate(results.found, start=page.offset + 1):
            if page.by_chunk:
                result = _chunk(spec.chunk_spec, found, retriever)
            else:
                result = document_result(found, extracts.for_spec(spec, found))
            if request.relevance_score_spec.return_relevance_score:
                result.model_scores["relevance_score"].values.append(relevance_score(found))
            if signals:
                rank_signals.add_rank_signals(result, found, rank, self.environment.clock.now())
            add_retrieval_signals(result, request, found)
            response.results.append(result)
        if explanations.is_wanted(request):
            explanations.add_explanations(
                response, request, results.found, retriever, query, page.offset + 1
            )

    def _attribution_token(self) -> str:
        return base64.urlsafe_b64encode(self.environment.ids.new().encode()).decode().rstrip("=")


def _corrected(request: Message, response: Message, retriever: Retriever) -> Message:
    """The request with its query spelled as the documents do, unless that is only suggested.

    A word that is still being typed is not misspelled.
    """
    spec = de.SearchRequest.SpellCorrectionSpec
    if as_you_type.is_wanted(request):
        return request
    response.corrected_query = correction(request.query, retriever)
    if not response.corrected_query or request.spell_correction_spec.mode == spec.SUGGESTION_ONLY:
        return request
    return _with_query(request, response.corrected_query)


def _with_query(request: Message, query: str) -> Message:
    copy = type(request)()
    copy.CopyFrom(request)
    copy.query = query
    return copy


def _chunk(spec: Message, found: Found, retriever: Retriever) -> Message:
    before, after = spec.num_previous_chunks, spec.num_next_chunks
    pieces = retriever.pieces(found) if before or after else ()
    return chunk_result(found, *neighbours(found, pieces, before, after))

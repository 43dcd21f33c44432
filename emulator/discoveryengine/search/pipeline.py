"""The stages of a search: understand the query, retrieve, then fill the response."""

from __future__ import annotations

from typing import NamedTuple

from emulator.answering.rephrasing.context_expansion import ResolvedQuery
from emulator.answering.rules import vague_terms
from emulator.discoveryengine.controls.applied import active_controls
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval import search_result_mode
from emulator.discoveryengine.retrieval.extractive_content import Extracts
from emulator.discoveryengine.retrieval.matching_chunks import adjacent_chunks, with_best_chunks
from emulator.discoveryengine.retrieval.results import (
    fill_chunk_result,
    fill_document_result,
    relevance_score,
)
from emulator.discoveryengine.retrieval.retriever import Found, RankingStage, Results, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.discoveryengine.retrieval.scope.targets import resolve_target
from emulator.discoveryengine.retrieval.spelling import corrected_query
from emulator.discoveryengine.search import (
    as_you_type,
    query_expansion,
    query_understanding,
    requests,
    sessions,
)
from emulator.discoveryengine.search.dynamic_facets import DynamicFacets
from emulator.discoveryengine.search.facets import add_facets
from emulator.discoveryengine.search.pages import Page
from emulator.discoveryengine.search.query_understanding import is_said_by_filters, understand
from emulator.discoveryengine.search.ranking import explanations, rank_signals
from emulator.discoveryengine.search.ranking.crowding import crowding_stage
from emulator.discoveryengine.search.ranking.expression import ranking_stage
from emulator.discoveryengine.search.ranking.relevance_threshold import add_retrieval_signals
from emulator.discoveryengine.search.requests import with_defaults
from emulator.discoveryengine.search.summaries import summarize
from emulator.resources import paging
from emulator.retrieval.query import Query
from emulator.surface.messages import copied
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.unpublished_fields import has_field


class PreparedSearch(NamedTuple):
    """A request with the query to search for, the scopes, their retriever and extracted filters."""

    request: Message
    scopes: Scopes
    retriever: Retriever
    said: query_understanding.UnderstoodQuery | None


class SearchPipeline:
    """One search. What may be refused without a look at the documents is refused at once."""

    def __init__(self, environment: Environment, dynamic: DynamicFacets, request: Message) -> None:
        requests.check(request)
        target = resolve_target(environment, request.serving_config)
        request = with_defaults(request, target.config)
        sessions.check(request)
        requests.check_target(request, target)
        search_result_mode.check(target, request.content_search_spec, "content_search_spec.")
        self._environment, self._dynamic = environment, dynamic
        self._request, self._target = request, target
        self._page = Page.of(request)
        self._turn = sessions.turn_of(environment, request, target, self._page)
        asked = ResolvedQuery(request.query)
        if self._turn is not None:
            asked = sessions.resolved_query(request, target, self._turn)
        self._asked, self._weights = _with_query(request, asked.text), asked.weights
        self._acting = active_controls(environment, target.config, self._asked.query)
        self._response = de.SearchResponse(attribution_token=environment.ids.token())

    def response(self) -> Message:
        """The response: a page of results with all that goes with them, or a redirect."""
        response = self._response
        if self._acting.redirects(response):
            return response
        prepared = self._prepare()
        query, results = self._retrieve(prepared)
        if prepared.request.HasField("content_search_spec") and not self._page.by_chunk:
            results = with_best_chunks(prepared.retriever, results, query)
        response.total_size = results.total
        response.semantic_state = de.SearchResponse.SemanticState.DISABLED
        self._add_results(prepared, query, results)
        self._add_facets(prepared, query)
        self._add_summary(prepared, results)
        self._acting.report(response)
        self._record(results)
        return response

    def _prepare(self) -> PreparedSearch:
        """The request with filters extracted, spelling corrected and synonyms added."""
        request, response = self._asked, self._response
        scopes = requests.scopes(self._environment, self._request, self._target)
        scopes = self._acting.scopes(scopes)
        said = None
        if query_understanding.is_requested(request):
            spec = request.natural_language_query_understanding_spec
            said = understand(self._environment, request.query, spec, scopes)
            query_understanding.add_info(response, said)
            request, scopes = _with_query(request, said.query), said.scopes
        wanted = (
            ranking_stage(self._environment, request, scopes),
            crowding_stage(request, scopes.fields),
        )
        stages: list[RankingStage] = [stage for stage in wanted if stage is not None]
        retriever = Retriever(self._environment, scopes, stages)
        request = _corrected(request, response, retriever)
        request = _with_query(request, self._acting.query(request.query))
        return PreparedSearch(request, scopes, retriever, said)

    def _retrieve(self, prepared: PreparedSearch) -> tuple[Query, Results]:
        """The query, expanded if that is asked for and needed, and its results."""
        request, scopes, retriever, said = prepared
        vague = vague_terms(request.query)
        query, wider = Query.parse(request.query).with_less_weight_on(vague), None
        if as_you_type.is_requested(request):
            query = as_you_type.with_completions(query, retriever.blend)
        if query_expansion.is_requested(request):
            wider = query_expansion.expanded_query(self._environment, request, scopes, retriever)
        info = self._response.query_expansion_info
        if request.HasField("query_expansion_spec"):
            info.expanded_query = wider is not None
        own, sought = (
            one.with_expansion(self._weights, alone=False) for one in (query, wider or query)
        )
        if wider is not None and request.query_expansion_spec.pin_unexpanded_results:
            results, pinned = query_expansion.pinned_page(retriever, own, sought, self._page)
            info.pinned_result_count = pinned
            return sought, results
        if is_said_by_filters(said, sought, retriever.blend.frequency):
            self._response.natural_language_query_understanding_info.ClearField("rewritten_query")
            sought = Query.parse("")
        return sought, self._page.of_results(retriever, sought)

    def _add_results(self, prepared: PreparedSearch, query: Query, results: Results) -> None:
        request, _, retriever, _ = prepared
        response, first = self._response, self._page.offset + 1
        extracts = Extracts(request.query, retriever)
        signals, now = rank_signals.is_requested(request), self._environment.clock.shown
        for rank, found in enumerate(results.found, first):
            result = response.results.add()
            self._fill(result, request, found, retriever, extracts)
            if request.relevance_score_spec.return_relevance_score:
                result.model_scores["relevance_score"].values.append(relevance_score(found))
            if signals:
                rank_signals.add_rank_signals(result, found, rank, now)
            add_retrieval_signals(result, request, found)
        if explanations.is_requested(request):
            explanations.add_explanations(response, request, results.found, retriever, query, first)
        if results.more:
            following = str(self._page.offset + self._page.size)
            response.next_page_token = paging.encode(following, self._request)

    def _fill(
        self,
        result: Message,
        request: Message,
        found: Found,
        retriever: Retriever,
        extracts: Extracts,
    ) -> None:
        spec = request.content_search_spec
        if not self._page.by_chunk:
            fill_document_result(result, found, extracts.for_spec(spec, found))
            return
        before, after = spec.chunk_spec.num_previous_chunks, spec.chunk_spec.num_next_chunks
        pieces = retriever.all_chunks(found) if before or after else ()
        fill_chunk_result(result, found, *adjacent_chunks(found, pieces, before, after))

    def _add_facets(self, prepared: PreparedSearch, query: Query) -> None:
        response, fields = self._response, prepared.scopes.fields
        if has_field(response, "guided_search_result"):  # It is there, and empty.
            response.guided_search_result.SetInParent()
        dynamic, blend = self._dynamic.keys(fields), prepared.retriever.blend
        add_facets(response, prepared.request, fields, dynamic, blend, query)

    def _add_summary(self, prepared: PreparedSearch, results: Results) -> None:
        request, _, retriever, _ = prepared
        self._response.summary.SetInParent()  # Recorded responses have one, though nobody asked.
        if not request.content_search_spec.HasField("summary_spec"):
            return
        summary = summarize(
            self._environment,
            request.content_search_spec.summary_spec,
            self._request.query,
            request.query,
            self._target,
            retriever,
            results.found,
            by_chunk=self._page.by_chunk,
        )
        self._response.summary.CopyFrom(summary)

    def _record(self, results: Results) -> None:
        """Keep a search of a session for the answer to come."""
        if self._turn is not None:
            info = sessions.record(self._request, self._turn, self._page, results)
            self._response.session_info.CopyFrom(info)


def _corrected(request: Message, response: Message, retriever: Retriever) -> Message:
    """The request with its spelling corrected, unless corrections are only to be suggested.

    A word that is still being typed is not misspelled.
    """
    spec = de.SearchRequest.SpellCorrectionSpec
    if as_you_type.is_requested(request):
        return request
    response.corrected_query = corrected_query(request.query, retriever)
    if not response.corrected_query or request.spell_correction_spec.mode == spec.SUGGESTION_ONLY:
        return request
    return _with_query(request, response.corrected_query)


def _with_query(request: Message, query: str) -> Message:
    """The request for another query, if it is another."""
    if query == request.query:
        return request
    asked = copied(request)
    asked.query = query
    return asked

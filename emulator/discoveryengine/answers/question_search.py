"""Searches for the questions of a request: in the interpretation that the documents support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property

from emulator.answering.evidence.records import asks_for_things
from emulator.answering.query_expansion import expansion_terms, expansion_weights
from emulator.answering.question_analysis.analysis import asking_terms
from emulator.answering.question_analysis.currency import without_currency
from emulator.answering.rephrasing.context_expansion import NO_TERMS
from emulator.answering.rephrasing.coreference.interpretations import FollowUp
from emulator.answering.rephrasing.generalization import (
    generalize,
    is_general_answer,
    needs_generalization,
    truecase,
)
from emulator.answering.rules import expected_terms, rules, vague_terms
from emulator.answering.synonyms import replace_unknown_words
from emulator.answering.values import Passage
from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.answers.record_search import RecordSearch
from emulator.discoveryengine.answers.requests import maximum_results
from emulator.discoveryengine.answers.searches import Search
from emulator.discoveryengine.controls.applied import active_controls
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval import search_result_mode
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scopes, read_scopes
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.discoveryengine.retrieval.search_result_list import (
    SearchResultListReader,
    best_of_each,
    rank_results,
)
from emulator.discoveryengine.retrieval.spelling import corrected_query
from emulator.discoveryengine.search.query_understanding import understand
from emulator.discoveryengine.sessions.turns import SessionTurn
from emulator.retrieval.query import EXPECTED_WEIGHT, Query
from emulator.retrieval.query_understanding.attributes import find_attribute
from emulator.retrieval.query_understanding.comparatives import find_contrast
from emulator.retrieval.query_understanding.field_matching import name_words
from emulator.retrieval.query_understanding.superlatives import has_superlative
from emulator.retrieval.text.analysis import terms
from emulator.surface.names import parent
from emulator.surface.registry import Message

_ASKS_FOR_RECORDS = (asks_for_things, has_superlative, find_contrast, find_attribute)
"""What tells that a question may ask for records by what their fields hold."""
_COMPARED = 10
"""Among how many results the best is looked for: boosts may have put others before it."""
_SHARE_OF_BEST = 0.5
"""How relevant, as a share of the best, a result must be to be read in an order of its own."""


class QuestionSearch:
    """Searches as a request asks for them, or in the results that it or its turn brings along."""

    def __init__(
        self,
        environment: Environment,
        request: Message,
        target: Target,
        turn: SessionTurn | None,
        where: str,
    ) -> None:
        self._environment = environment
        self._request = request
        self._target = target
        self._where = where
        params = request.search_spec.search_params
        search_result_mode.check(target, params, where)
        self._scopes = read_scopes(environment, target.branches, params, where)
        self._maximum_results = maximum_results(request)
        # What a client brought along need not be like what is stored.
        self._has_result_list = request.search_spec.HasField("search_result_list")
        kept = None if turn is None or self._has_result_list else turn.results()
        self._by_document = any(one.HasField("unstructured_document_info") for one in kept or ())
        self._given = _given(environment, request, target, kept)

    def resolved(self, asked: FollowUp) -> Search:
        """The search for a question in the interpretation that the documents support.

        What they do not say of the named thing is searched for in general.
        """
        searches: dict[tuple[str, frozenset[tuple[str, float]]], Search] = {}

        def sought(text: str, weights: Mapping[str, float] = NO_TERMS) -> Search:
            key = text, frozenset(weights.items())
            if key not in searches:
                searches[key] = self.search(text, weights)
            return searches[key]

        def find(text: str, weights: Mapping[str, float] = NO_TERMS) -> Sequence[Passage]:
            return sought(text, weights).passages

        search = sought(*asked.resolve(find, None if self._has_result_list else self._idf))
        if self._is_as_typed:
            return search
        query = truecase(search.query, search.passages)
        general = generalize(query)
        if not general or not needs_generalization(query, search.passages, self._idf):
            return search
        found = zip(sought(general).found, find(general), strict=True)
        told = [one for one, passage in found if is_general_answer(general, passage)]
        return replace(sought(general), found=told) if told else search

    def expanded(self, query: str) -> Search | None:
        """The search with expansion terms beside the words of a question, if there are any."""
        if self._is_as_typed or self._given is not None:
            return None
        others = expansion_terms(query)
        known = expansion_weights(others, self._idf, self._retriever.blend.frequency)
        return replace(self.search(query, known), expansion_terms=others) if known else None

    def records(self, query: str) -> RecordSearch | None:
        """The search for the records that a query asks for; None if it does not, or if there are
        none or others were brought along."""
        if self._given is not None or not self._has_records:
            return None
        if not any(asks(query) for asks in _ASKS_FOR_RECORDS):
            return None
        acting = active_controls(self._environment, self._target.config, query)
        scopes, classes = self._called(query, acting.scopes(self._scopes))
        return RecordSearch(self._environment, scopes, query, self._maximum_results, classes)

    def _called(self, query: str, scopes: Scopes) -> tuple[Scopes, Set[str]]:
        """The scopes whose data stores of records are called as a query calls things, with these
        terms: "movies"; all, if none is."""
        fields = (name_words(path) for path in scopes.fields.known.types)
        asked = frozenset(terms(query)).difference(*fields)
        names = {
            one.name: asked.intersection(terms(one.display_name))
            for one in self._target.data_stores
            if resource_kinds.is_structured(one)
        }
        told = [one for one in scopes.each if names.get(parent(one.branch.name))]
        classes = frozenset().union(*(names[parent(one.branch.name)] for one in told))
        return (replace(scopes, each=tuple(told)), classes) if told else (scopes, classes)

    @property
    def _has_records(self) -> bool:
        return any(map(resource_kinds.is_structured, self._target.data_stores))

    @property
    def _is_as_typed(self) -> bool:
        """Whether the words of the question must not be changed."""
        return bool(self._request.query_understanding_spec.query_rephraser_spec.disable)

    def _idf(self, term: str) -> float:
        """The idf of a term in all that may be searched."""
        return self._retriever.idf(term)

    @cached_property
    def _retriever(self) -> Retriever:
        return Retriever(self._environment, self._scopes)

    def _corrected(self, query: str, retriever: Retriever) -> str:
        """The query with synonyms of words that no document has, and with its spelling corrected.

        Words that fit any topic ("weigh") are not corrected.
        """
        if not self._is_as_typed:
            query = replace_unknown_words(query, retriever.blend.frequency)
        if self._request.query_understanding_spec.disable_spell_correction:
            return query
        return corrected_query(query, retriever, rules().generic) or query

    def search(self, query: str, weights: Mapping[str, float] = NO_TERMS) -> Search:
        """The search for a corrected query with weighted expansion terms.

        Results that were given with the request are taken in place of what a search finds.
        """
        acting = active_controls(self._environment, self._target.config, query)
        spec = self._request.search_spec.search_params.natural_language_query_understanding_spec
        scopes = acting.scopes(self._scopes)
        understood = understand(self._environment, query, spec, scopes, self._where)
        retriever = Retriever(self._environment, understood.scopes)
        if self._has_result_list:
            return Search(query, rank_results(self._given or (), query, retriever))
        if (told := self._corrected(query, retriever)) != query:
            return self.search(told, weights)
        if self._given is not None:
            given = rank_results(self._given, query, retriever)
            return Search(query, best_of_each(given) if self._by_document else given, retriever.idf)
        sought = acting.query(understood.query)
        ordered = self._relevant(sought, understood.scopes, retriever)
        expected = dict.fromkeys(expected_terms(sought), EXPECTED_WEIGHT)
        asked = Query.parse(without_currency(sought))
        asked = asked.with_less_weight_on(asking_terms(sought) | vague_terms(sought))
        wanted = asked.with_expansion({**expected, **weights})
        return Search(query, ordered.chunks(wanted, self._maximum_results).found, retriever.idf)

    def _relevant(self, query: str, scopes: Scopes, retriever: Retriever) -> Retriever:
        """A retriever that keeps only relevant results if the client orders them by fields.

        The first by such an order need have only one word of the query.
        """
        if not scopes.order:
            return retriever
        by_score = Retriever(self._environment, replace(scopes, order=()))
        found = by_score.chunks(query, _COMPARED).found
        best = max((one.relevance for one in found), default=0.0)
        least = best * _SHARE_OF_BEST
        return Retriever(self._environment, replace(scopes, least_relevance=least))


def _given(
    environment: Environment, request: Message, target: Target, kept: Sequence[Message] | None
) -> Sequence[Found] | None:
    """What to answer from without a search: the request's list, or what the turn's search kept."""
    if request.search_spec.HasField("search_result_list"):
        given = request.search_spec.search_result_list.search_results
        return SearchResultListReader(environment, target).read(given)
    return None if kept is None else SearchResultListReader(environment, target).read_known(kept)

"""The stages of an answer: classify, rephrase, retrieve, then write from the evidence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from emulator.answering import pipeline
from emulator.answering.document_text.segments import segments_of
from emulator.answering.generation.compound_answers import join_answers
from emulator.answering.generation.writer import grounding_of
from emulator.answering.personalization import personalized
from emulator.answering.query_expansion import expansion_terms, expansion_weights
from emulator.answering.question_analysis.analysis import asking_terms
from emulator.answering.question_analysis.currency import without_currency
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.related.questions import related_questions
from emulator.answering.rephrasing.context_expansion import NO_TERMS
from emulator.answering.rephrasing.coreference.interpretations import FollowUp
from emulator.answering.rephrasing.decompose import decompose
from emulator.answering.rephrasing.generalization import (
    generalize,
    is_general_answer,
    needs_generalization,
    truecase,
)
from emulator.answering.rephrasing.rephrase import follow_up
from emulator.answering.rules import expected_terms, genres, rules
from emulator.answering.synonyms import replace_unknown_words
from emulator.answering.values import AnswerDraft, Passage, SkipReason, Turn
from emulator.discoveryengine.answers.requests import (
    SEARCH_PARAMS,
    end_user_texts,
    ignored_reason,
    maximum_results,
    question,
)
from emulator.discoveryengine.answers.safety import rate
from emulator.discoveryengine.answers.searches import Search, references_of
from emulator.discoveryengine.controls.applied import active_controls
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.forced_answers import ForcedAnswer
from emulator.discoveryengine.retrieval import search_result_mode
from emulator.discoveryengine.retrieval.passages import passages_of
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
from emulator.surface.registry import Message

_COMPARED = 10
"""Among how many results the best is looked for: boosts may have put others before it."""
_SHARE_OF_BEST = 0.5
"""How relevant, as a share of the best, a result must be to be read in an order of its own."""
_UNANSWERED = (SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED, SkipReason.NO_RELEVANT_CONTENT)
"""Why there is no answer in what was found for the words of a question."""


@dataclass(frozen=True, slots=True)
class AnswerRun:
    """An answer before it is a message: the searches, the references, and what was written.

    `ratings` are its SafetyRatings, if it was rated; `related_questions` are further ones.
    """

    searches: Sequence[Search]
    found: Sequence[Found]
    draft: AnswerDraft
    forced: ForcedAnswer | None = None
    ratings: tuple[Message, ...] = ()
    related_questions: Sequence[str] = ()


class AnswerPipeline:
    """An answer to the question of a request, which may be a turn of a session.

    What may be refused is refused at once; `run` does what takes its time.
    """

    def __init__(
        self, environment: Environment, request: Message, target: Target, turn: SessionTurn | None
    ) -> None:
        self._environment = environment
        self._request = request
        self._target = target
        params = request.search_spec.search_params
        search_result_mode.check(environment, target, params, SEARCH_PARAMS)
        self._scopes = read_scopes(environment, target.branches, params, SEARCH_PARAMS)
        self._maximum_results = maximum_results(request)
        # What a client brought along need not be like what is stored.
        self._has_result_list = request.search_spec.HasField("search_result_list")
        kept = None if turn is None or self._has_result_list else turn.results()
        self._by_document = any(one.HasField("unstructured_document_info") for one in kept or ())
        self._given = _given(environment, request, target, kept)
        text = request.query.text
        self._forced = environment.forced_answers.to(text)
        self._question = question(request)
        self._history = turn.history() if turn and _needs_history(request) else []
        self._asked = _questions(request, self._history)

    def run(self) -> AnswerRun:
        """The stages: classify, rephrase, retrieve, then write from the evidence."""
        request = self._request
        reason = ignored_reason(request)
        searches = [self._resolved_search(asked) for asked in self._asked]
        found = references_of(searches)
        if self._forced is not None:
            return AnswerRun(searches, found, self._prescribed(self._forced, found), self._forced)
        if reason is not None:
            return AnswerRun(searches, found, pipeline.skipped(reason, self._question))
        drafts = [self._draft(search, found) for search in searches]
        if len(searches) == 1 and (told := self._with_query_expansion(searches[0], drafts[0])):
            searches, drafts = [told[0]], [told[1]]
            found = told[0].found
        draft = self._relevant_enough(join_answers(drafts))
        safe = rate(request.safety_spec, draft, self._question)
        return AnswerRun(
            searches, found, safe.draft, None, safe.ratings, self._related(draft, found)
        )

    def _related(self, draft: AnswerDraft, found: Sequence[Found]) -> Sequence[str]:
        """Further questions, if they are asked for."""
        if not self._request.related_questions_spec.enable:
            return ()
        asked = [*(turn.question for turn in self._history), *(one.text for one in self._asked)]
        return related_questions(asked, draft, passages_of(found), self._draft_of)

    def _draft_of(self, text: str) -> AnswerDraft:
        search = self._search(text)
        asked = replace(self._question, text=text, grounded=False)
        return pipeline.answer(asked, search.passages, search.idf)

    def _prescribed(self, forced: ForcedAnswer, found: Sequence[Found]) -> AnswerDraft:
        """The prescribed answer, checked against what was found if that is asked for."""
        draft = forced.draft(len(found))
        if draft.skipped is not None and not draft.answer.text:
            return pipeline.skipped(draft.skipped, self._question)
        checked = self._request.grounding_spec.include_grounding_supports
        if not checked or not draft.answer.text or draft.skipped or forced.answer.references:
            return draft
        claims = tuple(segments_of(draft.answer.text))
        return replace(draft, grounding=grounding_of(claims, passages_of(found)))

    def _draft(self, search: Search, references: Sequence[Found]) -> AnswerDraft:
        """The answer to a part of what is asked, with its share of the sentences."""
        asked = replace(self._question, text=search.query, expansion_terms=search.expansion_terms)
        if len(self._asked) > 1:
            form = asked.form
            shares = (math.ceil(most / len(self._asked)) for most in (form.sentences, form.words))
            sentences, words = shares
            asked = replace(asked, form=replace(form, sentences=sentences, words=words))
        passages = search.passages
        if references is not search.found:
            passages = passages_of(search.found, references)
        if about := end_user_texts(self._request.end_user_spec):
            idf = search.idf or idf_over(passages)
            passages = personalized(passages, search.query, about, idf)
        return pipeline.answer(asked, passages, search.idf, self._environment.writer)

    def _with_query_expansion(
        self, search: Search, draft: AnswerDraft
    ) -> tuple[Search, AnswerDraft] | None:
        """The search with expansion terms and its answer, where the question's own find none."""
        if draft.skipped not in _UNANSWERED or self._is_as_typed or self._given is not None:
            return None
        others = expansion_terms(search.query)
        known = expansion_weights(others, self._idf, self._retriever.blend.frequency)
        if not known:
            return None
        other = replace(self._search(search.query, known), expansion_terms=others)
        told = self._draft(other, other.found)
        return None if told.skipped else (other, told)

    def _relevant_enough(self, draft: AnswerDraft) -> AnswerDraft:
        """The draft; OUT_OF_DOMAIN becomes NO_RELEVANT_CONTENT where the filter is asked for."""
        wanted = self._request.answer_generation_spec.ignore_low_relevant_content
        if wanted and draft.skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED:
            return pipeline.skipped(SkipReason.NO_RELEVANT_CONTENT, self._question)
        return draft

    def _resolved_search(self, asked: FollowUp) -> Search:
        """The search for a question in the interpretation that the documents support.

        What they do not say of the named thing is searched for in general.
        """
        searches: dict[tuple[str, frozenset[tuple[str, float]]], Search] = {}

        def sought(text: str, weights: Mapping[str, float] = NO_TERMS) -> Search:
            key = text, frozenset(weights.items())
            if key not in searches:
                searches[key] = self._search(text, weights)
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

    def _search(self, query: str, weights: Mapping[str, float] = NO_TERMS) -> Search:
        """The search for a corrected query with weighted expansion terms.

        Results that were given with the request are taken in place of what a search finds.
        """
        acting = active_controls(self._environment, self._target.config, query)
        spec = self._request.search_spec.search_params.natural_language_query_understanding_spec
        scopes = acting.scopes(self._scopes)
        understood = understand(self._environment, query, spec, scopes, SEARCH_PARAMS)
        retriever = Retriever(self._environment, understood.scopes)
        if self._has_result_list:
            return Search(query, rank_results(self._given or (), query, retriever))
        if (told := self._corrected(query, retriever)) != query:
            return self._search(told, weights)
        if self._given is not None:
            given = rank_results(self._given, query, retriever)
            return Search(query, best_of_each(given) if self._by_document else given, retriever.idf)
        sought = acting.query(understood.query)
        ordered = self._relevant(sought, understood.scopes, retriever)
        expected = dict.fromkeys(expected_terms(sought), EXPECTED_WEIGHT)
        asked = Query.parse(without_currency(sought))
        asked = asked.with_less_weight_on(genres() | asking_terms(sought))
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


def _questions(request: Message, history: Sequence[Turn]) -> Sequence[FollowUp]:
    """The standalone questions; a compound one is decomposed if more than one step is allowed."""
    spec, text = request.query_understanding_spec.query_rephraser_spec, request.query.text
    if spec.disable:
        return [FollowUp(text, text)]
    asked = follow_up(text, history)
    parts = decompose(asked.text, spec.max_rephrase_steps) if spec.max_rephrase_steps > 1 else []
    return parts or [asked]


def _needs_history(request: Message) -> bool:
    """Whether the answer depends on earlier turns."""
    rephraser = request.query_understanding_spec.query_rephraser_spec
    return not rephraser.disable or bool(request.related_questions_spec.enable)


def _given(
    environment: Environment, request: Message, target: Target, kept: Sequence[Message] | None
) -> Sequence[Found] | None:
    """What to answer from without a search: the request's list, or what the turn's search kept."""
    if request.search_spec.HasField("search_result_list"):
        given = request.search_spec.search_result_list.search_results
        return SearchResultListReader(environment, target).read(given)
    return None if kept is None else SearchResultListReader(environment, target).read_known(kept)

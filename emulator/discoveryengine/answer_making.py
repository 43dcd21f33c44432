"""How an answer is made: classify, rephrase, retrieve, then write from the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.answering import engine
from emulator.answering.classify import classify
from emulator.answering.rephrase import FollowUp, follow_up
from emulator.answering.values import AnswerDraft, Idf, SkipReason
from emulator.discoveryengine.answer_requests import (
    SEARCH_PARAMS,
    ignored_reason,
    maximum_results,
    question,
)
from emulator.discoveryengine.answer_safety import rated
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.forced_answers import ForcedAnswer
from emulator.discoveryengine.given_results import GivenResults, ranked
from emulator.discoveryengine.passages import passages_of
from emulator.discoveryengine.retriever import Found, Retriever
from emulator.discoveryengine.scopes import read_scopes
from emulator.discoveryengine.search_controls import controls
from emulator.discoveryengine.search_understanding import understand
from emulator.discoveryengine.session_turns import SessionTurn
from emulator.discoveryengine.spelling import correction
from emulator.discoveryengine.targets import Target
from emulator.surface.registry import Message


@dataclass(frozen=True, slots=True)
class Made:
    """An answer before it is a message: what was searched, what was found, what was written.

    `ratings` are its SafetyRatings, if it was rated.
    """

    query: str
    found: Sequence[Found]
    draft: AnswerDraft
    forced: ForcedAnswer | None = None
    ratings: tuple[Message, ...] = ()


class Making:
    """An answer to the question of a request, which may be a turn of a session.

    What may be refused is refused at once; `made` does what takes its time.
    """

    def __init__(
        self, environment: Environment, request: Message, target: Target, turn: SessionTurn | None
    ) -> None:
        self._environment = environment
        self._request = request
        self._target = target
        params = request.search_spec.search_params
        self._scopes = read_scopes(environment, target.branches, params, SEARCH_PARAMS)
        self._most = maximum_results(request)
        self._given = _given(environment, request, target, turn)
        rephraser = request.query_understanding_spec.query_rephraser_spec
        text = request.query.text
        self._forced = environment.forced_answers.to(text)
        history = [] if turn is None or rephraser.disable else turn.history()
        self._asked = FollowUp(text, text) if rephraser.disable else follow_up(text, history)

    def made(self) -> Made:
        """The stages: classify, rephrase, retrieve, then write from the evidence."""
        request = self._request
        text = request.query.text
        reason = ignored_reason(request, classify(text))
        query, found, retriever = self._sought()
        if self._forced is not None:
            return Made(query, found, self._forced.draft(len(found)), self._forced)
        if reason is not None:
            language = request.answer_generation_spec.answer_language_code
            return Made(query, found, engine.skipped(reason, language))
        draft = engine.answer(
            question(request, query),
            passages_of(found),
            self._idf(retriever),
            self._environment.writer,
        )
        safe = rated(request, _low_relevance(request, found, draft))
        return Made(query, found, safe.draft, ratings=safe.ratings)

    def _sought(self) -> tuple[str, Sequence[Found], Retriever]:
        """What is searched for and found; a guess of what is meant that finds none is dropped."""
        asked = self._asked
        sought = self._search(asked.text)
        return self._search(asked.before) if asked.is_wrong(passages_of(sought[1])) else sought

    def _search(self, query: str) -> tuple[str, Sequence[Found], Retriever]:
        """What is found for a query, as it is meant to be spelled.

        That is what was given with the request, or what a search finds.
        """
        acting = controls(self._environment, self._target.config, query)
        understanding = self._request.query_understanding_spec
        spec = self._request.search_spec.search_params.natural_language_query_understanding_spec
        scopes = acting.scopes(self._scopes)
        understood = understand(self._environment, query, spec, scopes, SEARCH_PARAMS)
        retriever = Retriever(self._environment, understood.scopes)
        if not understanding.disable_spell_correction and (spelled := correction(query, retriever)):
            return self._search(spelled)
        if self._given is not None:
            return query, ranked(self._given, query, retriever), retriever
        sought = acting.query(understood.query)
        return query, retriever.chunks(sought, self._most).found, retriever

    def _idf(self, retriever: Retriever) -> Idf | None:
        """How rare words are; what a client brought along need not be like what is stored."""
        is_foreign = self._request.search_spec.HasField("search_result_list")
        return None if is_foreign else retriever.idf


def _given(
    environment: Environment, request: Message, target: Target, turn: SessionTurn | None
) -> Sequence[Found] | None:
    """What to answer from without a search: the request's list, or what the turn's search found."""
    if request.search_spec.HasField("search_result_list"):
        given = request.search_spec.search_result_list.search_results
        return GivenResults(environment, target).read(given)
    kept = None if turn is None else turn.results()
    return None if kept is None else GivenResults(environment, target).read_known(kept)


def _low_relevance(request: Message, found: Sequence[Found], draft: AnswerDraft) -> AnswerDraft:
    """A client that asks for the relevance filter is told that results were not good enough."""
    spec, stray = request.answer_generation_spec, SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED
    if spec.ignore_low_relevant_content and found and draft.skipped is stray:
        return engine.skipped(SkipReason.NO_RELEVANT_CONTENT, spec.answer_language_code)
    return draft

"""How an answer is made: classify, rephrase, retrieve, then write from the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.answering import engine
from emulator.answering.classify import classify
from emulator.answering.rephrase import rephrase
from emulator.answering.values import AnswerDraft, SkipReason, Turn
from emulator.discoveryengine.answer_requests import (
    SEARCH_PARAMS,
    ignored_reason,
    maximum_results,
    question,
)
from emulator.discoveryengine.answer_safety import rated
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.forced_answers import ForcedAnswer
from emulator.discoveryengine.passages import passages_of
from emulator.discoveryengine.retriever import Found, Retriever
from emulator.discoveryengine.scopes import read_scopes
from emulator.discoveryengine.search_controls import controls
from emulator.discoveryengine.search_understanding import understand
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


def make(
    environment: Environment, request: Message, target: Target, history: Sequence[Turn]
) -> Made:
    """The answer to the question of a request, in the light of earlier turns."""
    text = request.query.text
    reason = ignored_reason(request, classify(text))
    forced = environment.forced_answers.to(text)
    rephraser = request.query_understanding_spec.query_rephraser_spec
    query = text if rephraser.disable else rephrase(text, history)
    params = request.search_spec.search_params
    acting = controls(environment, target.config, query)
    scopes = read_scopes(environment, target.branches, params, SEARCH_PARAMS)
    spec = params.natural_language_query_understanding_spec
    understood = understand(environment, query, spec, acting.scopes(scopes), SEARCH_PARAMS)
    retriever = Retriever(environment, understood.scopes)
    sought = acting.query(understood.query)
    found = retriever.chunks(sought, maximum_results(request)).found
    if forced is not None:
        return Made(query, found, forced.draft(len(found)), forced)
    if reason is not None:
        language = request.answer_generation_spec.answer_language_code
        return Made(query, found, engine.skipped(reason, language))
    draft = engine.answer(question(request, query), passages_of(found), retriever.idf)
    safe = rated(request.safety_spec, _low_relevance(request, found, draft))
    return Made(query, found, safe.draft, ratings=safe.ratings)


def _low_relevance(request: Message, found: Sequence[Found], draft: AnswerDraft) -> AnswerDraft:
    """A client that asks for the relevance filter is told that results were not good enough."""
    spec, stray = request.answer_generation_spec, SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED
    if spec.ignore_low_relevant_content and found and draft.skipped is stray:
        return engine.skipped(SkipReason.NO_RELEVANT_CONTENT, spec.answer_language_code)
    return draft

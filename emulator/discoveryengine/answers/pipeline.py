"""The stages of an answer: classify, rephrase, retrieve, then write from the evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import is_not

from emulator.answering import pipeline
from emulator.answering.document_text.segments import segments_of
from emulator.answering.generation.compound_answers import join_answers
from emulator.answering.generation.writer import grounding_of
from emulator.answering.personalization import personalized
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.related.questions import related_questions
from emulator.answering.rephrasing.coreference.interpretations import FollowUp
from emulator.answering.rephrasing.decompose import decompose
from emulator.answering.rephrasing.ellipsis.substitution import APPENDED
from emulator.answering.rephrasing.rephrase import follow_up
from emulator.answering.values import AnswerDraft, SkipReason, Turn
from emulator.discoveryengine.answers.question_search import QuestionSearch
from emulator.discoveryengine.answers.requests import (
    SEARCH_PARAMS,
    end_user_texts,
    ignored_reason,
    question,
)
from emulator.discoveryengine.answers.safety import rate
from emulator.discoveryengine.answers.searches import Search, references_of
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.forced_answers import ForcedAnswer
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.discoveryengine.sessions.turns import SessionTurn
from emulator.retrieval.query_understanding.superlatives import has_superlative
from emulator.retrieval.text.analysis import terms
from emulator.surface.registry import Message

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

    What may be refused is refused at once; `run` does what takes its time. `where` is the path to
    what is asked of the search, as the client wrote it.
    """

    def __init__(
        self,
        environment: Environment,
        request: Message,
        target: Target,
        turn: SessionTurn | None,
        where: str = SEARCH_PARAMS,
    ) -> None:
        self._environment = environment
        self._request = request
        self._searching = QuestionSearch(environment, request, target, turn, where)
        text = request.query.text
        self._forced = environment.forced_answers.to(text)
        self._question = question(request)
        self._history = turn.history() if turn and _needs_history(request) else []
        self._asked = _questions(request, self._history)

    def run(self) -> AnswerRun:
        """The stages: classify, rephrase, retrieve, then write from the evidence."""
        request = self._request
        reason = ignored_reason(request)
        searches: Sequence[Search] = [self._searching.resolved(asked) for asked in self._asked]
        found = references_of(searches)
        if self._forced is not None:
            return AnswerRun(searches, found, self._prescribed(self._forced, found), self._forced)
        if reason is not None:
            return AnswerRun(searches, found, pipeline.skipped(reason, self._question))
        searches, drafts = self._answered(searches)
        found = references_of(searches)
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
        search = self._searching.search(text)
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
        writer = self._environment.writer
        if search.records is not None:
            return pipeline.answer_from_records(asked, passages, search.records, writer)
        return pipeline.answer(asked, passages, search.idf, writer)

    def _answered(
        self, searches: Sequence[Search]
    ) -> tuple[Sequence[Search], Sequence[AnswerDraft]]:
        """The answers to all parts, with the searches that answer them best."""
        drafts = self._drafts(searches)
        pairs = zip(searches, drafts, strict=True)
        told = [self._records(search.query, draft) or search for search, draft in pairs]
        if any(map(is_not, told, searches)):
            return told, self._drafts(told)
        other = self._expanded(searches[0], drafts[0]) if len(searches) == 1 else None
        return ([other[0]], [other[1]]) if other else (searches, drafts)

    def _drafts(self, searches: Sequence[Search]) -> Sequence[AnswerDraft]:
        found = references_of(searches)
        return [self._draft(search, found) for search in searches]

    def _expanded(self, search: Search, draft: AnswerDraft) -> tuple[Search, AnswerDraft] | None:
        """The search with expansion terms and its answer, where the question's own find none."""
        if draft.skipped not in _UNANSWERED:
            return None
        other = self._searching.expanded(search.query)
        told = self._draft(other, other.found) if other else None
        return (other, told) if other and told and not told.skipped else None

    def _records(self, query: str, draft: AnswerDraft) -> Search | None:
        """The records that are asked for by what their fields hold, or by what they are.

        A text that says itself what the cheapest is may know more of it.
        """
        # What was spoken of before is no condition.
        asked = APPENDED.sub(lambda found: "?" if found[0].endswith("?") else "", query)
        records = self._searching.records(asked)
        if records is None:
            return None
        return (
            records.relative()
            or records.contrasted(draft)
            or records.attributed(draft)
            or (None if _says_all(draft, asked) else records.superlative())
            or records.compared()
            or records.listed(draft)
        )

    def _relevant_enough(self, draft: AnswerDraft) -> AnswerDraft:
        """The draft; OUT_OF_DOMAIN becomes NO_RELEVANT_CONTENT where the filter is asked for."""
        wanted = self._request.answer_generation_spec.ignore_low_relevant_content
        if wanted and draft.skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED:
            return pipeline.skipped(SkipReason.NO_RELEVANT_CONTENT, self._question)
        return draft


def _questions(request: Message, history: Sequence[Turn]) -> Sequence[FollowUp]:
    """The standalone questions; a compound one is decomposed if more than one step is allowed."""
    spec, text = request.query_understanding_spec.query_rephraser_spec, request.query.text
    if spec.disable:
        return [FollowUp(text, text)]
    asked = follow_up(text, history)
    parts = decompose(asked.text, spec.max_rephrase_steps) if spec.max_rephrase_steps > 1 else []
    return parts or [asked]


def _says_all(draft: AnswerDraft, query: str) -> bool:
    """Whether a sentence of an answer with a superlative says all words of the question."""
    wanted = {*terms(query)}
    told = (each.text for each in draft.answer.segments if has_superlative(each.text))
    return any(wanted.issubset(terms(text)) for text in told)


def _needs_history(request: Message) -> bool:
    """Whether the answer depends on earlier turns."""
    rephraser = request.query_understanding_spec.query_rephraser_spec
    return not rephraser.disable or bool(request.related_questions_spec.enable)

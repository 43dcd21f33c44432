"""Summaries of search results, as `:search` and `:converse` give them."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.answering import engine
from emulator.answering.classify import Classification, QueryKind, classify
from emulator.answering.summary import with_markers
from emulator.answering.texts import SUMMARY_SKIPPED
from emulator.answering.values import AnswerDraft, Question, SkipReason
from emulator.discoveryengine.passages import passages_of
from emulator.discoveryengine.results import document_name
from emulator.discoveryengine.retriever import Found, Results, Retriever
from emulator.discoveryengine.targets import Target
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_DEFAULT_COUNT = 5
_MAX_COUNT = 10
_SUMMARY_REASONS = {
    SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED: "NON_SUMMARY_SEEKING_QUERY_IGNORED",
    SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED_V2: "NON_SUMMARY_SEEKING_QUERY_IGNORED_V2",
}


def summarize(request: Message, target: Target, retriever: Retriever, results: Results) -> Message:
    """The summary that a search request asks for, over its first results."""
    spec = request.content_search_spec.summary_spec
    return summary(spec, request.query, target, retriever, results.found)


def summary(
    spec: Message, query: str, target: Target, retriever: Retriever, found: Sequence[Found]
) -> Message:
    """The summary of a query's results, or the reason why there is none and the text for it."""
    used = found[: _count(spec)]
    if not target.has_llm_addon:
        return _skipped("LLM_ADDON_NOT_ENABLED")
    if reason := _ignored(spec, classify(query)):
        return _skipped(_SUMMARY_REASONS.get(reason, reason.value))
    question = Question(query, require_relevance=True)
    draft = engine.answer(question, passages_of(used), retriever.idf)
    if draft.skipped is not None:
        return _skipped(_SUMMARY_REASONS.get(draft.skipped, draft.skipped.value))
    return _written(spec, draft, used)


def _count(spec: Message) -> int:
    if spec.summary_result_count < 0:
        raise invalid_argument("summary_spec.summary_result_count", "must not be negative.")
    return min(spec.summary_result_count or _DEFAULT_COUNT, _MAX_COUNT)


def _ignored(spec: Message, kinds: Classification) -> SkipReason | None:
    switches = (
        (QueryKind.ADVERSARIAL_QUERY, spec.ignore_adversarial_query),
        (QueryKind.JAIL_BREAKING_QUERY, spec.ignore_jail_breaking_query),
        (QueryKind.NON_ANSWER_SEEKING_QUERY, spec.ignore_non_summary_seeking_query),
        (QueryKind.NON_ANSWER_SEEKING_QUERY_V2, spec.ignore_non_summary_seeking_query),
    )
    return next((kind.skip_reason for kind, on in switches if on and kind in kinds), None)


def _skipped(reason: str) -> Message:
    result = de.SearchResponse.Summary(summary_text=SUMMARY_SKIPPED)
    reasons = de.SearchResponse.Summary.SummarySkippedReason
    result.summary_skipped_reasons.append(reasons.Value(reason))
    return result


def _written(spec: Message, draft: AnswerDraft, used: Sequence[Found]) -> Message:
    result = de.SearchResponse.Summary()
    result.summary_text = (
        with_markers(draft.answer) if spec.include_citations else draft.answer.text
    )
    metadata = result.summary_with_metadata
    metadata.summary = draft.answer.text
    for found in used:
        metadata.references.add(
            title=found.row.title, document=document_name(found), uri=found.row.uri
        )
    for segment in draft.answer.segments:
        citation = metadata.citation_metadata.citations.add(
            start_index=segment.start_byte, end_index=segment.end_byte
        )
        for source in segment.sources:
            citation.sources.add(reference_index=source)
    return result

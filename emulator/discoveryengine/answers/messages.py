"""Answers as messages: text, citations, references, steps, and their order in a stream."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from emulator.answering.classify import classify
from emulator.answering.rephrasing.decompose import with_question_mark
from emulator.answering.values import AnswerDraft, Segment
from emulator.discoveryengine.answers.pipeline import AnswerRun
from emulator.discoveryengine.answers.searches import Search
from emulator.discoveryengine.retrieval import search_result_mode
from emulator.discoveryengine.retrieval.extractive_content import snippet_of
from emulator.discoveryengine.retrieval.results import describe, relevance_score
from emulator.discoveryengine.retrieval.retriever import Found
from emulator.retrieval.query import Query
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_STEP = "Rephrase the query and search."


def answer(request: Message, made: AnswerRun) -> Message:
    """The Answer that a request gets."""
    result = _answer(request, made)
    if made.forced is not None:
        _force(result, request, made.forced.answer)
    return result


def _answer(request: Message, made: AnswerRun) -> Message:
    draft, found = made.draft, made.found
    result = de.Answer(state=de.Answer.SUCCEEDED, answer_text=draft.answer.text)
    by_chunk = search_result_mode.is_by_chunk(request.search_spec.search_params)
    _add_step(result, _asked(request, made.searches), by_chunk)
    if draft.note:
        result.steps.add(state=de.Answer.Step.FAILED, description=draft.note)
    _classify(result, request)
    result.safety_ratings.extend(made.ratings)
    result.related_questions.extend(made.related_questions)
    if draft.skipped is not None:
        reason = de.Answer.AnswerSkippedReason.Value(draft.skipped.value)
        result.answer_skipped_reasons.append(reason)
        return result
    for one in found:
        _refer(result.references.add(), one, by_chunk)
    if request.answer_generation_spec.include_citations:
        for segment in draft.answer.segments:
            if segment.sources:
                _cite(result.citations.add(), segment)
    if request.grounding_spec.include_grounding_supports:
        _ground(result, draft)
    return result


async def stream(response: Message, draft: AnswerDraft) -> AsyncIterator[Message]:
    """The parts of a streamed answer, in the order of recorded streams.

    The texts of the STREAMING parts put together are the text of the last part.
    """
    early = _early(response.answer)
    yield _part(steps=early.steps)
    if early.references:
        yield _part(references=early.references)
    for text in text_parts(draft):
        yield _part(answer_text=text)
    yield response


def _early(answer: Message) -> Message:
    """Its steps and references as they stand in parts of recorded streams before the last one.

    The steps have no state then, and the references no relevance.
    """
    early = de.Answer(steps=answer.steps, references=answer.references)
    for step in early.steps:
        step.ClearField("state")
    for reference in early.references:
        if reference.HasField("chunk_info"):
            reference.chunk_info.ClearField("relevance_score")
    return early


def _part(**fields: object) -> Message:
    part = de.AnswerQueryResponse()
    part.answer.MergeFrom(de.Answer(state=de.Answer.STREAMING, **fields))
    return part


def text_parts(draft: AnswerDraft) -> Sequence[str]:
    """The text of an answer as a stream brings it: a part for each of its sentences."""
    return [*filter(None, _sentences(draft))]


def _sentences(draft: AnswerDraft) -> Iterator[str]:
    encoded = draft.answer.text.encode()
    ends = [segment.end_byte for segment in draft.answer.segments[:-1]] + [len(encoded)]
    start = 0
    for end in ends:
        yield encoded[start:end].decode()
        start = end


def _asked(request: Message, searches: Sequence[Search]) -> Sequence[Search]:
    """The searches with their queries as the rephraser writes them."""
    if request.query_understanding_spec.query_rephraser_spec.disable:
        return searches
    return [replace(search, query=with_question_mark(search.query)) for search in searches]


def _add_step(result: Message, searches: Sequence[Search], by_chunk: bool) -> None:
    """The one step, with an action for each search.

    Recorded steps that found nothing have neither description nor results.
    """
    description = _STEP if any(search.found for search in searches) else ""
    step = result.steps.add(state=de.Answer.Step.SUCCEEDED, description=description)
    for search in searches:
        action = step.actions.add()
        action.search_action.query = search.query
        action.observation.SetInParent()
        _observe_all(
            action.observation.search_results, search.found, Query.parse(search.query), by_chunk
        )


def _observe_all(results: Any, found: Sequence[Found], query: Query, by_chunk: bool) -> None:
    """A result for each chunk that is one, and one for each document, with its best snippet."""
    seen: set[tuple[str, str, str]] = set()
    for one in found:
        document = (one.document_name, one.row.uri, one.row.title)
        if by_chunk or one.as_chunk:
            _observe(results, one).chunk_info.add(
                chunk=one.chunk_name, content=one.text, relevance_score=relevance_score(one)
            )
        elif document not in seen:
            seen.add(document)
            text, status = snippet_of(one, query)
            _observe(results, one).snippet_info.add(snippet=text, snippet_status=status)


def _observe(results: Any, found: Found) -> Message:
    """The new result among the observed ones."""
    result: Message = results.add()
    describe(result, found)
    return result


def _refer(reference: Message, found: Found, by_chunk: bool) -> None:
    if found.row.structured:
        describe(reference.structured_document_info, found)
        return
    chunk = reference.chunk_info
    chunk.content, chunk.relevance_score = found.text, relevance_score(found)
    if by_chunk or found.as_chunk:
        chunk.chunk = found.chunk_name
    describe(chunk.document_metadata, found)
    chunk.document_metadata.page_identifier = found.page_identifier


def _cite(citation: Message, segment: Segment) -> None:
    citation.start_index, citation.end_index = segment.start_byte, segment.end_byte
    for source in segment.sources:
        citation.sources.add(reference_id=str(source))


def _ground(result: Message, draft: AnswerDraft) -> None:
    if draft.grounding is None:
        return
    result.grounding_score = draft.grounding.score
    for support in draft.grounding.supports:
        shown = result.grounding_supports.add()
        shown.start_index, shown.end_index = support.segment.start_byte, support.segment.end_byte
        shown.grounding_check_required = support.score is not None
        if support.score is not None:
            shown.grounding_score = support.score
            for source in support.segment.sources:
                shown.sources.add(reference_id=str(source))


def _classify(result: Message, request: Message) -> None:
    """One entry for each type that was asked for."""
    types = request.query_understanding_spec.query_classification_spec.types
    if not types:
        return
    kinds = {kind.value for kind in classify(request.query.text).kinds}
    enum = de.Answer.QueryUnderstandingInfo.QueryClassificationInfo.Type
    for kind in types:
        name = enum.Name(kind) if kind in enum.values() else ""
        result.query_understanding_info.query_classification_info.add(
            type=kind, positive=name in kinds
        )


def _force(result: Message, request: Message, prescribed: Message) -> None:
    """Give the answer what was prescribed, as far as the request asks for it.

    Only an answer that succeeds has references: its own, or those that were found.
    """
    succeeds = prescribed.state in (de.Answer.STATE_UNSPECIFIED, de.Answer.SUCCEEDED)
    for field, value in prescribed.ListFields():
        if _is_asked_for(request, field.name):
            result.ClearField(field.name)
            if field.is_repeated:
                getattr(result, field.name).extend(value)
            elif field.message_type is not None:
                getattr(result, field.name).CopyFrom(value)
            else:
                setattr(result, field.name, value)
    if not succeeds:
        for field in ("references", "grounding_supports"):
            result.ClearField(field)


def _is_asked_for(request: Message, field: str) -> bool:
    """Whether a field of the answer is shown: always, but for those that a spec turns on."""
    switches = {
        "citations": request.answer_generation_spec.include_citations,
        "grounding_score": request.grounding_spec.include_grounding_supports,
        "grounding_supports": request.grounding_spec.include_grounding_supports,
        "related_questions": request.related_questions_spec.enable,
    }
    return bool(switches.get(field, True))

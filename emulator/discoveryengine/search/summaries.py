"""Summaries of search results, as `:search` and `:converse` give them.

They are made of sentences of the results, so what instructs a language model is taken and changes
only what rules can follow: how long the text is, whether it is a list, and the language of what is
said in place of a summary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from emulator.answering import pipeline
from emulator.answering.classify import classify
from emulator.answering.generation.citation_markers import with_markers
from emulator.answering.generation.preamble import answer_form
from emulator.answering.generation.skip_texts import no_results_text, summary_text
from emulator.answering.generation.writer import Writer
from emulator.answering.question_analysis.analysis import asking_terms
from emulator.answering.rules import vague_terms
from emulator.answering.safety import Level, harm
from emulator.answering.values import ComposedAnswer, Passage, Question, SkipReason
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.forced_answers import ForcedAnswer
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.retrieval.query import Query
from emulator.retrieval.text.languages import language_of
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_count

_DEFAULT_COUNT = 5
_MOST_DOCUMENTS = 10
_MOST_CHUNKS = 50
_MOST_READ = 10
_SUMMARY_REASONS = {
    SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED: "NON_SUMMARY_SEEKING_QUERY_IGNORED",
    SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED_V2: "NON_SUMMARY_SEEKING_QUERY_IGNORED_V2",
    # Summaries know no such reasons; these are the nearest.
    SkipReason.LOW_GROUNDED_ANSWER: "NO_RELEVANT_CONTENT",
    SkipReason.UNHELPFUL_ANSWER: "NO_RELEVANT_CONTENT",
    SkipReason.USER_DEFINED_CLASSIFICATION_QUERY_IGNORED: "CUSTOMER_POLICY_VIOLATION",
}


def summarize(
    environment: Environment,
    spec: Message,
    asked: str,
    query: str,
    target: Target,
    retriever: Retriever,
    found: Sequence[Found],
    *,
    by_chunk: bool = False,
) -> Message:
    """The summary of a query's results, or the reason why there is none and the text for it.

    It is a prescribed one if there is one for the question as it was `asked`.
    """
    used = found[: _count(spec, _MOST_CHUNKS if by_chunk else _MOST_DOCUMENTS)]
    forced = environment.forced_answers.to(asked, for_summary=True)
    if forced is not None:
        return _forced(spec, asked, forced, used)
    return _composed(spec, query, target, retriever, used, environment.writer, by_chunk=by_chunk)


def _forced(spec: Message, asked: str, forced: ForcedAnswer, used: Sequence[Found]) -> Message:
    """The summary that a prescribed answer makes; one that fails leaves it empty."""
    draft = forced.draft(len(used))
    if forced.summary_reasons or draft.skipped is not None:
        reasons = forced.summary_reasons or tuple(_forced_reasons(forced.answer))
        return _skipped(spec, asked, *reasons, text=forced.answer.answer_text)
    if not draft.answer.text:
        return de.SearchResponse.Summary()
    result = _written(spec, draft.answer, used)
    if forced.answer.references:
        references = result.summary_with_metadata.references
        del references[:]
        references.extend(_forced_reference(one) for one in forced.answer.references)
    return result


def _forced_reasons(answer: Message) -> Iterator[str]:
    for reason in answer.answer_skipped_reasons:
        yield _reason_name(SkipReason(de.Answer.AnswerSkippedReason.Name(reason)))


def _forced_reference(reference: Message) -> Message:
    """A reference of an answer as one of a summary."""
    info = getattr(reference, reference.WhichOneof("content") or "chunk_info")
    about = getattr(info, "document_metadata", info)
    return de.SearchResponse.Summary.Reference(
        title=about.title, document=about.document, uri=about.uri
    )


def _composed(
    spec: Message,
    query: str,
    target: Target,
    retriever: Retriever,
    used: Sequence[Found],
    writer: Writer | None,
    *,
    by_chunk: bool,
) -> Message:
    if not target.has_llm_addon:
        return _skipped(spec, query, "LLM_ADDON_NOT_ENABLED")
    reason = classify(query).skip_reason(
        adversarial=spec.ignore_adversarial_query,
        jail_breaking=spec.ignore_jail_breaking_query,
        non_answer_seeking=spec.ignore_non_summary_seeking_query,
    )
    if reason is not None:
        return _skipped(spec, query, _reason_name(reason))
    if not used:
        return _of_nothing(spec, query)
    preamble = spec.model_prompt_spec.preamble
    question = Question(
        query, form=answer_form(preamble), language=spec.language_code, instructions=preamble
    )
    by_chunk = by_chunk or spec.use_semantic_chunks
    passages = passages_of(used) if by_chunk else _read(query, retriever, used)
    draft = pipeline.answer(question, passages, retriever.idf, writer)
    if draft.skipped is not None:
        return _skipped(spec, query, _low_relevance(spec) or _reason_name(draft.skipped))
    if spec.use_semantic_chunks:
        return _of_chunks(spec, draft.answer, used)
    return _written(spec, draft.answer, used)


def _read(query: str, retriever: Retriever, used: Sequence[Found]) -> list[Passage]:
    """What is read of results that are documents: their chunks that are about the query.

    The chunk with which a document was found may be its title and its date.
    """
    places = {one.document_name: place for place, one in enumerate(used)}
    asked = Query.parse(query).with_less_weight_on(asking_terms(query) | vague_terms(query))
    found = retriever.chunks(asked, _MOST_READ).found
    chunks = [one for one in found if one.document_name in places]
    read_from = {one.document_name for one in chunks}
    read = [*chunks, *(one for one in used if one.document_name not in read_from)]
    return [
        replace(passage, reference=places[one.document_name])
        for passage, one in zip(passages_of(read), read, strict=True)
    ]


def check_summary(spec: Message, field: str) -> None:
    """INVALID_ARGUMENT for a negative count in a SummarySpec, which stands in `field`."""
    check_count(spec.summary_result_count, f"{field}.summary_result_count")


def _count(spec: Message, most: int) -> int:
    return min(spec.summary_result_count or _DEFAULT_COUNT, most)


def _reason_name(reason: SkipReason) -> str:
    return _SUMMARY_REASONS.get(reason, reason.value)


def _low_relevance(spec: Message) -> str:
    """A client that asks for the relevance filter is told that nothing was relevant enough."""
    return "NO_RELEVANT_CONTENT" if spec.ignore_low_relevant_content else ""


def _skipped(spec: Message, query: str, *reasons: str, text: str = "") -> Message:
    shown = text or summary_text(spec.language_code or language_of(query))
    result = de.SearchResponse.Summary(summary_text=shown)
    known = de.SearchResponse.Summary.SummarySkippedReason
    result.summary_skipped_reasons.extend(known.Value(reason) for reason in reasons)
    return result


def _of_nothing(spec: Message, query: str) -> Message:
    """The summary of no results, whose text stands in the metadata, too, as was seen."""
    reason = _low_relevance(spec) or SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED.value
    text = no_results_text(spec.language_code or language_of(query))
    result = _skipped(spec, query, reason, text=text)
    result.summary_with_metadata.summary = text
    if spec.include_citations:
        result.summary_with_metadata.citation_metadata.SetInParent()
    return result


def _written(spec: Message, answer: ComposedAnswer, used: Sequence[Found]) -> Message:
    """A summary as recorded ones are: their references have no address."""
    result = de.SearchResponse.Summary()
    result.summary_text = with_markers(answer) if spec.include_citations else answer.text
    _rate(result, answer.text)
    metadata = result.summary_with_metadata
    metadata.summary = answer.text
    for found in used:
        metadata.references.add(title=found.row.title, document=found.document_name)
    if spec.include_citations:
        _cite(metadata, answer)
    return result


def _cite(metadata: Message, answer: ComposedAnswer) -> None:
    for segment in answer.segments:
        if not segment.sources:
            continue
        citation = metadata.citation_metadata.citations.add(
            start_index=segment.start_byte, end_index=segment.end_byte
        )
        for source in segment.sources:
            citation.sources.add(reference_index=source)


def _rate(summary: Message, text: str) -> None:
    """The categories that a text has something of; recorded summaries have none for others."""
    for category, level in harm(text).items():
        if level > Level.NEGLIGIBLE:
            name = category.removeprefix("HARM_CATEGORY_").replace("_", " ").title()
            summary.safety_attributes.categories.append(name)
            summary.safety_attributes.scores.append(level.score)


def _of_chunks(spec: Message, answer: ComposedAnswer, used: Sequence[Found]) -> Message:
    """A summary whose references are only the chunks it cites, numbered anew, with their text."""
    cited = sorted({source for segment in answer.segments for source in segment.sources})
    segments = [
        replace(segment, sources=tuple(cited.index(source) for source in segment.sources))
        for segment in answer.segments
    ]
    chunks = [used[source] for source in cited]
    result = _written(spec, replace(answer, segments=tuple(segments)), chunks)
    for reference, found in zip(result.summary_with_metadata.references, chunks, strict=True):
        reference.uri = found.row.uri
        reference.chunk_contents.add(content=found.text, page_identifier=found.page_identifier)
    return result

"""`:generateGroundedContent` of GroundedGenerationService, and its stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

from emulator.answering import pipeline
from emulator.answering.grounding.claims import CheckedClaims, check_claims
from emulator.answering.rephrasing.rephrase import rephrase
from emulator.answering.values import AnswerDraft, Question, SkipReason
from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.grounding import requests
from emulator.discoveryengine.grounding.checks import DEFAULT_THRESHOLD
from emulator.discoveryengine.grounding.sources import (
    Facts,
    check_sources,
    fact_chunk,
    read_facts,
    source_kinds,
)
from emulator.resources.worker import in_worker
from emulator.retrieval.text.analysis import tokens
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


class GroundedGeneration(Service):
    """Answers from facts that come with the request or that a search finds.

    An answer is made of sentences of the facts, so what instructs a language model (its id, how
    it samples, a system instruction) is checked and changes nothing; a model that was set up is
    given the system instruction.
    """

    @in_worker
    def generate_grounded_content(self, request: Message) -> Message:
        """One candidate, with the facts that support each of its claims."""
        text, found = self._generate(request)
        checked = check_claims(text, found.passages, DEFAULT_THRESHOLD)
        return _response(text, checked.score, _metadata(request, checked, found))

    async def stream_generate_grounded_content(
        self, received: AsyncIterator[Message]
    ) -> AsyncIterator[Message]:
        """The same for each request, sentence by sentence.

        The last part of an answer has its score and its metadata; the texts of all parts put
        together are the answer.
        """
        async for request in received:
            for part in await asyncio.to_thread(self._parts, request):
                yield part

    def _parts(self, request: Message) -> list[Message]:
        text, found = self._generate(request)
        checked = check_claims(text, found.passages, DEFAULT_THRESHOLD)
        *deltas, last = _deltas(text, checked)
        metadata = _metadata(request, checked, found)
        for index, shown in enumerate(metadata.support_chunks):
            shown.index = index
        parts = [de.GenerateGroundedContentResponse() for _ in deltas]
        for part, delta in zip(parts, deltas, strict=True):
            _candidate(part, delta)
        return [*parts, _response(last, checked.score, metadata)]

    def _generate(self, request: Message) -> tuple[str, Facts]:
        requests.check(request)
        sources = request.grounding_spec.grounding_sources
        check_sources(sources)
        query = rephrase(requests.prompt(request), requests.history(request))
        found = read_facts(self.environment, sources, query)
        spec = request.generation_spec
        question = Question(
            query,
            language=spec.language_code,
            require_relevance=not found.given,
            instructions=requests.text_of(request.system_instruction),
        )
        draft = pipeline.answer(question, found.passages, found.idf, self.environment.writer)
        if draft.skipped is not None:
            return pipeline.skipped(SkipReason.NO_RELEVANT_CONTENT, question).answer.text, found
        most = spec.max_output_tokens if spec.HasField("max_output_tokens") else 0
        return (_cut(draft, most) if most else draft.answer.text), found


def _cut(draft: AnswerDraft, most: int) -> str:
    """The sentences that fit into so many tokens; of a first one that does not, what fits."""
    text = draft.answer.text
    words = tokens(text)
    if len(words) <= most:
        return text
    end = len(text[: words[most].start].encode())
    whole = [segment.end_byte for segment in draft.answer.segments if segment.end_byte <= end]
    return text.encode()[: whole[-1]].decode() if whole else text[: words[most - 1].end]


def _deltas(text: str, checked: CheckedClaims) -> Iterator[str]:
    encoded, start = text.encode(), 0
    for claim in checked.claims[:-1]:
        yield encoded[start : claim.end_byte].decode()
        start = claim.end_byte
    yield encoded[start:].decode()


def _response(text: str, score: float, metadata: Message) -> Message:
    response = de.GenerateGroundedContentResponse()
    candidate = _candidate(response, text)
    candidate.grounding_score = score
    candidate.grounding_metadata.CopyFrom(metadata)
    return response


def _candidate(response: Message, text: str) -> Message:
    candidate = response.candidates.add()
    candidate.content.role = "model"
    candidate.content.parts.add(text=text)
    return candidate


def _metadata(request: Message, checked: CheckedClaims, found: Facts) -> Message:
    metadata = de.GenerateGroundedContentResponse.Candidate.GroundingMetadata()
    for kind in source_kinds(request.grounding_spec.grounding_sources):
        metadata.retrieval_metadata.add(source=kind)
    for one in checked.chunks:
        metadata.support_chunks.append(fact_chunk(found.each[one.fact], one.text))
    for claim in checked.claims:
        if claim.chunks:
            metadata.grounding_support.add(
                claim_text=claim.text,
                support_chunk_indices=claim.chunks,
                support_score=claim.score,
            )
    return metadata

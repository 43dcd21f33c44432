"""What a search shows of a found document's text: snippet, extractive answers and segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from emulator.answering.evidence.selection import find_evidence
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Evidence, Passage
from emulator.discoveryengine.retrieval.matching_chunks import adjacent_chunks, best_chunks
from emulator.discoveryengine.retrieval.results import relevance_score
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.retrieval.query import Query
from emulator.retrieval.snippets import as_html, snippet
from emulator.retrieval.text.languages import language_of
from emulator.retrieval.text.segmentation import sentences
from emulator.retrieval.text.stemming import with_inflections
from emulator.storage.documents import ChunkRow
from emulator.surface.registry import Message
from emulator.surface.validation import check_count

NO_SNIPPET = "No snippet is available for this page."

_SPEC = "content_search_spec.extractive_content_spec"
# "At most five answers are returned for each SearchResult"; libraries bound the others so.
_MOST = {
    "max_extractive_answer_count": 5,
    "max_extractive_segment_count": 10,
    "num_previous_segments": 3,
    "num_next_segments": 3,
}

Derived: TypeAlias = dict[str, Any]


class Extracts:
    """The parts of derivedStructData that come from the text of documents found for one query."""

    def __init__(self, text: str, retriever: Retriever) -> None:
        self._text = text
        self._retriever = retriever
        self._query = Query.parse(text)

    @cached_property
    def _weights(self) -> dict[str, float]:
        return self._retriever.weights(self._text)

    @cached_property
    def _asked(self) -> AnalyzedQuestion:
        return analyze(self._text, self._retriever.idf)

    def for_spec(self, spec: Message, found: Found) -> Derived:
        """What a ContentSearchSpec asks for.

        Only documents with content have segments, as documented. Pages of a website have snippets
        unasked: front ends that came from Programmable Search read them so.
        """
        if not (spec.ListFields() or found.is_page):
            return {}
        extractive = spec.extractive_content_spec
        answers = _bounded(extractive, "max_extractive_answer_count")
        segments = _bounded(extractive, "max_extractive_segment_count")
        derived: Derived = {}
        wanted = spec.snippet_spec
        if found.is_page or wanted.return_snippet or wanted.max_snippet_count > 0:
            derived["snippets"] = self.snippets(found)
        chunks, pieces = self._chunks(found, extractive, max(answers, segments))
        if answers:
            derived["extractive_answers"] = self.answers(chunks[:answers], answers)
        if segments and not found.row.structured:
            shown = chunks[:segments]
            derived["extractive_segments"] = [_segment(one, pieces, extractive) for one in shown]
        return derived

    def _chunks(
        self, found: Found, spec: Message, count: int
    ) -> tuple[list[Found], Sequence[ChunkRow]]:
        """The best chunks of a document, and all of them if there is a use for them."""
        around = spec.num_previous_segments or spec.num_next_segments
        pieces = self._retriever.all_chunks(found) if count > 1 or around else ()
        chunks = best_chunks(found, pieces, self._weights, count) if count > 1 else [found]
        return chunks, pieces

    def snippets(self, found: Found) -> list[Derived]:
        """The `snippets` of a document: one, of the chunk that matched.

        Recorded results of a website have its HTML by a name of its own.
        """
        text, status = snippet_of(found, self._query)
        named = {"htmlSnippet": text} if found.is_page else {}
        return [{"snippet": text, "snippet_status": status, **named}]

    def answers(self, chunks: Sequence[Found], count: int) -> list[Derived]:
        """The `extractive_answers` of a document from chunks of it, best first.

        Up to `count` passages that answer, or else the opening of the best chunk; like snippets
        they are a line of HTML, which segments are not: so the service's recorded results have it.
        """
        passages = [
            Passage(one.text, one.row.title, structured=one.row.structured) for one in chunks
        ]
        evidence = find_evidence(self._asked, passages, count)
        found = [(chunks[run[0].passage], _joined(run)) for run in _runs(evidence)][:count]
        shown = found or [(chunks[0], _opening(chunks[0].text))]
        return [_extract(chunk, as_html(text)) for chunk, text in shown]


def check_extractive(spec: Message) -> None:
    """INVALID_ARGUMENT for a negative count in an ExtractiveContentSpec."""
    for field in _MOST:
        check_count(getattr(spec, field), f"{_SPEC}.{field}")


def snippet_of(found: Found, query: Query) -> tuple[str, str]:
    """The snippet of the chunk that matched, and its status."""
    wanted = with_inflections(query.terms, language_of(query.text), found.text)
    text = snippet(found.text, wanted, neighbours=query.neighbours)
    return (text, "SUCCESS") if text else (NO_SNIPPET, "NO_SNIPPET_AVAILABLE")


def _bounded(spec: Message, field: str) -> int:
    return min(int(getattr(spec, field)), _MOST[field])


def _extract(found: Found, text: str) -> Derived:
    """A piece of text with its page; a format without pages is one page long."""
    return {"content": text, "pageNumber": found.page_identifier or "1"}


def _segment(chunk: Found, pieces: Sequence[ChunkRow], spec: Message) -> Derived:
    segment = _extract(chunk, chunk.text)
    if spec.return_extractive_segment_score:
        segment["relevanceScore"] = relevance_score(chunk)
    previous, following = (
        _bounded(spec, field) for field in ("num_previous_segments", "num_next_segments")
    )
    before, after = adjacent_chunks(chunk, pieces, previous, following)
    if before:
        segment["previous_segments"] = [_extract(one, one.text) for one in before]
    if after:
        segment["next_segments"] = [_extract(one, one.text) for one in after]
    return segment


def _runs(evidence: Sequence[Evidence]) -> Iterator[list[Evidence]]:
    """Sentences that stand side by side in the document, together: they are one answer."""
    run = list(evidence[:1])
    for previous, one in pairwise(evidence):
        if (one.passage, one.position) != (previous.passage, previous.position + 1):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _joined(run: Sequence[Evidence]) -> str:
    return " ".join(one.text for one in run)


def _opening(text: str) -> str:
    """The first sentence; some clients read an answer of every result without looking."""
    start, end = next(iter(sentences(text)), (0, len(text)))
    return text[start:end]

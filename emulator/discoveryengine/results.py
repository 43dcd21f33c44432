"""Found documents and chunks as search results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emulator.answering.asking import Asked
from emulator.answering.evidence import find_evidence
from emulator.answering.values import Passage
from emulator.discoveryengine.content import struct_of
from emulator.discoveryengine.retriever import Found
from emulator.retrieval.query import Query
from emulator.retrieval.snippets import snippet
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct

NO_SNIPPET = "No snippet is available for this page."


def document_name(found: Found) -> str:
    """The resource name of a found document."""
    return f"{found.branch.name}/documents/{found.row.document}"


def chunk_name(found: Found) -> str:
    """The resource name of a found chunk."""
    return f"{document_name(found)}/chunks/c{found.position}"


def relevance_score(found: Found) -> float:
    """The relevance with one decimal, as the service rounds it."""
    return round(found.relevance, 1)


def snippet_of(found: Found, query: Query) -> tuple[str, str]:
    """The snippet of the chunk that matched, and its status."""
    text = snippet(found.text, query.terms)
    return (text, "SUCCESS") if text else (NO_SNIPPET, "NO_SNIPPET_AVAILABLE")


def document_result(found: Found, derived: dict[str, Any]) -> Message:
    """A result in document mode; `derived` goes into derivedStructData beside title and link."""
    stored = de.Document.FromString(found.row.body)
    result = de.SearchResponse.SearchResult(id=found.row.document)
    result.document.name, result.document.id = document_name(found), found.row.document
    if stored.WhichOneof("data") == "json_data":
        result.document.json_data = stored.json_data
    elif stored.HasField("struct_data"):
        result.document.struct_data.CopyFrom(stored.struct_data)
    shown = {"title": found.row.title, "link": found.row.uri, **derived}
    fill_struct(
        result.document.derived_struct_data,
        {key: value for key, value in shown.items() if value},
    )
    return result


def chunk_result(found: Found) -> Message:
    """A result in chunk mode: the chunk with its document's metadata, and no document."""
    result = de.SearchResponse.SearchResult(id=found.row.document)
    chunk = result.chunk
    chunk.name, chunk.id = chunk_name(found), f"c{found.position}"
    chunk.content, chunk.relevance_score = found.text, relevance_score(found)
    chunk.document_metadata.title = found.row.title
    chunk.document_metadata.uri = found.row.uri
    fill_struct(chunk.document_metadata.struct_data, dict(_struct(found)))
    piece = found.row.chunks[0]
    if piece.page_start:
        chunk.page_span.page_start, chunk.page_span.page_end = piece.page_start, piece.page_end
    return result


def derived_content(spec: Message, query: Query, asked: Asked) -> Callable[[Found], dict[str, Any]]:
    """What a ContentSearchSpec adds to the derivedStructData of each found document."""
    wants_snippet = spec.snippet_spec.return_snippet or spec.snippet_spec.max_snippet_count > 0
    extractive = spec.extractive_content_spec

    def derive(found: Found) -> dict[str, Any]:
        derived: dict[str, Any] = {}
        if wants_snippet:
            derived["snippets"] = snippets(found, query)
        if extractive.max_extractive_answer_count:
            count = min(extractive.max_extractive_answer_count, 5)
            derived["extractive_answers"] = extractive_answers(found, asked, count)
        if extractive.max_extractive_segment_count:
            scored = extractive.return_extractive_segment_score
            derived["extractive_segments"] = [_segment(found, scored)]
        return derived

    return derive


def snippets(found: Found, query: Query) -> list[dict[str, str]]:
    """The `snippets` of derivedStructData."""
    text, status = snippet_of(found, query)
    return [{"snippet": text, "snippet_status": status}]


def extractive_answers(found: Found, asked: Asked, count: int) -> list[dict[str, str]]:
    """The `extractive_answers` of derivedStructData: sentences of the chunk that answer best."""
    passage = Passage(found.text, found.row.title, structured=found.row.structured)
    evidence = find_evidence(asked, [passage], count)
    return [{"content": one.text, "pageNumber": _page(found)} for one in evidence]


def _segment(found: Found, scored: bool) -> dict[str, Any]:
    segment: dict[str, Any] = {"content": found.text, "pageNumber": _page(found)}
    return {**segment, "relevanceScore": relevance_score(found)} if scored else segment


def _page(found: Found) -> str:
    """The page as text; a format without pages is one page long."""
    return str(found.row.chunks[0].page_start or 1) if found.row.chunks else "1"


def _struct(found: Found) -> Any:
    return struct_of(de.Document.FromString(found.row.body))

"""Found documents and chunks as search results."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec

import orjson

from emulator.discoveryengine.indexing.struct_data import attributes, struct_of
from emulator.discoveryengine.retrieval.retriever import Found
from emulator.retrieval.snippets import as_html
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct

_About = ParamSpec("_About")
_PATH = re.compile(r"[/?#]")
# Longer documents are made results of anew, so that those kept take a few megabytes.
_LONGEST_KEPT = 4096


def _kept(
    made: Callable[Concatenate[bytes, _About], bytes],
) -> Callable[Concatenate[bytes, _About], bytes]:
    """Keep what is made of a document's body: searches find the same documents again and again."""
    kept: Callable[..., bytes] = lru_cache(maxsize=4096)(made)

    def read(body: bytes, /, *about: _About.args, **more: _About.kwargs) -> bytes:
        return (kept if len(body) <= _LONGEST_KEPT else made)(body, *about, **more)

    return read


def relevance_score(found: Found) -> float:
    """The relevance with one decimal, as the service rounds it."""
    return round(found.relevance, 1)


def fill_document_result(result: Message, found: Found, derived: dict[str, Any]) -> None:
    """A result in document mode; `derived` goes into derivedStructData beside title and link.

    The link is there even where the document has no address: clients read it without looking, and
    of a website's pages what recorded results have besides.
    """
    row, body = found.row, _shown_body(found)
    about = (found.document_name, row.document, row.title, row.uri)
    result.MergeFromString(_result(body, *about, found.is_page))
    if derived:
        fill_struct(result.document.derived_struct_data, derived)


def whole_document(found: Found) -> Message:
    """A found document as it is stored, with what of its structured data results show.

    Of its content it has the type and the address.
    """
    document = de.Document.FromString(_shown_body(found))
    document.name, document.id = found.document_name, found.row.document
    return document


@_kept
def _result(body: bytes, name: str, document_id: str, title: str, uri: str, is_page: bool) -> bytes:
    """The result of a document, serialized: so it takes least."""
    stored = de.Document.FromString(body)
    result = de.SearchResponse.SearchResult(id=document_id)
    result.document.name, result.document.id = name, document_id
    if stored.WhichOneof("data") == "json_data":
        result.document.json_data = stored.json_data
    elif stored.HasField("struct_data"):
        result.document.struct_data.CopyFrom(stored.struct_data)
    derived = {"title": title, "link": uri}
    if is_page:
        host = _PATH.split(uri.partition("://")[2], maxsplit=1)[0]
        derived |= {"displayLink": host, "htmlTitle": as_html(title)}
        derived |= {"formattedUrl": uri, "htmlFormattedUrl": as_html(uri)}
    fill_struct(result.document.derived_struct_data, derived)
    return result.SerializeToString()  # type: ignore[no-any-return]


def describe(target: Message, found: Found) -> None:
    """Fill what a message says of a found document: its name, title, address and structured data.

    Recorded answers leave the last out where there is none.
    """
    row, body = found.row, _shown_body(found)
    about = (found.document_name, row.title, row.uri)
    target.MergeFromString(_description(body, target.__class__, *about))


@_kept
def _description(body: bytes, kind: type[Message], name: str, title: str, uri: str) -> bytes:
    """What a message of that kind says of a document, serialized."""
    stored, described = de.Document.FromString(body), kind(document=name, title=title, uri=uri)
    if stored.WhichOneof("data") == "json_data":
        fill_struct(described.struct_data, dict(struct_of(stored)))
    elif stored.struct_data.fields:
        described.struct_data.CopyFrom(stored.struct_data)
    return described.SerializeToString()  # type: ignore[no-any-return]


def fill_chunk_result(
    result: Message, found: Found, before: Sequence[Found], after: Sequence[Found]
) -> None:
    """A result in chunk mode: the chunk with its document's metadata, and no document.

    `before` and `after` are the chunks next to it that are to be shown.
    """
    result.id = found.row.document
    fill_chunk(result.chunk, found)
    result.chunk.relevance_score = relevance_score(found)
    for one in before:
        fill_chunk(result.chunk.chunk_metadata.previous_chunks.add(), one)
    for one in after:
        fill_chunk(result.chunk.chunk_metadata.next_chunks.add(), one)


def fill_chunk(chunk: Message, found: Found) -> None:
    """A chunk with its document's metadata."""
    chunk.name, chunk.id = found.chunk_name, f"c{found.position}"
    chunk.content = found.text
    chunk.document_metadata.title = found.row.title
    chunk.document_metadata.uri = found.row.uri
    fill_struct(chunk.document_metadata.struct_data, dict(_shown_struct(found)))
    piece = found.row.chunks[0]
    if piece.page_start:
        chunk.page_span.page_start, chunk.page_span.page_end = piece.page_start, piece.page_end


def _shown_struct(found: Found) -> Mapping[str, Any]:
    """What results show of a document's structured data."""
    return attributes(_shown_body(found))


def _shown_body(found: Found) -> bytes:
    """The document, serialized, with what of its structured data results show."""
    if found.rules is None or not found.rules.hides:
        return found.row.body
    stored = de.Document.FromString(found.row.body)
    kind, values = stored.WhichOneof("data"), found.rules.shown(struct_of(stored))
    if kind == "json_data":
        stored.json_data = orjson.dumps(values).decode()
    elif kind == "struct_data":
        stored.struct_data.Clear()
        fill_struct(stored.struct_data, dict(values))
    return stored.SerializeToString()  # type: ignore[no-any-return]

"""What a document is to search: its title, link, attributes and chunks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from emulator.ingestion.chunker import chunk
from emulator.ingestion.document import ParseError, UnsupportedMimeType
from emulator.ingestion.parsing import parse
from emulator.ingestion.structured import render, title_of, uri_of
from emulator.storage.documents import ChunkRow, DocumentRow
from emulator.surface.errors import invalid_argument, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_DOCUMENT_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
_MAX_CONTENT = 1_000_000
_DEFAULT_CHUNK_TOKENS = 500
_DEFAULT_MIME_TYPE = "text/plain"


def check_id(document_id: str, field: str = "document_id") -> None:
    """INVALID_ARGUMENT for an id that the service does not take."""
    if not _DOCUMENT_ID.fullmatch(document_id):
        raise invalid_argument(
            field, f"'{document_id[:200]}' must be 1 to 128 letters, digits, '_' or '-'."
        )


def attributes(body: bytes) -> Mapping[str, Any]:
    """The structured data of a stored document."""
    return struct_of(de.Document.FromString(body))


def struct_of(document: Message) -> Mapping[str, Any]:
    """A document's structured data, from whichever of its two fields holds it."""
    if document.WhichOneof("data") == "json_data":
        return json_object(document.json_data, "document.json_data")
    return struct_dict(document.struct_data)


def json_object(text: str, field: str) -> Mapping[str, Any]:
    """The JSON object in a string field; INVALID_ARGUMENT if it is something else."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise invalid_argument(field, f"it is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise invalid_argument(field, "it must be a JSON object.")
    return value


def prepare(document: Message, data_store: Message, time: int) -> DocumentRow:
    """The row of a document that has its name; stamps the message with its index time.

    INVALID_ARGUMENT for content that the data store does not take or that cannot be parsed.
    """
    values = struct_of(document)
    title, chunks = _content(document, data_store, values)
    document.schema_id = document.schema_id or "default_schema"
    document.index_time.CopyFrom(timestamp(time))
    document.index_status.index_time.CopyFrom(timestamp(time))
    return DocumentRow(
        document=document.id,
        title=title_of(values) or title or document.id,
        uri=uri_of(values) or document.content.uri,
        structured=not document.HasField("content"),
        index_time=time,
        body=document.SerializeToString(),
        chunks=tuple(chunks),
    )


def _content(
    document: Message, data_store: Message, values: Mapping[str, Any]
) -> tuple[str | None, list[ChunkRow]]:
    takes_content = data_store.content_config == de.DataStore.CONTENT_REQUIRED
    if takes_content and not document.HasField("content"):
        raise invalid_argument("document.content", "the data store requires content.")
    if not takes_content and document.HasField("content"):
        raise invalid_argument("document.content", "the data store takes structured data only.")
    if not takes_content:
        return None, [ChunkRow(render(values))] if values else []
    return _parsed_content(document.content, data_store)


def _parsed_content(content: Message, data_store: Message) -> tuple[str | None, list[ChunkRow]]:
    if content.WhichOneof("content") == "uri":
        raise unimplemented("Reading a document's content.uri")
    if len(content.raw_bytes) > _MAX_CONTENT:
        raise invalid_argument(
            "document.content.raw_bytes",
            f"{len(content.raw_bytes)} bytes are more than the limit of {_MAX_CONTENT}.",
        )
    try:
        parsed = parse(content.raw_bytes, content.mime_type or _DEFAULT_MIME_TYPE)
    except UnsupportedMimeType as error:
        raise invalid_argument("document.content.mime_type", str(error)) from None
    except ParseError as error:
        raise invalid_argument("document.content.raw_bytes", str(error)) from None
    config = data_store.document_processing_config.chunking_config.layout_based_chunking_config
    pieces = chunk(
        parsed, config.chunk_size or _DEFAULT_CHUNK_TOKENS, config.include_ancestor_headings
    )
    rows = [ChunkRow(one.content, one.page_start or 0, one.page_end or 0) for one in pieces]
    return parsed.title, rows

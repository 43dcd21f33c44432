"""What a document is to search: its title, link, attributes and chunks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from emulator.discoveryengine import kinds
from emulator.discoveryengine.struct_data import check_values, struct_of
from emulator.ingestion.chunker import chunk
from emulator.ingestion.document import ParseError, UnsupportedMimeType
from emulator.ingestion.parsing import parse
from emulator.ingestion.structured import render, title_of, uri_of
from emulator.storage.documents import BranchRow, ChunkRow, DocumentRow
from emulator.surface.errors import failed_precondition, invalid_argument, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

_DOCUMENT_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
_MAX_CONTENT = 1_000_000
_DEFAULT_CHUNK_TOKENS = 500
_DEFAULT_MIME_TYPE = "text/plain"

# Search finds a document by its chunks, so one without text has one that is empty.
_NO_TEXT = [ChunkRow("")]


@dataclass(frozen=True, slots=True)
class Destination:
    """Where documents are written; `schemas` holds the field types of each schema by its id."""

    branch: BranchRow
    data_store: Message
    schemas: Mapping[str, Mapping[str, str]]


def check_id(document_id: str, field: str = "document_id") -> None:
    """INVALID_ARGUMENT for an id that the service does not take."""
    if not _DOCUMENT_ID.fullmatch(document_id):
        raise invalid_argument(
            field, f"'{document_id[:200]}' must be 1 to 128 letters, digits, '_' or '-'."
        )


def prepare(document: Message, destination: Destination, time: int) -> DocumentRow:
    """The row of a document that has its name; fills in the message what the service sets.

    INVALID_ARGUMENT for data that does not fit its schema, and for content that the data store does
    not take or that cannot be parsed.
    """
    values = struct_of(document)
    document.schema_id = _schema(document, destination)
    types = destination.schemas[document.schema_id]
    check_values(values, types, f"document.{document.WhichOneof('data')}")
    title, chunks = _content(document, destination.data_store, values)
    document.parent_document_id = document.parent_document_id or document.id
    document.index_time.CopyFrom(timestamp(time))
    document.index_status.index_time.CopyFrom(timestamp(time))
    return DocumentRow(
        document=document.id,
        title=title_of(values) or title or document.id,
        uri=uri_of(values) or document.content.uri,
        structured=not document.HasField("content"),
        index_time=time,
        body=document.SerializeToString(),
        chunks=tuple(chunks or _NO_TEXT),
    )


def _schema(document: Message, destination: Destination) -> str:
    """The id of the document's schema: the default one, or the only one, if it names none."""
    schemas = destination.schemas
    if not schemas:
        raise failed_precondition(
            f"DataStore {destination.data_store.name} has no schema; create one before documents."
        )
    if not document.schema_id:
        return kinds.DEFAULT_SCHEMA if kinds.DEFAULT_SCHEMA in schemas else next(iter(schemas))
    if document.schema_id not in schemas:
        raise invalid_argument(
            "document.schema_id", f"the data store has no schema '{document.schema_id}'."
        )
    return str(document.schema_id)


def _content(
    document: Message, data_store: Message, values: Mapping[str, Any]
) -> tuple[str | None, list[ChunkRow]]:
    takes_content = data_store.content_config == de.DataStore.CONTENT_REQUIRED
    if takes_content and not document.HasField("content"):
        raise invalid_argument("document.content", "the data store requires content.")
    if not takes_content and document.HasField("content"):
        raise invalid_argument("document.content", "the data store takes structured data only.")
    if not takes_content:
        return None, [ChunkRow(render(values))]
    return _parsed_content(document.content, data_store)


def _parsed_content(content: Message, data_store: Message) -> tuple[str | None, list[ChunkRow]]:
    _check_content(content)
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


def _check_content(content: Message) -> None:
    source = content.WhichOneof("content")
    if source is None:
        raise invalid_argument("document.content", "one of raw_bytes and uri is required.")
    if source == "uri":
        raise unimplemented("Reading a document's content.uri")
    if len(content.raw_bytes) > _MAX_CONTENT:
        raise invalid_argument(
            "document.content.raw_bytes",
            f"{len(content.raw_bytes)} bytes are more than the limit of {_MAX_CONTENT}.",
        )

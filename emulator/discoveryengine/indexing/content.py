"""What a document is to search: its title, link, attributes and chunks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from emulator.discoveryengine import kinds
from emulator.discoveryengine.files import Files
from emulator.discoveryengine.indexing.field_rules import FieldRules
from emulator.discoveryengine.indexing.processing_rules import exclusion
from emulator.discoveryengine.indexing.struct_data import check_values, struct_of
from emulator.ingestion import mime_types
from emulator.ingestion.chunker import chunk
from emulator.ingestion.document import ParsedDocument, ParseError, UnsupportedMimeType
from emulator.ingestion.parsing import parse
from emulator.ingestion.structured import render
from emulator.storage.documents import BranchRow, ChunkRow, DocumentRow
from emulator.surface.errors import failed_precondition, invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

_DOCUMENT_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
_MOST_PARENT_ID = 63
_DEFAULT_CHUNK_TOKENS = 500

# The schemas of a data store as they are stored: when each was made, its name and its body.
StoredSchemas: TypeAlias = Sequence[tuple[int, str, bytes]]

# Search finds a document by its chunks, so one without text has one that is empty.
_NO_TEXT = [ChunkRow("")]


@dataclass(frozen=True)
class Destination:
    """Where documents are written, and the files that their contents may be in.

    `schemas` holds the field types of each schema by its id, `rules` what fields are for, both as
    the schemas that were stored at `version` say it.
    """

    branch: BranchRow
    data_store: Message
    schemas: Mapping[str, Mapping[str, str]]
    rules: FieldRules
    files: Files
    version: StoredSchemas = ()

    @cached_property
    def takes_content(self) -> bool:
        """Whether documents are files, or pages of a website; else they are records."""
        return bool(self.data_store.content_config != de.DataStore.NO_CONTENT)

    @cached_property
    def processing(self) -> Message:
        """How the content of documents is read."""
        return self.data_store.document_processing_config

    @cached_property
    def chunking(self) -> tuple[int, bool]:
        """How many tokens chunks have, and whether they begin with the headings above them."""
        layout = self.processing.chunking_config.layout_based_chunking_config
        return layout.chunk_size or _DEFAULT_CHUNK_TOKENS, layout.include_ancestor_headings

    @property
    def column_types(self) -> Mapping[str, str]:
        """The declared types of fields by name, which say what the cells of a table are."""
        return self.schemas.get(kinds.DEFAULT_SCHEMA, {})


def check_id(document_id: str, field: str = "document_id") -> None:
    """INVALID_ARGUMENT for an id that the service does not take."""
    if not _DOCUMENT_ID.fullmatch(document_id):
        raise invalid_argument(
            field, f"'{document_id[:200]}' must be 1 to 128 ASCII letters, digits, '_' or '-'."
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
    title, chunks = _content(document, destination, values)
    document.parent_document_id = _parent(document)
    document.index_time.CopyFrom(timestamp(time))
    document.index_status.index_time.CopyFrom(document.index_time)
    uri = destination.rules.uri(values) or document.content.uri
    title = destination.rules.title(values) or title
    if not title and destination.takes_content:
        title = _stem(uri.rpartition("/")[2])
    body, raw = _apart(document)
    return DocumentRow(
        document=document.id,
        title=title or document.id,
        uri=uri,
        structured=not destination.takes_content,
        index_time=time,
        body=body,
        content=raw,
        chunks=tuple(chunks or _NO_TEXT),
        values=values,
    )


def _apart(document: Message) -> tuple[bytes, bytes]:
    """The document without the bytes of its content, and a document that has only them."""
    content = document.content
    if content.WhichOneof("content") != "raw_bytes":
        return document.SerializeToString(), b""
    raw = content.raw_bytes
    content.ClearField("raw_bytes")
    body = document.SerializeToString()
    content.raw_bytes = raw
    return body, de.Document(content={"raw_bytes": raw}).SerializeToString()


def _stem(name: str) -> str:
    """The name of a file without its ending, as the service's recorded titles have it."""
    return name.rpartition(".")[0] if mime_types.of_file(name) else name


def refreshed(row: DocumentRow, destination: Destination) -> DocumentRow:
    """A stored document as the schema has its data now; content is not parsed again."""
    document = de.Document.FromString(row.body)
    values, rules = struct_of(document), destination.rules
    shown = (ChunkRow(render(rules.shown(values))),) if row.structured else row.chunks
    return row._replace(
        title=rules.title(values) or (document.id if row.structured else row.title),
        uri=rules.uri(values) or document.content.uri,
        chunks=shown,
    )


def _parent(document: Message) -> str:
    """The id of the parent document: its own where there is none."""
    parent = str(document.parent_document_id or document.id)
    if len(parent) > _MOST_PARENT_ID and parent != document.id:
        raise invalid_argument(
            "document.parent_document_id", f"at most {_MOST_PARENT_ID} characters are allowed."
        )
    return parent


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
    document: Message, destination: Destination, values: Mapping[str, Any]
) -> tuple[str | None, list[ChunkRow]]:
    if destination.takes_content != document.HasField("content"):
        what = "requires content" if destination.takes_content else "takes structured data only"
        raise invalid_argument("document.content", f"the data store {what}.")
    if not destination.takes_content:
        return None, [ChunkRow(render(destination.rules.shown(values)))]
    parsed = parsed_content(document.content, destination)
    chunks = chunk(parsed, *destination.chunking)
    return parsed.title, [ChunkRow(one.content, one.page_start, one.page_end) for one in chunks]


def parsed_content(content: Message, destination: Destination) -> ParsedDocument:
    """The blocks of a document's content; INVALID_ARGUMENT if it cannot be read or parsed."""
    config = destination.processing
    data, mime_type, field = _data(content, destination.files, config)
    try:
        return parse(
            data,
            mime_type,
            allow_markdown=destination.files.allow_markdown,
            exclusion=exclusion(config, mime_type),
        )
    except UnsupportedMimeType as error:
        raise invalid_argument("document.content.mime_type", str(error)) from None
    except ParseError as error:
        raise invalid_argument(field, str(error)) from None


def _data(content: Message, files: Files, config: Message) -> tuple[bytes, str, str]:
    """The bytes of a document's content, their type, and the request field that they come from."""
    source = content.WhichOneof("content")
    if source is None:
        raise invalid_argument("document.content", "one of raw_bytes and uri is required.")
    field = f"document.content.{source}"
    if source == "uri":
        has_layout = config.HasField("chunking_config")
        data = files.content(content.uri, content.mime_type, field, has_layout=has_layout)
        return data, content.mime_type or mime_types.of_file(content.uri) or mime_types.TEXT, field
    if len(content.raw_bytes) > files.most_raw_bytes:
        raise invalid_argument(
            field,
            f"{len(content.raw_bytes)} bytes are more than the limit of {files.most_raw_bytes}, "
            "which --max-content-bytes sets.",
        )
    return content.raw_bytes, content.mime_type or mime_types.TEXT, field

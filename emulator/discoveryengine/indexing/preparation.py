"""Documents made ready to be stored: checked, read, cut into chunks, and what the service sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.batches import each_or_error
from emulator.discoveryengine.indexing.content import Destination, check_bytes, parsed_content
from emulator.discoveryengine.indexing.field_rules import FieldRules
from emulator.discoveryengine.indexing.struct_data import check_values, data_size, struct_of
from emulator.ingestion import mime_types
from emulator.ingestion.chunker import chunk
from emulator.ingestion.document import ParsedDocument
from emulator.ingestion.sources.ids import is_generated
from emulator.ingestion.structured import render
from emulator.retrieval.key_properties import description_of
from emulator.storage.documents import ChunkRow, DocumentRow
from emulator.surface.errors import ApiError, failed_precondition, invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message
from emulator.surface.validation import check_size
from emulator.surface.wellknown import stored_struct

_MOST_PARENT_ID = 63

# Search finds a document by its chunks, so one without text has one that is empty.
_NO_TEXT = (ChunkRow(""),)


class GivenDocument(NamedTuple):
    """A document, and the JSON object that its `struct_data` was made of if that is at hand.

    To read it from the message takes more than twice as long.
    """

    document: Message
    struct: Mapping[str, Any] | None = None


def prepare(document: Message, destination: Destination, time: int) -> DocumentRow:
    """The row of a document that has its name; fills in the message what the service sets.

    INVALID_ARGUMENT for data that does not fit its schema, and for content that the data store does
    not take or that cannot be parsed.
    """
    draft = _Draft(document, None, destination, time, timestamp(time))
    for step in _STEPS:
        step(draft)
    return _row(draft)


def prepare_all(
    documents: Iterable[GivenDocument | ApiError], destination: Destination, time: int
) -> list[DocumentRow | ApiError]:
    """What `prepare` gives or raises for each of many documents; errors among them stay."""
    stamp = timestamp(time)
    drafts = each_or_error(lambda given: _Draft(*given, destination, time, stamp), documents)
    for step in _STEPS:
        drafts = each_or_error(step, drafts)
    return each_or_error(_row, drafts)


def refreshed(row: DocumentRow, destination: Destination) -> DocumentRow:
    """A stored document as the schema has its data now; content is not parsed again."""
    document = de.Document.FromString(row.body)
    values, rules = struct_of(document), destination.rules
    shown = (ChunkRow(render(rules.shown(values))),) if row.structured else row.chunks
    return row._replace(
        title=rules.title(values)
        or (_record_name(document.id, values, rules) if row.structured else row.title),
        uri=rules.uri(values) or document.content.uri,
        chunks=shown,
    )


@dataclass(slots=True)
class _Draft:
    """A document on its way to its row: every step adds what it finds out."""

    document: Message
    struct: Mapping[str, Any] | None
    destination: Destination
    time: int
    stamp: Message
    values: Mapping[str, Any] = field(default_factory=dict)
    parsed: ParsedDocument | None = None
    chunks: tuple[ChunkRow, ...] = ()
    uri: str = ""
    title: str = ""


def _read(draft: _Draft) -> _Draft:
    struct = draft.struct
    draft.values = struct_of(draft.document) if struct is None else stored_struct(struct)
    return draft


def _check(draft: _Draft) -> _Draft:
    document, destination = draft.document, draft.destination
    document.schema_id = _schema(document, destination)
    types = destination.schemas[document.schema_id]
    field = f"document.{document.WhichOneof('data')}"
    check_bytes(data_size(document), destination.files, field)
    check_values(draft.values, types, field)
    if destination.takes_content != document.HasField("content"):
        what = "requires content" if destination.takes_content else "takes structured data only"
        raise invalid_argument("document.content", f"the data store {what}.")
    return draft


def _parse(draft: _Draft) -> _Draft:
    if draft.destination.takes_content:
        draft.parsed = parsed_content(draft.document.content, draft.destination)
    return draft


def _cut(draft: _Draft) -> _Draft:
    destination = draft.destination
    if draft.parsed is None:
        draft.chunks = (ChunkRow(render(destination.rules.shown(draft.values))),)
    else:
        chunks = chunk(draft.parsed, *destination.chunking)
        rows = [ChunkRow(one.content, one.page_start, one.page_end) for one in chunks]
        draft.chunks = tuple(rows) or _NO_TEXT
    return draft


def _fill(draft: _Draft) -> _Draft:
    document = draft.document
    document.parent_document_id = _parent(document)
    document.index_time.CopyFrom(draft.stamp)
    document.index_status.index_time.CopyFrom(draft.stamp)
    return draft


def _describe(draft: _Draft) -> _Draft:
    draft.uri = draft.destination.rules.uri(draft.values) or draft.document.content.uri
    draft.title = _title(draft) or draft.document.id
    return draft


_STEPS: Sequence[Callable[[_Draft], _Draft]] = (_read, _check, _parse, _cut, _fill, _describe)


def _row(draft: _Draft) -> DocumentRow:
    body, raw = _apart(draft.document)
    return DocumentRow(
        document=draft.document.id,
        title=draft.title,
        uri=draft.uri,
        structured=draft.parsed is None,
        index_time=draft.time,
        body=body,
        content=raw,
        chunks=draft.chunks,
        values=draft.values,
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


def _title(draft: _Draft) -> str:
    """What the data calls the document, else its content, else its file."""
    rules = draft.destination.rules
    if title := rules.title(draft.values):
        return title
    if draft.parsed is None:
        return _record_name(draft.document.id, draft.values, rules)
    return draft.parsed.title or _stem(draft.uri.rpartition("/")[2])


def _record_name(document_id: str, values: Mapping[str, Any], rules: FieldRules) -> str:
    """What a record without a title is called: by its id, or by texts where that was generated."""
    described = description_of(rules.shown(values)) if is_generated(document_id) else ""
    return described or document_id


def _stem(name: str) -> str:
    """The name of a file without its ending, as the service's recorded titles have it."""
    return name.rpartition(".")[0] if mime_types.of_file(name) else name


def _parent(document: Message) -> str:
    """The id of the parent document: its own where there is none."""
    parent = str(document.parent_document_id or document.id)
    if parent != document.id:
        check_size(parent, _MOST_PARENT_ID, "document.parent_document_id")
    return parent


def _schema(document: Message, destination: Destination) -> str:
    """The id of the document's schema: the default one, or the only one, if it names none."""
    schemas = destination.schemas
    if not schemas:
        raise failed_precondition(
            f"DataStore {destination.data_store.name} has no schema; create one before documents."
        )
    if not document.schema_id:
        return (
            resource_kinds.DEFAULT_SCHEMA
            if resource_kinds.DEFAULT_SCHEMA in schemas
            else next(iter(schemas))
        )
    if document.schema_id not in schemas:
        raise invalid_argument(
            "document.schema_id", f"the data store has no schema '{document.schema_id}'."
        )
    return str(document.schema_id)

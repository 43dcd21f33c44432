"""What an import reads: the request's own documents, or the records of files in Cloud Storage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from emulator.discoveryengine.files import Files
from emulator.discoveryengine.imports.sources import is_inline, readable, stored
from emulator.discoveryengine.indexing.content import Destination
from emulator.ingestion.sources.record import Failure, Record
from emulator.ingestion.sources.records import Options
from emulator.surface import caller, names
from emulator.surface.decoder import decode_into
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import copied
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import STRUCT_LEVELS, NestedTooDeep, fill_struct

_DEFAULT_SCHEMA = "document"
_OPTIONS = ("auto_generate_ids", "id_field")


class Item(NamedTuple):
    """A document as the source has it: where that is, and its id, empty if it is not known.

    The place is made a text where it is shown. `read` makes the message anew each time; an ApiError
    says why no document can be made of it.
    """

    place: object
    id: str
    read: Callable[[], Message]


def items(request: Message, destination: Destination, files: Files) -> Iterable[Item]:
    """The records of an ImportDocumentsRequest, those of files to be read one by one.

    INVALID_ARGUMENT for options that do not go with the source, UNIMPLEMENTED for the sources
    that only Google's cloud has.
    """
    return _inline(request) if is_inline(request) else _stored(request, destination, files)


def id_of(document: Message) -> str:
    """The id of a document that may only have a name."""
    return document.id or names.resource_id(document.name)


def _inline(request: Message) -> Sequence[Item]:
    for field in _OPTIONS:
        if getattr(request, field):
            raise invalid_argument(field, "it is not allowed with inline_source.")
    if not request.inline_source.documents:
        raise missing_field("inline_source.documents")
    return [
        Item(f"Document '{id_of(one)}'", id_of(one), partial(copied, one))
        for one in request.inline_source.documents
    ]


def _stored(request: Message, destination: Destination, files: Files) -> Iterator[Item]:
    schema = request.gcs_source.data_schema or _DEFAULT_SCHEMA
    options = Options(request.id_field, request.auto_generate_ids, destination.column_types)
    found = stored(request.gcs_source, schema, files, options)
    package = caller.package.get()
    return (
        Item(record.position, record.id, partial(_document, record, package)) for record in found
    )


def _document(found: Record | Failure, package: str) -> Message:
    record = readable(found)
    document = de.Document(id=record.id)
    if record.document is not None:
        decode_into(document, dict(record.document), package)
    elif record.content is not None:
        document.content.uri = record.content.uri
        document.content.mime_type = record.content.mime_type
    else:
        _fill(document, record.struct or {})
    return document


def _fill(document: Message, values: Mapping[str, object]) -> None:
    document.struct_data.SetInParent()
    try:
        fill_struct(document.struct_data, dict(values), STRUCT_LEVELS)
    except NestedTooDeep as error:
        raise invalid_argument("document.struct_data", f"{error}.") from None

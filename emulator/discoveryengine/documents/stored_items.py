"""The documents that an import reads from files in Cloud Storage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from emulator.discoveryengine.documents.import_sources import Item
from emulator.discoveryengine.files import Files
from emulator.discoveryengine.imports.files import readable_record, stored_records
from emulator.discoveryengine.indexing.content import Destination
from emulator.discoveryengine.indexing.preparation import GivenDocument
from emulator.ingestion.sources.record import Failure, Record
from emulator.ingestion.sources.records import Options
from emulator.surface import caller
from emulator.surface.decoder import decode_into
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import STRUCT_LEVELS, NestedTooDeep, fill_struct

_DEFAULT_SCHEMA = "document"
_OF_GENERIC = ("custom", "csv")
_GENERIC = de.IndustryVertical.Value("GENERIC")


def stored_items(request: Message, destination: Destination, files: Files) -> Iterator[Item]:
    """The records of an import's files, read one by one; errors as `stored_records` has them."""
    schema = request.gcs_source.data_schema or _DEFAULT_SCHEMA
    if schema in _OF_GENERIC and destination.data_store.industry_vertical != _GENERIC:
        reason = f"'{schema}' is for data stores of the vertical GENERIC only."
        raise invalid_argument("gcs_source.data_schema", reason)
    options = Options(request.id_field, request.auto_generate_ids, destination.column_types)
    found = stored_records(request.gcs_source, schema, files, options)
    package = caller.package.get()
    return (
        Item(record.position, record.id, partial(_document, record, package)) for record in found
    )


def _document(found: Record | Failure, package: str) -> GivenDocument:
    record = readable_record(found)
    document = de.Document(id=record.id)
    if record.document is not None:
        decode_into(document, record.document, package)
        struct = record.document.get("structData")
        return GivenDocument(document, struct if isinstance(struct, dict) else None)
    if record.content is not None:
        document.content.uri = record.content.uri
        document.content.mime_type = record.content.mime_type
        return GivenDocument(document)
    _fill(document, record.struct or {})
    return GivenDocument(document, record.struct)


def _fill(document: Message, values: Mapping[str, object]) -> None:
    document.struct_data.SetInParent()
    try:
        fill_struct(document.struct_data, dict(values), STRUCT_LEVELS)
    except NestedTooDeep as error:
        raise invalid_argument("document.struct_data", f"{error}.") from None

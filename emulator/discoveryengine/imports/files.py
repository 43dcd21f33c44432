"""The records of an import's files in Cloud Storage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from emulator.discoveryengine.files import Files
from emulator.ingestion.sources.buckets import SourceError
from emulator.ingestion.sources.record import Failure, Record
from emulator.ingestion.sources.records import NO_OPTIONS, OptionError, Options, check, records
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message

_OF_THE_REQUEST = ("auto_generate_ids", "id_field")


def stored_records(
    source: Message, schema: str, files: Files, options: Options = NO_OPTIONS
) -> Iterator[Record | Failure]:
    """The records of a GcsSource, to be read one by one; what cannot be read is among them.

    INVALID_ARGUMENT for addresses and options that do not make sense, and while records are read if
    there are too many files.
    """
    if not source.input_uris:
        raise missing_field("gcs_source.input_uris")
    try:
        check(source.input_uris, schema, options)
    except OptionError as error:
        inside = error.option not in _OF_THE_REQUEST
        field = f"gcs_source.{error.option}" if inside else error.option
        raise invalid_argument(field, str(error)) from None
    return _read(records(source.input_uris, schema, files.buckets(), options))


def _read(found: Iterable[Record | Failure]) -> Iterator[Record | Failure]:
    try:
        yield from found
    except SourceError as error:
        raise invalid_argument("gcs_source.input_uris", str(error)) from None


def readable_record(record: Record | Failure) -> Record:
    """The record; INVALID_ARGUMENT, saying why, for what could not be read."""
    if isinstance(record, Failure):
        raise invalid_argument("gcs_source", record.message)
    return record

"""Imports of what is no document: messages of one type, inline or each a line of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from emulator.discoveryengine.batches import batches
from emulator.discoveryengine.files import Files
from emulator.discoveryengine.imports.failures import Failures
from emulator.discoveryengine.imports.files import readable_record, stored_records
from emulator.discoveryengine.imports.sources import is_inline
from emulator.ingestion.sources.record import Failure, Record
from emulator.resources.operations import Job
from emulator.surface import caller
from emulator.surface.decoder import decode_into
from emulator.surface.errors import ApiError, invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import check_size


class Entry(NamedTuple):
    """A message as the source has it, and the place where that is.

    `read` makes the message; an ApiError says why none can be made.
    """

    place: str
    read: Callable[[], Message]


@dataclass(frozen=True, slots=True)
class EntryType:
    """The messages that a method imports: their type, and how sources of them are spelled.

    `field` is their name in an inline source, which may have `most` of them, and `schema` the only
    data schema of files, of which a request may name `most_files`, or as many as any import.
    """

    message: Callable[[], Message]
    field: str
    schema: str
    most: int | None = None
    most_files: int | None = None


def entries(request: Message, kind: EntryType, files: Files) -> Iterable[Entry]:
    """The entries of an import's source, those of files to be read one by one.

    INVALID_ARGUMENT for a source that is none, UNIMPLEMENTED for one that only Google's cloud has.
    """
    if is_inline(request):
        return _inline(request, kind)
    schema = request.gcs_source.data_schema
    if schema not in ("", kind.schema):
        raise invalid_argument("gcs_source.data_schema", f"the only one is '{kind.schema}'.")
    if kind.most_files is not None:
        check_size(request.gcs_source.input_uris, kind.most_files, "gcs_source.input_uris")
    found = stored_records(request.gcs_source, "document", files)
    package = caller.package.get()
    return (Entry(str(one.position), partial(_message, one, kind, package)) for one in found)


def import_entries(
    job: Job,
    found: Iterable[Entry],
    check: Callable[[Message], None],
    write: Callable[[Sequence[Message]], None],
    failures: Failures,
) -> Message:
    """Write the entries that are right, a batch at a time; answers the response of the import.

    The metadata of the job, as far as they have counts, tell of each batch when it is written.
    """
    for batch in batches(found):
        good = []
        for entry in batch:
            try:
                message = entry.read()
                check(message)
            except ApiError as error:
                failures.add(entry.place, error)
            else:
                good.append(message)
        write(good)
        failed = len(batch) - len(good)
        _count(job.metadata, success_count=len(good), failure_count=failed, total_count=len(batch))
        job.report()
    return failures.response(job.name)


def _count(metadata: Message, **more: int) -> None:
    for field in more.keys() & metadata.DESCRIPTOR.fields_by_name.keys():
        setattr(metadata, field, getattr(metadata, field) + more[field])


def _inline(request: Message, kind: EntryType) -> Sequence[Entry]:
    where = f"inline_source.{kind.field}"
    given: Sequence[Message] = getattr(request.inline_source, kind.field)
    if not given:
        raise missing_field(where)
    if kind.most is not None:
        check_size(given, kind.most, where)
    return [Entry(f"{where}[{number}]", partial(_same, one)) for number, one in enumerate(given)]


def _same(message: Message) -> Message:
    return message


def _message(record: Record | Failure, kind: EntryType, package: str) -> Message:
    message = kind.message()
    decode_into(message, dict(readable_record(record).document or {}), package)
    return message

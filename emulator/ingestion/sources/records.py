"""The records of an import's files, as its data schema has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Literal, get_args

from emulator.ingestion import mime_types
from emulator.ingestion.sources import ids, jsonl, rows
from emulator.ingestion.sources.buckets import Buckets, SourceError, StoredFile, split, too_large
from emulator.ingestion.sources.ids import IdError
from emulator.ingestion.sources.record import Content, Failure, Position, Record

DataSchema = Literal["document", "content", "custom", "csv"]

# A document's raw bytes and data, each of up to 1 MB, as JSON in ASCII.
_LONGEST_LINE = 4 << 20

_MOST_FILES = 100
_MOST_CONTENT_FILES = 100_000
_LARGEST_FILE = 2 << 30
_LARGEST_CONTENT_FILE = 200_000_000

_WITH_IDS = ("custom", "csv")


class OptionError(ValueError):
    """An option that makes no sense, or not with the others."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


@dataclass(frozen=True, slots=True)
class Options:
    """How records get their ids, and what of a row is known before.

    `id_field` is "_id" if empty; `types` are the JSON Schema types of a CSV file's columns.
    """

    id_field: str = ""
    auto_generate_ids: bool = False
    types: Mapping[str, str] = field(default_factory=dict)


NO_OPTIONS = Options()


def records(
    uris: Sequence[str], schema: str, buckets: Buckets, options: Options = NO_OPTIONS
) -> Iterator[Record | Failure]:
    """Yield the records of all files that the addresses stand for, as `check` lets them pass.

    A file, line or row that cannot be read is a Failure among them, and so is an address that
    stands for no file. Raises SourceError before the first record if there are too many files.
    """
    for found in list(_files(uris, buckets, schema)):  # Too many of them are none.
        if isinstance(found, Failure):
            yield found
        elif schema == "content":
            yield _content(found)
        else:
            yield from _lines(found, _READERS[schema], options)


def check(uris: Sequence[str], schema: str, options: Options) -> None:
    """Raise OptionError for addresses and options that do not make sense."""
    known = get_args(DataSchema)
    if schema not in known:
        raise OptionError("data_schema", f"'{schema}' is none of {', '.join(known)}.")
    if options.auto_generate_ids and options.id_field:
        raise OptionError("id_field", "it cannot be set when auto_generate_ids is.")
    for name in ("auto_generate_ids", "id_field"):
        if getattr(options, name) and schema not in _WITH_IDS:
            schemas = " and ".join(_WITH_IDS)
            message = f"it can only be set for the data schemas {schemas}, not {schema}."
            raise OptionError(name, message)
    if len(uris) > _most_files(schema):
        reason = f"at most {_most_files(schema)} are allowed, got {len(uris)}."
        raise OptionError("input_uris", reason)
    for number, uri in enumerate(uris):
        try:
            split(uri)
        except SourceError as error:
            raise OptionError(f"input_uris[{number}]", str(error)) from None


def _files(uris: Sequence[str], buckets: Buckets, schema: str) -> Iterator[StoredFile | Failure]:
    """Each file once, also if several addresses stand for it."""
    seen: set[str] = set()
    most = _most_files(schema)
    largest = _LARGEST_CONTENT_FILE if schema == "content" else _LARGEST_FILE
    for uri in uris:
        try:
            for found in buckets.find(uri):
                if found.uri in seen:
                    continue
                seen.add(found.uri)
                if len(seen) > most:
                    break
                yield _sized(found, largest)
        except SourceError as error:
            yield Failure(Position(uri), str(error))
        if len(seen) > most:
            raise SourceError(f"The addresses stand for more than {most} files.")


def _most_files(schema: str) -> int:
    return _MOST_CONTENT_FILES if schema == "content" else _MOST_FILES


def _sized(found: StoredFile, largest: int) -> StoredFile | Failure:
    if found.size > largest:
        return Failure(Position(found.uri), str(too_large(found.uri, found.size, largest)))
    return found


def _content(found: StoredFile) -> Record | Failure:
    document_id = ids.of_uri(found.uri)
    mime_type = mime_types.of_file(found.uri)
    if mime_type is None:
        message = f"The name of {found.uri} does not end as files of a known type do."
        return Failure(Position(found.uri), message, document_id)
    return Record(Position(found.uri), document_id, content=Content(found.uri, mime_type))


_Lines = Iterator[tuple[int, dict[str, object] | str]]
_Reader = Callable[[IO[bytes], Options], _Lines]
_Make = Callable[[Position, dict[str, object], Options], Record | Failure]


def _lines(
    found: StoredFile, read: tuple[_Reader, _Make], options: Options
) -> Iterator[Record | Failure]:
    reader, make = read
    try:
        with found.open() as file:
            for number, value in reader(file, options):
                position = Position(found.uri, number)
                if isinstance(value, str):
                    yield Failure(position, value)
                else:
                    yield make(position, value, options)
    except SourceError as error:
        yield Failure(Position(found.uri), str(error))
    except OSError as error:
        message = f"The file cannot be read: {error.strerror or error}."
        yield Failure(Position(found.uri), message)


def _document(position: Position, value: dict[str, object], options: Options) -> Record:
    named = value.get("id") or str(value.get("name") or "").rpartition("/")[2]
    return Record(position, named if isinstance(named, str) else "", document=value)


def _struct(position: Position, value: dict[str, object], options: Options) -> Record | Failure:
    if options.auto_generate_ids:
        return Record(position, ids.of_payload(value), struct=value)
    try:
        return Record(position, ids.of_field(value, options.id_field or ids.DEFAULT_FIELD), value)
    except IdError as error:
        return Failure(position, str(error))


def _json_lines(file: IO[bytes], _: Options) -> _Lines:
    return jsonl.objects(file, _LONGEST_LINE)


def _csv_rows(file: IO[bytes], options: Options) -> _Lines:
    # An id is text, also where all of them are numbers.
    types = {**options.types, options.id_field or ids.DEFAULT_FIELD: "string"}
    return rows.objects(file, _LONGEST_LINE, types)


_READERS: Mapping[str, tuple[_Reader, _Make]] = {
    "document": (_json_lines, _document),
    "custom": (_json_lines, _struct),
    "csv": (_csv_rows, _struct),
}

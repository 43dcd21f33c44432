"""What the files of a person stand for: a document each, or one for each line or row."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias

from emulator.ingestion import mime_types
from emulator.ingestion.sources import ids, jsonl, rows

Document: TypeAlias = Mapping[str, Any]

_LINES = (".jsonl", ".ndjson")
_ROWS = ".csv"
_LONGEST_LINE = 4 << 20
_LONGEST_ID = 128
_PLAIN = re.compile(r"[A-Za-z0-9/-]+")
_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{_LONGEST_ID}}}")
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9_-]+")

# Hidden files, and those by which Office locks what it has open.
_HIDDEN = (".", "~$")

# Sphinx keeps beside its pages what it made them of, and what their scripts read.
_LEFT_OUT = frozenset({"_sources", "_static"})

_ONLY_RECORDS = "the data store takes JSON lines and CSV, no documents with content"
_ONLY_CONTENT = "the data store takes documents with content; records need one of their own"

# Markdown goes as text, whose parser knows its marks: the service refuses it by its own name.
_SENT_AS = {mime_types.MARKDOWN: mime_types.TEXT}


@dataclass(frozen=True, slots=True)
class Source:
    """A file, and the name that it has below the folder it was found in."""

    path: Path
    name: str

    @property
    def is_records(self) -> bool:
        """Whether each line or row of it is a document."""
        return self.is_table or self.path.suffix.lower() in _LINES

    @property
    def is_table(self) -> bool:
        """Whether it has rows, the first of which names the columns."""
        return self.path.suffix.lower() == _ROWS


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file, or a line or row of it, that no document can be made of, and why."""

    name: str
    reason: str
    line: int | None = None

    @property
    def place(self) -> str:
        """The file, and the line."""
        return self.name if self.line is None else f"{self.name}:{self.line}"


def sources(paths: Iterable[Path]) -> list[Source]:
    """The files that are named, and those in named folders that are read as documents.

    Hidden files are not, images, locks of Office, and what Sphinx keeps beside a manual's pages.

    Raises FileNotFoundError for a path that is not there.
    """
    return list(dict.fromkeys(source for path in paths for source in _below(path)))


def left_out(paths: Iterable[Path]) -> list[Source]:
    """The files in named folders that are left out because of their types alone."""
    folders = (path for path in paths if path.is_dir())
    return [one for path in folders for one in _visible(path) if not _is_read(one.path)]


def are_content(found: Sequence[Source]) -> bool:
    """Whether files are for a data store with content, rather than for one of records.

    Most of them decide, as it takes one kind only. Tables go with either.
    """
    lines = sum(source.is_records and not source.is_table for source in found)
    content = sum(not source.is_records for source in found)
    return content > 0 and content >= lines


def documents(source: Source, *, with_content: bool) -> Iterator[Document | Unreadable]:
    """The documents of a file, in the API's JSON.

    A data store with content takes a file of rows as one document, a table.
    """
    try:
        if source.is_records and not (with_content and source.is_table):
            with source.path.open("rb") as file:
                yield from _records(source, file, with_content)
        elif with_content:
            yield _content(source)
        else:
            yield Unreadable(source.name, _ONLY_RECORDS)
    except OSError as error:
        yield Unreadable(source.name, f"it cannot be read: {error.strerror}")


def id_of(source: Source) -> str:
    """The id of a file's document: `guides/set-up.md` is `guides_set-up-md`.

    Names that would share their id with another's, or are too long for one, get a digest.
    """
    stem, _, ending = source.name.rpartition(".")
    if _PLAIN.fullmatch(stem) and len(source.name) <= _LONGEST_ID:
        return f"{stem.replace('/', '_')}-{ending}"
    digest = hashlib.sha256(source.name.encode()).hexdigest()[:12]
    plain = _NOT_IN_IDS.sub("-", source.name).strip("-")
    return f"{plain[: _LONGEST_ID - len(digest) - 1]}-{digest}"


def is_id(value: object) -> bool:
    """Whether a document can have this as its id."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def _below(path: Path) -> Iterator[Source]:
    if path.is_dir():
        yield from (source for source in _visible(path) if _is_read(source.path))
    elif path.is_file():
        yield Source(path, path.name)
    else:
        raise FileNotFoundError(path)


def _visible(folder: Path) -> Iterator[Source]:
    for found in sorted(folder.rglob("*")):
        name = found.relative_to(folder).as_posix()
        left = any(part.startswith(_HIDDEN) or part in _LEFT_OUT for part in name.split("/"))
        if not left and found.is_file():
            yield Source(found, name)


def _is_read(path: Path) -> bool:
    kind = mime_types.of_file(path.name)
    is_text = kind is not None and not kind.startswith("image/")
    return is_text or path.suffix.lower() in _LINES


def _content(source: Source) -> Document | Unreadable:
    kind = mime_types.of_file(source.name)
    if kind is None:
        return Unreadable(source.name, "its name does not end as files of a known type do")
    data = base64.b64encode(source.path.read_bytes()).decode()
    return {
        "id": id_of(source),
        "structData": {"uri": source.name},
        "content": {"mimeType": _SENT_AS.get(kind, kind), "rawBytes": data},
    }


def _records(
    source: Source, file: IO[bytes], with_content: bool
) -> Iterator[Document | Unreadable]:
    table = source.is_table
    read = rows.objects(file, _LONGEST_LINE, {}) if table else jsonl.objects(file, _LONGEST_LINE)
    for number, value in read:
        if isinstance(value, str):
            yield Unreadable(source.name, value, number)
        elif with_content and not _has_content(value):
            yield Unreadable(source.name, _ONLY_CONTENT, number)
        else:
            yield _record(value)


def _has_content(value: Mapping[str, Any]) -> bool:
    """Whether it has a document's content: many records have a text of that name."""
    return isinstance(value.get("content"), dict)


def _record(value: Mapping[str, Any]) -> Document:
    """A document as it is; any other object is the data of one."""
    has_data = "structData" in value or "jsonData" in value
    if has_data or _has_content(value) or value.keys() == {"id"}:
        return value
    named: Sequence[str] = [str(value[key]) for key in ("_id", "id") if key in value]
    return {"id": named[0] if named else ids.of_payload(value), "structData": value}

"""Where `gs://` addresses lead: what buckets do, and a local folder that has them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from emulator.ingestion.sources.wildcards import has_wildcards, matches

SCHEME = "gs://"
_LONGEST = 2000


class SourceError(ValueError):
    """An address that cannot be read or written, or what was found there."""


class NotFound(SourceError):
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file, its address and its size in bytes; `open` raises SourceError or OSError."""

    uri: str
    size: int
    open: Callable[[], IO[bytes]]


class Buckets(Protocol):
    """Buckets of files, wherever they are."""

    def find(self, uri: str) -> Iterator[StoredFile]:
        """Yield the files that an address with wildcards stands for, in order of their names.

        Raises SourceError for an address that is not understood or cannot be reached, NotFound if
        it stands for no file.
        """

    def open(self, uri: str) -> StoredFile:
        """Return the one file of an address; SourceError or NotFound as `find` has it."""

    def write(self, uri: str, content: IO[bytes]) -> None:
        """Store a file, in place of the one that is there; SourceError if that cannot be done."""


class LocalBuckets:
    """The buckets are the folders in `root`: `gs://bucket/path` is the file ROOT/bucket/path.

    Links that lead out of the root are passed over.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._real_root = root.resolve()

    def find(self, uri: str) -> Iterator[StoredFile]:
        """See `Buckets`."""
        bucket, name = split(uri)
        exact = self._root / bucket / name
        if self._is_file(exact):
            yield _stored(uri, exact)
            return
        found = False
        if has_wildcards(name):
            for path in _search(self._root / bucket, name.split("/")):
                if self._is_file(path):
                    found = True
                    yield _stored(SCHEME + path.relative_to(self._root).as_posix(), path)
        if not found:
            raise self._not_found(uri, exact)

    def open(self, uri: str) -> StoredFile:
        """See `Buckets`."""
        bucket, name = split(uri)
        path = self._root / bucket / name
        if not self._is_file(path):
            raise self._not_found(uri, path)
        return _stored(uri, path)

    def write(self, uri: str, content: IO[bytes]) -> None:
        """See `Buckets`."""
        bucket, name = split(uri)
        path = self._root / bucket / name
        if self._leaves(path):
            raise SourceError(f"{uri} leads out of the folder {self._root}.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                shutil.copyfileobj(content, file)
        except OSError as error:
            raise SourceError(f"{uri} cannot be written: {error.strerror}.") from None

    def _is_file(self, path: Path) -> bool:
        """Whether there is a file, in the root also when links are followed."""
        try:
            real = path.resolve(strict=True)
            return real.is_file() and real.is_relative_to(self._real_root)
        except (OSError, RuntimeError, ValueError):
            return False

    def _not_found(self, uri: str, path: Path) -> NotFound:
        if not has_wildcards(uri) and path.is_dir():
            return NotFound(f"{uri} is a folder; {uri.rstrip('/')}/* stands for the files in it.")
        if self._leaves(path):
            return NotFound(f"{uri} leads out of the folder {self._root}.")
        return NotFound(f"{uri} matches no file; files are looked for in the folder {self._root}.")

    def _leaves(self, path: Path) -> bool:
        try:
            return not path.resolve().is_relative_to(self._real_root)
        except (OSError, RuntimeError, ValueError):
            return False


def split(uri: str) -> tuple[str, str]:
    """Return the bucket and the name of an object; SourceError if there are none to be had."""
    if len(uri) > _LONGEST:
        raise SourceError(f"An address has {len(uri)} characters, more than {_LONGEST}.")
    if not uri.startswith(SCHEME):
        raise SourceError(f"'{uri}' is not an address of Cloud Storage: it must begin with gs://.")
    bucket, _, name = uri.removeprefix(SCHEME).partition("/")
    if not bucket or not name:
        raise SourceError(f"'{uri}' must name a bucket and what is in it: gs://bucket/path.")
    if has_wildcards(bucket):
        raise SourceError(f"'{uri}' has a wildcard in the name of the bucket.")
    parts = (bucket, *name.removesuffix("/").split("/"))
    if "\0" in uri or any(part in ("", ".", "..") or "\\" in part for part in parts):
        raise SourceError(f"'{uri}' has a part that no file can have as its name.")
    return bucket, name


def read(buckets: Buckets, uri: str, most: int) -> bytes:
    """Return the bytes of a file; SourceError if they are more than `most`, without reading."""
    found = buckets.open(uri)
    if found.size > most:
        raise too_large(uri, found.size, most)
    try:
        with found.open() as file:
            return file.read(most + 1)
    except OSError as error:
        raise SourceError(f"{uri} cannot be read: {error.strerror or error}.") from None


def too_large(uri: str, size: int, most: int) -> SourceError:
    """The error for a file that has more bytes than it may have."""
    return SourceError(f"{uri} has {size} bytes, more than the limit of {most}.")


def _stored(uri: str, path: Path) -> StoredFile:
    return StoredFile(uri, path.stat().st_size, lambda: path.open("rb"))


def _search(folder: Path, segments: list[str]) -> Iterator[Path]:
    """The files below a folder that fit a pattern, which is cut at its slashes."""
    head, *rest = segments
    if "**" in head:
        pattern = "/".join(segments)
        yield from (path for path in _below(folder) if matches(pattern, _name(folder, path)))
    elif not has_wildcards(head) and rest:
        yield from _search(folder / head, rest)
    else:
        for entry in _entries(folder):
            if matches(head, entry.name):
                yield from _search(Path(entry.path), rest) if rest else [Path(entry.path)]


def _below(folder: Path) -> Iterator[Path]:
    for entry in _entries(folder):
        if entry.is_dir(follow_symlinks=False):
            yield from _below(Path(entry.path))
        else:
            yield Path(entry.path)


def _name(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []

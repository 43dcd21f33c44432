"""What is read of a source: records, and failures that say where they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Position(NamedTuple):
    """A line of a file, counted from 1; line 0 is the file as a whole."""

    uri: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.uri}:{self.line}" if self.line else self.uri


class Content(NamedTuple):
    """A file that is a document's content."""

    uri: str
    mime_type: str


class Record(NamedTuple):
    """A document to be made: of a whole `document` in JSON, or of `struct` or `content`.

    With `document` the `id` is what that says, and may be empty.
    """

    position: Position
    id: str
    struct: Mapping[str, object] | None = None
    content: Content | None = None
    document: dict[str, object] | None = None


class Failure(NamedTuple):
    """A file, line or row that no document can be made of; its id if that is known."""

    position: Position
    message: str
    id: str = ""

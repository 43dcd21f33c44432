"""The files that `gs://` addresses stand for, and what may be in them."""

from __future__ import annotations

import sys
from copy import copy
from pathlib import Path

from emulator.ingestion import mime_types
from emulator.ingestion.sources.buckets import Buckets, LocalBuckets, SourceError, read, split
from emulator.surface import caller
from emulator.surface.errors import failed_precondition, invalid_argument

ANY_SIZE_HEADER = "x-emulator-any-size"
"""Says that documents are files of a person, who would bring them to the service by its buckets."""

STORAGE_EMULATOR_HOST = "STORAGE_EMULATOR_HOST"
"""The variable that names another emulator's server to Google's libraries, and to this one."""

_OFFICE = frozenset({mime_types.DOCX, mime_types.PPTX, mime_types.XLSM, mime_types.XLSX})
_MOST_OF_TEXT = 2_500_000
_MOST_OF_CHUNKED_TEXT = 10_000_000
_MOST_OF_OFFICE = 200_000_000
_MOST_OF_PDF = 200_000_000
_MOST_OF_PDF_LAYOUT = 40_000_000


class Files:
    """Cloud Storage as this emulator has it: a folder, a server of another emulator, or none.

    `server` is a value of STORAGE_EMULATOR_HOST.
    """

    def __init__(
        self, root: Path | None, server: str, *, allow_markdown: bool, most_bytes: int
    ) -> None:
        self.allow_markdown = allow_markdown
        self.most_bytes = most_bytes
        self._buckets: Buckets | None = None
        if root is not None:
            self._buckets = LocalBuckets(root)
        elif server:
            # With Python's HTTP client, for which most starts need not wait.
            from emulator.ingestion.sources.server import StorageServer

            self._buckets = StorageServer(server)

    def of_call(self) -> Files:
        """The same, without `most_bytes` where the running call's header says so.

        INVALID_ARGUMENT for a header that says anything else.
        """
        said = caller.client.get().header(ANY_SIZE_HEADER)
        if said is None:
            return self
        if said != "true":
            raise invalid_argument(ANY_SIZE_HEADER, "it must be 'true'.")
        files = copy(self)
        files.most_bytes = sys.maxsize
        return files

    def buckets(self) -> Buckets:
        """The buckets; FAILED_PRECONDITION if there are none."""
        if self._buckets is None:
            raise failed_precondition(
                "No files stand for gs:// addresses: start the emulator with --gcs-root FOLDER, "
                "where gs://bucket/path is FOLDER/bucket/path, or with STORAGE_EMULATOR_HOST set."
            )
        return self._buckets

    def content(self, uri: str, mime_type: str, field: str, *, has_layout: bool) -> bytes:
        """The bytes of a document's file; INVALID_ARGUMENT if it is not there or too large."""
        kind = mime_type or mime_types.of_file(uri) or mime_types.TEXT
        try:
            split(uri)  # What is no address is that without any files, too.
            return read(self.buckets(), uri, _most_bytes(kind, has_layout=has_layout))
        except SourceError as error:
            raise invalid_argument(field, str(error)) from None


def _most_bytes(mime_type: str, *, has_layout: bool) -> int:
    """Return the largest size of a file, `has_layout` if it is chunked or parsed by its layout."""
    kind = mime_type.partition(";")[0].strip().lower()
    if kind in _OFFICE:
        return _MOST_OF_OFFICE
    if kind == mime_types.PDF:
        return _MOST_OF_PDF_LAYOUT if has_layout else _MOST_OF_PDF
    return _MOST_OF_CHUNKED_TEXT if has_layout else _MOST_OF_TEXT

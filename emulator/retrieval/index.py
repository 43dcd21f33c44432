"""The search index of one branch."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

import tantivy

from emulator.retrieval import folder, schema
from emulator.retrieval.chunks import IndexedChunk
from emulator.retrieval.ranking import browse
from emulator.retrieval.snapshot import Snapshot

# One thread keeps the order of chunks and the number of segments small; Tantivy writes a segment
# whenever this much memory is full.
_WRITER_BYTES = 64_000_000


class IndexBusy(RuntimeError):
    """Another process writes to the index's folder."""


class ChunkIndex:
    """A Tantivy index of chunks; writes are seen by searches from the next commit on.

    Safe for use from several threads: writes wait for each other, searches run beside them.
    """

    def __init__(self, opened: folder.Opened, path: Path | None) -> None:
        self._index = opened.index
        self._path = path
        self._lock = threading.Lock()
        self._writer: tantivy.IndexWriter | None = None
        self._snapshot = Snapshot.take(opened.index, opened.generation)
        self._pending: dict[str, int | None] = {}
        self._cleared = False
        self._next_sequence = self._snapshot.last_sequence + 1

    @classmethod
    def open(cls, path: Path | None) -> ChunkIndex:
        """Open or create the index in folder `path`; None keeps it in memory.

        A damaged folder, or one of another version, is emptied and has generation 0.
        """
        return cls(folder.open_index(path), path)

    @property
    def generation(self) -> int:
        """The number of the last commit; 0 when the index is new."""
        return self._snapshot.generation

    @property
    def snapshot(self) -> Snapshot:
        """What searches see: the index as of the last commit."""
        return self._snapshot

    @property
    def uncommitted(self) -> int:
        """How many documents were written or deleted since the last commit."""
        return len(self._pending)

    def replace(self, document_id: str, chunks: Sequence[IndexedChunk]) -> None:
        """Put `chunks` in place of the document's; it keeps its place in insertion order.

        A document without text is found when browsing if it is given one chunk of empty text.
        Raises IndexBusy if another process writes to the folder.
        """
        self.replace_all({document_id: chunks})

    def replace_all(self, documents: Mapping[str, Sequence[IndexedChunk]]) -> None:
        """Do what `replace` does for many documents; those that are new stand in this order.

        Each step is done for all of them before the next, which takes three quarters of the time.
        """
        with self._lock:
            places = self._places(documents)
            if not places:
                return
            first_new = self._next_sequence
            entries = [schema.entries(documents[one], place) for one, place in places.items()]
            records = [[schema.record(entry) for entry in found] for found in entries]
            writer = self._open_writer()
            self._next_sequence = max(first_new, max(places.values()) + 1)
            for (one, place), found in zip(places.items(), records, strict=True):
                if place < first_new:
                    writer.delete_documents_by_term(schema.DOCUMENT, one)
                for record in found:
                    schema.add(writer, record)
                self._pending[one] = place if found else None

    def delete(self, document_id: str) -> None:
        """Remove the document's chunks, if there are any."""
        self.replace(document_id, [])

    def clear(self) -> None:
        """Remove every chunk."""
        with self._lock:
            # delete_all_documents would miss chunks that are still in the writer's memory.
            self._open_writer().delete_documents_by_query(tantivy.Query.all_query())
            self._pending = {}
            self._cleared = True
            self._next_sequence = 0

    def commit(self, generation: int) -> None:
        """Make all writes durable and visible, and remember `generation` with them.

        Raises OSError if the disk is full; what was not committed is lost then, as after `close`.
        """
        with self._lock:
            if self._writer is not None:
                self._commit(self._writer)
                self._index.reload()
            if self._path is not None:
                folder.write_marker(self._path, generation)
            self._snapshot = Snapshot.take(self._index, generation)
            self._forget_pending()

    def close(self) -> None:
        """Let go of the folder; writes since the last commit are lost."""
        with self._lock:
            self._writer = None
            self._forget_pending()

    def _commit(self, writer: tantivy.IndexWriter) -> None:
        try:
            writer.commit()
        except ValueError as error:
            # The thread that writes does not say what it died of.
            if self._path and shutil.disk_usage(self._path).free < _WRITER_BYTES:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            raise

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._writer is None:
            try:
                self._writer = self._index.writer(_WRITER_BYTES, num_threads=1)
            except ValueError as error:
                if "LockBusy" not in str(error):
                    raise
                raise IndexBusy(f"another process writes to the index in {self._path}") from error
            # A commit that was cut off leaves files whose names the next one may want to use.
            self._writer.garbage_collect_files()
            # The first operation has the number of the last commit, so that a merge which begins
            # with it may lose it (Tantivy 0.27): let that be one that does nothing.
            self._writer.delete_documents_by_term(schema.DOCUMENT, "")
        return self._writer

    def _places(self, documents: Mapping[str, Sequence[IndexedChunk]]) -> dict[str, int]:
        """Where documents stand in insertion order, of which those that are new come last.

        What is to be removed and is not there has no place.
        """
        fresh = count(self._next_sequence)
        places: dict[str, int] = {}
        for document_id, chunks in documents.items():
            known = self._sequence(document_id)
            if known is not None or chunks:
                places[document_id] = next(fresh) if known is None else known
        return places

    def _sequence(self, document_id: str) -> int | None:
        """The document's place in insertion order, uncommitted writes included."""
        if document_id in self._pending:
            return self._pending[document_id]
        searcher = self._snapshot.searcher
        if self._cleared or not searcher.doc_freq(schema.DOCUMENT, document_id):
            return None
        found = browse(searcher, schema.of_document(document_id), 1, 0).best
        return found[0].sequence if found else None

    def _forget_pending(self) -> None:
        self._pending = {}
        self._cleared = False
        self._next_sequence = self._snapshot.last_sequence + 1

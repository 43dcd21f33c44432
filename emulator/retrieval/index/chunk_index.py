"""The search index of one branch."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import tantivy

from emulator.retrieval.index import folder, schema
from emulator.retrieval.index.chunks import IndexedDocument
from emulator.retrieval.index.snapshot import Snapshot

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
        self._pending: set[str] = set()

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

    def replace(self, documents: Sequence[IndexedDocument]) -> None:
        """Put documents, none named twice, in place of those of the same ids.

        A document without text is found when browsing if it is given one chunk of empty text.
        Raises IndexBusy if another process writes to the folder, OSError if the disk is full.
        """
        with self._writing():
            self._remove(one.id for one in documents)
            writer = self._open_writer()
            for one in documents:
                for entry in schema.entries(one):
                    schema.add(writer, schema.record(entry))
            self._pending.update(one.id for one in documents)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove documents, as far as they are there."""
        with self._writing():
            self._remove(ids)

    def clear(self) -> None:
        """Remove every chunk."""
        with self._writing():
            # delete_all_documents would miss chunks that are still in the writer's memory.
            self._open_writer().delete_documents_by_query(tantivy.Query.all_query())
            self._pending.clear()

    def commit(self, generation: int) -> None:
        """Make all writes durable and visible, and remember `generation` with them.

        Raises OSError if the disk is full; what was not committed is lost then, as after `close`.
        """
        with self._writing():
            if self._writer is not None:
                self._writer.commit()
                self._index.reload()
            if self._path is not None:
                folder.write_marker(self._path, generation)
            self._snapshot = Snapshot.take(self._index, generation)
            self._pending.clear()

    def close(self) -> None:
        """Let go of the folder; writes since the last commit are lost."""
        with self._lock:
            self._writer = None
            self._pending.clear()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """For one thread at a time; OSError where Tantivy may have failed for a full disk."""
        with self._lock:
            try:
                yield
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

    def _remove(self, ids: Iterable[str]) -> None:
        """Delete the chunks of documents, as far as there may be any."""
        known = self._written_before(ids)
        for one in known:
            self._open_writer().delete_documents_by_term(schema.DOCUMENT, one)
        self._pending.update(known)

    def _written_before(self, ids: Iterable[str]) -> list[str]:
        """Those documents that may be there: to delete what is not makes commits slower."""
        pending, committed = self._pending, self._snapshot.searcher
        return [
            one for one in ids if one in pending or committed.doc_freq(schema.DOCUMENT, one) > 0
        ]

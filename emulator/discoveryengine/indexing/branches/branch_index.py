"""The search index of one branch, brought up to date from the database when it is asked for.

The database is the truth: every write of documents raises the branch's generation, the index knows
the generation that it holds, and what changed in between is read from the database. So a thousand
single writes cost one index commit, at the next search, and a killed process leaves nothing to
repair. Every commit makes a segment, and every segment makes searches slower: so an import only
prepares its commit.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from emulator.discoveryengine.indexing.branches import stored_types
from emulator.discoveryengine.indexing.branches.stored_branches import (
    branch_rules,
    current_branch,
    stored_bodies,
)
from emulator.discoveryengine.indexing.field_rules import FieldRules, SchemaMode
from emulator.discoveryengine.indexing.struct_data import attributes, struct_of
from emulator.retrieval.attributes import Leaves, leaves
from emulator.retrieval.filters.detection import DetectedTypes
from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.index.chunks import IndexedDocument
from emulator.retrieval.index.snapshot import Snapshot
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import DocumentRow
from emulator.storage.store import Store
from emulator.surface.messages import discoveryengine as de

log = logging.getLogger(__name__)

_Result = TypeVar("_Result")
_BATCH = 500

# What is not committed takes time at the next start if the process is killed: about as many
# seconds as there are tens of thousands. A commit waits for the whole segment that it makes, and
# each segment makes searches slower.
_MOST_UNCOMMITTED = 50_000


class BranchIndex:
    """An index with the number of writes of its branch that were seen and that it holds.

    It is in a folder, or in memory if there is none, and is opened when it is first used.
    """

    def __init__(
        self, store: Store, branch: BranchRow, folder: Path | None, mode: SchemaMode
    ) -> None:
        self._store = store
        self._branch = branch
        self._folder = folder
        self._mode: SchemaMode = mode
        self._opened: ChunkIndex | None = None
        self._written = 0  # The generation that the index will have with its next commit.
        self._seen = 1  # At first the database may be ahead.
        self._held = 0
        self._lock = threading.Lock()
        self._types: DetectedTypes | None = None  # Where not known, found out when asked for.
        self._kept = 0  # The generation whose types stand beside the index.

    @property
    def is_behind(self) -> bool:
        """Whether a search has to wait until the index has caught up."""
        return self._held < self._seen

    @property
    def is_prepared(self) -> bool:
        """Whether there is something to commit, which would be lost with the writer."""
        index = self._opened
        return index is not None and index.uncommitted > 0

    def see(self) -> None:
        """Take note of a write to the branch; not to be called by two threads at once."""
        self._seen += 1

    def snapshot(self) -> Snapshot:
        """The index with every write that was seen before this call.

        NOT_FOUND if the branch was deleted in the meantime.
        """
        return self._rebuilding(self._caught_up)

    def prepare(self, generation: int = 0, rows: Sequence[DocumentRow] = ()) -> None:
        """Let the next search find little left to do; NOT_FOUND if the branch was deleted.

        If `rows` are all that the write of that generation changed, they need not be read.
        """
        self._rebuilding(partial(self._prepare, generation, rows))

    def types(self) -> Mapping[str, FieldType]:
        """The types of the fields in the documents, by path."""
        self.snapshot()
        with self._lock:
            if self._types is None or self._types.are_doubtful:
                self._types = self._detect()
                self._keep_types()
            return dict(self._types.types)

    def rest(self, *, entirely: bool) -> bool:
        """Let go of the writer, or of all that is open; answers whether it was not in use.

        What was prepared is written again by the next search.
        """
        if not self._lock.acquire(blocking=False):
            return False
        try:
            self._let_go(entirely=entirely)
        finally:
            self._lock.release()
        return True

    def close(self, *, commit: bool) -> None:
        """Let go of the folder; what was prepared is lost unless it is, and can be, committed."""
        with self._lock:
            if commit and self._opened is not None:
                try:
                    self._commit(self._opened)
                except OSError as error:  # The database has it all, and the next start reads it.
                    log.warning("The index in %s is left behind: %s", self._folder, error)
            self._let_go()

    def _rebuilding(self, step: Callable[[], _Result]) -> _Result:
        """What a step answers; where the folder was damaged, with an index that is made anew."""
        try:
            return step()
        except (ValueError, FileNotFoundError) as error:
            if self._folder is None:
                raise
            log.warning("The index in %s is rebuilt: %s", self._folder, error)
            with self._lock:
                self._let_go()
                shutil.rmtree(self._folder, ignore_errors=True)
            return step()

    def _prepare(self, generation: int, rows: Sequence[DocumentRow]) -> None:
        with self._using() as index:
            if generation == self._written + 1:
                self._replace(index, rows)
                self._written = generation
            else:
                self._write(index)
            if index.uncommitted > _MOST_UNCOMMITTED:
                self._commit(index)

    def _caught_up(self) -> Snapshot:
        wanted = self._seen
        index = self._opened
        if index is None or self._held < wanted:
            with self._using() as index:
                if self._held < wanted:
                    seen = self._seen
                    self._write(index)
                    self._commit(index)
                    self._held = seen
        return index.snapshot

    @contextmanager
    def _using(self) -> Iterator[ChunkIndex]:
        """The index, for one thread at a time; after a failure it is what it was when committed."""
        with self._lock:
            try:
                yield self._open()
            except BaseException:
                self._let_go()
                raise

    def _open(self) -> ChunkIndex:
        if self._opened is None:
            with self._store.read() as connection:
                current_branch(connection, self._branch)  # Else a folder would be made for nothing.
            self._opened = ChunkIndex.open(self._folder)
            if self._written != self._opened.generation:
                self._written = self._opened.generation
                self._held = 0
            if self._types is None:
                self._types = self._kept_types(self._written)
        return self._opened

    def _keep_types(self) -> None:
        index, types = self._opened, self._types
        if index is None or types is None or self._folder is None or types.are_doubtful:
            return
        if self._kept != index.generation:
            stored_types.write(self._folder, index.generation, types)
            self._kept = index.generation

    def _kept_types(self, generation: int) -> DetectedTypes | None:
        if not generation:  # Every document is still to be seen.
            return DetectedTypes()
        kept = None if self._folder is None else stored_types.read(self._folder, generation)
        self._kept = 0 if kept is None else generation
        return kept

    def _let_go(self, *, entirely: bool = True) -> None:
        """Close the writer with its threads and memory, and the index if it is in a folder."""
        if self._opened is not None:
            self._opened.close()
            self._written = self._opened.generation
            if entirely and self._folder is not None:
                self._keep_types()
                self._opened = None

    def _commit(self, index: ChunkIndex) -> None:
        if self._written != index.generation:
            is_large = index.uncommitted > _BATCH
            index.commit(self._written)
            if is_large:  # After small ones at the end: a file takes a good part of their time.
                self._keep_types()

    def _write(self, index: ChunkIndex) -> None:
        """Write to the index what has changed in the database."""
        with self._store.read() as connection:
            target = current_branch(connection, self._branch).generation
            if self._written > target:  # The folder is older or newer than this database.
                index.clear()
                self._types, self._written = DetectedTypes(), 0
            changed = documents.changed_since(connection, self._branch.id, self._written)
        for start in range(0, len(changed), _BATCH):
            if index.uncommitted > _MOST_UNCOMMITTED:
                # Under the generation that it had: after a kill all of this is written again.
                index.commit(index.generation)
            self._apply(index, changed[start : start + _BATCH])
        self._written = target

    def _apply(self, index: ChunkIndex, changed: Sequence[str]) -> None:
        with self._store.read() as connection:
            rows = documents.read(connection, self._branch.id, changed)
        gone = [document for document in changed if document not in rows]
        index.remove(gone)
        self._see((document, ()) for document in gone)
        # Results of one score are sorted by their places: it is faster if they come in that order.
        self._replace(index, sorted(rows.values(), key=attrgetter("sequence")))

    def _replace(self, index: ChunkIndex, rows: Sequence[DocumentRow]) -> None:
        with self._store.read() as connection:
            rules = branch_rules(connection, current_branch(connection, self._branch), self._mode)
        indexed = [_indexed(row, rules) for row in rows]
        index.replace(indexed)
        self._see((one.id, one.values) for one in indexed)

    def _see(self, documents: Iterable[tuple[str, Leaves]]) -> None:
        """Take note of the values of documents that changed, by id; none of those that are gone."""
        if self._types is not None:
            for document, values in documents:
                self._types.update(document, values)

    def _detect(self) -> DetectedTypes:
        """Look at every document; fields that were known stay so."""
        types = DetectedTypes({} if self._types is None else self._types.types)
        for bodies in stored_bodies(self._store, self._branch):
            for document in map(de.Document.FromString, bodies):
                types.update(document.id, leaves(struct_of(document)))
        return types


def _indexed(row: DocumentRow, rules: FieldRules) -> IndexedDocument:
    values = attributes(row.body) if row.values is None else row.values
    texts = [chunk.content for chunk in row.chunks]
    title = row.title
    if not row.structured:
        if marked := rules.marked(values):  # It is found beside the text, once in a document.
            texts[0] = f"{texts[0]}\n{_rendered(marked)}"
    elif (found := rules.found_by(values)) is not None:
        texts = [_rendered(found)]
        title = (rules.title(found) or "") if rules.title(values) else title
    return IndexedDocument(row.document, row.sequence, title, texts, leaves(values))


def _rendered(values: Mapping[str, Any]) -> str:
    from emulator.ingestion.structured import render  # Reading files is not loaded for a start.

    return render(values)

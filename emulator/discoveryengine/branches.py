"""The search indexes of branches, each brought up to date from the database when it is asked for.

The database is the truth: every write of documents raises the branch's generation, an index knows
the generation that it holds, and what changed in between is read from the database. So a thousand
single writes cost one index commit, at the next search, and a killed process leaves nothing to
repair. Every commit makes a segment, and every segment makes searches slower: so an import only
prepares its commit.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from emulator.discoveryengine import kinds
from emulator.discoveryengine.field_rules import FieldRules, SchemaMode, field_rules
from emulator.discoveryengine.struct_data import attributes
from emulator.retrieval.chunks import IndexedChunk
from emulator.retrieval.filters.detection import detect_types, merge_types
from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.index import ChunkIndex
from emulator.retrieval.snapshot import Snapshot
from emulator.storage import documents, resources
from emulator.storage.documents import BranchRow, DocumentRow
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import ApiError, not_found
from emulator.surface.messages import discoveryengine as de

_BATCH = 500

# What is not committed takes memory, and time at the next start if the process is killed.
_MOST_UNCOMMITTED = 20_000


class _Opened:
    """An index, with the number of writes of its branch that were seen and that it holds.

    `written` is the generation that the index will have with its next commit.
    """

    def __init__(self, index: ChunkIndex) -> None:
        self.index = index
        self.written = index.generation
        self.seen = 1  # At first the database may be ahead.
        self.held = 0
        self.lock = threading.Lock()
        self.types: Mapping[str, FieldType] | None = None  # Found out when first asked for.


class Branches:
    """Opens indexes in a folder, or in memory when there is none."""

    def __init__(self, store: Store, folder: Path | None, mode: SchemaMode = "auto") -> None:
        self._store = store
        self._folder = folder
        self._mode = mode
        self._opened: dict[int, _Opened] = {}
        self._dropped: set[int] = set()
        self._lock = threading.Lock()

    def snapshot(self, branch: BranchRow) -> Snapshot:
        """The branch's index as of now, with every write that was answered before this call.

        NOT_FOUND if the branch was deleted in the meantime.
        """
        opened = self._open(branch)
        wanted = opened.seen
        if opened.held < wanted:
            with opened.lock:
                if opened.held < wanted:
                    seen = opened.seen
                    self._write(opened, branch)
                    _commit(opened)
                    opened.held = seen
        return opened.index.snapshot

    def prepare(self, branch: BranchRow) -> None:
        """Let the next search find little left to do, after a write of many documents.

        NOT_FOUND if the branch was deleted in the meantime.
        """
        opened = self._open(branch)
        with opened.lock:
            self._write(opened, branch)
            if opened.index.uncommitted > _MOST_UNCOMMITTED:
                _commit(opened)

    def types(self, branch: BranchRow) -> Mapping[str, FieldType]:
        """The types of the fields in the documents of the branch, by path."""
        self.snapshot(branch)
        opened = self._open(branch)
        with opened.lock:
            if opened.types is None:
                opened.types = self._detect(branch)
            return opened.types

    def rules(self, connection: Connection, branch: BranchRow) -> FieldRules:
        """What the fields of the branch are for, by the default schema of its data store."""
        name = f"{names.parent(branch.name)}/schemas/{kinds.DEFAULT_SCHEMA}"
        return field_rules(resources.get(connection, name), self._mode)

    @property
    def are_behind(self) -> bool:
        """Whether a search might have to wait until an index has caught up."""
        return any(opened.held < opened.seen for opened in list(self._opened.values()))

    @contextmanager
    def writing(self, branch: BranchRow) -> Iterator[Connection]:
        """A transaction that changes the branch's documents; NOT_FOUND if it was deleted."""
        with self._store.write() as connection:
            _current(connection, branch)
            yield connection
        with self._lock:
            opened = self._opened.get(branch.id)
            if opened is not None:  # One that is opened later catches up with the database.
                opened.seen += 1

    def drop(self, branch: BranchRow) -> None:
        """Forget the index of a branch that was deleted, and let nobody open it again."""
        with self._lock:
            self._dropped.add(branch.id)
            opened = self._opened.pop(branch.id, None)
        if opened is not None:
            with opened.lock:
                opened.index.close()
        if self._folder is not None:
            shutil.rmtree(self._folder / str(branch.id), ignore_errors=True)

    def refresh(self) -> None:
        """Bring the indexes of all branches up to date, and remove those of deleted branches.

        A process that was killed while it deleted a branch leaves its folder behind.
        """
        folders = self._folders()  # Before the branches: a new branch gets its folder after it.
        with self._store.read() as connection:
            found = documents.branches(connection)
        for folder in folders:
            if folder.name not in {str(branch.id) for branch in found}:
                shutil.rmtree(folder, ignore_errors=True)
        for branch in found:
            with suppress(ApiError):  # It may be deleted in the meantime.
                self.snapshot(branch)

    def close(self) -> None:
        """Close every index."""
        for opened in self._opened.values():
            if self._folder is not None:
                with opened.lock:
                    _commit(opened)
            opened.index.close()
        self._opened.clear()

    def _folders(self) -> list[Path]:
        if self._folder is None or not self._folder.exists():
            return []
        return list(self._folder.iterdir())

    def _open(self, branch: BranchRow) -> _Opened:
        with self._lock:
            if branch.id in self._dropped:
                raise not_found("Branch", branch.name)
            if branch.id not in self._opened:
                path = None if self._folder is None else self._folder / str(branch.id)
                self._opened[branch.id] = _Opened(ChunkIndex.open(path))
            return self._opened[branch.id]

    def _write(self, opened: _Opened, branch: BranchRow) -> None:
        """Write to the index what has changed in the database."""
        with self._store.read() as connection:
            target = _current(connection, branch).generation
            if opened.written > target:  # The folder is older or newer than this database.
                opened.index.clear()
                opened.written = 0
            changed = documents.changed_since(connection, branch.id, opened.written)
        for start in range(0, len(changed), _BATCH):
            self._apply(opened, branch, changed[start : start + _BATCH])
            if opened.index.uncommitted > _MOST_UNCOMMITTED:
                # Under the generation that it had: after a kill all of this is written again.
                opened.index.commit(opened.index.generation)
        opened.written = target

    def _apply(self, opened: _Opened, branch: BranchRow, changed: Sequence[str]) -> None:
        with self._store.read() as connection:
            rows = documents.read(connection, branch.id, changed)
            rules = self.rules(connection, branch)
        for document in changed:
            row = rows.get(document)
            if row is None:
                opened.index.delete(document)
                continue
            values = attributes(row.body)
            opened.index.replace(document, _indexed(row, values, rules))
            if opened.types is not None:
                opened.types = merge_types(opened.types, detect_types(values))

    def _detect(self, branch: BranchRow) -> Mapping[str, FieldType]:
        """Look at every document of the branch."""
        types: Mapping[str, FieldType] = {}
        after = ""
        while True:
            with self._store.read() as connection:
                bodies = documents.page(connection, branch.id, after, _BATCH)
            for body in bodies:
                types = merge_types(types, detect_types(attributes(body)))
            if len(bodies) < _BATCH:
                return types
            after = de.Document.FromString(bodies[-1]).id


def _commit(opened: _Opened) -> None:
    if opened.written != opened.index.generation:
        opened.index.commit(opened.written)


def _current(connection: Connection, branch: BranchRow) -> BranchRow:
    """The branch as it is now; NOT_FOUND if it was deleted, even if there is a new one."""
    current = documents.branch(connection, branch.name)
    if current is None or current.id != branch.id:
        raise not_found("Branch", branch.name)
    return current


def _indexed(row: DocumentRow, values: Mapping[str, Any], rules: FieldRules) -> list[IndexedChunk]:
    texts = [chunk.content for chunk in row.chunks]
    from emulator.ingestion.structured import render  # Reading files is not loaded for a start.

    title = row.title
    if not row.structured:
        if marked := rules.marked(values):  # It is found beside the text, once in a document.
            texts[0] = f"{texts[0]}\n{render(marked)}"
    elif (found := rules.found_by(values)) is not None:
        texts = [render(found)]
        title = (rules.title(found) or "") if rules.title(values) else title
    return [
        IndexedChunk(row.document, ordinal, title, text, values)
        for ordinal, text in enumerate(texts)
    ]

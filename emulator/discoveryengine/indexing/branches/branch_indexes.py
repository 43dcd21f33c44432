"""The branches of a data folder, or of memory: their indexes, and the writes that these follow."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from emulator.discoveryengine.indexing.branches.branch_index import BranchIndex
from emulator.discoveryengine.indexing.branches.stored_branches import branch_rules, current_branch
from emulator.discoveryengine.indexing.field_rules import FieldRules, SchemaMode
from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.index.folder import generation
from emulator.retrieval.index.snapshot import Snapshot
from emulator.storage import branches, documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import DocumentRow
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface.errors import ApiError, not_found

# An index that was written has seven threads, an open file and three megabytes until it rests; one
# in a folder that is open looks at it twice a second. To have it again takes two milliseconds.
_MOST_AWAKE = 16
_MOST_RESTING = 112

# A search of more chunks may take longer than a few milliseconds, most of them in Tantivy, which
# lets other threads compute.
_MANY_CHUNKS = 10_000

# Other writes wait while so many documents are deleted.
_SWEPT = 100

# A commit waits for the disk more than it computes, but may hold all that a writer may.
_AT_ONCE = 2


class Branches:
    """Opens indexes in a folder, or in memory when there is none."""

    def __init__(self, store: Store, folder: Path | None, mode: SchemaMode = "auto") -> None:
        self._store = store
        self._folder = folder
        self._mode: SchemaMode = mode
        self._opened: dict[int, BranchIndex] = {}
        self._awake: dict[int, BranchIndex] = {}  # Those used last, the latest at the end.
        self._resting: dict[int, BranchIndex] = {}  # Those before them, without a writer.
        self._behind: set[int] = set()
        self._large: set[int] = set()
        self._dropped: set[int] = set()
        self._lock = threading.Lock()

    def snapshot(self, branch: BranchRow) -> Snapshot:
        """The branch's index as of now, with every write that was answered before this call.

        NOT_FOUND if the branch was deleted in the meantime.
        """
        index = self._index(branch)
        found = index.snapshot()
        if branch.id in self._behind:
            with self._lock:
                if not index.is_behind:
                    self._behind.discard(branch.id)
        if (found.chunks > _MANY_CHUNKS) != (branch.id in self._large):
            self._note_size(branch, found)
        return found

    def _note_size(self, branch: BranchRow, snapshot: Snapshot) -> None:
        with self._lock:
            if snapshot.chunks <= _MANY_CHUNKS:
                self._large.discard(branch.id)
            elif branch.id not in self._dropped:
                self._large.add(branch.id)

    def prepare(
        self, branch: BranchRow, generation: int = 0, rows: Sequence[DocumentRow] = ()
    ) -> None:
        """Let the next search find little left to do, after a write of many documents.

        If `rows` are all that the write of that generation changed, they need not be read.
        NOT_FOUND if the branch was deleted in the meantime.
        """
        self._index(branch).prepare(generation, rows)

    def types(self, branch: BranchRow) -> Mapping[str, FieldType]:
        """The types of the fields in the documents of the branch, by path."""
        return self._index(branch).types()

    def rules(self, connection: Connection, branch: BranchRow) -> FieldRules:
        """What the fields of the branch are for, by the default schema of its data store."""
        return branch_rules(connection, branch, self._mode)

    @property
    def are_behind(self) -> bool:
        """Whether a search might have to wait until an index has caught up."""
        return bool(self._behind)

    @property
    def are_large(self) -> bool:
        """Whether a search might have to look at very many chunks."""
        return bool(self._large)

    @contextmanager
    def writing(self, branch: BranchRow) -> Iterator[Connection]:
        """A transaction that changes the branch's documents; NOT_FOUND if it was deleted."""
        with self._store.write() as connection:
            current_branch(connection, branch)
            yield connection
        with self._lock:
            if branch.id in self._dropped:
                return
            self._behind.add(branch.id)
            index = self._opened.get(branch.id)
            if index is not None:  # One that is opened later catches up with the database.
                index.see()

    def drop(self, branch: BranchRow) -> None:
        """Forget the index of a branch that was deleted, and let nobody open it again."""
        with self._lock:
            self._dropped.add(branch.id)
            self._behind.discard(branch.id)
            self._large.discard(branch.id)
            self._awake.pop(branch.id, None)
            self._resting.pop(branch.id, None)
            index = self._opened.pop(branch.id, None)
        if index is not None:
            index.close(commit=False)
        if (path := self._path(branch)) is not None:
            shutil.rmtree(path, ignore_errors=True)

    def sweep(self) -> bool:
        """Delete some documents of branches that were deleted; answers whether there were any."""
        with self._store.record() as connection:
            return documents.sweep(connection, _SWEPT)

    def refresh(self) -> None:
        """Bring the indexes of all branches up to date, and remove those of deleted branches.

        A process that was killed while it deleted a branch leaves its folder behind. Where there
        are many, what the folder of one says of itself is believed.
        """
        folders = self._folders()  # Before the branches: a new branch gets its folder after it.
        with self._store.read() as connection:
            found = branches.every(connection)
        known = {str(branch.id) for branch in found}
        for folder in folders:
            if folder.name not in known:
                shutil.rmtree(folder, ignore_errors=True)
        wanted = [
            branch
            for number, branch in enumerate(found)
            if number < _MOST_AWAKE or self._is_old(branch)
        ]
        with ThreadPoolExecutor(_AT_ONCE, "refresh") as threads:
            list(threads.map(self._refresh, wanted))

    def _refresh(self, branch: BranchRow) -> None:
        with suppress(ApiError):  # It may be deleted in the meantime.
            self.snapshot(branch)

    def close(self) -> None:
        """Close every index."""
        for index in self._opened.values():
            index.close(commit=self._folder is not None)
        self._opened.clear()
        self._awake.clear()
        self._resting.clear()

    def _folders(self) -> list[Path]:
        if self._folder is None or not self._folder.exists():
            return []
        return list(self._folder.iterdir())

    def _is_old(self, branch: BranchRow) -> bool:
        """Whether the folder of a branch does not hold what the database has."""
        path = self._path(branch)
        return path is None or generation(path) != branch.generation

    def _path(self, branch: BranchRow) -> Path | None:
        return None if self._folder is None else self._folder / str(branch.id)

    def _index(self, branch: BranchRow) -> BranchIndex:
        with self._lock:
            if branch.id in self._dropped:
                raise not_found("Branch", branch.name)
            index = self._opened.get(branch.id)
            if index is None:
                index = BranchIndex(self._store, branch, self._path(branch), self._mode)
                self._opened[branch.id] = index
            self._awake.pop(branch.id, None)
            self._resting.pop(branch.id, None)
            if len(self._awake) >= _MOST_AWAKE:
                self._rest()
            self._awake[branch.id] = index
            return index

    def _rest(self) -> None:
        """Let the index go that was not used for the longest time, of those not in use.

        Searches of many others are not to undo what an import prepares: that would be done again
        with each of its batches.
        """
        for branch_id in sorted(self._awake, key=lambda one: self._awake[one].is_prepared):
            if self._awake[branch_id].rest(entirely=False):
                self._resting[branch_id] = self._awake.pop(branch_id)
                break
        if len(self._resting) > _MOST_RESTING:
            for branch_id, index in self._resting.items():
                if index.rest(entirely=True):
                    del self._resting[branch_id]
                    break

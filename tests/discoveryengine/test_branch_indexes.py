"""The indexes of branches, which follow the database."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tantivy

from emulator.discoveryengine.indexing.branches import branch_index, stored_branches
from emulator.discoveryengine.indexing.branches.branch_indexes import Branches
from emulator.retrieval.index import schema
from emulator.retrieval.index.snapshot import Snapshot
from emulator.storage import branches as stored
from emulator.storage import documents
from emulator.storage.branches import BranchRow
from emulator.storage.documents import ChunkRow, DocumentRow
from emulator.storage.store import Store
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import discoveryengine as de
from emulator.surface.wellknown import fill_struct

NAME = "projects/1/locations/global/collections/default_collection/dataStores/d/branches/0"


@pytest.fixture(params=["disk", "memory"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "indexes" if request.param == "disk" else None


@pytest.fixture
def store(folder: Path | None, tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "test.sqlite" if folder else None)
    yield opened
    opened.close()


@pytest.fixture
def branches(store: Store, folder: Path | None) -> Iterator[Branches]:
    opened = Branches(store, folder)
    yield opened
    opened.close()


@pytest.fixture
def branch(store: Store) -> BranchRow:
    with store.write() as connection:
        stored.add(connection, NAME)
        found = stored.named(connection, NAME)
    assert found is not None
    return found


def row(document: str, text: str) -> DocumentRow:
    body = de.Document(id=document).SerializeToString()
    return DocumentRow(document, document, "", False, 0, body, b"", (ChunkRow(text),))


def put(branches: Branches, branch: BranchRow, *rows: DocumentRow) -> None:
    with branches.writing(branch) as connection:
        documents.put(connection, branch.id, rows)


def found(branches: Branches, branch: BranchRow, query: str) -> list[str]:
    matches = branches.snapshot(branch).search(query, 100, by_document=True)
    return sorted(hit.document for hit in matches.hits)


def browsed(branches: Branches, branch: BranchRow) -> list[str]:
    hits = branches.snapshot(branch).search("", 10, by_document=True).hits
    return [hit.document for hit in hits]


def remove(store: Store, branches: Branches, branch: BranchRow) -> None:
    with store.write() as connection:
        stored.remove(connection, branch.id)
    branches.drop(branch)


def rows(store: Store, table: str) -> int:
    with store.read() as connection:
        count: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


def test_the_next_search_sees_a_write(branches: Branches, branch: BranchRow) -> None:
    assert found(branches, branch, "quokka") == []
    put(branches, branch, row("a", "quokka"), row("b", "quokka"))
    assert found(branches, branch, "quokka") == ["a", "b"]
    put(branches, branch, row("a", "wombat"))
    with branches.writing(branch) as connection:
        documents.remove(connection, branch.id, ["b"])
    assert found(branches, branch, "quokka") == []
    assert found(branches, branch, "wombat") == ["a"]


def test_a_write_that_fails_leaves_no_trace(branches: Branches, branch: BranchRow) -> None:
    put(branches, branch, row("a", "quokka"))

    def fail() -> None:
        with branches.writing(branch) as connection:
            documents.put(connection, branch.id, [row("b", "quokka")])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert found(branches, branch, "quokka") == ["a"]


def test_an_index_is_brought_up_to_date_when_it_is_opened(
    store: Store, folder: Path | None, branches: Branches, branch: BranchRow
) -> None:
    put(branches, branch, row("a", "quokka"))
    assert found(branches, branch, "quokka") == ["a"]
    put(branches, branch, row("b", "quokka"))
    branches.close()
    again = Branches(store, folder)
    again.refresh()
    assert found(again, branch, "quokka") == ["a", "b"]
    again.close()


def valued(document: str, **values: object) -> DocumentRow:
    message = de.Document(id=document)
    fill_struct(message.struct_data, values)
    return row(document, "quokka")._replace(body=message.SerializeToString())


@pytest.mark.parametrize("kept", ["kept", "lost", "damaged", "of another generation"])
def test_types_of_fields_are_those_of_the_documents_after_a_start(
    store: Store, tmp_path: Path, branch: BranchRow, kept: str
) -> None:
    first = Branches(store, tmp_path / "kept")
    put(first, branch, valued("a", n=1), valued("b", n="one"), valued("c", t=True))
    assert first.types(branch) == {"n": "string", "t": "boolean"}
    first.close()
    file = tmp_path / "kept" / str(branch.id) / "types.json"
    match kept:
        case "lost":
            file.unlink()
        case "damaged":
            file.write_text('{"generation": 1}')
        case "of another generation":
            file.write_text('{"generation": 7, "types": {}, "remembered": {}, "others": []}')
    again = Branches(store, tmp_path / "kept")
    with again.writing(branch) as connection:
        documents.remove(connection, branch.id, ["b"])
    assert again.types(branch) == {"n": "integer", "t": "boolean"}
    again.close()


def test_documents_that_were_indexed_are_not_looked_at_again_for_their_types(
    store: Store, folder: Path | None, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    monkeypatch.setattr(branch_index.BranchIndex, "_detect", lambda _: looked.append(1))
    for document in "ab":
        opened = Branches(store, folder)
        put(opened, branch, valued(document, n=1))
        assert opened.types(branch) == {"n": "integer"}
        opened.close()
    assert not looked


def test_types_are_known_after_a_kill(
    store: Store, tmp_path: Path, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of many documents that were indexed at once, and those that were found out."""
    monkeypatch.setattr(branch_index, "_BATCH", 1)
    monkeypatch.setattr(stored_branches, "_PAGE", 1)
    killed = Branches(store, tmp_path / "kept")
    put(killed, branch, valued("a", n=1), valued("b", n=2))
    killed.snapshot(branch)
    file = tmp_path / "kept" / str(branch.id) / "types.json"
    for kept in (file.read_bytes(), b""):
        file.write_bytes(kept)
        again = Branches(store, tmp_path / "kept")
        assert again.types(branch) == {"n": "integer"}
        assert file.read_bytes()
        again.close()
    killed.close()


def test_types_that_may_be_gone_are_looked_for_after_a_start(
    store: Store, tmp_path: Path, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.retrieval.filters.detection._REMEMBERED", 1)
    first = Branches(store, tmp_path / "kept")
    put(first, branch, valued("a", n=1.5), valued("b", n=2.5), valued("c", n=1))
    first.snapshot(branch)
    with first.writing(branch) as connection:
        documents.remove(connection, branch.id, ["a"])
    first.snapshot(branch)
    first.close()
    again = Branches(store, tmp_path / "kept")
    assert again.types(branch) == {"n": "number"}
    again.close()


def test_an_index_of_a_newer_database_is_filled_anew(
    store: Store, tmp_path: Path, branch: BranchRow
) -> None:
    """As when an older copy of the database is put back."""
    copy = Store(tmp_path / "copy.sqlite")
    with copy.write() as connection:
        stored.add(connection, NAME)
    for database, rows in ((store, (("a", 1), ("b", "x"))), (copy, (("c", True),))):
        opened = Branches(database, tmp_path / "kept")
        for document, value in rows:
            put(opened, branch, valued(document, n=value))
        assert found(opened, branch, "quokka") == [document for document, _ in rows]
        types = opened.types(branch)
        opened.close()
    copy.close()
    assert types == {"n": "boolean"}


def test_searches_of_a_large_branch_take_long(
    branches: Branches, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._MANY_CHUNKS", 1)
    for document, is_large in (("a", False), ("b", True)):
        put(branches, branch, row(document, "quokka"))
        branches.snapshot(branch)
        assert branches.are_large == is_large
    with branches.writing(branch) as connection:
        documents.remove(connection, branch.id, ["a"])
    branches.snapshot(branch)
    assert not branches.are_large
    put(branches, branch, row("c", "quokka"))
    branches.snapshot(branch)
    branches.drop(branch)
    assert not branches.are_large


def test_a_large_branch_that_is_deleted_while_it_is_searched_is_forgotten(
    branches: Branches, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = branch_index.BranchIndex.snapshot

    def late(index: branch_index.BranchIndex) -> Snapshot:
        taken = snapshot(index)
        branches.drop(branch)
        return taken

    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._MANY_CHUNKS", 0)
    monkeypatch.setattr(branch_index.BranchIndex, "snapshot", late)
    put(branches, branch, row("a", "quokka"))
    assert found(branches, branch, "quokka") == ["a"]
    assert not branches.are_large


def test_prepared_writes_wait_for_the_commit_of_the_next_search(
    branches: Branches, branch: BranchRow
) -> None:
    branches.snapshot(branch)
    index = branches._index(branch)._open()
    before = index.generation
    for number in range(3):
        put(branches, branch, row(f"d{number}", "quokka"))
        branches.prepare(branch)
    assert (index.generation, index.uncommitted) == (before, 3)
    put(branches, branch, row("d1", "wombat"))
    assert found(branches, branch, "quokka") == ["d0", "d2"]
    assert (index.generation, index.uncommitted) == (before + 4, 0)


def test_rows_that_were_just_written_are_not_read_again(
    branches: Branches, branch: BranchRow
) -> None:
    with branches.writing(branch) as connection:
        generation, rows = documents.put(
            connection, branch.id, [row("b", "quokka"), row("a", "quokka")]
        )
    changed = [one._replace(chunks=(ChunkRow("wombat"),)) for one in rows]
    branches.prepare(branch, generation, changed)
    assert browsed(branches, branch) == ["b", "a"]
    assert found(branches, branch, "wombat") == ["a", "b"]


def test_documents_stand_in_the_order_of_their_first_writes(
    store: Store, branches: Branches, branch: BranchRow
) -> None:
    put(branches, branch, row("z", "quokka"), row("b", "quokka"))
    put(branches, branch, row("m", "quokka"), row("a", "quokka"))
    put(branches, branch, row("b", "wombat"))
    assert browsed(branches, branch) == ["z", "b", "m", "a"]
    put(branches, branch, row("last", "quokka"), row("z", "wombat"))
    with branches.writing(branch) as connection:
        documents.remove(connection, branch.id, ["m"])
    put(branches, branch, row("m", "quokka"))
    expected = ["z", "b", "a", "last", "m"]
    assert browsed(branches, branch) == expected
    rebuilt = Branches(store, None)
    assert browsed(rebuilt, branch) == expected
    rebuilt.close()


def test_an_index_holds_documents_as_they_stand(branches: Branches, branch: BranchRow) -> None:
    """Thousands of one score take longer to sort if each is somewhere else."""
    put(branches, branch, row("z", "quokka"), row("b", "quokka"), row("m", "quokka"))
    searcher = branches.snapshot(branch).searcher
    hits = searcher.search(tantivy.Query.all_query(), 10).hits  # As the index holds them.
    held = [searcher.doc(address)[schema.DOCUMENT] for _, address in hits]
    assert held == [["z"], ["b"], ["m"]]


def test_rows_after_a_write_that_is_not_indexed_are_read_with_it(
    branches: Branches, branch: BranchRow
) -> None:
    put(branches, branch, row("a", "quokka"))
    with branches.writing(branch) as connection:
        written = documents.put(connection, branch.id, [row("b", "quokka")])
    put(branches, branch, row("b", "wombat"))
    branches.prepare(branch, *written)
    assert found(branches, branch, "quokka") == ["a"]
    assert found(branches, branch, "wombat") == ["b"]


def test_prepared_writes_are_committed_at_the_end(
    store: Store, folder: Path | None, branches: Branches, branch: BranchRow
) -> None:
    if folder is None:
        pytest.skip("an index in memory ends with its process")
    put(branches, branch, row("a", "quokka"))
    branches.prepare(branch)
    branches.close()
    again = Branches(store, folder)
    assert again._index(branch)._open().generation == 1
    assert found(again, branch, "quokka") == ["a"]
    again.close()


@pytest.mark.parametrize("most", [0, 1])
def test_many_prepared_writes_are_committed(
    branches: Branches, branch: BranchRow, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(
        "emulator.discoveryengine.indexing.branches.branch_index._MOST_UNCOMMITTED", most
    )
    put(branches, branch, row("a", "quokka"))
    branches.prepare(branch)
    index = branches._index(branch)._open()
    assert (index.uncommitted, index.generation) == (most, 1 - most)
    assert found(branches, branch, "quokka") == ["a"]


def test_writers_and_searches_at_the_same_time_agree(branches: Branches, branch: BranchRow) -> None:
    def write(thread: int) -> None:
        for number in range(20):
            document = f"d{thread}-{number}"
            put(branches, branch, row(document, f"animal quokka{thread}x{number}"))
            assert found(branches, branch, f"quokka{thread}x{number}") == [document]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    assert len(found(branches, branch, "animal")) == 80


def test_a_deleted_branch_cannot_be_written_or_searched(
    store: Store, folder: Path | None, branches: Branches, branch: BranchRow
) -> None:
    put(branches, branch, row("a", "quokka"))
    assert found(branches, branch, "quokka") == ["a"]
    remove(store, branches, branch)
    for call in (
        lambda: put(branches, branch, row("a", "quokka")),
        lambda: found(branches, branch, "quokka"),
    ):
        with pytest.raises(ApiError, match=f"Branch {NAME} not found.") as error:
            call()
        assert error.value.code is Code.NOT_FOUND
    assert folder is None or list(folder.iterdir()) == []


def test_the_documents_of_a_deleted_branch_are_swept_away_a_few_at_a_time(
    store: Store, branches: Branches, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._SWEPT", 2)
    assert not branches.sweep()
    put(branches, branch, *(row(document, "quokka") for document in "abcd"))
    with branches.writing(branch) as connection:
        documents.remove(connection, branch.id, ["d"])
    remove(store, branches, branch)
    with store.write() as connection:
        stored.add(connection, NAME)
        again = stored.named(connection, NAME)
    assert again is not None
    put(branches, again, row("a", "wombat"))
    assert branches.sweep()
    assert 1 < rows(store, "documents") < 4
    assert [branches.sweep() for _ in range(3)] == [True, True, False]
    assert [rows(store, table) for table in ("branches", "documents", "chunks")] == [1, 1, 1]
    with store.read() as connection:
        assert documents.changed_since(connection, branch.id, 0) == []
    assert found(branches, again, "wombat") == ["a"]


def test_a_branch_made_again_under_its_name_is_another(
    store: Store, branches: Branches, branch: BranchRow
) -> None:
    put(branches, branch, row("a", "quokka"))
    assert found(branches, branch, "quokka") == ["a"]
    remove(store, branches, branch)
    with store.write() as connection:
        stored.add(connection, NAME)
        other = stored.named(connection, NAME)
    assert other is not None
    assert other.id != branch.id
    assert found(branches, other, "quokka") == []
    with pytest.raises(ApiError, match="not found"):
        put(branches, branch, row("a", "quokka"))
    put(branches, other, row("b", "quokka"))
    assert found(branches, other, "quokka") == ["b"]


def test_folders_of_deleted_branches_are_removed_at_the_next_start(
    store: Store, branch: BranchRow, tmp_path: Path
) -> None:
    folder = tmp_path / "left"
    first = Branches(store, folder)
    put(first, branch, row("a", "quokka"))
    assert found(first, branch, "quokka") == ["a"]
    first.close()
    (folder / "99").mkdir()
    second = Branches(store, folder)
    second.refresh()
    assert [path.name for path in folder.iterdir()] == [str(branch.id)]
    assert found(second, branch, "quokka") == ["a"]
    second.close()
    with store.write() as connection:  # And it is killed before it drops the index.
        stored.remove(connection, branch.id)
    Branches(store, folder).refresh()
    assert not list(folder.iterdir())


def test_many_writes_are_committed_in_parts(
    branches: Branches, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_index._BATCH", 2)
    monkeypatch.setattr(
        "emulator.discoveryengine.indexing.branches.branch_index._MOST_UNCOMMITTED", 3
    )
    put(branches, branch, *(row(f"d{number}", "quokka") for number in range(10)))
    branches.prepare(branch)
    index = branches._index(branch)._open()
    assert (index.uncommitted, index.snapshot.chunks, index.generation) == (2, 8, 0)
    assert len(found(branches, branch, "quokka")) == 10
    assert index.generation == branches._index(branch)._written


def test_few_of_many_indexes_are_kept_open(
    store: Store, folder: Path | None, branches: Branches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._MOST_AWAKE", 2)
    monkeypatch.setattr(
        "emulator.discoveryengine.indexing.branches.branch_indexes._MOST_RESTING", 1
    )
    made = [_made(store, number) for number in range(5)]
    for number, branch in enumerate(made):
        put(branches, branch, row("a", f"quokka{number}"))
        branches.prepare(branch)
    assert branches.are_behind
    for number, branch in enumerate(made):
        assert found(branches, branch, f"quokka{number}") == ["a"]
    assert not branches.are_behind
    opened = [index._opened for index in branches._opened.values()]
    assert [one is not None for one in opened] == [folder is None] * 2 + [True] * 3
    assert [bool(one and one._writer) for one in opened] == [False] * 3 + [True] * 2
    for branch in made:
        put(branches, branch, row("b", "wombat"))
        assert found(branches, branch, "wombat") == ["b"]


def test_an_index_that_is_in_use_does_not_rest(
    store: Store, branches: Branches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._MOST_AWAKE", 1)
    first, second = _made(store, 1), _made(store, 2)
    put(branches, first, row("a", "quokka"))
    with branches._index(first)._using() as index:
        index.replace([])
        assert found(branches, second, "quokka") == []
        assert branches._index(first)._open() is index
    assert found(branches, first, "quokka") == ["a"]


def test_what_is_prepared_outlives_searches_of_others(
    store: Store, branches: Branches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._MOST_AWAKE", 2)
    imported, *others = (_made(store, number) for number in range(4))
    put(branches, imported, row("a", "quokka"))
    branches.prepare(imported)
    for other in others:
        assert found(branches, other, "quokka") == []
    index = branches._opened[imported.id]._opened
    assert index is not None
    assert index.uncommitted == 1
    put(branches, others[1], row("b", "quokka"))
    branches.prepare(others[1])
    branches.prepare(others[2])
    assert index.uncommitted == 0
    assert found(branches, imported, "quokka") == ["a"]


def test_a_write_that_the_index_fails_is_written_again(
    branches: Branches, branch: BranchRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(branches, branch, row("a", "quokka"))
    assert found(branches, branch, "quokka") == ["a"]
    put(branches, branch, row("b", "quokka"))
    with monkeypatch.context() as broken:
        broken.setattr("emulator.retrieval.index.chunk_index.ChunkIndex.commit", _no_space)
        with pytest.raises(OSError, match="No space"):
            branches.snapshot(branch)
    assert branches.are_behind
    assert found(branches, branch, "quokka") == ["a", "b"]


def test_indexes_that_cannot_be_written_are_closed_all_the_same(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Branches(store, tmp_path / "full")
    made = [_made(store, number) for number in range(2)]
    for branch in made:
        put(first, branch, row("a", "quokka"))
        first.prepare(branch)
    with monkeypatch.context() as broken:
        broken.setattr("emulator.retrieval.index.chunk_index.ChunkIndex.commit", _no_space)
        first.close()
    again = Branches(store, tmp_path / "full")
    assert [found(again, branch, "quokka") for branch in made] == [["a"]] * 2
    again.close()


@pytest.mark.parametrize("damage", ["files", "folder"])
def test_an_index_that_cannot_be_written_is_rebuilt(
    branches: Branches, branch: BranchRow, folder: Path | None, damage: str
) -> None:
    if folder is None:
        pytest.skip("nobody else reaches an index in memory")
    put(branches, branch, row("a", "quokka"), row("b", "quokka"))
    assert found(branches, branch, "quokka") == ["a", "b"]
    if damage == "folder":
        shutil.rmtree(folder)
    else:
        for file in (folder / str(branch.id)).glob("*.fast"):
            file.unlink()
    put(branches, branch, row("b", "wombat"))
    assert found(branches, branch, "quokka") == ["a"]
    assert found(branches, branch, "wombat") == ["b"]


def test_writes_are_prepared_by_an_index_made_anew_where_it_is_gone(
    branches: Branches, branch: BranchRow, folder: Path | None
) -> None:
    if folder is None:
        pytest.skip("nobody else reaches an index in memory")
    put(branches, branch, row("a", "quokka"))
    assert found(branches, branch, "quokka") == ["a"]
    shutil.rmtree(folder)
    names = [f"b{number:02}" for number in range(50)]
    for name in names:  # Tantivy tells only with a later write that one could not be kept.
        put(branches, branch, row(name, "quokka"))
        branches.prepare(branch)
    assert found(branches, branch, "quokka") == ["a", *names]


@pytest.mark.parametrize("lost", ["all", "one"])
def test_at_a_start_few_of_many_indexes_are_opened(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._MOST_AWAKE", 1)
    folder = tmp_path / "many"
    made = [_made(store, number) for number in range(4)]
    first = Branches(store, folder)
    for branch in made:
        put(first, branch, row("a", "quokka"))
        first.snapshot(branch)
    first.close()
    gone = made if lost == "all" else made[-1:]
    for branch in gone:
        shutil.rmtree(folder / str(branch.id))
    again = Branches(store, folder)
    again.refresh()
    assert set(again._opened) == {made[0].id, *(branch.id for branch in gone)}
    assert [found(again, branch, "quokka") for branch in made] == [["a"]] * 4
    again.close()


def _made(store: Store, number: int) -> BranchRow:
    with store.write() as connection:
        stored.add(connection, NAME.replace("/d/", f"/d{number}/"))
        found = stored.named(connection, NAME.replace("/d/", f"/d{number}/"))
    assert found is not None
    return found


def _no_space(*_: object) -> None:
    raise OSError("No space left on device")

import json
import logging
from types import SimpleNamespace

import pytest

from emulator.retrieval.index import schema
from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.text import analysis
from tests.retrieval.filling import put


@pytest.fixture
def filled(tmp_path):
    """A folder with one committed document, not open any more."""
    index = ChunkIndex.open(tmp_path)
    put(index, "a", "apple", data={"n": 1})
    index.commit(5)
    index.close()
    return tmp_path


def assert_started_afresh(folder):
    index = ChunkIndex.open(folder)
    assert index.generation == 0
    assert index.snapshot.search("", 10).total == 0
    put(index, "b", "pear")
    index.commit(6)
    index.close()
    assert ChunkIndex.open(folder).snapshot.search("pear", 10).total == 1


def test_a_sound_folder_is_kept(filled):
    assert ChunkIndex.open(filled).generation == 5


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", "nonsense", '{"format": "0", "generation": 5}']
)
def test_a_marker_that_cannot_be_read_or_of_another_format(filled, content):
    (filled / "generation.json").write_text(content)
    assert_started_afresh(filled)


def test_a_marker_without_a_number(filled):
    marker = json.loads((filled / "generation.json").read_text())
    (filled / "generation.json").write_text(json.dumps({**marker, "generation": "5"}))
    assert_started_afresh(filled)


def test_a_missing_marker(filled):
    (filled / "generation.json").unlink()
    assert_started_afresh(filled)


def test_a_missing_meta_file(filled):
    (filled / "meta.json").unlink()
    assert_started_afresh(filled)


@pytest.mark.parametrize("suffix", [".term", ".idx", ".pos", ".store", ".fast", ".fieldnorm"])
@pytest.mark.parametrize("damage", ["missing", "empty", "short", "garbage"])
def test_a_damaged_segment(filled, suffix, damage):
    (file,) = filled.glob(f"*{suffix}")
    match damage:
        case "missing":
            file.unlink()
        case "empty":
            file.write_bytes(b"")
        case "short":
            file.write_bytes(file.read_bytes()[:-5])
        case _:
            file.write_bytes(b"garbage" * 100)
    assert_started_afresh(filled)


def test_an_index_of_other_fields(filled):
    meta = json.loads((filled / "meta.json").read_text())
    meta["schema"] = meta["schema"][:1]
    (filled / "meta.json").write_text(json.dumps(meta))
    assert_started_afresh(filled)


def test_starting_afresh_is_logged(filled, caplog):
    (filled / "meta.json").unlink()
    with caplog.at_level(logging.WARNING):
        ChunkIndex.open(filled)
    assert str(filled) in caplog.text


def test_a_new_folder_is_nothing_to_warn_of(tmp_path, caplog):
    ChunkIndex.open(tmp_path / "new" / "folder")
    assert caplog.text == ""


def test_one_that_was_never_committed_is_nothing_to_warn_of(tmp_path, caplog):
    index = ChunkIndex.open(tmp_path)
    put(index, "a", "apple")
    index.close()
    assert_started_afresh(tmp_path)
    assert caplog.records == []


def test_a_commit_that_was_cut_off_can_be_made_again(tmp_path):
    index = ChunkIndex.open(tmp_path)
    put(index, "a", "apple")
    put(index, "b", "apple")
    index.commit(1)
    index.close()
    before = {name: (tmp_path / name).read_bytes() for name in ("meta.json", "generation.json")}
    for _ in range(2):
        index = ChunkIndex.open(tmp_path)
        put(index, "a", "pear")
        index.commit(2)
        index.close()
        assert index.snapshot.search("apple", 10).total == 1
        for name, content in before.items():  # As if killed before the last step.
            (tmp_path / name).write_bytes(content)


@pytest.mark.parametrize(
    "write", [lambda index: index.commit(1), lambda index: put(index, "b", "pear")]
)
@pytest.mark.parametrize(("free", "raised"), [(0, OSError), (10**12, ValueError)])
def test_a_writer_that_dies_on_a_full_disk(tmp_path, monkeypatch, free, raised, write):
    class Dead:
        def commit(self, *_):
            raise ValueError("An index writer was killed.")

        add_json = commit

    index = ChunkIndex.open(tmp_path)
    put(index, "a", "apple")
    index._writer = Dead()
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    with pytest.raises(raised):
        write(index)
    index.close()


def test_terms_of_a_format():
    """Where these have to change, the format is to be raised: other folders are rebuilt."""
    text = "libraries Bücher İzmir книгами βιβλιοθήκες والكتب 図書 ยา हिन्दी ٢٠ ۲۰ २०২০๒๐"
    terms = "librari bucher izmir книг βιβλιοθηκ والكتب 図 書 ย า हिन्दी 20 20 202020"
    assert (schema.FORMAT, analysis.terms(text)) == (8, terms.split())

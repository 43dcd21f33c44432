import random
import threading

import pytest
import tantivy
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.index import schema
from emulator.retrieval.index.chunk_index import ChunkIndex, IndexBusy
from emulator.retrieval.index.chunks import Hit, IndexedDocument
from emulator.retrieval.query import Query
from tests.retrieval.filling import put


def add(index, document, *texts, title="", place=None, **attributes):
    put(index, document, *texts, title=title, place=place, data=attributes)


def found(matches):
    return [hit.document for hit in matches.hits]


@pytest.fixture(params=["memory", "disk"])
def index(request, tmp_path):
    opened = ChunkIndex.open(tmp_path / "index" if request.param == "disk" else None)
    yield opened
    opened.close()


def test_a_new_index_is_empty(index):
    assert index.generation == 0
    assert index.snapshot.search("anything", 10).total == 0
    assert index.snapshot.search("", 10, by_document=True) == index.snapshot.search("", 10)


def test_writes_are_seen_from_the_commit_on(index):
    add(index, "a", "red apple")
    assert index.snapshot.search("apple", 10).hits == []
    index.commit(1)
    assert found(index.snapshot.search("apple", 10)) == ["a"]


def test_replacing_leaves_nothing_of_the_old_chunks(index):
    add(index, "a", "old text", "old end")
    index.commit(1)
    add(index, "a", "new text")
    index.commit(2)
    assert index.snapshot.search("old", 10).total == 0
    assert index.snapshot.search("new", 10).total == index.snapshot.search("", 10).total == 1


def test_many_documents_are_written_as_one_by_one(index):
    for place, name in enumerate(("kept", "changed", "removed")):
        add(index, name, "apple", place=place)
    index.commit(1)
    index.replace(
        [
            IndexedDocument("last", 4, "", ["日本 apple"], ()),  # which another tokenizer cuts
            IndexedDocument("new", 3, "", ["apple", "pear"], ()),
            IndexedDocument("changed", 1, "", ["pear"], ()),
        ]
    )
    index.remove(["removed", "unknown"])
    assert index.uncommitted == 4
    index.commit(2)
    assert found(index.snapshot.search("", 10)) == ["kept", "changed", "new", "new", "last"]
    assert set(found(index.snapshot.search("apple", 10))) == {"kept", "new", "last"}


def test_the_last_of_two_writes_between_commits_counts(index):
    add(index, "a", "first")
    add(index, "a", "second")
    index.commit(1)
    assert index.snapshot.search("first", 10).total == 0
    assert index.snapshot.search("second", 10).total == 1


def test_deleting(index):
    add(index, "a", "apple")
    add(index, "b", "apple")
    index.commit(1)
    index.remove(["a", "never there"])
    index.commit(2)
    assert found(index.snapshot.search("apple", 10)) == ["b"]


def test_deleting_what_was_not_committed_yet(index):
    add(index, "a", "apple")
    index.remove(["a"])
    index.commit(1)
    assert index.snapshot.search("", 10).total == 0


def test_clearing_spares_what_is_written_after_it(index):
    add(index, "committed", "apple")
    index.commit(1)
    add(index, "written", "apple")
    index.clear()
    add(index, "after", "apple")
    index.commit(2)
    assert found(index.snapshot.search("apple", 10)) == ["after"]
    assert index.snapshot.search("", 10).total == 1


def test_blank_text_browses_in_insertion_order(index):
    names = ["c", "a", "d", "b"]
    for name in names:
        add(index, name, "one", "two")
    index.commit(1)
    assert found(index.snapshot.search(" ", 10, by_document=True)) == names
    assert index.snapshot.search("", 2, 1, by_document=True).hits == [
        Hit("a", 0, 0.0),
        Hit("d", 0, 0.0),
    ]
    assert index.snapshot.search("", 10, by_document=True).total == 4
    assert index.snapshot.search("", 3).hits == [
        Hit("c", 0, 0.0),
        Hit("c", 1, 0.0),
        Hit("a", 0, 0.0),
    ]
    assert index.snapshot.search("", 3).total == 8


def test_documents_stand_in_their_places_whenever_they_are_written(index):
    for name, place in (("c", 30), ("a", 10), ("b", 20)):
        add(index, name, "text", place=place)
    index.commit(1)
    add(index, "b", "new", place=20)
    add(index, "a", "new", place=40)
    add(index, "d", "new", place=2**39)
    index.commit(2)
    assert found(index.snapshot.search("", 10, by_document=True)) == ["b", "c", "a", "d"]


def test_documents_show_their_best_chunk(index):
    add(index, "a", "nothing here", "apple apple apple")
    add(index, "b", "an apple a day keeps the doctor away for a long time", "apple")
    index.commit(1)
    matches = index.snapshot.search("apple", 10, by_document=True)
    assert {(hit.document, hit.ordinal) for hit in matches.hits} == {("a", 1), ("b", 1)}
    assert matches.total == 2


def test_documents_are_counted_exactly_if_they_have_one_chunk(index):
    for number in range(500):
        add(index, f"d{number}", "apple pie")
    index.commit(1)
    matches = index.snapshot.search("apple", 5, by_document=True)
    assert (len(matches.hits), matches.total) == (5, 500)


def test_documents_of_many_chunks_are_counted_nearly(index):
    for number in range(300):
        add(index, f"d{number}", *["apple"] * (1 + number % 3))
    index.commit(1)
    assert index.snapshot.search("apple", 1, by_document=True).total == pytest.approx(300, rel=0.05)
    assert index.snapshot.search("apple", 300, by_document=True).total == 300


def test_pages_follow_each_other(index):
    chance = random.Random(7)
    for number in range(200):
        add(index, f"d{number}", "apple " * chance.randint(1, 5) + "pear " * chance.randint(1, 5))
    index.commit(1)
    whole = found(index.snapshot.search("apple", 200, by_document=True))
    pages = [
        found(index.snapshot.search("apple", 20, offset, by_document=True))
        for offset in range(0, 220, 20)
    ]
    assert [name for page in pages for name in page] == whole
    assert len(set(whole)) == 200


def test_equal_scores_stand_in_insertion_order(index):
    names = [f"d{number}" for number in range(100)]
    for number, name in enumerate(names):
        add(index, name, "apple pie")
        if number % 10 == 0:
            index.commit(number)  # a new segment
    index.commit(1000)
    assert found(index.snapshot.search("apple", 7)) == names[:7]
    assert found(index.snapshot.search("apple", 7, 7, by_document=True)) == names[7:14]


@pytest.mark.parametrize("text", ["apple", ""])
def test_a_page_beyond_the_end_is_empty(index, text):
    add(index, "a", "apple")
    index.commit(1)
    assert (
        index.snapshot.search(text, 10, 10**9).hits
        == index.snapshot.search(text, 10, 10**9, by_document=True).hits
        == []
    )
    assert index.snapshot.search(text, 0, by_document=True).hits == []
    assert index.snapshot.search(text, 0, by_document=True).total == 1


def test_title_and_text_are_searched(index):
    add(index, "a", "fruit", title="Apples")
    add(index, "b", "apples", title="Fruit")
    index.commit(1)
    assert found(index.snapshot.search("apple", 10)) == ["a", "b"]


def test_rare_words_rank_higher(index):
    add(index, "a", "common common")
    add(index, "b", "rare")
    add(index, "c", "common")
    add(index, "d", "common")
    index.commit(1)
    assert found(index.snapshot.search("common rare", 1)) == ["b"]


FAQ = "%s\n\nIt is the language of the name.\n\nWhy does it bite?\n\nPython has bitten Python."


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("What is Python?", "What is Python?"),
        ("what is python", "2.1. What is Python?"),
        ("\u201cWhat is \u2013 Python?\u201d", "Q: What is Python?"),
        ("Python\u662f\u4ec0\u4e48\uff1f", "Python\u662f\u4ec0\u4e48\uff1f"),
    ],
)
def test_a_text_that_asks_just_that_comes_first(index, question, heading):
    for number in range(5):
        add(index, f"d{number}", "Python is Python. What Python is, is Python.", title="Python")
    add(index, "faq", FAQ % heading)
    add(index, "titled", "It bites.", title=f"Not {heading}")
    index.commit(1)
    first = index.snapshot.search(question, 10, by_document=True).hits[0]
    assert first.document == "faq"
    parts = index.snapshot.explain(Query.parse(question), first)
    assert (parts[-1].kind, parts[-1].text) == ("question", question)
    assert first.score == pytest.approx(sum(part.score for part in parts), abs=1e-3)


@pytest.mark.parametrize("question", ["What is C++?", "Is that C?", "What is C"])
def test_other_questions_of_the_same_words_are_not_raised(index, question):
    add(index, "faq", "What is C?\n\nA language. Is that C#?")
    index.commit(1)
    first = index.snapshot.search(question, 1).hits[0]
    kinds = [part.kind for part in index.snapshot.explain(Query.parse(question), first)]
    assert ("question" in kinds) == (question == "What is C")


def test_a_title_that_asks_just_that_comes_first(index):
    for number in range(5):
        add(index, f"d{number}", "Python is Python.", title="Python")
    add(index, "titled", "It is a language.", title="What is Python?")
    index.commit(1)
    assert found(index.snapshot.search("What is Python?", 1)) == ["titled"]


def test_a_phrase_demands_its_order(index):
    add(index, "a", "the dark blue sea")
    add(index, "b", "blue and dark", title="dark")
    add(index, "c", "blue dark")
    index.commit(1)
    assert found(index.snapshot.search('"dark blue"', 10)) == ["a"]
    assert index.snapshot.search('"dark blue" sea', 10).total == 1


def test_a_phrase_does_not_run_from_title_to_text(index):
    add(index, "a", "blue sea", title="dark")
    index.commit(1)
    assert index.snapshot.search('"dark blue"', 10).total == 0


def test_operators(index):
    add(index, "a", "red cars")
    add(index, "b", "red bikes")
    add(index, "c", "green bikes")
    index.commit(1)
    assert found(index.snapshot.search("red AND bikes", 10)) == ["b"]
    assert set(found(index.snapshot.search("cars OR green", 10))) == {"a", "c"}
    assert set(found(index.snapshot.search("red AND cars OR green", 10))) == {"a", "c"}


def test_punctuation_only_matches_nothing(index):
    add(index, "a", "text ???")
    index.commit(1)
    assert index.snapshot.search("???", 10).total == 0


def test_chinese_is_found_by_words(index):
    add(index, "ai", "人工智能改变世界")
    add(index, "work", "人们用双手工作。很能干。有智慧")
    index.commit(1)
    assert found(index.snapshot.search("人工智能", 10)) == ["ai", "work"]
    assert found(index.snapshot.search('"智能"', 10)) == ["ai"]


def test_filters_restrict_without_scoring(index):
    add(index, "a", "apple", color="Dark Red", size=3, nested={"key": True})
    add(index, "b", "apple", color="Green", size=5)
    index.commit(1)
    red = tantivy.Query.term_query(schema.SCHEMA, "attrs.color", "Dark Red")
    nested = tantivy.Query.term_query(schema.SCHEMA, "attrs.nested.key", True)
    assert found(index.snapshot.search("apple", 10, filters=[red, nested])) == ["a"]
    assert found(index.snapshot.search("", 10, filters=[red], by_document=True)) == ["a"]
    plain = index.snapshot.search("apple", 10)
    assert index.snapshot.search("apple", 10, filters=[red]).hits[0] == plain.hits[0]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def shared():
    return ChunkIndex.open(None)


@given(st.text(st.characters()), st.text(st.characters()), st.dictionaries(st.text(), JSON))
def test_any_content_can_be_indexed(shared, title, text, attributes):
    put(shared, "a", text, title=title, data=attributes)
    shared.commit(1)
    assert shared.snapshot.search("", 10, by_document=True).total == 1


def test_attributes_deeper_than_any_real_ones_do_no_harm(index):
    deep: dict[str, object] = {}
    for _ in range(900):
        deep = {"deeper": [deep]}
    put(index, "deep", "deep", data=deep)
    index.commit(1)
    assert index.snapshot.search("deep", 1).total == 1


def test_document_frequency_and_idf(index):
    for name in ("a", "b", "c"):
        add(index, name, "apple")
    add(index, "d", "pear")
    index.commit(1)
    assert index.snapshot.document_frequency("appl") == 3
    assert (
        index.snapshot.idf("unseen") > index.snapshot.idf("pear") > index.snapshot.idf("appl") > 0
    )


def test_a_term_of_more_chunks_that_were_deleted_than_there_are_has_a_weight(index):
    for name in ("a", "b", "c"):
        add(index, name, "apple")
    index.commit(1)
    index.remove(["a", "b"])
    index.commit(2)
    assert index.snapshot.document_frequency("appl") > index.snapshot.chunks
    assert index.snapshot.idf("unseen") > index.snapshot.idf("appl") > 0


def test_the_generation_survives(tmp_path):
    index = ChunkIndex.open(tmp_path)
    add(index, "a", "apple")
    index.commit(42)
    assert index.generation == 42
    index.close()
    reopened = ChunkIndex.open(tmp_path)
    assert reopened.generation == 42
    assert found(reopened.snapshot.search("apple", 10)) == ["a"]


def test_what_was_not_committed_is_lost_when_closed(tmp_path):
    index = ChunkIndex.open(tmp_path)
    add(index, "a", "apple")
    index.commit(1)
    add(index, "b", "apple")
    index.close()
    assert found(ChunkIndex.open(tmp_path).snapshot.search("apple", 10)) == ["a"]


def test_an_index_can_be_written_after_closing(index):
    add(index, "a", "apple")
    index.close()
    add(index, "b", "apple")
    index.commit(1)
    assert found(index.snapshot.search("", 10, by_document=True)) == ["b"]


def test_a_second_writer_is_refused(tmp_path):
    index = ChunkIndex.open(tmp_path)
    add(index, "a", "apple")
    index.commit(1)
    other = ChunkIndex.open(tmp_path)
    with pytest.raises(IndexBusy, match="another process"):
        add(other, "b", "pear")
    assert found(other.snapshot.search("apple", 10)) == ["a"]


def test_searches_run_beside_writes(index):
    add(index, "d0", "apple")
    index.commit(0)
    failures = []
    done = threading.Event()

    def search():
        try:
            while not done.is_set():
                total = index.snapshot.search("apple", 5, by_document=True).total
                assert total >= 1
        except BaseException as error:
            failures.append(error)

    def write(first):
        for number in range(first, first + 10):
            add(index, f"d{number}", "apple")
            index.commit(number)

    readers = [threading.Thread(target=search) for _ in range(2)]
    writers = [threading.Thread(target=write, args=(first,)) for first in (100, 200)]
    for thread in readers + writers:
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    for thread in readers:
        thread.join()
    assert failures == []
    assert index.snapshot.search("apple", 5, by_document=True).total == 21


@pytest.mark.parametrize(
    ("query", "kinds"),
    [("solar sail", ["word", "word"]), ("lunar dust", ["word", "word", "pair"])],
)
def test_pairs_of_common_words_do_not_count(index, query, kinds):
    texts = ["solar sail", "sail solar"] * 150 + ["lunar dust", "dust lunar"] + ["x"] * 200
    for number, text in enumerate(texts):
        add(index, f"d{number}", text)
    index.commit(1)
    first = index.snapshot.search(query, 1, by_document=True).hits[0]
    parts = index.snapshot.explain(Query.parse(query), first)
    assert [part.kind for part in parts] == kinds
    assert first.score == pytest.approx(sum(part.score for part in parts), abs=1e-3)

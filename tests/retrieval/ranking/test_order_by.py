from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters.conditions import NumberIn
from emulator.retrieval.filters.evaluate import matches
from emulator.retrieval.filters.fields import Field, Fields
from emulator.retrieval.index import columns
from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.ranking import order_by
from emulator.retrieval.ranking.order_by import OrderError, OrderKey, merge_pages, parse_order
from tests.retrieval.filling import put
from tests.retrieval.strategies import PATHS, conditions, corpora, fill, words

FIELDS = Fields(
    {"title": "string", "n": "number", "d": "datetime", "b": "boolean", "g": "geolocation"}
)
TYPES = ["string", "number", "boolean", "datetime"]


@pytest.fixture(scope="module")
def index():
    return ChunkIndex.open(None)


def add(index, **documents):
    index.clear()
    for name, data in documents.items():
        put(index, name, "text", data=data)
    index.commit(1)


def ordered(index, text, *page, query="", fields=FIELDS, **options):
    found = index.snapshot.search(
        query, *(page or (100,)), order=parse_order(text, fields), **options, by_document=True
    )
    return [hit.document for hit in found.hits]


def test_an_order_has_fields_and_directions():
    assert parse_order("title, n desc,structData.d asc", FIELDS) == [
        OrderKey("values.keys.text.title", False),
        OrderKey("values.keys.number.n", True),
        OrderKey("values.keys.date.d", False),
    ]
    assert parse_order(" ", FIELDS) == []
    assert parse_order("n, title, n desc", FIELDS) == parse_order("n, title", FIELDS)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("x", "'x' is not known"),
        ("Title", "'Title' is not known"),
        ("title DESC", "'title DESC' is not a field"),
        ("title desc n", "'title desc n' is not"),
        ("title,", "'' is not"),
        ("g", "'g' of type geolocation has no order"),
        ("id", "'id' of type string has no order"),
    ],
)
def test_orders_that_are_refused(text, part):
    with pytest.raises(OrderError, match=part):
        parse_order(text, FIELDS)


def test_pages_beyond_what_is_read_at_once_are_in_order(index, monkeypatch):
    add(index, **{f"d{number}": {"n": number % 4} for number in range(30)})
    whole = ordered(index, "n desc")
    monkeypatch.setattr(order_by, "BATCH", 7)
    assert ordered(index, "n desc") == whole
    assert ordered(index, "n desc", 10, 15) == whole[15:25]


def test_the_most_fields_that_order_can_all_be_asked_for(index):
    names = [f"f{number}" for number in range(16)]
    fields = Fields(dict.fromkeys(names, "number"))
    add(index, a=dict.fromkeys(names, 1), b={**dict.fromkeys(names, 1), "f14": 0})
    assert ordered(index, ",".join(names[:15]), fields=fields) == ["b", "a"]
    with pytest.raises(OrderError, match="At most 15 fields are allowed, got 16"):
        parse_order(",".join(names), fields)


def test_first_values_are_read_of_more_fields_than_order(index):
    names = [f"f{number}" for number in range(40)]
    add(index, a={name: name for name in names}, b={"f39": "last"})
    keys = [columns.key(Field(name, "string")) for name in names]
    a, b = (hit.sequence for hit in index.snapshot.search("", 2, by_document=True).hits)
    assert index.snapshot.first_values(keys, [a, b]) == {
        a: tuple(names),
        b: (*[None] * 39, "last"),
    }


def test_texts_numbers_dates_and_truth_values(index):
    add(
        index,
        a={"title": "b", "n": 10, "d": "2023-01-01", "b": True},
        b={"title": "B", "n": 9.5, "d": "2023-01-01T00:00:00.000001Z", "b": False},
        c={"title": "é", "n": -1, "d": "2022"},
    )
    assert ordered(index, "title") == ["b", "a", "c"]
    assert ordered(index, "n") == ["c", "b", "a"]
    assert ordered(index, "d desc") == ["b", "a", "c"]
    assert ordered(index, "b") == ["b", "a", "c"]


def test_what_has_no_value_comes_last(index):
    add(index, a={}, b={"n": 1}, c={"n": "text"}, d={"n": 2})
    assert ordered(index, "n") == ["b", "d", "a", "c"]
    assert ordered(index, "n desc") == ["d", "b", "a", "c"]


def test_ties_are_in_insertion_order_or_broken_by_the_next_field(index):
    add(index, c={"title": "x", "n": 1}, a={"title": "x", "n": 2}, b={"title": "w", "n": 1})
    assert ordered(index, "title") == ["b", "c", "a"]
    assert ordered(index, "title desc, n desc") == ["a", "c", "b"]


def test_all_that_match_are_ordered_and_only_they(index):
    add(index, **{f"d{number}": {"n": -number} for number in range(50)})
    assert ordered(index, "n", 3, 2) == ["d47", "d46", "d45"]
    assert ordered(index, "n", 3, 49) == ["d0"]
    assert ordered(index, "n", 3, 50) == []
    found = index.snapshot.search(
        "", 2, order=parse_order("n", FIELDS), filters=[NumberIn("n", -9, 0)], by_document=True
    )
    assert [hit.document for hit in found.hits] == ["d9", "d8"]
    assert found.total == 10


def test_a_document_comes_once_with_its_best_chunk(index):
    index.clear()
    for name, number in (("a", 2), ("b", 1)):
        texts = ["nothing", "word", "word word"]
        put(index, name, *texts, data={"n": number})
    index.commit(1)
    found = index.snapshot.search("word", 10, order=parse_order("n", FIELDS), by_document=True)
    plain = index.snapshot.search("word", 10, by_document=True)
    places = [(hit.document, hit.ordinal, hit.score) for hit in found.hits]
    assert places == [(hit.document, hit.ordinal, hit.score) for hit in reversed(plain.hits)]
    assert found.total == 2


def first(data, path, kind):
    attributes = Attributes.read(data)
    by_type = {
        "string": attributes.texts,
        "number": attributes.numbers,
        "boolean": attributes.truths,
        "datetime": attributes.dates,
    }
    return next(iter(by_type[kind].get(path, ())), None)


def sort(corpus, places, keys):
    """The plain way: sort by the last key first, those without a value behind."""
    for path, kind, descending in reversed(keys):
        values = {place: first(corpus[place], path, kind) for place in places}
        having = [place for place in places if values[place] is not None]
        having.sort(key=values.__getitem__, reverse=descending)
        places = having + [place for place in places if values[place] is None]
    return places


keys = st.lists(
    st.tuples(st.sampled_from(PATHS), st.sampled_from(TYPES), st.booleans()), min_size=1, max_size=3
)


@given(
    corpora,
    keys,
    conditions,
    st.integers(0, 4),
    st.integers(0, 8),
    st.sampled_from(["", "common", "rare"]),
)
def test_any_order_is_that_of_sorting_all(index, corpus, keys, condition, offset, limit, query):
    fill(index, corpus, words)
    order = [
        key
        for path, kind, descending in keys
        for key in parse_order(f"{path} {'desc' if descending else 'asc'}", Fields({path: kind}))
    ]
    matching = [
        place
        for place, data in enumerate(corpus)
        if matches(condition, Attributes.read(data), f"d{place}")
        and (not query or query in " ".join(words(place)))
    ]
    expected = [f"d{place}" for place in sort(corpus, matching, keys)]
    found = index.snapshot.search(query, limit, offset, [condition], order=order, by_document=True)
    assert [hit.document for hit in found.hits] == expected[offset : offset + limit]
    assert found.total == len(expected)


@settings(max_examples=30)
@given(corpora, keys)
def test_chunks_are_ordered_by_their_documents(index, corpus, keys):
    fill(index, corpus, words)
    order = [
        OrderKey(key.column, descending)
        for path, kind, descending in keys
        for key in parse_order(path, Fields({path: kind}))
    ]
    places = sort(corpus, list(range(len(corpus))), keys)
    expected = [(f"d{place}", piece) for place in places for piece in range(len(words(place)))]
    found = index.snapshot.search("", 100, order=order)
    assert [(hit.document, hit.ordinal) for hit in found.hits] == expected


def test_hits_of_several_indexes_are_merged_in_order(index):
    order = parse_order("title, n desc", FIELDS)
    pages = []
    for place, data in enumerate(
        [
            {"a": {"title": "x", "n": 1}, "b": {"n": 5}},
            {"c": {"title": "x", "n": 2}, "d": {"title": "w"}, "e": {"n": 5}},
        ]
    ):
        add(index, **data)
        found = index.snapshot.search("", 10, order=order, by_document=True).hits
        pages += [SimpleNamespace(place=place, hit=hit) for hit in found]
    assert [one.hit.document for one in merge_pages(pages, order)] == ["d", "c", "a", "b", "e"]

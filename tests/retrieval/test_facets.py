from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.facets import Facet, FacetError, FacetValue, Interval, shown
from emulator.retrieval.filters.conditions import DOCUMENT_ID, NumberIn, TextIn
from emulator.retrieval.filters.evaluate import matches
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.filters.syntax import And
from emulator.retrieval.index import selection
from emulator.retrieval.index.chunk_index import ChunkIndex
from tests.retrieval.filling import put
from tests.retrieval.strategies import NUMBERS, PATHS, conditions, corpora, fill, words

COLOR = Field("color", "string")
SIZE = Field("size", "number")
CARS = [
    {"color": "red", "size": 1, "kind": "car"},
    {"color": ["Red", "blue"], "size": 2.5, "kind": "car"},
    {"color": "dark red", "size": [3, 4], "kind": "van"},
    {"color": "red", "size": 9, "kind": "van"},
    {"kind": "van"},
]


@pytest.fixture(scope="module")
def index():
    return ChunkIndex.open(None)


@pytest.fixture
def cars(index):
    fill(index, CARS)
    return index


def counts(index, facet, query="", filters=()):
    [values] = index.snapshot.facets(query, [facet], filters)
    return [(one.value, one.count) for one in shown(facet, values)]


def test_values_are_counted_in_natural_order(cars):
    assert counts(cars, Facet(COLOR)) == [("Red", 1), ("blue", 1), ("dark red", 1), ("red", 2)]


def test_values_can_be_ordered_by_count_or_descend(cars):
    by_count = counts(cars, Facet(COLOR, order="count desc"))
    assert by_count == [("red", 2), ("Red", 1), ("blue", 1), ("dark red", 1)]
    descending = counts(cars, Facet(COLOR, order="value desc"))
    assert descending == [("red", 2), ("dark red", 1), ("blue", 1), ("Red", 1)]


@pytest.mark.parametrize("order", ["", "count desc", "value desc"])
def test_the_limit_cuts_what_comes_last(cars, order):
    whole = counts(cars, Facet(COLOR, order=order))
    assert counts(cars, Facet(COLOR, order=order, limit=2)) == whole[:2]


def test_limits(index):
    fill(index, [{"color": [f"c{number:03}" for number in range(400)]}])
    assert len(counts(index, Facet(COLOR))) == 20
    assert len(counts(index, Facet(COLOR, limit=1000))) == 300


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"restricted": ("red", "blue", "none")}, ["blue", "red"]),
        ({"prefixes": ("r", "b")}, ["blue", "red"]),
        ({"prefixes": ("R",), "ignore_case": True}, ["Red", "red"]),
        ({"contains": ("red",)}, ["dark red", "red"]),
        ({"contains": ("RED",), "ignore_case": True}, ["Red", "dark red", "red"]),
        ({"contains": ("e",), "prefixes": ("d", "b")}, ["blue", "dark red"]),
        ({"contains": ("x",)}, []),
    ],
)
def test_values_can_be_restricted(cars, options, shown):
    assert [value for value, _ in counts(cars, Facet(COLOR, **options))] == shown


def test_intervals_are_counted_in_their_order(cars):
    low, high = Interval(maximum=2.5), Interval(2.5, 9, exclusive_minimum=True)
    none = Interval(4, 9, exclusive_minimum=True, exclusive_maximum=True)
    expected = [(high, 2), (none, 0), (low, 2)]
    assert counts(cars, Facet(SIZE, (high, none, low))) == expected
    by_count = counts(cars, Facet(SIZE, (none, low), order="count desc"))
    assert by_count == [(low, 2), (none, 0)]


def test_truth_values_and_dates_are_counted_as_written(index):
    time = "2023-01-01T01:00:00+01:00"
    fill(index, [{"f": True, "d": time}, {"f": False, "d": "2023"}, {"f": [True, "true"]}])
    assert counts(index, Facet(Field("f", "boolean"))) == [("false", 1), ("true", 2)]
    assert counts(index, Facet(Field("f", "string"))) == [("true", 1)]
    assert counts(index, Facet(Field("d", "datetime"))) == [("2023", 1), (time, 1)]


def test_only_what_matches_is_counted(cars):
    van = TextIn("kind", ("van",))
    assert counts(cars, Facet(COLOR), filters=[van]) == [("dark red", 1), ("red", 1)]
    assert counts(cars, Facet(Field("none", "string"))) == []
    assert counts(cars, Facet(COLOR), "absent") == []


def test_a_facet_can_leave_filters_out(cars):
    filters = [And((TextIn("kind", ("van",)), NumberIn("size", 5, 10)))]
    kind = Field("kind", "string")
    assert counts(cars, Facet(kind), filters=filters) == [("van", 1)]
    free = Facet(kind, excluded=frozenset({"size"}))
    assert counts(cars, free, filters=filters) == [("van", 3)]
    freer = Facet(kind, excluded=frozenset({"size", "kind"}))
    first, second = cars.snapshot.facets("", [freer, Facet(kind)], filters)
    assert shown(freer, first) == [FacetValue("car", 2), FacetValue("van", 3)]
    assert second == [FacetValue("van", 1)]


def test_counts_of_several_indexes_are_summed(cars):
    [values] = cars.snapshot.facets("", [facet := Facet(COLOR, order="count desc", limit=2)])
    more = [FacetValue("blue", 7), FacetValue("green", 1)]
    assert shown(facet, [*values, *more]) == [FacetValue("blue", 8), FacetValue("red", 2)]


def test_numbers_in_values_are_ordered_as_numbers(index):
    fill(index, [{"color": ["size 10", "size 9", "size 9b", "10", "9", "Size 1"]}])
    ascending = ["9", "10", "Size 1", "size 9", "size 9b", "size 10"]
    assert [value for value, _ in counts(index, Facet(COLOR))] == ascending
    descending = counts(index, Facet(COLOR, order="value desc"))
    assert [value for value, _ in descending] == ascending[::-1]


def test_an_interval_that_is_given_twice_is_counted_once(cars):
    twice = Facet(SIZE, intervals=(Interval(1, 2), Interval(1, 2)))
    assert counts(cars, twice) == [(Interval(1, 2), 1)]


def test_a_document_counts_once(index):
    for name, texts in (("a", ["apple", "apple", "pear"]), ("b", ["pear", "apple"])):
        index.clear() if name == "a" else None
        put(index, name, *texts, data={"color": ["red", "red"]})
    index.commit(1)
    assert counts(index, Facet(COLOR), "apple") == [("red", 2)]
    assert counts(index, Facet(COLOR)) == [("red", 2)]


@pytest.mark.parametrize("chunks", [2, 3, 6])
@pytest.mark.parametrize("most_buckets", [60_000, 10])
def test_documents_of_several_chunks_are_told_apart(index, monkeypatch, chunks, most_buckets):
    """However many chunks a document has, and whichever match; also where they are too many to be
    told apart at once, and where some were deleted."""
    monkeypatch.setattr(selection, "MOST_BUCKETS", most_buckets)
    index.clear()
    for number in range(12):
        texts = [f"word{number * place % 5} all{number % 2}" for place in range(chunks)]
        data = {"color": ["red", "blue", "green"][number % 3], "size": number}
        put(index, f"d{number}", *texts, data=data)
    index.remove(["d4"])
    index.commit(1)
    left = [number for number in range(12) if number != 4]
    for query in ("word0", "word3", "word1 word2", "all1", "all0 all1", "none"):
        asked = set(query.split())
        found = [
            number
            for number in left
            if asked & {f"all{number % 2}", *(f"word{number * n % 5}" for n in range(chunks))}
        ]
        expected = Counter(["red", "blue", "green"][number % 3] for number in found)
        assert counts(index, Facet(COLOR), query) == sorted(expected.items())
        halves = (Interval(0, 5), Interval(6, 11))
        inside = [sum(one.minimum <= number <= one.maximum for number in found) for one in halves]
        assert [count for _, count in counts(index, Facet(SIZE, halves), query)] == inside


@pytest.mark.parametrize(
    ("field", "options", "part"),
    [
        (SIZE, {}, "required for a field of type number"),
        (COLOR, {"intervals": (Interval(1, 2),)}, "not supported on a field of type string"),
        (Field("at", "geolocation"), {}, "textual and numerical"),
        (Field(DOCUMENT_ID, "string"), {}, "textual and numerical"),
        (SIZE, {"intervals": (Interval(1, 2),), "prefixes": ("1",)}, "textual fields"),
    ],
)
def test_facets_that_are_refused(field, options, part):
    with pytest.raises(FacetError, match=part):
        Facet(field, **options)


def test_an_interval_has_its_minimum_first():
    with pytest.raises(FacetError, match="above its maximum"):
        Interval(2, 1)


numbers = st.sampled_from(sorted(float(number) for number in NUMBERS if number > -(10**400)))


@settings(max_examples=60)
@given(
    corpora,
    st.sampled_from(PATHS),
    conditions,
    st.sampled_from(["", "common", "rare"]),
    st.lists(st.tuples(numbers, numbers, st.booleans(), st.booleans()), min_size=1, max_size=4),
)
def test_any_facet_is_that_of_counting_each(index, corpus, path, condition, query, ranges):
    fill(index, corpus, words)
    found = [
        attributes
        for place, attributes in enumerate(map(Attributes.read, corpus))
        if matches(condition, attributes, f"d{place}")
        and (not query or query in " ".join(words(place)))
    ]
    texts = Counter(text for attributes in found for text in attributes.texts.get(path, ()))
    assert counts(index, Facet(Field(path, "string")), query, [condition]) == sorted(texts.items())
    intervals = tuple(
        Interval(min(low, high), max(low, high), *ends) for low, high, *ends in ranges
    )
    expected = []
    for interval in dict.fromkeys(intervals):
        least, greatest = interval.bounds
        inside = [
            attributes
            for attributes in found
            if any(least <= number <= greatest for number in attributes.numbers.get(path, ()))
        ]
        expected.append((interval, len(inside)))
    assert counts(index, Facet(Field(path, "number"), intervals), query, [condition]) == expected

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters.conditions import EVERYTHING, NumberIn, TextIn
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.filters.syntax import Not
from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.ranking import boosted_matches
from emulator.retrieval.ranking.boosts import Boost, Curve, boost_of
from tests.retrieval.filling import put
from tests.retrieval.strategies import PATHS, bounds, conditions, corpora, fill, moments, words

AMOUNTS = [-1.0, -0.5, -0.2, 0.0, 0.2, 0.3, 0.7, 1.0]


@st.composite
def curves(draw):
    kind = draw(st.sampled_from(["number", "datetime"]))
    values = bounds if kind == "number" else moments
    ascending = sorted(draw(st.lists(values, min_size=1, max_size=4, unique=True)))
    heights = sorted(draw(st.lists(st.sampled_from(AMOUNTS), min_size=4, max_size=4)))
    if draw(st.booleans()):
        heights.reverse()
    points = tuple(zip(ascending, heights, strict=False))
    return Curve(Field(draw(st.sampled_from(PATHS)), kind), points)


boosts = st.lists(
    st.builds(Boost, conditions | st.just(EVERYTHING), st.sampled_from(AMOUNTS) | curves()),
    min_size=1,
    max_size=4,
)


@pytest.fixture(scope="module")
def index():
    return ChunkIndex.open(None)


@pytest.fixture(scope="module", params=[0, 2, 400], ids=lambda small: f"small={small}")
def small(request):
    """Both ways of finding out what a part's documents get: splitting it, and looking at each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boosted_matches, "_SMALL", request.param)
        yield request.param


def sorted_plainly(hits, boosts, corpus, scale=None):
    """Every hit with its boost, sorted by what both come to."""
    scale = scale or max((hit.score for hit in hits), default=0.0) or 1.0
    number = {name: int(name.removeprefix("d")) for name in {hit.document for hit in hits}}
    boost = {
        name: boost_of(boosts, Attributes.read(corpus[place]), name)
        for name, place in number.items()
    }
    found = [(hit.document, hit.ordinal, hit.score, boost[hit.document]) for hit in hits]
    return sorted(found, key=lambda hit: (-(hit[2] / scale + hit[3]), number[hit[0]], hit[1]))


def as_found(matches):
    return [(hit.document, hit.ordinal, hit.score, hit.boost) for hit in matches.hits]


def add(index, documents):
    index.clear()
    for name, (text, data) in documents.items():
        put(index, name, text, data=data)
    index.commit(1)


def names(matches):
    return [hit.document for hit in matches.hits]


def test_a_boost_lifts_what_matches_over_a_better_score(index):
    add(index, {"a": ("apple apple", {}), "b": ("apple and a pear", {"color": "red"})})
    red = TextIn("color", ("red",))
    assert names(index.snapshot.search("apple", 10, by_document=True)) == ["a", "b"]
    lifted = index.snapshot.search("apple", 10, boosts=[Boost(red, 0.9)], by_document=True)
    assert names(lifted) == ["b", "a"]
    assert [hit.boost for hit in lifted.hits] == [0.9, 0.0]
    assert names(
        index.snapshot.search("apple", 10, boosts=[Boost(red, -0.9)], by_document=True)
    ) == ["a", "b"]


def test_a_boost_never_changes_what_matches(index):
    add(index, {"a": ("apple", {}), "b": ("pear", {"color": "red"})})
    found = index.snapshot.search(
        "apple", 10, boosts=[Boost(TextIn("color", ("red",)), 1.0)], by_document=True
    )
    assert names(found) == ["a"]
    assert found.total == 1
    worst = index.snapshot.search("apple", 10, boosts=[Boost(EVERYTHING, -1.0)], by_document=True)
    assert names(worst) == ["a"]


def test_the_last_of_a_thousand_comes_first(index):
    documents = {f"d{number}": ("apple apple", {"n": number}) for number in range(1000)}
    documents["d1000"] = ("apple and many other words", {"n": 1000})
    add(index, documents)
    found = index.snapshot.search(
        "apple", 3, boosts=[Boost(NumberIn("n", 1000, 1000), 1.0)], by_document=True
    )
    assert names(found) == ["d1000", "d0", "d1"]
    assert found.total == 1001


def test_browsing_is_boosted_too(index):
    add(index, {f"d{number}": ("text", {"n": number}) for number in range(6)})
    curve = Curve(Field("n", "number"), ((0.0, 0.0), (5.0, 1.0)))
    assert names(
        index.snapshot.search("", 2, 1, boosts=[Boost(EVERYTHING, curve)], by_document=True)
    ) == ["d4", "d3"]
    some = Boost(NumberIn("n", 2, 3), 0.5)
    assert names(index.snapshot.search("", 4, boosts=[some], by_document=True)) == [
        "d2",
        "d3",
        "d0",
        "d1",
    ]


def test_scores_can_be_measured_by_another_best(index):
    add(index, {"a": ("apple apple", {}), "b": ("apple and a pear", {"color": "red"})})
    weak = [Boost(TextIn("color", ("red",)), 0.05)]
    best = index.snapshot.best_score("apple")
    assert names(index.snapshot.search("apple", 2, boosts=weak, by_document=True)) == ["a", "b"]
    assert names(index.snapshot.search("apple", 2, boosts=weak, scale=best, by_document=True)) == [
        "a",
        "b",
    ]
    assert names(
        index.snapshot.search("apple", 2, boosts=weak, scale=best * 100, by_document=True)
    ) == ["b", "a"]


def test_no_page_and_nothing_found(index):
    add(index, {"a": ("apple", {})})
    boost = [Boost(EVERYTHING, 0.5)]
    assert index.snapshot.search("apple", 0, boosts=boost, by_document=True).total == 1
    assert index.snapshot.search("apple", 0, boosts=boost, by_document=True).hits == []
    assert index.snapshot.search("apple", 5, 5, boosts=boost, by_document=True).hits == []
    assert index.snapshot.search("pear", 5, boosts=boost, by_document=True).total == 0


pages = st.tuples(st.integers(0, 10), st.integers(0, 4))
queries = st.sampled_from(["", "common", "rare", "common rare other"])


@settings(max_examples=60)
@given(corpora, boosts, conditions, pages, queries, st.sampled_from([None, 0.3, 5.0]))
def test_any_page_is_that_of_sorting_all(
    index, small, corpus, boosts, condition, page, query, scale
):
    fill(index, corpus, words)
    limit, offset = page
    for by_document in (True, False):
        search = partial(index.snapshot.search, by_document=by_document)
        plain = search(query, 100, filters=[condition])
        expected = sorted_plainly(plain.hits, boosts, corpus, scale)
        found = search(query, limit, offset, [condition], boosts=boosts, scale=scale)
        assert as_found(found) == expected[offset : offset + limit]
        assert found.total == plain.total


@pytest.fixture(scope="module")
def large():
    chance = random.Random(11)
    corpus = [
        {
            "color": chance.choice(["red", "green", "blue"]),
            "n": chance.randrange(400) / 4,
            "day": f"20{chance.randrange(10, 24)}-0{chance.randrange(1, 10)}-11",
            "flag": chance.choice(["yes", "no"]),
        }
        for _ in range(3000)
    ]
    index = ChunkIndex.open(None)
    fill_large(index, corpus, chance)
    return index, corpus


def fill_large(index, corpus, chance):
    for number, data in enumerate(corpus):
        texts = ["apple " * chance.randint(1, 9) + "pear " * chance.randint(0, 9)] * (
            1 + number % 2
        )
        put(index, f"d{number}", *texts, data=data)
    index.commit(1)


DAY = 86_400_000_000
COLORS = [
    Boost(TextIn("color", (color,)), amount) for color, amount in (("red", 0.3), ("green", -0.2))
]
RISING = Boost(EVERYTHING, Curve(Field("n", "number"), ((10.0, -0.5), (50.0, 0.1), (90.0, 0.9))))
FRESH = Boost(
    Not(TextIn("flag", ("no",))),
    Curve(Field("day", "datetime"), ((14_000.0 * DAY, 0.0), (19_700.0 * DAY, 0.8))),
)


@pytest.mark.parametrize("query", ["apple", "apple pear", ""])
@pytest.mark.parametrize(
    "boosts",
    [COLORS, [RISING], [FRESH], [*COLORS, RISING, FRESH]],
    ids=["fixed", "n", "day", "all"],
)
def test_many_matches_are_sorted_as_if_all_were_looked_at(large, query, boosts):
    index, corpus = large
    expected = sorted_plainly(
        index.snapshot.search(query, 3000, by_document=True).hits, boosts, corpus
    )
    for limit, offset in ((10, 0), (50, 200)):
        found = index.snapshot.search(query, limit, offset, boosts=boosts, by_document=True)
        assert as_found(found) == expected[offset : offset + limit]

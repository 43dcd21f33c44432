"""Random documents, conditions, orders and boosts over few fields and values, so that they meet."""

from hypothesis import strategies as st

from emulator.retrieval.filters.conditions import (
    DOCUMENT_ID,
    EARLIEST,
    LATEST,
    DateIn,
    IsTrue,
    NumberIn,
    TextIn,
    Within,
)
from emulator.retrieval.filters.dates import period
from emulator.retrieval.filters.geo import Circle, Point
from emulator.retrieval.filters.syntax import And, Not, Or
from tests.retrieval.filling import put

PATHS = ["a", "b-c", "d.e", "d.e.f"]
DATES = ["2023", "2023-05", "2023-05-06", "2023-05-06T07:08:09Z", "2023-05-06T09:08:09.5+02:00"]
TEXTS = ["red", "Red", "dark red", "é", "東京", 'say "hi"', "", "x" * 3000, *DATES]
NUMBERS = [-1.5, -1, 0, -0.0, 1, 1.5, 2, 2**53, 2**53 + 2, -(10**400), 1e300, -1e-300]
PLACES = [(0, 0), (0, 180), (0, -180), (90, 0), (-90, 7), (52.1, 4.3), (52.1001, 4.3), (51, 5)]

texts = st.sampled_from(TEXTS)
numbers = st.sampled_from(NUMBERS)
moments = st.sampled_from([edge for text in DATES for edge in period(text)] + [EARLIEST, LATEST])
points = st.sampled_from(PLACES).map(lambda place: Point(*map(float, place)))
places = points.map(lambda point: {"latitude": point.latitude, "longitude": point.longitude})
leaves = texts | numbers | st.booleans() | st.none() | places
values = leaves | st.lists(leaves, max_size=3)
paths = st.sampled_from(PATHS)
documents = st.fixed_dictionaries(
    {},
    optional={
        "a": values,
        "b-c": values,
        "d": st.fixed_dictionaries({"e": values}) | st.lists(st.fixed_dictionaries({"e": leaves})),
        "d.e": values,
        "d.e.f": leaves,
    },
)
corpora = st.lists(documents, max_size=8)

radii = st.sampled_from([0.0, 5.0, 20.0, 130_000.0, 7e6, 1.5e7, 3e7]) | st.floats(0, 2.1e7)
circles = st.builds(Circle, points, radii)
bounds = numbers.map(lambda number: max(float(number), -1e308) if number > -(10**400) else -1e308)
atoms = st.one_of(
    st.builds(TextIn, paths, st.lists(texts, min_size=1, max_size=3).map(tuple)),
    st.builds(TextIn, st.just(DOCUMENT_ID), st.sampled_from([("d0",), ("d1", "d3"), ("none",)])),
    st.builds(NumberIn, paths, bounds | st.just(float("-inf")), bounds | st.just(float("inf"))),
    st.builds(DateIn, paths, moments, moments),
    st.builds(IsTrue, paths, st.booleans()),
    st.builds(Within, paths, circles),
)
conditions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(And, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Or, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)


def fill(index, corpus, texts_of=lambda number: ["text"]):
    """Put the documents d0, d1, ... in place of all that is in the index."""
    index.clear()
    for number, data in enumerate(corpus):
        name = f"d{number}"
        put(index, name, *texts_of(number), data=data)
        if number % 3 == 2:
            index.commit(1)  # so that there are several segments
    index.commit(1)


def words(number):
    """Texts of one to three chunks, with scores that differ and some that are equal."""
    return ["common " * (1 + number % 3), "rare", "common other"][: 1 + number % 3]

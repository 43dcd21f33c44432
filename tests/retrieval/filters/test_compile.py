import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters.conditions import DOCUMENT_ID, TextIn
from emulator.retrieval.filters.evaluate import matches
from emulator.retrieval.index.chunk_index import ChunkIndex
from tests.retrieval.strategies import conditions, corpora, fill


@pytest.fixture(scope="module")
def index():
    return ChunkIndex.open(None)


@given(corpora, st.lists(conditions, min_size=1, max_size=8))
def test_the_index_agrees_with_the_evaluator(index, corpus, wanted):
    fill(index, corpus, lambda number: ["text"] * (1 + number % 2))
    for condition in wanted:
        expected = [
            f"d{number}"
            for number, data in enumerate(corpus)
            if matches(condition, Attributes.read(data), f"d{number}")
        ]
        for text in ("", "text"):
            found = index.snapshot.search(text, 100, filters=[condition], by_document=True)
            assert [hit.document for hit in found.hits] == expected
            assert found.total == len(expected)


@pytest.mark.parametrize("more", [0, 1, 500])
@pytest.mark.parametrize(("path", "own"), [("color", ["red", "blue"]), (DOCUMENT_ID, ["d0", "d2"])])
def test_any_number_of_values_may_be_listed(index, path, own, more):
    fill(index, [{"color": "red"}, {"color": "green"}, {"color": "blue"}], lambda _: ["text"])
    values = (*own, *(f"other {number}" for number in range(more)))
    found = index.snapshot.search("", 100, filters=[TextIn(path, values)])
    assert [hit.document for hit in found.hits] == ["d0", "d2"]

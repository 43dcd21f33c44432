from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from emulator.retrieval.index import selection
from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.index.chunks import Matches
from emulator.retrieval.index.snapshot import Snapshot
from tests.retrieval.filling import put

WORDS = ["apple", "bread", "cheese", "dates", "eggs", "flour", "grape", "honey", "茶", "米"]
DOCUMENTS = 60
TEXTS = [
    "apple",
    "apple bread",
    "apple bread cheese dates apple bread",
    '"apple bread" cheese dates',
    "apple bread OR cheese dates",
    "apple bread AND cheese dates",
    "apple 茶米茶",
]


@pytest.fixture(scope="module")
def snapshot() -> Iterator[Snapshot]:
    """Documents of one to three chunks in which words stand side by side by chance."""
    chance = random.Random(7)
    index = ChunkIndex.open(None)
    for number in range(DOCUMENTS):
        name = f"d{number}"
        texts = (" ".join(chance.choices(WORDS, k=8)) for _ in range(chance.randint(1, 3)))
        put(index, name, *texts)
    index.commit(1)
    yield index.snapshot
    index.close()


@pytest.mark.parametrize("by_document", [True, False])
@pytest.mark.parametrize("limit", [0, 1, 10, 500])
@pytest.mark.parametrize("text", TEXTS)
def test_pairs_that_are_looked_for_once_more_rank_the_same(
    snapshot, monkeypatch, text, limit, by_document
):
    together = snapshot.search(text, limit, by_document=by_document)
    monkeypatch.setattr(selection, "_FEW_CHUNKS", 0)
    apart = snapshot.search(text, limit, by_document=by_document)
    assert places(apart) == places(together)
    assert apart.total == together.total
    scores = [hit.score for hit in together.hits]
    assert [hit.score for hit in apart.hits] == pytest.approx(scores, abs=2e-4)


@pytest.mark.parametrize("by_document", [True, False])
@pytest.mark.parametrize("text", TEXTS)
def test_matches_that_are_looked_up_one_by_one_have_the_same_scores(
    snapshot, monkeypatch, text, by_document
):
    selected = snapshot._select(text, (), by_document=by_document)
    wanted = [selected.identify(match) for match in reversed(selected.page(10).best)]
    together = selected.only(wanted)
    monkeypatch.setattr(selection, "_FEW_CHUNKS", 0)
    apart = selected.only(wanted)
    assert [match.position for match in apart] == [match.position for match in together]
    scores = [match.score for match in together]
    assert [match.score for match in apart] == pytest.approx(scores, abs=2e-4)


def places(matches: Matches) -> list[tuple[str, int]]:
    return [(hit.document, hit.ordinal) for hit in matches.hits]


@pytest.mark.parametrize("by_document", [True, False])
@pytest.mark.parametrize("query", ["apple", "apple bread", "cheese dates apple"])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 1.0, 1.1])
def test_all_above_a_score_are_selected(
    snapshot: Snapshot, query: str, share: float, by_document: bool
) -> None:
    everything = snapshot.search(query, 10_000, by_document=by_document).hits
    least = everything[0].score * share
    selected = snapshot.above(query, [], least, by_document=by_document)
    found = snapshot.search(query, 10_000, filters=[selected], by_document=by_document).hits
    assert found == [hit for hit in everything if hit.score >= least]


def test_any_number_may_have_the_same_score() -> None:
    index = ChunkIndex.open(None)
    for number in range(300):
        put(index, f"d{number}", "apple pie")
    index.commit(1)
    least = index.snapshot.best_score("apple")
    selected = index.snapshot.above("apple", [], least, by_document=True)
    assert index.snapshot.search("apple", 1, filters=[selected], by_document=True).total == 300

"""Recall, precision and NDCG, with the examples of the API reference and for any ranking."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.discoveryengine.evaluations import metrics
from emulator.surface.messages import discoveryengine as de

CUTOFFS = ("top_1", "top_3", "top_5", "top_10")

rankings = st.lists(st.integers(0, 12), unique=True, max_size=12)
judgements = st.dictionaries(st.integers(0, 12), st.floats(0.1, 10), min_size=1)


def test_recall_is_the_share_of_the_relevant() -> None:
    assert metrics.recall("abcxy", dict.fromkeys("abcde", 1.0), 5) == pytest.approx(3 / 5)


def test_precision_is_the_share_of_the_retrieved() -> None:
    assert metrics.precision("abcdx", dict.fromkeys("abcd", 1.0), 5) == pytest.approx(4 / 5)
    assert metrics.precision("ab", {"a": 1.0}, 10) == pytest.approx(1 / 2)
    assert metrics.precision("", {"a": 1.0}, 10) == 0


def test_ndcg_discounts_by_rank() -> None:
    assert metrics.ndcg(["D3", "D1", "D2"], {"D1": 1.0, "D2": 1.0}, 3) == pytest.approx(
        0.693, abs=5e-4
    )


def test_ndcg_weighs_by_score() -> None:
    relevance = {"a": 3.0, "b": 1.0}
    assert metrics.ndcg("ab", relevance, 3) == 1
    assert metrics.ndcg("ba", relevance, 3) < 1


@given(rankings, judgements)
def test_metrics_are_shares(ranked: list[int], relevance: dict[int, float]) -> None:
    for metric in (metrics.recall, metrics.precision, metrics.ndcg):
        values = metrics.at_cutoffs(metric, ranked, relevance)
        assert all(0 <= getattr(values, cutoff) <= 1 + 1e-12 for cutoff in CUTOFFS)


@given(judgements)
def test_the_best_ranking_gains_all(relevance: dict[int, float]) -> None:
    best = sorted(relevance, key=lambda one: -relevance[one])
    values = metrics.at_cutoffs(metrics.ndcg, best, relevance)
    assert all(getattr(values, cutoff) == pytest.approx(1) for cutoff in CUTOFFS)


@given(rankings, judgements)
def test_recall_grows_with_the_cutoff(ranked: list[int], relevance: dict[int, float]) -> None:
    values = metrics.at_cutoffs(metrics.recall, ranked, relevance)
    found = [getattr(values, cutoff) for cutoff in CUTOFFS]
    assert found == sorted(found)


def test_a_mean_is_of_those_that_have_the_metric() -> None:
    def measured(**values: float) -> Any:
        fields = {name: de.QualityMetrics.TopkMetrics(top_1=one) for name, one in values.items()}
        return de.QualityMetrics(**fields)

    mean = metrics.mean([measured(doc_recall=1.0, page_recall=0.5), measured(doc_recall=0.0)])
    assert (mean.doc_recall.top_1, mean.page_recall.top_1) == (0.5, 0.5)
    assert not mean.HasField("page_ndcg")

"""How well a chunk matches a query, by the formula of BM25 with k1 = 1.2 and b = 0.75."""

from __future__ import annotations

import pytest

from emulator.discoveryengine.retrieval.matching_chunks import chunk_score

TEXT = "red kettle"


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        (TEXT, len(TEXT), 1 / (1 + 1.2)),
        (TEXT, len(TEXT) / 2, 1 / (1 + 1.2 * (0.25 + 0.75 * 2))),
        ("kettle kettle kettle", 20, 3 / (3 + 1.2)),
        ("red toaster", 11, 0),
    ],
)
def test_a_term_counts_by_how_often_and_in_how_long_a_text_it_stands(text, length, expected):
    assert chunk_score(text, {"kettl": 2.0}, length) == pytest.approx(expected)


def test_terms_count_by_their_weights():
    assert chunk_score(TEXT, {"kettl": 3.0, "toaster": 1.0}, len(TEXT)) == pytest.approx(0.75 / 2.2)


def test_a_query_without_terms_matches_nothing():
    assert chunk_score(TEXT, {}, len(TEXT)) == 0

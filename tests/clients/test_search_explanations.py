"""`params.explain`: why a result is where it is."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.protobuf import struct_pb2

from tests.clients import made, searching
from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Api

EXPLAIN = {"params": {"explain": True}}


def explained(http: httpx.Client, query: str, **body: Any) -> list[dict[str, Any]]:
    found = searching.search(http, DEMO_ENGINE, query, **EXPLAIN, **body)
    return [one["document"]["derivedStructData"]["explanation"] for one in found["results"]]


def test_score_is_the_sum_of_its_parts(http: httpx.Client) -> None:
    for told in explained(http, "Skylark 3 range", pageSize=100):
        assert sum(part["score"] for part in told["parts"]) == pytest.approx(
            told["score"], abs=1e-3
        )
        assert (
            0
            < told["relevance"]
            == pytest.approx(min(told["score"] / told["highest_score"], 1), abs=1e-3)
        )


def test_parts_are_those_of_bm25(http: httpx.Client) -> None:
    texts = {"a": "The blue kettle. It is blue.", "b": "A kettle.", "c": "Tea."}
    store = made.data_store(http, [made.document(name, text) for name, text in texts.items()])
    found = searching.search(http, store, "blue kettle", **EXPLAIN)
    told = found["results"][0]["document"]["derivedStructData"]["explanation"]
    parts = {part["text"]: part for part in told["parts"]}
    assert [part["kind"] for part in told["parts"]] == ["word", "word", "pair"]
    assert parts["blue"]["frequency"] == 2
    assert parts["kettl"]["chunks"] == 2
    assert parts["blue"]["idf"] == pytest.approx(0.9808, abs=1e-3)
    assert told["rank"] == told["default_rank"] == 1
    assert told["chunk"] == "c1"
    assert told["why"].startswith("Ranked by score. BM25 is the sum of 'blue' ")


def test_boosts_are_told_by_their_condition(api_v1: Api) -> None:
    boosts = [
        {"condition": 'category: ANY("policy")', "boost": 0.5},
        {"condition": 'category: ANY("api")', "boost": 0.2},
    ]
    request = api_v1.types.SearchRequest(
        serving_config=DEMO_CONFIG,
        query="warranty",
        params={"explain": struct_pb2.Value(bool_value=True)},
        boost_spec={"condition_boost_specs": boosts},
    )
    result = next(iter(api_v1.client("SearchService").search(request)))
    told = result.document.derived_struct_data["explanation"]
    assert [dict(one) for one in told["boosts"]] == [
        {"condition": 'category: ANY("policy")', "amount": 0.5}
    ]
    assert told["boost"] == 0.5
    assert "Boosts add +0.5 of the best score." in told["why"]


def test_ranks_go_on_over_pages_and_tell_what_was_moved(http: httpx.Client) -> None:
    assert [one["rank"] for one in explained(http, "warranty", offset=3, pageSize=2)] == [4, 5]
    body = {"rankingExpression": "-1 * base_rank", "rankingExpressionBackend": "RANK_BY_FORMULA"}
    told = explained(http, "warranty", pageSize=2, **body)
    total = searching.search(http, DEMO_ENGINE, "warranty")["totalSize"]
    assert [one["default_rank"] for one in told] == [1, 2]
    body["rankingExpression"] = "base_rank"
    told = explained(http, "warranty", pageSize=2, **body)
    assert [one["default_rank"] for one in told] == [total, total - 1]
    assert told[0]["why"].startswith("Ranked by base_rank.")


def test_chunks_are_explained_too(http: httpx.Client) -> None:
    store = made.data_store(http, [made.document("a", "The blue kettle.")])
    spec = {"searchResultMode": "CHUNKS"}
    found = searching.search(http, store, "kettle", contentSearchSpec=spec, **EXPLAIN)
    told = found["results"][0]["chunk"]["derivedStructData"]["explanation"]
    assert told["parts"][0]["text"] == "kettl"


def test_browsing_and_orders_are_explained(http: httpx.Client) -> None:
    assert explained(http, "")[0]["why"] == "Listed in the order of import."
    assert explained(http, "", orderBy="title desc")[0]["why"] == "Ordered by title desc."


def test_explanations_only_on_demand(http: httpx.Client) -> None:
    for params in ({}, {"explain": False}):
        found = searching.search(http, DEMO_ENGINE, "warranty", params=params)
        assert "explanation" not in found["results"][0]["document"]["derivedStructData"]
    said = searching.refusal(http, DEMO_ENGINE, "warranty", params={"explain": 1})
    assert said.startswith("params.explain: ")

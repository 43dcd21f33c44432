"""`boostSpec`: what it raises and lowers, and what it may not say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.clients import made, searching
from tests.conftest import DEMO_CONFIG, Api

AMOUNTS = [{"attributeValue": "10", "boostAmount": 0.9}, {"attributeValue": "20"}]


def spec(*boosts: dict[str, Any]) -> dict[str, Any]:
    return {"conditionBoostSpecs": list(boosts)}


def curve(field: str = "price", kind: str = "NUMERICAL", points: Any = None) -> dict[str, Any]:
    control = {"fieldName": field, "attributeType": kind, "interpolationType": "LINEAR"}
    return {"boostControlSpec": {**control, "controlPoints": AMOUNTS if points is None else points}}


@pytest.fixture(scope="module")
def kettles(http: httpx.Client) -> str:
    """Four documents that score alike, of several colours and prices; one has no price."""
    days_ago = [datetime.now(UTC) - timedelta(days=days) for days in (1, 10, 40)]
    made_on = [f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in days_ago]
    values = (
        {"color": "red", "price": 30, "made": made_on[2]},
        {"color": "blue", "price": 20, "made": made_on[1]},
        {"color": "red", "price": 10, "made": made_on[0]},
        {"color": "green"},
    )
    return made.data_store(
        http,
        [
            made.document(name, "A kettle.", **data)
            for name, data in zip("abcd", values, strict=True)
        ],
    )


@pytest.mark.parametrize("query", ["kettle", ""])
@pytest.mark.parametrize(
    ("boosts", "order"),
    [
        ([{"condition": 'color: ANY("blue")', "boost": 0.5}], "bacd"),
        ([{"condition": 'color: ANY("red")', "boost": -0.5}], "bdac"),
        ([{"condition": "true", "boost": 1}], "abcd"),
        ([{"condition": 'document_id: ANY("d")', "boost": 0.1}], "dabc"),
        ([{"condition": "price > 15", "boost": 0.4}, {"condition": "price > 25"}], "abcd"),
        (
            [  # As much for the one as for the other.
                {"condition": 'document_id: ANY("a")', "boost": 0.3},
                {"condition": 'document_id: ANY("b")', "boost": 0.1},
                {"condition": 'document_id: ANY("b")', "boost": 0.2},
            ],
            "abcd",
        ),
        (
            [
                {"condition": 'document_id: ANY("a", "b")', "boost": 0.1},
                {"condition": 'document_id: ANY("a", "b")', "boost": 0.2},
                {"condition": 'document_id: ANY("c")', "boost": 0.3},
            ],
            "abcd",
        ),
        (
            [
                {"condition": 'color: ANY("red")', "boost": 0.3},
                {"condition": 'document_id: ANY("b")', "boost": 0.4},
                {"condition": "price <= 10", "boost": 0.3},
            ],
            "cbad",
        ),
        ([curve()], "cabd"),
        (
            [curve(points=[{"attributeValue": "10"}, {"attributeValue": "30", "boostAmount": 1}])],
            "abcd",
        ),
        ([{"boost": -1, **curve()}], "cabd"),
        ([{"condition": 'color: ANY("green")', **curve()}], "abcd"),
    ],
)
def test_boosts_reorder_what_matches(
    http: httpx.Client, kettles: str, query: str, boosts: Any, order: str
) -> None:
    assert searching.ids(http, kettles, query, boostSpec=spec(*boosts)) == list(order)


def test_freshness_counts_from_now(http: httpx.Client, kettles: str) -> None:
    points = [{"attributeValue": "5D", "boostAmount": 0.8}, {"attributeValue": "30DT12H"}]
    boosts = spec(curve("made", "FRESHNESS", points))
    assert searching.ids(http, kettles, "kettle", boostSpec=boosts) == ["c", "b", "a", "d"]


def test_a_boost_reaches_beyond_the_page_and_changes_no_count(http: httpx.Client) -> None:
    records = [made.record(f"r{number:03}", title="Kettle", place=number) for number in range(150)]
    store = searching.structured(http, *records)
    boosts = spec({"condition": "place = 149", "boost": 0.2})
    found = searching.search(http, store, "kettle", boostSpec=boosts, pageSize=2)
    assert [one["id"] for one in found["results"]] == ["r149", "r000"]
    assert found["totalSize"] == 150
    token = found["nextPageToken"]
    after = searching.ids(http, store, "kettle", boostSpec=boosts, pageSize=2, pageToken=token)
    assert after == ["r001", "r002"]


def test_a_boost_does_not_exclude_what_fits_much_better(api: Api) -> None:
    request = api.types.SearchRequest(
        serving_config=DEMO_CONFIG,
        query="warranty and repairs",
        boost_spec={"condition_boost_specs": [{"condition": 'category: ANY("api")', "boost": 0.3}]},
    )
    results = list(api.client("SearchService").search(request))
    assert results[0].id == "policy-warranty"


@pytest.mark.parametrize(
    ("boosts", "said"),
    [
        ([{}] * 21, "boost_spec.condition_boost_specs: "),
        ([{}, {"boost": 1.5}], "boost_spec.condition_boost_specs[1].boost: "),
        ([{"condition": "price <"}], "condition_boost_specs[0].condition: "),
        ([{"condition": 'weight: ANY("x")'}], "weight"),
        ([curve(points=[])], "boost_control_spec.control_points: "),
        ([curve("color")], "boost_control_spec.field_name: "),
        ([curve(kind="FRESHNESS")], "boost_control_spec.field_name: "),
        ([curve(points=[{"attributeValue": "ten"}])], "control_points[0].attribute_value: "),
        (
            [curve("made", "FRESHNESS", [{"attributeValue": "1W"}])],
            "control_points[0].attribute_value: ",
        ),
        ([curve(points=[*AMOUNTS, {"attributeValue": "9", "boostAmount": 2}])], ".boost_amount: "),
        ([curve(points=[*AMOUNTS, {"attributeValue": "30", "boostAmount": 0.5}])], "only rise"),
        ([curve(kind="ATTRIBUTE_TYPE_UNSPECIFIED")], "boost_control_spec.attribute_type: "),
    ],
)
def test_a_boost_is_refused_with_its_reason(
    http: httpx.Client, kettles: str, boosts: Any, said: str
) -> None:
    assert said in searching.refusal(http, kettles, boostSpec=spec(*boosts))


def test_answers_are_written_from_what_is_boosted(api_v1: Api) -> None:
    boosts = [{"condition": 'category: ANY("release-notes")', "boost": 1}]
    request = api_v1.types.AnswerQueryRequest(
        serving_config=DEMO_CONFIG,
        query={"text": "How long is the warranty on the Skylark 3?"},
        search_spec={"search_params": {"boost_spec": {"condition_boost_specs": boosts}}},
    )
    answer = api_v1.client("ConversationalSearchService").answer_query(request).answer
    searched = answer.steps[0].actions[0].observation.search_results
    assert "/documents/release-" in searched[0].document

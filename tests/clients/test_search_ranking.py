"""Relevance, ranking expressions with their signals, and crowding."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made, searching
from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Api

QUERY = "Skylark 3 range"


@pytest.fixture(scope="module")
def hotels(http: httpx.Client) -> str:
    rows = [
        ("a", {"km": 9, "stars": 3, "city": "Oslo"}),
        ("b", {"km": 2, "stars": 5, "city": "Rome"}),
        ("c", {"km": 4, "stars": 5, "city": "Oslo"}),
        ("d", {"stars": 4, "city": "Oslo"}),
        ("e", {"km": 1, "stars": 1}),
        ("f", {"km": 0.5, "stars": 2}),
    ]
    texts = {"a": "Hotel hotel hotel.", "e": "A hotel with a pool and a garden."}
    documents = [
        made.document(name, texts.get(name, "Hotel."), vector=[row["stars"], 1], **row)
        for name, row in rows
    ]
    return made.data_store(http, documents)


def formula(text: str, backend: str = "RANK_BY_FORMULA") -> dict[str, str]:
    return {"rankingExpression": text, "rankingExpressionBackend": backend}


# Relevance


@pytest.mark.parametrize("page", [{}, {"pageSize": 2}, {"orderBy": "title"}])
def test_threshold_drops_what_is_less_relevant(http: httpx.Client, page: Any) -> None:
    score = {"relevanceScoreSpec": {"returnRelevanceScore": True}}
    body = {"pageSize": 100, **score, **page}
    counts = []
    for threshold in ("LOWEST", "LOW", "MEDIUM", "HIGH"):
        found = searching.search(http, DEMO_ENGINE, QUERY, relevanceThreshold=threshold, **body)
        counts.append(found["totalSize"])
        shown = [one["rankSignals"]["relevanceScore"] for one in found["results"]]
        least = {"LOWEST": 0, "LOW": 0.1, "MEDIUM": 0.25, "HIGH": 0.5}[threshold]
        assert all(relevance >= least for relevance in shown)
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == searching.search(http, DEMO_ENGINE, QUERY)["totalSize"] > counts[3] > 0


def test_threshold_for_keywords_takes_the_place_of_the_other(http: httpx.Client) -> None:
    spec = {"keywordSearchThreshold": {"semanticRelevanceThreshold": 0.3}}
    found = searching.search(
        http, DEMO_ENGINE, QUERY, relevanceFilterSpec=spec, relevanceThreshold="HIGH", pageSize=100
    )
    signals = [one["retrievalSignals"] for one in found["results"]]
    scores = [one["semanticRelevanceScore"] for one in signals]
    assert {tuple(one["retrievalSources"]) for one in signals} == {("KEYWORD_SEARCH",)}
    assert min(scores) >= 0.3
    assert min(scores) < 0.5 < max(scores)
    named = {"keywordSearchThreshold": {"relevanceThreshold": "HIGH"}}
    assert searching.ids(http, DEMO_ENGINE, QUERY, relevanceFilterSpec=named) == searching.ids(
        http, DEMO_ENGINE, QUERY, relevanceThreshold="HIGH"
    )


def test_facets_count_what_is_relevant_enough(http: httpx.Client) -> None:
    body = {"facetSpecs": [{"facetKey": {"key": "title"}, "limit": 300}], "pageSize": 100}
    found = searching.search(http, DEMO_ENGINE, QUERY, relevanceThreshold="HIGH", **body)
    counted = sum(int(one["count"]) for one in found["facets"][0]["values"])
    assert counted == len(found["results"]) == found["totalSize"]


def test_relevance_outside_of_its_range_is_refused(http: httpx.Client) -> None:
    for search in ("keywordSearchThreshold", "semanticSearchThreshold"):
        spec = {search: {"semanticRelevanceThreshold": 1.5}}
        said = searching.refusal(http, DEMO_ENGINE, QUERY, relevanceFilterSpec=spec)
        assert "semantic_relevance_threshold" in said


# Ranking expressions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c.stars", "bcdafe"),
        ("-c.km", "febcad"),
        ("c.stars * 10 - c.km", "bcafed"),
        ("fill_nan(c.km, 100)", "dacbef"),
        ("is_nan(c.km) + 0.01 * c.stars", "dbcafe"),
        ("rr(c.stars, 1) + rr(c.km * -1, 1)", "bfceda"),
        ("log(c.stars) + exp(c.km) * 0", "bcafed"),
        ("base_rank", "edcfba"),
        ("topicality_rank", "edcfba"),
        ("2 * (c.stars + 1.5e0)", "bcdafe"),
    ],
)
def test_formula_orders_the_results(
    http: httpx.Client, hotels: str, text: str, expected: str
) -> None:
    found = searching.ids(http, hotels, "hotel", **formula(text))
    if text in ("base_rank", "topicality_rank"):
        assert found == searching.ids(http, hotels, "hotel")[::-1]
    else:
        assert found == list(expected)


def test_formula_of_what_nobody_measured_changes_nothing(http: httpx.Client, hotels: str) -> None:
    plain = searching.ids(http, hotels, "hotel")
    for text in ("semantic_similarity_score", "c.stars + pctr_rank"):
        assert searching.ids(http, hotels, "hotel", **formula(text)) == plain
    filled = "c.stars + fill_nan(semantic_similarity_score, 0)"
    assert searching.ids(http, hotels, "hotel", **formula(filled)) == list("bcdafe")


def test_order_takes_the_place_of_a_formula(http: httpx.Client, hotels: str) -> None:
    found = searching.ids(http, hotels, "hotel", orderBy="stars", **formula("c.stars"))
    assert found == list("efadbc")


def test_pages_continue_the_order_of_a_formula(http: httpx.Client, hotels: str) -> None:
    body = formula("c.stars")
    paged = [
        searching.ids(http, hotels, "hotel", offset=place, pageSize=2, **body)
        for place in (0, 2, 4)
    ]
    assert paged == [["b", "c"], ["d", "a"], ["f", "e"]]


def test_embeddings_rank_by_their_product(http: httpx.Client, hotels: str) -> None:
    body = {
        "query": "hotel",
        "rankingExpression": "0.1 * relevance_score + 0.5 * dotProduct(vector)",
        "embeddingSpec": {"embeddingVectors": [{"fieldPath": "vector", "vector": [-1, 0]}]},
    }
    path = f"{hotels}/servingConfigs/default_search:search"
    found = [one["id"] for one in made.post(http, path, body, "v1beta")["results"]]
    assert found == list("efadbc")
    del body["embeddingSpec"]
    response = http.post(f"/v1beta/{path}", json=body)
    assert "dotProduct(vector)" in response.json()["error"]["message"]


@pytest.mark.parametrize(
    ("text", "vectors", "status", "said"),
    [
        ("relevance_score", 1, 501, "SearchRequest.embedding_spec without dotProduct"),
        ("dotProduct(vector)", 2, 400, "embedding_spec.embedding_vectors': at most one"),
    ],
)
def test_embeddings_are_refused_where_they_have_no_use(
    http: httpx.Client, hotels: str, text: str, vectors: int, status: int, said: str
) -> None:
    given = [{"fieldPath": "vector", "vector": [1, 0]}] * vectors
    body = {"rankingExpression": text, "embeddingSpec": {"embeddingVectors": given}}
    path = f"/v1beta/{hotels}/servingConfigs/default_search:search"
    response = http.post(path, json={"query": "hotel", **body})
    assert response.status_code == status
    assert said in response.json()["error"]["message"]


def test_what_has_no_product_comes_last(http: httpx.Client) -> None:
    """No vector, one of another length, and one whose product no number can hold."""
    vectors = {"a": "none", "b": [1], "c": [1e308, 1e308], "d": [1, 2], "e": [2, 3]}
    records = (made.record(one, title="hotel", vector=vector) for one, vector in vectors.items())
    owner = searching.structured(http, *records)
    body = {
        "query": "hotel",
        "rankingExpression": "dotProduct(vector)",
        "embeddingSpec": {"embeddingVectors": [{"fieldPath": "vector", "vector": [1, 1]}]},
    }
    found = made.post(http, f"{owner}/servingConfigs/default_search:search", body, "v1beta")
    assert [one["id"] for one in found["results"]][:2] == ["e", "d"]
    assert {one["id"] for one in found["results"]} == set(vectors)


def test_signals_tell_what_a_place_comes_from(api: Api, http: httpx.Client, hotels: str) -> None:
    if api.version == "v1alpha":
        return
    boosts = [{"condition": "stars = 5", "boost": 0.25}]
    request = api.types.SearchRequest(
        serving_config=f"{hotels}/servingConfigs/default_search",
        query="hotel",
        ranking_expression="c.km",
        ranking_expression_backend="RANK_BY_FORMULA",
        custom_ranking_params={"expressions_to_precompute": ["c.km + c.stars", "1"]},
        boost_spec={"condition_boost_specs": boosts},
    )
    results = {one.id: one.rank_signals for one in api.client("SearchService").search(request)}
    signals = results["c"]
    assert signals.keyword_similarity_score > 0
    assert 0 < signals.relevance_score <= 1
    assert signals.boosting_factor == 0.25
    assert 0 <= signals.document_age < 1
    assert list(signals.precomputed_expression_values) == [9, 1]
    named = {one.name: one.value for one in signals.custom_signals}
    assert named == {"km": 4, "stars": 5}
    assert sorted(one.default_rank for one in results.values()) == [1, 2, 3, 4, 5, 6]
    assert "semantic_similarity_score" not in signals


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (formula("c.stars +"), "syntax error at token '<EOF>' (at position 9)"),
        (formula("c.stars / 2"), "syntax error at token '/' (at position 8)"),
        (formula("colour"), "'colour' is not a signal"),
        (formula("c.city"), "'c.city' is not a signal"),
        (formula("sqrt(c.stars)"), "'sqrt' is not a function"),
        (formula("rr(c.stars, 0)"), "number above 0"),
        (formula("(c.stars"), "syntax error"),
        (formula("(" * 100 + "1" + ")" * 100), "nested too deeply"),
        (formula("c.stars", "RANK_BY_EMBEDDING"), "'c.stars' is not a signal"),
        (
            {"customRankingParams": {"expressionsToPrecompute": ["1", "x"]}},
            "custom_ranking_params.expressions_to_precompute[1]: ",
        ),
    ],
)
def test_formula_is_refused_with_its_reason(
    http: httpx.Client, hotels: str, body: Any, said: str
) -> None:
    assert said in searching.refusal(http, hotels, "hotel", **body)


def test_numbers_that_an_enum_does_not_have_are_refused(api_v1: Api) -> None:
    bodies: list[tuple[dict[str, Any], str]] = [
        ({"relevance_threshold": 99}, "relevance_threshold"),
        ({"content_search_spec": {"search_result_mode": 99}}, "search_result_mode"),
        ({"ranking_expression": "1", "ranking_expression_backend": 99}, "_backend"),
        ({"query_expansion_spec": {"condition": 99}}, "query_expansion_spec.condition"),
        ({"spell_correction_spec": {"mode": 99}}, "spell_correction_spec.mode"),
        ({"crowding_specs": [{"field": "kind", "mode": 99}]}, "crowding_specs[0].mode"),
        ({"display_spec": {"match_highlighting_condition": 99}}, "highlighting_condition"),
        (
            {
                "boost_spec": {
                    "condition_boost_specs": [{"boost_control_spec": {"attribute_type": 99}}]
                }
            },
            "boost_control_spec.attribute_type",
        ),
        (
            {
                "natural_language_query_understanding_spec": {
                    "filter_extraction_condition": "ENABLED",
                    "extracted_filter_behavior": 99,
                }
            },
            "extracted_filter_behavior",
        ),
    ]
    for fields, field in bodies:
        request = api_v1.types.SearchRequest(serving_config=DEMO_CONFIG, query="warranty", **fields)
        with pytest.raises(exceptions.BadRequest, match="99 is not one of its values") as refused:
            api_v1.client("SearchService").search(request)
        assert field in refused.value.message


# Crowding


@pytest.mark.parametrize(
    ("specs", "expected"),
    [
        ([{"field": "city"}], "bcef"),
        ([{"field": "city", "maxCount": 2}], "abcef"),
        ([{"field": "city", "mode": "DEMOTE_CROWDED_RESULTS_TO_END"}], "abcdef"),
        ([{"field": "city"}, {"field": "stars"}], "abcdef"),
        ([{"field": "stars"}], "abdef"),
        ([{"field": "city", "maxCount": 1}, {"field": "city", "maxCount": 2}], "abcef"),
    ],
)
def test_results_that_share_a_value_are_thinned_out(
    http: httpx.Client, hotels: str, specs: Any, expected: str
) -> None:
    found = searching.search(http, hotels, orderBy="km", crowdingSpecs=specs)
    ids = [one["id"] for one in found["results"]]
    assert sorted(ids) == list(expected)
    assert found["totalSize"] == len(expected)


def test_crowding_follows_the_order_and_demotes_to_the_end(http: httpx.Client, hotels: str) -> None:
    spec = {"field": "city", "mode": "DEMOTE_CROWDED_RESULTS_TO_END"}
    found = searching.ids(http, hotels, orderBy="km", crowdingSpecs=[spec])
    assert found == ["f", "e", "b", "c", "a", "d"]
    second = searching.ids(http, hotels, orderBy="km", crowdingSpecs=[spec], offset=3, pageSize=2)
    assert second == ["c", "a"]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({}, "crowding_specs[0].field: "),
        ({"field": "colour"}, "'colour' is not known"),
        ({"field": "id"}, "'id' is none to crowd by"),
        ({"field": "city", "maxCount": -1}, "crowding_specs[0].max_count: "),
        ({"field": "city", "mode": 9}, "crowding_specs[0].mode: "),
    ],
)
def test_crowding_is_refused_with_its_reason(
    http: httpx.Client, hotels: str, spec: Any, said: str
) -> None:
    assert said in searching.refusal(http, hotels, crowdingSpecs=[spec])


# Distances

BERLIN = {"latitude": 52.52, "longitude": 13.405}
CITIES = {"Potsdam": (52.39, 13.06), "Hamburg": (53.55, 9.99), "Bern": (46.95, 7.45)}


@pytest.fixture(scope="module")
def cities(http: httpx.Client) -> str:
    records = [
        made.record(name.lower(), name=name, place={"latitude": north, "longitude": east})
        for name, (north, east) in CITIES.items()
    ]
    return searching.structured(http, *records, made.record("nowhere", name="Nowhere"))


def near(source: str, **user: Any) -> dict[str, Any]:
    asked = formula(f"drr(geo_distance({source}, c.place) * -1, 32)")
    return {**asked, **({"userInfo": {"preciseLocation": user}} if user else {})}


@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_results_are_ranked_by_how_far_they_are(
    http: httpx.Client, cities: str, version: str
) -> None:
    path = f"{cities}/servingConfigs/default_search:search"
    found = made.post(http, path, near("request_loc", point=BERLIN), version)
    ids = [one["id"] for one in found["results"]]
    assert ids == ["potsdam", "hamburg", "bern", "nowhere"]


def test_a_distance_is_in_metres(http: httpx.Client, cities: str) -> None:
    expressions = {"expressionsToPrecompute": ["geo_distance(request_loc, c.place)"]}
    asked = {"userInfo": {"preciseLocation": {"point": BERLIN}}, "customRankingParams": expressions}
    results = searching.search(http, cities, **asked)["results"]
    values = {
        one["id"]: one["rankSignals"]["precomputedExpressionValues"][0]
        for one in results
        if one["id"] != "nowhere"
    }
    # By the haversine formula on a sphere of 6,371 km.
    assert values == {
        "potsdam": pytest.approx(27_500, rel=0.01),
        "hamburg": pytest.approx(255_000, rel=0.01),
        "bern": pytest.approx(753_000, rel=0.01),
    }


def test_places_are_found_by_the_documents_that_are_named_so(
    http: httpx.Client, cities: str
) -> None:
    by_address = searching.ids(http, cities, **near("request_loc", address="Bern"))
    assert by_address == ["bern", "potsdam", "hamburg", "nowhere"]
    expansion = {"queryExpansionSpec": {"condition": "AUTO"}}
    asked = {**near("query_loc"), **expansion}
    by_query = searching.ids(http, cities, "Hamburg OR Bern OR Potsdam near Potsdam", **asked)
    assert by_query[0] == "potsdam"


@pytest.mark.parametrize(
    ("expression", "user", "reason"),
    [
        ("geo_distance(request_loc, c.place)", {}, "user_info.precise_location"),
        (
            "geo_distance(request_loc, c.place)",
            {"point": {"latitude": 91}},
            "user_info.precise_location.point",
        ),
        ("geo_distance(request_loc, c.name)", {"point": BERLIN}, "ranking_expression"),
        ("geo_distance(request_loc, place)", {"point": BERLIN}, "ranking_expression"),
        ("geo_distance(c.place, request_loc)", {"point": BERLIN}, "ranking_expression"),
    ],
)
def test_a_distance_that_cannot_be_is_refused(
    http: httpx.Client, cities: str, expression: str, user: Any, reason: str
) -> None:
    body = {**formula(expression), "userInfo": {"preciseLocation": user}}
    assert searching.refusal(http, cities, **body).startswith(f"{reason}: ")

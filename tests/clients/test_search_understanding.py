"""Filters in plain words, by `naturalLanguageQueryUnderstandingSpec`."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.clients import made, searching
from tests.conftest import DEMO, DEMO_CONFIG, Api

PRODUCTS = f"{DEMO}/dataStores/demo-products"
ENABLED = {"filterExtractionCondition": "ENABLED"}


def asked(**fields: Any) -> dict[str, Any]:
    return {"naturalLanguageQueryUnderstandingSpec": {**ENABLED, **fields}, "pageSize": 100}


@pytest.mark.parametrize(
    ("query", "extracted", "rewritten"),
    [
        ("station under 260 euros", "prices.eur < 260", "station"),
        ("sensors released since 2024", 'released >= "2024"', "sensors"),
        ("station with a warranty of at least 24 months", "warranty_months >= 24", "station"),
        ("station not in stock", 'in_stock = "false"', "station"),
    ],
)
def test_filters_are_read_out_of_the_query(
    http: httpx.Client, query: str, extracted: str, rewritten: str
) -> None:
    found = searching.search(http, PRODUCTS, query, **asked())
    info = found["naturalLanguageQueryUnderstandingInfo"]
    assert (info["extractedFilters"], info["rewrittenQuery"]) == (extracted, rewritten)
    plain = searching.ids(http, PRODUCTS, rewritten, filter=extracted, pageSize=100)
    assert [one["id"] for one in found.get("results", [])] == plain


def test_extracted_filters_are_told_in_structured_form(api_v1: Api) -> None:
    request = api_v1.types.SearchRequest(
        serving_config=f"{PRODUCTS}/servingConfigs/default_search",
        query="shops in Dundee",
        natural_language_query_understanding_spec={"filter_extraction_condition": "ENABLED"},
    )
    response = api_v1.client("SearchService").search(request)
    info = response.natural_language_query_understanding_info
    assert info.extracted_filters == 'city: ANY("Dundee")'
    constraint = info.structured_extracted_filter.expression.string_constraint
    assert (constraint.field_name, list(constraint.values)) == ("city", ["Dundee"])
    assert {one.document.struct_data["city"] for one in response} == {"Dundee"}


def test_several_filters_are_one_expression_in_structured_form(api_v1: Api) -> None:
    request = api_v1.types.SearchRequest(
        serving_config=f"{PRODUCTS}/servingConfigs/default_search",
        query="station under 260 euros with a warranty of at least 24 months",
        natural_language_query_understanding_spec={"filter_extraction_condition": "ENABLED"},
    )
    info = api_v1.client("SearchService").search(request).natural_language_query_understanding_info
    parts = info.structured_extracted_filter.expression.and_expr.expressions
    numbers = [part.number_constraint for part in parts]
    assert {(one.field_name, one.comparison.name, one.value) for one in numbers} == {
        ("prices.eur", "LESS_THAN", 260),
        ("warranty_months", "GREATER_THAN_EQUALS", 24),
    }


@pytest.fixture(scope="module")
def films(http: httpx.Client) -> str:
    """A data store of films; none of them has the word."""
    return searching.structured(
        http,
        made.record("heat", genre="Action", released="1995-12-15", runtime_min=170),
        made.record("speed", genre="Action", released="1994-06-10", runtime_min=116),
        made.record("clue", genre="Comedy", released="1985-12-13", runtime_min=94),
    )


@pytest.mark.parametrize(
    ("query", "extracted", "ids"),
    [
        ("films since 1994", 'released >= "1994"', ["heat", "speed"]),
        ("action films under 120 minutes", 'runtime_min < 120 AND genre: ANY("Action")', ["speed"]),
        ("films since 2023", 'released >= "2023"', []),
    ],
)
def test_filters_say_enough_where_no_document_has_the_rest(
    http: httpx.Client, films: str, query: str, extracted: str, ids: list[str]
) -> None:
    found = searching.search(http, films, query, **asked())
    info = found["naturalLanguageQueryUnderstandingInfo"]
    assert (info["extractedFilters"], info.get("rewrittenQuery", "")) == (extracted, "")
    assert [one["id"] for one in found.get("results", [])] == ids
    assert found.get("totalSize", 0) == len(ids)


def test_what_is_recent_is_told_by_the_clock(http: httpx.Client, films: str) -> None:
    assert searching.ids(http, films, "films in the last 9 years", **asked()) == []
    assert len(searching.ids(http, films, "films in the last 900 years", **asked())) == 3


@pytest.mark.parametrize("query", ['"films" since 1994', "films AND shorts since 1994", "films"])
def test_what_must_be_found_is_not_left_out(http: httpx.Client, films: str, query: str) -> None:
    assert searching.ids(http, films, query, **asked()) == []


def test_a_word_that_some_document_has_is_not_left_out(http: httpx.Client, films: str) -> None:
    assert searching.ids(http, films, "comedy since 1994", **asked()) == []


def test_several_data_stores_are_only_boosted(api_v1: Api) -> None:
    def ids(behavior: str) -> list[str]:
        request = api_v1.types.SearchRequest(
            serving_config=DEMO_CONFIG,
            query="weather station under 260 euros",
            page_size=100,
            natural_language_query_understanding_spec={
                "filter_extraction_condition": "ENABLED",
                "extracted_filter_behavior": behavior,
            },
        )
        return [one.id for one in api_v1.client("SearchService").search(request)]

    hard = ids("HARD_FILTER")
    soft = ids("SOFT_BOOST")
    assert ids("EXTRACTED_FILTER_BEHAVIOR_UNSPECIFIED") == soft
    assert set(hard) < set(soft)
    assert soft[0] in hard


def test_each_of_several_amenities_is_wanted(http: httpx.Client) -> None:
    hotels = searching.structured(
        http,
        {"id": "both", "structData": {"city": "Oslo", "amenities": ["pool", "gym", "spa"]}},
        {"id": "one", "structData": {"city": "Rome", "amenities": ["pool", "spa"]}},
    )

    def ids(query: str) -> list[str]:
        return searching.ids(http, hotels, query, **asked())

    assert ids("with a pool and a gym") == ["both"]
    assert ids("with a pool or a gym") == ["both", "one"]
    assert ids("in Oslo and Rome") == ["both", "one"]


def test_only_allowed_fields_are_read(http: httpx.Client) -> None:
    query = "weather station under 260 euros released since 2024"
    body = asked(allowedFieldNames=["released"])
    info = searching.search(http, PRODUCTS, query, **body)["naturalLanguageQueryUnderstandingInfo"]
    assert info["extractedFilters"] == 'released >= "2024"'
    assert info["rewrittenQuery"] == "weather station under 260 euros"


def test_places_are_those_of_documents(http: httpx.Client) -> None:
    body = asked(geoSearchQueryDetectionFieldNames=["location"])
    found = searching.search(http, PRODUCTS, "Tindlemoor within 50 km of Dundee", **body)
    info = found["naturalLanguageQueryUnderstandingInfo"]
    assert info["extractedFilters"] == "location: GEO_DISTANCE(56.462, -2.9707, 50000)"
    place = info["structuredExtractedFilter"]["expression"]["geolocationConstraint"]
    assert (place["address"], place["radiusInMeters"]) == ("Dundee", 50000)
    assert [one["id"] for one in found["results"]] == ["location-dundee"]


def test_a_place_that_is_not_known_is_told(http: httpx.Client) -> None:
    body = {"query": "shop near Atlantis", **asked(geoSearchQueryDetectionFieldNames=["location"])}
    path = f"{PRODUCTS}/servingConfigs/default_search:search"
    [told] = made.post(http, path, body, "v1beta")["geoSearchDebugInfo"]
    assert told["originalAddressQuery"] == "Atlantis"
    assert told["errorMessage"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"naturalLanguageQueryUnderstandingSpec": {"filterExtractionCondition": "DISABLED"}},
        {**asked(), "searchAddonSpec": {"disableGenerativeAnswerAddOn": True}},
    ],
)
def test_nothing_is_read_unless_it_is_asked_for(http: httpx.Client, body: Any) -> None:
    found = searching.search(http, PRODUCTS, "weather station under 260 euros", **body)
    assert "naturalLanguageQueryUnderstandingInfo" not in found


def test_a_field_without_places_is_refused(http: httpx.Client) -> None:
    said = searching.refusal(
        http, PRODUCTS, "shop", **asked(geoSearchQueryDetectionFieldNames=["city"])
    )
    assert "'city' is not known as a field of type geolocation" in said


def test_an_answer_is_searched_for_with_the_filters(api: Api) -> None:
    if api.version != "v1beta":  # Only there an answer's search has the field.
        return
    request = api.types.AnswerQueryRequest(
        serving_config=f"{PRODUCTS}/servingConfigs/default_search",
        query={"text": "Which weather station is there under 260 euros?"},
        search_spec={
            "search_params": {
                "natural_language_query_understanding_spec": {
                    "filter_extraction_condition": "ENABLED"
                }
            }
        },
    )
    answer = api.client("ConversationalSearchService").answer_query(request).answer
    found = answer.steps[0].actions[0].observation.search_results
    documents = api.client("DocumentService")
    prices = [
        documents.get_document(name=one.document).struct_data["prices"]["eur"] for one in found
    ]
    assert prices
    assert all(price < 260 for price in prices)

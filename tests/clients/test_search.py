"""`:search`: results, pages, and queries of every kind."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.finding import DOCS, QUERY, ids, over_http, refused, search
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api


@pytest.fixture(scope="module")
def many(http: httpx.Client) -> str:
    """The serving config of a data store with 120 documents that score alike."""
    documents = [made.record(f"r{number:03}", title="Kettle") for number in range(120)]
    store = made.data_store(http, documents, contentConfig="NO_CONTENT")
    return f"{store}/servingConfigs/default_search"


# Results


def test_result_holds_the_document_as_it_is_stored(api: Api) -> None:
    result = next(iter(search(api, "Warranty and repairs", DOCS)))
    document = result.document
    assert result.id == document.id == "policy-warranty"
    assert document.name.endswith("/dataStores/demo-docs/branches/0/documents/policy-warranty")
    assert document.struct_data["category"] == "policy"
    link = "https://docs.tindlemoor.example/policies/warranty"
    assert dict(document.derived_struct_data) == {"title": "Warranty and repairs", "link": link}
    assert not result.chunk
    stored = api.client("DocumentService").get_document(name=document.name)
    assert stored.struct_data == document.struct_data


def test_response_always_has_an_attribution_token(api: Api) -> None:
    tokens = {search(api, query).attribution_token for query in (QUERY, QUERY, "!!!")}
    assert len(tokens) == 3
    assert "" not in tokens


def test_same_search_answers_the_same_but_for_its_token(http: httpx.Client) -> None:
    spec = {
        "snippetSpec": {"returnSnippet": True},
        "extractiveContentSpec": {"maxExtractiveAnswerCount": 2, "maxExtractiveSegmentCount": 2},
        "summarySpec": {"includeCitations": True},
    }
    first, second = (over_http(http, contentSearchSpec=spec, pageSize=100) for _ in range(2))
    assert first.pop("attributionToken") != second.pop("attributionToken")
    assert json.dumps(first) == json.dumps(second)


def test_what_a_search_has_shown_is_shown_as_it_is_now(http: httpx.Client) -> None:
    store = made.data_store(
        http, [made.document(one, f"A {one} flies.", legs=1) for one in ("crow", "tern")]
    )
    config = f"{store}/servingConfigs/default_search"

    def legs() -> dict[str, int]:
        results = over_http(http, "flies", config)["results"]
        return {one["id"]: one["document"]["structData"]["legs"] for one in results}

    assert legs() == legs() == {"crow": 1, "tern": 1}
    crow = f"/v1/{store}/branches/0/documents/crow"
    http.patch(f"{crow}?updateMask=structData", json={"structData": {"legs": 2}}).raise_for_status()
    assert legs() == {"crow": 2, "tern": 1}
    http.delete(crow).raise_for_status()
    assert legs() == {"tern": 1}


def test_relevance_scores_only_when_asked_for(api_v1: Api) -> None:
    assert not any(result.model_scores for result in search(api_v1))
    spec = {"return_relevance_score": True}
    results = list(search(api_v1, relevance_score_spec=spec, page_size=100))
    scores = [result.model_scores["relevance_score"].values[0] for result in results]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 and score == round(score, 1) for score in scores)
    assert not any(result.model_scores for result in search(api_v1))


def test_engine_searches_all_of_its_data_stores(api: Api) -> None:
    results = list(search(api, "Skylark 3 weather station", page_size=100))
    stores = {result.document.name.split("/")[7] for result in results}
    assert stores == {"demo-docs", "demo-products"}
    assert {result.document.name.split("/")[7] for result in search(api, "Skylark", DOCS)} == {
        "demo-docs"
    }


@pytest.fixture(scope="module")
def website(http: httpx.Client) -> str:
    """The serving config of an engine over a website with two pages."""
    pages = [made.document(f"p{number}", "The kettle sings.") for number in range(2)]
    store = made.data_store(http, pages, contentConfig="PUBLIC_WEBSITE")
    return f"{made.engine(http, [store])}/servingConfigs/default_search"


def test_search_lite_finds_the_same_on_a_website(api: Api, website: str) -> None:
    if api.version == "v1alpha":
        assert not hasattr(api.client("SearchService"), "search_lite")
        return
    request = {"serving_config": website, "query": "kettle"}
    lite = api.client("SearchService").search_lite(request=request)
    assert list(lite.results) == list(search(api, "kettle", website)) != []


def test_search_lite_is_for_websites(api: Api) -> None:
    if api.version == "v1alpha":
        return
    refused = (exceptions.FailedPrecondition, exceptions.BadRequest)  # As gRPC and REST have it.
    for config in (DEMO_CONFIG, DOCS):
        with pytest.raises(refused, match=r"public website search.*demo-docs is no website"):
            api.client("SearchService").search_lite({"serving_config": config, "query": QUERY})


def test_equal_scores_stand_in_the_order_of_the_documents(http: httpx.Client, many: str) -> None:
    found = ids(over_http(http, "kettle", many, pageSize=100))
    assert found == [f"r{number:03}" for number in range(100)]


# Pages


def test_page_size_defaults_to_50_and_ends_at_100(api: Api, many: str) -> None:
    for asked, sizes in ((0, [50, 50, 20]), (100, [100, 20]), (1000, [100, 20])):
        pages = search(api, "kettle", many, page_size=asked).pages
        assert [len(page.results) for page in pages] == sizes


@pytest.mark.parametrize("size", [1, 7, 60])
@pytest.mark.parametrize("query", ["kettle", ""])
def test_pages_together_are_the_whole_in_order(rpc: Api, many: str, size: int, query: str) -> None:
    pages = list(search(rpc, query, many, page_size=size).pages)
    found = [result.id for page in pages for result in page.results]
    assert found == [f"r{number:03}" for number in range(120)]
    assert {page.total_size for page in pages} == {120}


def test_pages_of_a_blended_engine_do_not_overlap(rest: Api) -> None:
    whole = [result.document.name for result in search(rest, "Skylark", page_size=100)]
    paged = [result.document.name for result in search(rest, "Skylark", page_size=4)]
    assert paged == whole
    assert len(set(whole)) == len(whole)


def test_offset_skips_results_unless_there_is_a_token(http: httpx.Client, many: str) -> None:
    assert ids(over_http(http, "kettle", many, offset=3, pageSize=2)) == ["r003", "r004"]
    first = over_http(http, "kettle", many, pageSize=2)
    token = first["nextPageToken"]
    with_both = over_http(http, "kettle", many, offset=50, pageSize=2, pageToken=token)
    assert ids(with_both) == ["r002", "r003"]
    beyond = over_http(http, "kettle", many, offset=2_000_000_000)
    assert ids(beyond) == []
    assert "nextPageToken" not in beyond


@pytest.mark.parametrize("field", ["pageSize", "offset"])
def test_negative_numbers_are_refused_by_name(http: httpx.Client, field: str) -> None:
    status, code, message = refused(http, **{field: -1})
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert {"pageSize": "page_size"}.get(field, field) in message


@pytest.mark.parametrize(
    "change",
    [{"query": "Skylark"}, {"contentSearchSpec": {"snippetSpec": {"returnSnippet": True}}}],
)
def test_token_of_another_search_is_refused(http: httpx.Client, change: dict[str, Any]) -> None:
    token = over_http(http, pageSize=2)["nextPageToken"]
    assert over_http(http, pageSize=3, pageToken=token)["results"]
    status, _, message = refused(http, pageToken=token, **change)
    assert status == 400
    assert "page_token" in message


# Queries


def test_empty_query_browses_in_the_order_of_import(http: httpx.Client) -> None:
    names = ["wombat", "quokka", "dingo", "badger"]
    store = made.data_store(http, map(made.record, names), contentConfig="NO_CONTENT")
    for body in ({"query": ""}, {"query": "  "}, {}):
        path = f"{store}/servingConfigs/default_search:search"
        found = made.post(http, path, {**body, "pageSize": 3})
        assert ids(found) == names[:3]
        assert found["totalSize"] == 4


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"sends a reading every 15 seconds"', "skylark-3"),
        ('"SENDS a reading every 15 SECONDS"', "skylark-3"),
        ("Öffnungszeiten Freiburg", "office-freiburg-de"),
        ("o\u0308ffnungszeiten freiburg", "office-freiburg-de"),
        ("ÖFFNUNGSZEITEN FREIBURG", "office-freiburg-de"),
        ("札幌のオフィス", "office-sapporo-ja"),
    ],
)
def test_best_result(http: httpx.Client, query: str, expected: str) -> None:
    assert ids(over_http(http, query))[0] == expected


@pytest.mark.parametrize(
    "query", ["SKYLARK 3 range", "skylark \uff13 \uff52ange", "Skylark 3, range!"]
)
def test_case_width_and_punctuation_do_not_matter(http: httpx.Client, query: str) -> None:
    assert ids(over_http(http, query)) == ids(over_http(http, QUERY))


@pytest.mark.parametrize(
    ("version", "has_it"), [("v1", False), ("v1beta", True), ("v1alpha", True)]
)
def test_versions_that_know_guided_search_show_that_there_is_none(
    http: httpx.Client, version: str, has_it: bool
) -> None:
    path = f"/{version}/{DEMO_CONFIG}:search"
    found = http.post(path, json={"query": QUERY}).raise_for_status().json()
    assert found.get("guidedSearchResult") == ({} if has_it else None)


@pytest.mark.parametrize(
    "query", ['"seconds 15 every reading"', "!!!", "quartzkalimba", "\U0001f980"]
)
def test_nothing_found_has_neither_results_nor_size(http: httpx.Client, query: str) -> None:
    assert over_http(http, query).keys() == {"attributionToken", "summary", "semanticState"}


@pytest.mark.parametrize(
    "query",
    ["AND", "OR OR", "(", '"', 'a "b', "skylark AND", "a" * 50_000, "-", "x:y", "\\", "\x00"],
)
def test_no_text_is_an_error(http: httpx.Client, query: str) -> None:
    assert "attributionToken" in over_http(http, query)


# Other parts of the request


def test_branch_must_be_one_that_is_served(http: httpx.Client) -> None:
    plain = ids(over_http(http, config=DOCS))
    for branch in ("0", "default_branch"):
        name = f"{DEMO}/dataStores/demo-docs/branches/{branch}"
        assert ids(over_http(http, config=DOCS, branch=name)) == plain
        stores = {
            one["document"]["name"].split("/")[7] for one in over_http(http, branch=name)["results"]
        }
        assert stores == {"demo-docs"}
    status, code, message = refused(http, branch=f"{DEMO}/dataStores/demo-docs/branches/1")
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert "branch" in message


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"userPseudoId": "u" * 129}, "user_pseudo_id"),
        ({"userInfo": {"userId": "u" * 129}}, "user_info.user_id"),
        ({"userInfo": {"userAgent": "u" * 1001}}, "user_info.user_agent"),
        ({"userLabels": {"Key": "x"}}, "user_labels"),
        ({"params": {"searchType": 1}}, "params.searchType"),
        ({"params": {f"key{number}": 1 for number in range(30, 9, -1)}}, "params.key10"),
        ({"oneBoxPageSize": -1}, "one_box_page_size"),
    ],
)
def test_bad_user_fields_are_refused(http: httpx.Client, body: dict[str, Any], field: str) -> None:
    status, code, message = refused(http, **body)
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert field in message


def test_canonical_filter_must_be_a_filter(http: httpx.Client) -> None:
    status, code, message = refused(http, canonicalFilter="price <")
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert "syntax error" in message


def test_personalization_has_nothing_to_go_by(http: httpx.Client) -> None:
    body = {"query": QUERY, "personalizationSpec": {"mode": "AUTO"}, "regionCode": "DE"}
    assert ids(made.post(http, f"{DEMO_CONFIG}:search", body, "v1beta")) == ids(over_http(http))


def test_fields_without_effect_here_are_taken(http: httpx.Client) -> None:
    body = {
        "userPseudoId": "visitor",
        "userInfo": {"userId": "u" * 128, "timeZone": "Asia/Seoul"},
        "userLabels": {"team": "docs"},
        "languageCode": "en-US",
        "safeSearch": True,
        "canonicalFilter": 'category: ANY("policy")',
        "boostSpec": {"conditionBoostSpecs": [{}]},
        "params": {"user_country_code": "de", "search_type": 0},
        "pageCategories": ["Weather stations"],
        "oneBoxPageSize": 3,
        "imageQuery": {"imageBytes": "AAAA"},
        "filter": "",
    }
    assert ids(over_http(http, **body)) == ids(over_http(http))


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"params": {"search_type": 1}}, "SearchRequest.params"),
        ({"query": "", "imageQuery": {"imageBytes": "x"}}, "SearchRequest.image_query"),
        ({"displaySpec": {"matchHighlightingCondition": 2}}, "match_highlighting_condition"),
    ],
)
def test_what_is_not_built_is_refused_by_name(
    http: httpx.Client, body: dict[str, Any], name: str
) -> None:
    status, code, message = refused(http, **body)
    assert (status, code) == (501, "UNIMPLEMENTED")
    assert name in message


IMAGES = {"summarySpec": {"multimodalSpec": {"imageSource": "CORPUS_IMAGE_ONLY"}}}


@pytest.mark.parametrize(
    ("version", "body"),
    [
        ("v1beta", {"contentSearchSpec": IMAGES}),
        ("v1alpha", {"customFineTuningSpec": {"enableSearchAdaptor": True}}),
    ],
)
def test_what_other_versions_ask_for_is_taken_without_effect(
    http: httpx.Client, version: str, body: dict[str, Any]
) -> None:
    found = made.post(http, f"{DEMO_CONFIG}:search", {"query": QUERY, **body}, version)
    assert ids(found) == ids(over_http(http))


def test_unknown_owner_and_config_are_not_found(api: Api) -> None:
    for config in (
        f"{DEMO}/engines/none/servingConfigs/default_search",
        f"{DEMO}/dataStores/none/servingConfigs/default_search",
        f"{DEMO_ENGINE}/servingConfigs/none",
    ):
        with pytest.raises(exceptions.NotFound, match=r'none"? (not found|does not exist)'):
            search(api, config=config)


def test_deleted_document_is_not_found_any_more(http: httpx.Client) -> None:
    store = made.data_store(
        http, [made.document("a", "The kettle."), made.document("b", "A kettle.")]
    )
    config = f"{store}/servingConfigs/default_search"
    assert ids(over_http(http, "kettle", config)) == ["a", "b"]
    http.delete(f"/v1/{store}/branches/0/documents/a").raise_for_status()
    found = over_http(http, "kettle", config)
    assert (ids(found), found["totalSize"]) == (["b"], 1)

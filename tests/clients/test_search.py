"""`:search`: pages, content of results, chunks, and queries of every kind."""

from __future__ import annotations

import html
import json
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api

QUERY = "Skylark 3 range"
DOCS = f"{DEMO}/dataStores/demo-docs/servingConfigs/default_search"
PRODUCTS = f"{DEMO}/dataStores/demo-products/servingConfigs/default_search"
ANIMALS = ("aardvark", "badger", "caribou", "dingo", "echidna")


def search(api: Api, query: str = QUERY, config: str = DEMO_CONFIG, **fields: Any) -> Any:
    """The pager of a real client."""
    request = api.types.SearchRequest({"serving_config": config, "query": query, **fields})
    return api.client("SearchService").search(request)


def over_http(
    http: httpx.Client, query: str = QUERY, config: str = DEMO_CONFIG, **body: Any
) -> dict[str, Any]:
    """The JSON of a search."""
    found: dict[str, Any] = made.post(http, f"{config}:search", {"query": query, **body})
    return found


def ids(response: dict[str, Any]) -> list[str]:
    return [result["id"] for result in response.get("results", [])]


def refused(http: httpx.Client, config: str = DEMO_CONFIG, **body: Any) -> tuple[int, str, str]:
    """HTTP status, code and message of a search that fails."""
    response = http.post(f"/v1/{config}:search", json={"query": QUERY, **body})
    error = response.json()["error"]
    return response.status_code, error["status"], error["message"]


@pytest.fixture(scope="module")
def chunked(http: httpx.Client) -> str:
    """The name of a chunked data store with one document of a chunk for each animal."""
    text = "\n\n".join(
        f"The {animal} sleeps. " + f"It dreams of {animal}s. " * 16 for animal in ANIMALS
    )
    chunking = {"layoutBasedChunkingConfig": {"chunkSize": 100}}
    return made.data_store(
        http,
        [made.document("animals", text, title="Animals", uri="https://zoo.example/animals")],
        documentProcessingConfig={"chunkingConfig": chunking},
    )


@pytest.fixture(scope="module")
def blended(http: httpx.Client, chunked: str) -> str:
    """The serving config of an engine over the chunked data store and another."""
    other = made.data_store(http, [made.document("plant", "A fern.")])
    engine = made.engine(http, [chunked, other], searchTier="SEARCH_TIER_ENTERPRISE")
    return f"{engine}/servingConfigs/default_search"


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


def test_search_lite_answers_the_same(api: Api) -> None:
    if api.version == "v1alpha":
        assert not hasattr(api.client("SearchService"), "search_lite")
        return
    request = {"serving_config": DEMO_CONFIG, "query": QUERY}
    lite = api.client("SearchService").search_lite(request=request)
    assert list(lite.results) == list(search(api).results)


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
    assert over_http(http, query).keys() == {"attributionToken", "semanticState"}


@pytest.mark.parametrize(
    "query",
    ["AND", "OR OR", "(", '"', 'a "b', "skylark AND", "a" * 50_000, "-", "x:y", "\\", "\x00"],
)
def test_no_text_is_an_error(http: httpx.Client, query: str) -> None:
    assert "attributionToken" in over_http(http, query)


# Snippets and extractive content


def test_snippets_have_a_status(http: httpx.Client) -> None:
    spec = {"snippetSpec": {"returnSnippet": True}}
    for result in over_http(http, contentSearchSpec=spec)["results"]:
        (snippet,) = result["document"]["derivedStructData"]["snippets"]
        assert snippet["snippet_status"] == "SUCCESS"
        assert "<b>" in snippet["snippet"]


def test_no_snippet_says_so(http: httpx.Client) -> None:
    spec = {"snippetSpec": {"maxSnippetCount": 1}}
    result = over_http(http, "", contentSearchSpec=spec)["results"][0]
    assert result["document"]["derivedStructData"]["snippets"] == [
        {
            "snippet": "No snippet is available for this page.",
            "snippet_status": "NO_SNIPPET_AVAILABLE",
        }
    ]


@pytest.mark.parametrize("count", [1, 3, 5, 9])
def test_extractive_answers(http: httpx.Client, count: int) -> None:
    spec = {"extractiveContentSpec": {"maxExtractiveAnswerCount": count}}
    results = over_http(http, "How long is the warranty?", contentSearchSpec=spec)["results"]
    answers = [one["document"]["derivedStructData"]["extractive_answers"] for one in results]
    assert all(1 <= len(one) <= min(count, 5) for one in answers)
    assert all(one.keys() == {"content", "pageNumber"} for each in answers for one in each)
    assert max(len(one) for one in answers) == 1 if count == 1 else 2


def test_browsing_shows_the_opening_of_each_document(http: httpx.Client) -> None:
    spec = {
        "extractiveContentSpec": {"maxExtractiveAnswerCount": 3, "maxExtractiveSegmentCount": 3}
    }
    results = over_http(http, "", DOCS, contentSearchSpec=spec)["results"]
    for result in results:
        data = result["document"]["derivedStructData"]
        assert data["extractive_answers"][0]["content"]
        assert data["extractive_segments"][0]["content"]


def test_extractive_answers_stand_in_the_document(rest: Api) -> None:
    spec = {"extractive_content_spec": {"max_extractive_answer_count": 1}}
    for result in search(rest, "warranty of the Skylark 3", DOCS, content_search_spec=spec):
        name = result.document.name
        raw = rest.client("DocumentService").get_document(name=name).content.raw_bytes.decode()
        answer = result.document.derived_struct_data["extractive_answers"][0]["content"]
        first = html.unescape(answer).split(".")[0].split(";")[0][:20]
        assert first in raw or ": " in first


def test_extractive_answers_are_html_and_segments_are_not(http: httpx.Client) -> None:
    """As in recorded results: `chef&#39;s kitchen` in one line, and `chef's` with line breaks."""
    text = 'The loft has views & a "chef\'s" kitchen.\n\nA roof.'
    config = f"{made.data_store(http, [made.document('home', text)])}/servingConfigs/default_search"
    spec = {
        "extractiveContentSpec": {"maxExtractiveAnswerCount": 1, "maxExtractiveSegmentCount": 1}
    }
    [result] = over_http(http, "loft kitchen", config, contentSearchSpec=spec)["results"]
    shown = result["document"]["derivedStructData"]
    escaped = "The loft has views &amp; a &quot;chef&#39;s&quot; kitchen."
    assert [one["content"] for one in shown["extractive_answers"]] == [escaped]
    assert [one["content"] for one in shown["extractive_segments"]] == [text]


def test_segments_are_chunks_with_their_neighbours(http: httpx.Client, blended: str) -> None:
    extractive = {
        "maxExtractiveSegmentCount": 1,
        "numPreviousSegments": 1,
        "numNextSegments": 3,
        "returnExtractiveSegmentScore": True,
    }
    spec = {"extractiveContentSpec": extractive}
    result = over_http(http, "caribou", blended, contentSearchSpec=spec)["results"][0]
    (segment,) = result["document"]["derivedStructData"]["extractive_segments"]
    assert "caribou" in segment["content"]
    assert 0 < segment["relevanceScore"] <= 1
    assert ["badger" in one["content"] for one in segment["previous_segments"]] == [True]
    following = [one["content"] for one in segment["next_segments"]]
    assert [animal in text for animal, text in zip(ANIMALS[3:], following, strict=True)] == [
        True,
        True,
    ]


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (2, 2), (10, 5), (100, 5)])
def test_segment_count_is_honoured(
    http: httpx.Client, blended: str, count: int, shown: int
) -> None:
    spec = {"extractiveContentSpec": {"maxExtractiveSegmentCount": count}}
    found = over_http(http, "it sleeps and dreams", blended, contentSearchSpec=spec)
    segments = found["results"][0]["document"]["derivedStructData"]["extractive_segments"]
    assert len(segments) == shown
    assert all(one.keys() == {"content", "pageNumber"} for one in segments)
    assert len({one["content"] for one in segments}) == shown


def test_structured_documents_have_no_segments(http: httpx.Client) -> None:
    spec = {"extractiveContentSpec": {"maxExtractiveSegmentCount": 1}}
    for result in over_http(http, "Skylark", PRODUCTS, contentSearchSpec=spec)["results"]:
        assert result["document"]["derivedStructData"].keys() == {"title", "link"}


@pytest.mark.parametrize(
    "field",
    [
        "maxExtractiveAnswerCount",
        "maxExtractiveSegmentCount",
        "numPreviousSegments",
        "numNextSegments",
    ],
)
def test_negative_counts_are_refused(http: httpx.Client, field: str) -> None:
    spec = {"extractiveContentSpec": {field: -1}}
    status, code, message = refused(http, contentSearchSpec=spec)
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert "extractive_content_spec" in message


def test_standard_engine_refuses_extractive_content(api: Api, http: httpx.Client) -> None:
    for config in ({}, {"searchTier": "SEARCH_TIER_STANDARD"}):
        engine = made.engine(http, **config)
        spec = {"extractive_content_spec": {"max_extractive_answer_count": 1}}
        with pytest.raises(exceptions.BadRequest) as caught:
            search(api, QUERY, f"{engine}/servingConfigs/default_search", content_search_spec=spec)
        assert caught.value.message.removeprefix("POST ").endswith(
            "Cannot use enterprise edition features (website search, multi-modal search, "
            "extractive answers/segments, etc.) in a standard edition search engine."
        )
        status, code, _ = refused(
            http,
            f"{engine}/servingConfigs/default_search",
            contentSearchSpec={"extractiveContentSpec": {}},
        )
        assert (status, code) == (400, "FAILED_PRECONDITION")


@pytest.mark.parametrize("through_engine", [False, True])
def test_chunked_data_store_refuses_extractive_content(
    http: httpx.Client, chunked: str, through_engine: bool
) -> None:
    owner = chunked
    if through_engine:
        owner = made.engine(http, [chunked], searchTier="SEARCH_TIER_ENTERPRISE")
    spec = {"extractiveContentSpec": {"maxExtractiveSegmentCount": 1}}
    status, code, message = refused(
        http, f"{owner}/servingConfigs/default_search", contentSearchSpec=spec
    )
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert message == (
        "`extractive_content_spec` must be not defined when the datastore is using "
        "'chunking config'"
    )


# Chunks


def test_chunk_mode_shows_chunks_and_no_document(http: httpx.Client, chunked: str) -> None:
    config = f"{chunked}/servingConfigs/default_search"
    found = over_http(http, "echidna", config, contentSearchSpec={"searchResultMode": "CHUNKS"})
    result = found["results"][0]
    assert result.keys() == {"id", "chunk"}
    chunk = result["chunk"]
    expected = {"name", "id", "content", "relevanceScore", "documentMetadata"}
    assert chunk.keys() - {"pageSpan"} == expected
    assert chunk["id"] == "c5"
    assert chunk["name"].endswith("/branches/0/documents/animals/chunks/c5")
    assert "echidna" in chunk["content"]
    metadata = chunk["documentMetadata"]
    assert (metadata["title"], metadata["uri"]) == ("Animals", "https://zoo.example/animals")
    assert metadata["structData"]["title"] == "Animals"


def test_every_chunk_of_a_document_is_a_result(api: Api, chunked: str) -> None:
    mode = api.types.SearchRequest.ContentSearchSpec.SearchResultMode.CHUNKS
    config = f"{chunked}/servingConfigs/default_search"
    pager = search(
        api, "it dreams", config, content_search_spec={"search_result_mode": mode}, page_size=2
    )
    assert pager.total_size == 5
    assert {result.chunk.id for result in pager} == {"c1", "c2", "c3", "c4", "c5"}


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [(0, 0, ([], [])), (1, 1, (["c2"], ["c4"])), (3, 3, (["c1", "c2"], ["c4", "c5"]))],
)
def test_chunk_spec_adds_neighbours(
    http: httpx.Client, chunked: str, before: int, after: int, shown: tuple[list[str], list[str]]
) -> None:
    spec = {
        "searchResultMode": "CHUNKS",
        "chunkSpec": {"numPreviousChunks": before, "numNextChunks": after},
    }
    config = f"{chunked}/servingConfigs/default_search"
    chunk = over_http(http, "caribou", config, contentSearchSpec=spec)["results"][0]["chunk"]
    neighbours = chunk.get("chunkMetadata", {})
    kinds = ("previousChunks", "nextChunks")
    assert tuple([one["id"] for one in neighbours.get(kind, [])] for kind in kinds) == shown


@pytest.mark.parametrize("count", [-1, 6])
def test_bad_chunk_spec_is_refused(http: httpx.Client, chunked: str, count: int) -> None:
    spec = {"searchResultMode": "CHUNKS", "chunkSpec": {"numNextChunks": count}}
    status, _, message = refused(
        http, f"{chunked}/servingConfigs/default_search", contentSearchSpec=spec
    )
    assert status == 400
    assert "chunk_spec.num_next_chunks" in message


@pytest.mark.parametrize("config", [DEMO_CONFIG, PRODUCTS])
def test_structured_data_store_refuses_chunk_mode(http: httpx.Client, config: str) -> None:
    status, code, message = refused(http, config, contentSearchSpec={"searchResultMode": "CHUNKS"})
    assert (status, code) == (400, "INVALID_ARGUMENT")
    assert message == (
        "`content_search_spec.search_result_mode` must be set to SearchRequest.ContentSearchSpec."
        "SearchResultMode.DOCUMENTS when the engine contains structured data store."
    )
    assert over_http(http, config=config, contentSearchSpec={"searchResultMode": "DOCUMENTS"})


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
        "filter": "",
    }
    assert ids(over_http(http, **body)) == ids(over_http(http))


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"params": {"search_type": 1}}, "SearchRequest.params"),
        ({"imageQuery": {"imageBytes": "x"}}, "SearchRequest.image_query"),
        ({"displaySpec": {"matchHighlightingCondition": 2}}, "match_highlighting_condition"),
    ],
)
def test_what_is_not_built_is_refused_by_name(
    http: httpx.Client, body: dict[str, Any], name: str
) -> None:
    status, code, message = refused(http, **body)
    assert (status, code) == (501, "UNIMPLEMENTED")
    assert name in message


def test_summaries_with_images_are_refused_by_name(http: httpx.Client) -> None:
    spec = {"summarySpec": {"multimodalSpec": {"imageSource": "CORPUS_IMAGE_ONLY"}}}
    body = {"query": "x", "contentSearchSpec": spec}
    error = http.post(f"/v1beta/{DEMO_CONFIG}:search", json=body).json()["error"]
    assert error["status"] == "UNIMPLEMENTED"
    assert "SummarySpec.multimodal_spec.image_source" in error["message"]


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

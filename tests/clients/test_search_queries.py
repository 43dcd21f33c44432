"""Spelling and expansion of queries."""

from __future__ import annotations

import httpx
import pytest

from tests.clients import made, searching
from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Api


@pytest.fixture(scope="module")
def shop(http: httpx.Client) -> str:
    """One kettle, and things that have to do with chargers."""
    texts = {
        "kettle": "The kettle boils tea. It whistles.",
        "charger": "The charger fills a battery.",
        "charging": "Charging takes an hour.",
        "charged": "It must be charged at night, which has no bearing on tea.",
        "rechargeable": "Rechargeable and light.",
        "lamp": "A lamp for the night.",
    }
    return made.data_store(http, [made.document(name, text) for name, text in texts.items()])


@pytest.mark.parametrize(
    ("query", "corrected"),
    [
        ("skylrak", "skylark"),
        ("Skylarkk 3 range", "skylark 3 range"),
        ("how long is the warrenty?", "how long is the warranty?"),
        ("temprature outside", "temperature outside"),
    ],
)
def test_query_is_searched_for_as_the_documents_spell_it(
    api: Api, query: str, corrected: str
) -> None:
    def search(text: str) -> tuple[str, list[str]]:
        request = api.types.SearchRequest(serving_config=DEMO_CONFIG, query=text)
        response = api.client("SearchService").search(request)
        return response.corrected_query, [one.document.name for one in response]

    assert search(query) == (corrected, search(corrected)[1])
    assert search(corrected)[0] == ""


@pytest.mark.parametrize(("query", "kind"), [("leave policy", "handbook-"), ("policy", "policy-")])
def test_what_a_text_is_on_says_more_than_its_kind(
    http: httpx.Client, query: str, kind: str
) -> None:
    assert searching.ids(http, DEMO_ENGINE, query)[0].startswith(kind)


def test_correction_can_be_suggested_only(http: httpx.Client) -> None:
    spec = {"mode": "SUGGESTION_ONLY"}
    found = searching.search(http, DEMO_ENGINE, "skylrak", spellCorrectionSpec=spec)
    assert found.keys() == {"attributionToken", "correctedQuery", "summary", "semanticState"}
    assert found["correctedQuery"] == "skylark"
    found = searching.search(http, DEMO_ENGINE, "skylrak", spellCorrectionSpec={"mode": "AUTO"})
    assert found["results"]


def test_pages_of_a_corrected_query_continue(http: httpx.Client) -> None:
    first = searching.search(http, DEMO_ENGINE, "skylrak", pageSize=2)
    second = searching.ids(
        http, DEMO_ENGINE, "skylrak", pageSize=2, pageToken=first["nextPageToken"]
    )
    whole = searching.ids(http, DEMO_ENGINE, "skylark", pageSize=4)
    assert [one["id"] for one in first["results"]] + second == whole


@pytest.mark.parametrize("query", ['"skylrak"', "SKY-999", "quartzkalimba", "skyl", ""])
def test_what_is_quoted_or_like_nothing_stays(http: httpx.Client, query: str) -> None:
    assert "correctedQuery" not in searching.search(http, DEMO_ENGINE, query)


def test_a_word_of_five_letters_is_long_enough(http: httpx.Client, shop: str) -> None:
    assert searching.search(http, shop, "ketle")["correctedQuery"] == "kettle"


def test_an_english_word_is_not_misspelled(http: httpx.Client) -> None:
    assert searching.search(http, DEMO_ENGINE, "broker")["results"]
    assert "correctedQuery" not in searching.search(http, DEMO_ENGINE, "is it broken?")


def test_question_words_of_another_language_are_not_misspelled(http: httpx.Client) -> None:
    store = made.data_store(http, [made.document("soup", "Die Kartoffelsuppe wird warm serviert.")])
    right = "Warum wird die Kartoffelsuppe serviert?"
    assert "correctedQuery" not in searching.search(http, store, right)
    wrong = right.replace("ff", "f")
    assert searching.search(http, store, wrong)["correctedQuery"].startswith("Warum wird")


def test_expansion_finds_words_of_the_same_family(http: httpx.Client, shop: str) -> None:
    plain = searching.ids(http, shop, "charger kettle")
    assert sorted(plain) == ["charger", "kettle"]
    auto = {"condition": "AUTO"}
    found = searching.search(http, shop, "charger kettle", queryExpansionSpec=auto)
    ids = [one["id"] for one in found["results"]]
    assert found["queryExpansionInfo"] == {"expandedQuery": True}
    assert {"charging", "charged"} <= set(ids)
    assert set(ids[:2]) == {"charger", "kettle"}
    assert found["totalSize"] == len(ids)


def test_expansion_takes_any_word_of_a_phrase(http: httpx.Client, shop: str) -> None:
    auto = {"condition": "AUTO"}
    assert searching.ids(http, shop, '"kettle lamp"') == []
    found = searching.search(http, shop, '"kettle lamp"', queryExpansionSpec=auto)
    assert {one["id"] for one in found["results"]} == {"kettle", "lamp"}


def test_unexpanded_results_can_be_pinned(http: httpx.Client, shop: str) -> None:
    query = '"bearing on tea" charging night'
    plain = searching.ids(http, shop, query)
    spec = {"condition": "AUTO", "pinUnexpandedResults": True}
    found = searching.search(http, shop, query, queryExpansionSpec=spec)
    assert found["queryExpansionInfo"] == {"expandedQuery": True, "pinnedResultCount": "1"}
    ids = [one["id"] for one in found["results"]]
    assert ids[:1] == plain == ["charged"]
    assert len(ids) == len(set(ids)) == found["totalSize"]
    paged = [
        searching.ids(http, shop, query, queryExpansionSpec=spec, pageSize=1, offset=place)[0]
        for place in range(len(ids))
    ]
    assert paged == ids


@pytest.mark.parametrize(
    ("query", "spec"),
    [
        ("charger", {"condition": "DISABLED"}),
        ("skylark", {"condition": "AUTO"}),
        ("", {"condition": "AUTO"}),
        ("lamp", {"condition": "AUTO"}),
    ],
)
def test_nothing_is_expanded_without_need(
    http: httpx.Client, shop: str, query: str, spec: dict[str, str]
) -> None:
    owner = DEMO_ENGINE if query == "skylark" else shop
    found = searching.search(http, owner, query, queryExpansionSpec=spec)
    assert found["queryExpansionInfo"] == {}
    assert [one["id"] for one in found.get("results", [])] == searching.ids(http, owner, query)


def test_canonical_filter_tells_whether_there_is_enough(http: httpx.Client) -> None:
    records = [
        made.record(f"r{number}", title="Charger" if number < 8 else "Charging", n=number)
        for number in range(10)
    ]
    store = searching.structured(http, *records)
    body = {"filter": "n > 6", "queryExpansionSpec": {"condition": "AUTO"}}
    found = searching.search(http, store, "charger", **body)
    assert found["queryExpansionInfo"] == {"expandedQuery": True}
    assert {one["id"] for one in found["results"]} == {"r7", "r8", "r9"}
    found = searching.search(http, store, "charger", **body, canonicalFilter="n >= 0")
    assert found["queryExpansionInfo"] == {}
    assert [one["id"] for one in found["results"]] == ["r7"]
    spec = {"condition": "AUTO", "pinUnexpandedResults": True}
    body = {"queryExpansionSpec": spec, "canonicalFilter": "n = 9"}
    found = searching.search(http, store, "charger", **body)
    assert found["queryExpansionInfo"] == {"expandedQuery": True, "pinnedResultCount": "8"}
    assert {one["id"] for one in found["results"][8:]} == {"r8", "r9"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kett", {"kettle"}),
        ("tea kett", {"kettle", "tea"}),
        ("kettle", {"kettle"}),
        ("kett ", set()),
    ],
)
def test_last_word_may_still_be_typed(http: httpx.Client, query: str, expected: set[str]) -> None:
    records = [
        made.record("kettle", title="Kettle"),
        made.record("tea", title="Tea"),
        made.record("toast", title="Toast"),
    ]
    media = made.data_store(http, records, contentConfig="NO_CONTENT", industryVertical="MEDIA")
    spec = {"condition": "ENABLED"}
    assert set(searching.ids(http, media, query, searchAsYouTypeSpec=spec)) == expected
    found = searching.search(http, media, "kettlx", searchAsYouTypeSpec=spec)
    assert found.keys() == {"attributionToken", "summary", "semanticState"}


def test_search_as_you_type_is_for_media_only(http: httpx.Client, shop: str) -> None:
    said = searching.refusal(http, shop, "kett", searchAsYouTypeSpec={"condition": "AUTO"})
    assert "search_as_you_type_spec.condition" in said
    assert "MEDIA" in said
    off = {"condition": "DISABLED"}
    assert searching.ids(http, shop, "kett", searchAsYouTypeSpec=off) == []


def test_threshold_of_search_as_you_type_is_not_implemented(http: httpx.Client, shop: str) -> None:
    spec = {"condition": "ENABLED", "scoreThreshold": 0.5}
    body = {"query": "kett", "searchAsYouTypeSpec": spec}
    path = f"/v1beta/{shop}/servingConfigs/default_search:search"
    error = http.post(path, json=body).json()["error"]
    assert error["status"] == "UNIMPLEMENTED"
    assert "SearchAsYouTypeSpec.score_threshold" in error["message"]

"""`orderBy`: by values of fields instead of relevance."""

from __future__ import annotations

import httpx
import pytest

from tests.clients import made, searching
from tests.conftest import DEMO_CONFIG, Api

BOOST = {"condition": "price = 2", "boost": 0.5}


@pytest.fixture(scope="module")
def shelf(http: httpx.Client) -> str:
    return searching.structured(
        http,
        made.record("a", title="Kettle", price=30, made="2024-02-01", stock=True),
        made.record("b", title="Kettle kettle", price=9.5, made="2023-12-31", stock=False),
        made.record("c", title="Toaster", price=30, made="2022-01-01"),
        made.record("d", title="Kettle"),
    )


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("price", "bacd"),
        ("price desc", "acbd"),
        ("price desc, made", "cabd"),
        ("made desc", "abcd"),
        ("title,price desc", "adbc"),
        ("stock desc", "abcd"),
        ("structData.price asc", "bacd"),
    ],
)
def test_results_stand_in_order_of_fields(
    http: httpx.Client, shelf: str, order: str, expected: str
) -> None:
    assert searching.ids(http, shelf, orderBy=order) == list(expected)


def test_an_order_takes_the_place_of_relevance_and_boosts(http: httpx.Client, shelf: str) -> None:
    boosts = {"conditionBoostSpecs": [{"condition": "price = 30", "boost": 1}]}
    found = searching.ids(http, shelf, "kettle", orderBy="price", boostSpec=boosts)
    assert found == ["b", "a", "d"]


def test_pages_continue_the_order(http: httpx.Client, shelf: str) -> None:
    first = searching.search(http, shelf, orderBy="price desc", pageSize=3)
    assert [one["id"] for one in first["results"]] == ["a", "c", "b"]
    rest = searching.ids(
        http, shelf, orderBy="price desc", pageSize=3, pageToken=first["nextPageToken"]
    )
    assert rest == ["d"]
    said = searching.refusal(http, shelf, orderBy="price", pageToken=first["nextPageToken"])
    assert "page_token" in said


@pytest.mark.parametrize("order", ["weight", "price down", "price,", "price; made", "id"])
def test_an_order_that_is_not_understood_is_refused(
    http: httpx.Client, shelf: str, order: str
) -> None:
    assert searching.refusal(http, shelf, orderBy=order).startswith("order_by: ")


def test_an_engine_orders_all_of_its_data_stores_as_one(
    api_v1: Api, http: httpx.Client, shelf: str
) -> None:
    other = searching.structured(
        http, made.record("e", title="Grill"), made.record("f", title="Mixer")
    )
    config = f"{made.engine(http, [shelf, other])}/servingConfigs/default_search"
    request = api_v1.types.SearchRequest(serving_config=config, order_by="title desc")
    results = list(api_v1.client("SearchService").search(request))
    titles = [result.document.struct_data["title"] for result in results]
    assert titles == ["Toaster", "Mixer", "Kettle kettle", "Kettle", "Kettle", "Grill"]


def test_an_answer_is_searched_for_in_order(api_v1: Api) -> None:
    request = api_v1.types.AnswerQueryRequest(
        serving_config=DEMO_CONFIG,
        query={"text": "What does the warranty cover?"},
        search_spec={"search_params": {"order_by": "updated desc", "max_return_results": 5}},
    )
    answer = api_v1.client("ConversationalSearchService").answer_query(request).answer
    found = answer.steps[0].actions[0].observation.search_results
    documents = api_v1.client("DocumentService")
    dates = [documents.get_document(name=one.document).struct_data["updated"] for one in found]
    assert dates == sorted(dates, reverse=True)
    assert len(set(dates)) > 1


@pytest.mark.parametrize("searched", [False, True])
def test_browsing_is_in_the_order_of_import_whatever_was_searched_for_between(
    http: httpx.Client, searched: bool
) -> None:
    owner = searching.structured(http, *(made.record(one) for one in "cab"))
    for documents in ("a", "db", "c"):
        if searched:
            searching.search(http, owner)
        made.add(http, owner, [made.record(one, title="new") for one in documents])
    assert searching.ids(http, owner) == ["c", "a", "b", "d"]


@pytest.mark.parametrize("searched", [False, True])
def test_a_document_that_comes_back_comes_last(http: httpx.Client, searched: bool) -> None:
    owner = searching.structured(http, *(made.record(one) for one in "abc"))
    if searched:
        searching.search(http, owner)
    http.delete(f"/v1/{owner}/branches/0/documents/a").raise_for_status()
    made.add(http, owner, [made.record("a")])
    assert searching.ids(http, owner) == ["b", "c", "a"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"query": "kettle"},
        {"orderBy": "price"},
        {"query": "kettle", "boostSpec": {"conditionBoostSpecs": [BOOST]}},
        {"query": "kettle", "boostSpec": {"conditionBoostSpecs": [BOOST] * 3}},
        {"query": "kettle", "numResultsPerDataStore": 4},
        {"query": "kettle", "crowdingSpecs": [{"field": "price", "maxCount": 2}]},
    ],
)
@pytest.mark.parametrize("stores", [1, 2])
def test_pages_are_parts_of_the_whole(
    http: httpx.Client, asked: dict[str, object], stores: int
) -> None:
    records = [
        made.record(f"d{number}", title="kettle " * (number % 3), price=number % 4)
        for number in range(9)
    ]
    owner = made.engine(http, [searching.structured(http, *records) for _ in range(stores)])
    whole = searching.search(http, owner, **asked)
    names = [one["document"]["name"] for one in whole["results"]]
    assert len(names) > 3
    for offset in range(len(names) + 2):
        page = searching.search(http, owner, **asked, offset=offset, pageSize=2)
        shown = [one["document"]["name"] for one in page.get("results", [])]
        assert shown == names[offset : offset + 2]
        assert page["totalSize"] == whole["totalSize"]
        assert ("nextPageToken" in page) == (offset + 2 < len(names))

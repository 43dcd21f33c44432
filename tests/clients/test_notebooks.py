"""The REST calls of Google's published notebooks for Vertex AI Search, as they make them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.clients import made


def field(kind: str, **flags: Any) -> Any:
    """A field of the schema of pages, all of which are lists."""
    items = {"type": kind, "retrievable": True, "indexable": True, **flags}
    return {"type": "array", "items": items}


BOOKS_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "aggregate_rating": field(
            "number",
            dynamicFacetable=True,
            siteSearchSchemaOrgPaths=["_root.aggregateRating.ratingValue"],
        ),
        "rating_count": field("number", dynamicFacetable=True),
        "price": field("number", dynamicFacetable=True),
        "author": field("string", dynamicFacetable=True),
        "date_published": field("datetime"),
    },
}


def book(book_id: str, author: str, rating: float, count: int, price: float) -> made.JSON:
    return made.document(
        book_id,
        f"A book about a house by {author}.",
        title=f"Book {book_id}",
        uri=f"https://books.example/{book_id}",
        author=[author],
        aggregate_rating=[rating],
        rating_count=[count],
        price=[price],
        date_published=["2020-01-01"],
    )


@pytest.fixture(scope="module")
def books(http: httpx.Client) -> str:
    """A website's data store, with what its pages would say of themselves."""
    store = made.data_store(http, [], contentConfig="PUBLIC_WEBSITE")
    schema = f"/v1alpha/{store}/schemas/default_schema"
    response = http.patch(schema, json={"structSchema": BOOKS_SCHEMA})
    assert response.json()["response"]["structSchema"] == BOOKS_SCHEMA
    made.add(
        http,
        store,
        [
            book("testaments", "Margaret Atwood", 4.8, 900, 0),
            book("cards", "Someone Else", 3.1, 5, 9.5),
            book("roots", "Another One", 4.9, 20, 0),
        ],
    )
    return store


def search(http: httpx.Client, store: str, **body: Any) -> Any:
    path = f"{store}/servingConfigs/default_search:search"
    return made.post(http, path, {"pageSize": None, **body}, "v1alpha")


def ids(response: Any) -> list[str]:
    return [result["id"] for result in response["results"]]


def curve(kind: str, name: str, **amounts: float) -> Any:
    """A linear boostControlSpec; the points' values are written with `p` before and `_` for a
    point, which keywords cannot have."""
    points = [
        {"attributeValue": value.removeprefix("p").replace("_", "."), "boostAmount": amount}
        for value, amount in amounts.items()
    ]
    return {
        "attributeType": kind,
        "interpolationType": "LINEAR",
        "fieldName": name,
        "controlPoints": points,
    }


def test_filter_of_page_metadata(http: httpx.Client, books: str) -> None:
    text = "rating_count>10 AND aggregate_rating>4.5 AND price=0"
    assert sorted(ids(search(http, books, query="book", filter=text))) == ["roots", "testaments"]


def test_fixed_and_dynamic_facets(http: httpx.Client, books: str) -> None:
    intervals = [{"minimum": 0, "maximum": 10}, {"minimum": 10, "maximum": 100}, {"minimum": 100}]
    specs = [
        {"facetKey": {"key": "author"}, "limit": 2, "enableDynamicPosition": False},
        {
            "facetKey": {"key": "rating_count", "intervals": intervals},
            "limit": 3,
            "enableDynamicPosition": True,
        },
    ]
    author, count = search(http, books, query="book", facetSpecs=specs)["facets"]
    assert [value["value"] for value in author["values"]] == ["Another One", "Margaret Atwood"]
    assert [value["count"] for value in count["values"]] == ["1", "1", "1"]


def test_a_single_boost_is_no_list(http: httpx.Client, books: str) -> None:
    spec = {"condition": 'author: ANY("Margaret Atwood")', "boost": 0.9}
    found = search(http, books, query="book", boostSpec={"conditionBoostSpecs": spec})
    assert ids(found)[0] == "testaments"


def test_curves_of_ratings_and_freshness(http: httpx.Client, books: str) -> None:
    rating = {"p0_0": -0.8, "p3_0": -0.6, "p4_5": 0.0, "p5_0": 0.3}
    fresh = {"p0d": 0.2, "p30d": 0.15, "p60d": 0.1, "p180d": 0.0}
    specs = [
        {
            "condition": "rating_count>=10",
            "boostControlSpec": curve("NUMERICAL", "aggregate_rating", **rating),
        },
        {"condition": "rating_count<10", "boost": -0.5},
        {
            "condition": "rating_count>=0",
            "boostControlSpec": curve("FRESHNESS", "date_published", **fresh),
        },
    ]
    boosts = {"conditionBoostSpecs": specs}
    found = search(http, books, query="book", boostSpec=boosts, relevanceThreshold="LOWEST")
    assert ids(found) == ["roots", "testaments", "cards"]


def test_user_events_of_a_search(http: httpx.Client, books: str) -> None:
    found = search(http, books, query="house")
    shown = [{"uri": one["document"]["derivedStructData"]["link"]} for one in found["results"]]
    assert len(shown) == 3
    common = {"userPseudoId": "Alice", "attributionToken": found["attributionToken"]}
    seen = {"eventType": "search", "searchInfo": {"searchQuery": "house"}, "documents": shown}
    written = made.post(http, f"{books}/userEvents:write", {**common, **seen})
    assert written["documents"] == [{**one, "joined": True} for one in shown]
    viewed = {"eventType": "view-item", "documents": [{"uri": "https://elsewhere.example/page"}]}
    made.post(http, f"{books}/userEvents:write", {**common, **viewed})
    chosen = {"filter": 'eventTime>"2024-12-23T18:25:43.511Z" userPseudoId="Alice"'}
    purged = made.waited(http, made.post(http, f"{books}/userEvents:purge", chosen))
    assert purged["metadata"]["successCount"] == "2"


def test_custom_embeddings(http: httpx.Client) -> None:
    vector = [1.0, 0.0, 0.0]
    store = made.data_store(http, [])
    properties = {
        "embedding_vector": {
            "type": "array",
            "keyPropertyMapping": "embedding_vector",
            "dimension": len(vector),
            "items": {"type": "number"},
        }
    }
    schema = {"structSchema": {"type": "object", "properties": properties}}
    short = store.replace("/collections/default_collection", "")
    response = http.patch(f"/v1alpha/{short}/schemas/default_schema", json=schema)
    assert response.json()["done"]
    text = "An array is made with new."
    far = made.document("far", text, title="Java", embedding_vector=[0.0, 1.0, 0.0])
    near = made.document("near", text, title="Java", embedding_vector=vector)
    made.add(http, store, [far, near])
    name = f"{store}/servingConfigs/default_search"
    response = http.patch(
        f"/v1alpha/{name}?updateMask=embeddingConfig,rankingExpression",
        json={
            "name": name,
            "embeddingConfig": {"fieldPath": "embedding_vector"},
            "ranking_expression": "0.5 * relevance_score",
        },
    )
    assert response.json()["rankingExpression"] == "0.5 * relevance_score"
    found = search(
        http,
        store,
        query="How do I create an array in Java?",
        embeddingSpec={"embeddingVectors": [{"fieldPath": "embedding_vector", "vector": vector}]},
        rankingExpression="0.5 * relevance_score + 0.3 * dotProduct(embedding_vector)",
    )
    assert ids(found) == ["near", "far"]


def test_existence_is_told_by_a_search(http: httpx.Client, books: str) -> None:
    for store, status in ((books, 200), (f"{books}x", 404)):
        path = f"/v1alpha/{store}/servingConfigs/default_search:search"
        assert http.post(path, json={"query": "test", "pageSize": 1}).status_code == status


def test_an_engine_takes_another_data_store(http: httpx.Client, books: str) -> None:
    engine = made.engine(http, [books])
    shown = http.get(f"/v1alpha/{engine}").json()["dataStoreIds"]
    wanted = [*shown, made.data_store(http, []).rpartition("/")[2]]
    response = http.patch(
        f"/v1alpha/{engine}?updateMask=dataStoreIds", json={"dataStoreIds": wanted}
    )
    assert response.json()["dataStoreIds"] == wanted

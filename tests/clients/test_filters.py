"""Filters over the demo's price list and documents, in searches, answers and conversations.

Expected ids are read off the price list itself; the texts of refusals are the service's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from google.api_core import exceptions

from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, ROOT, Api

PRODUCTS = f"{DEMO}/dataStores/demo-products/servingConfigs/default_search"
ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for file in ("products.jsonl", "plans.jsonl", "locations.jsonl")
    for line in (ROOT / "seed_data" / file).read_text().splitlines()
]


def found(api: Api, text: str, query: str = "", config: str = PRODUCTS) -> set[str]:
    request = api.types.SearchRequest(
        serving_config=config, query=query, filter=text, page_size=100
    )
    return {result.id for result in api.client("SearchService").search(request)}


def expected(holds: Callable[[dict[str, Any]], bool]) -> set[str]:
    ids = {row["id"] for row in ROWS if holds(row["structData"])}
    assert 0 < len(ids) < len(ROWS)
    return ids


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ('kind: ANY("product")', lambda row: row.get("kind") == "product"),
        ("price < 200", lambda row: row.get("price", 1e9) < 200),
        ("price: IN(100, 249i)", lambda row: 100 <= row.get("price", -1) <= 249),
        ("prices.gbp >= 289", lambda row: row.get("prices", {}).get("gbp", 0) >= 289),
        ('released >= "2024-01-01"', lambda row: row.get("released", "") >= "2024"),
        ('in_stock = "true"', lambda row: row.get("in_stock") is True),
        (
            'price < 400 AND released < "2023"',
            lambda row: row.get("price", 1e9) < 400 and "" < row.get("released", "") < "2023",
        ),
        (
            '(price < 50 OR price > 500) AND kind: ANY("product")',
            lambda row: row.get("kind") == "product" and not 50 <= row["price"] <= 500,
        ),
    ],
)
def test_filter_keeps_the_documents_for_which_it_holds(
    api_v1: Api, text: str, holds: Callable[[dict[str, Any]], bool]
) -> None:
    assert found(api_v1, text) == expected(holds)


@pytest.mark.parametrize("address", ["Dundee", "Marlgate Works, 7 Weaver's Wynd, Dundee"])
def test_an_address_is_where_a_document_that_has_it_is(api_v1: Api, address: str) -> None:
    near = f'location: GEO_DISTANCE("{address}", 100000)'
    assert found(api_v1, near) == found(api_v1, "location: GEO_DISTANCE(56.462, -2.9707, 100000)")
    assert "location-dundee" in found(api_v1, near)
    # From Dundee to Utrecht it is about 730 km, to Portland ten times as far.
    europe = found(api_v1, f'location: GEO_DISTANCE("{address}", 1500000)')
    assert "location-utrecht" in europe
    assert "location-portland" not in europe


def test_filter_narrows_a_query_and_never_widens_it(api_v1: Api) -> None:
    every = found(api_v1, "", "weather station")
    cheap = expected(lambda row: row.get("price", 1e9) < 300)
    assert found(api_v1, "price < 300", "weather station") == every & cheap != every


def test_filter_of_an_engine_reaches_each_of_its_data_stores(api_v1: Api) -> None:
    policies = found(api_v1, 'category: ANY("policy")', config=DEMO_CONFIG)
    assert policies
    assert all(one.startswith("policy") for one in policies)


def test_answer_is_written_from_what_the_filter_allows(api_v1: Api) -> None:
    types = api_v1.types
    request = types.AnswerQueryRequest(
        serving_config=DEMO_CONFIG,
        query=types.Query(text="How long is the warranty on the Skylark 3?"),
        search_spec={"search_params": {"filter": 'category: ANY("release-notes")'}},
    )
    answer = api_v1.client("ConversationalSearchService").answer_query(request).answer
    searched = answer.steps[0].actions[0].observation.search_results
    assert searched
    assert all("/documents/release-" in one.document for one in searched)


def test_conversation_takes_a_filter(api_v1: Api) -> None:
    types = api_v1.types
    request = types.ConverseConversationRequest(
        name=f"{DEMO_ENGINE}/conversations/-",
        query=types.TextInput(input="warranty"),
        filter='category: ANY("policy")',
    )
    response = api_v1.client("ConversationalSearchService").converse_conversation(request)
    assert response.search_results
    assert all(one.id.startswith("policy") for one in response.search_results)


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ('kind: ANY("a") AND sku: ANY("b") OR sku: ANY("c")', "syntax error at token 'OR'", 33),
        ('sku = "x"', 'Unsupported field "sku" on comparison operators: it is of type string', 0),
        (
            "price != 3",
            "Unsupported operators. Expression only supports: >, <, >=, <=, =, :",
            6,
        ),
        ('price: ANY("1")', 'Unsupported field "price" on ":" operator: it is of type number', 0),
        (
            'NOT (kind: ANY("a") OR sku: ANY("b"))',
            "NOT can only be applied to one expression type: (1) expression without logical joiner",
            4,  # The group that NOT stands before.
        ),
        (
            'prize: ANY("red")',
            'Unsupported field "prize" on ":" operator: it is not known or not indexable; '
            "most like it: price (at",
            0,
        ),
        (
            'location: GEO_DISTANCE("Atlantis", 5)',
            "The address 'Atlantis' cannot be located: there is no geocoding service",
            10,
        ),
        ("price <", "syntax error at token '<EOF>'", 7),
        ('kind: "product"', "syntax error at token '\"product\"'", 6),
        ('released > "yesterday"', "'yesterday' is not an ISO 8601 date or time", 11),
        ('in_stock = "yes"', "Field 'in_stock' is compared to a value that is not", 11),
        ("(" * 200 + "price > 1" + ")" * 200, "nested too deeply", 50),
    ],
)
def test_filter_is_refused_with_its_reason_and_position(
    api_v1: Api, text: str, reason: str, position: int
) -> None:
    with pytest.raises(exceptions.BadRequest) as refusal:
        found(api_v1, text)
    began = f"Invalid filter syntax '{text[:400]}'. Parsing filter failed with error: {reason}"
    assert began in refusal.value.message
    assert f"(at position {position} of the filter)" in refusal.value.message
    assert "'filter'" in str(refusal.value) or '"filter"' in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kind = 'product'", 'a number or a text in double quotes (")'),
        ("kind: ANY('product')", 'a text in double quotes (")'),
        ('kind: "product"', 'ANY("product")'),
        ("kind: product", 'ANY("..."), IN(..., ...) or GEO_DISTANCE(...)'),
        ('kind IN ("product")', '":" or one of <, <=, =, >=, >'),
        ('GEO_DISTANCE(location, "Oslo", 5)', 'the name of a field and ":" before it'),
        ('kind = "product"', 'kind: ANY("...")'),
        ('kind != "product"', "NOT before the field"),
        ('kind == "product"', '"="'),
        ('kind: ANY("product', "a closing quotation mark"),
        ('kind: ANY("a" "b")', '"," or ")"'),
        ('kind: ANY("a") and price > 5', "AND, OR or the end"),
        ('kind: ANY("a") AND price > 5 OR price < 2', "AND, or parentheses around one of the two"),
        ('(kind: ANY("a")', 'AND, OR or ")"'),
        ("AND price > 5", "the name of a field"),
        ("price: IN(5)", '","'),
        ("price: IN(one, 5)", 'a number or "*"'),
        ('price > "5"', "a number without quotes"),
        ('price: ANY("5")', "price = ... or price: IN(..., ...)"),
        ('in_stock: ANY("true")', 'in_stock = "true"'),
        ('released: ANY("2023")', 'released = "2024-12-31"'),
        ('location: ANY("Oslo")', "location: GEO_DISTANCE(...)"),
    ],
)
def test_a_refusal_says_what_is_expected_instead(api_v1: Api, text: str, expected: str) -> None:
    with pytest.raises(exceptions.BadRequest) as refusal:
        found(api_v1, text)
    assert refusal.value.message.endswith(f" of the filter): expected {expected}.")


def test_the_reason_is_told_however_long_the_filter_is(api: Api) -> None:
    with pytest.raises(exceptions.BadRequest, match='Unsupported field "colour" on ":" operator'):
        found(api, f'colour: ANY("{"red" * 10_000}")')

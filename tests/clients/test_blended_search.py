"""Engines over several data stores: one ranking, and `dataStoreSpecs` for each."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.clients import made, searching
from tests.conftest import DEMO, DEMO_CONFIG, Api

POLICY = 'category: ANY("policy")'


@pytest.fixture(scope="module")
def stores(http: httpx.Client) -> list[str]:
    """Two stores that have a field in common, and each a field of its own."""
    return [
        searching.structured(
            http,
            made.record("brew", title="Kettle for tea", price=40, leaves="green"),
            made.record("cup", title="Cup", price=4, leaves="black"),
        ),
        searching.structured(
            http,
            made.record("gas", title="Kettle for gas", price=25, power=3),
            made.record("steel", title="Kettle of steel", price=60, power=1),
        ),
    ]


@pytest.fixture(scope="module")
def engine(http: httpx.Client, stores: list[str]) -> str:
    return made.engine(http, stores)


def test_boosts_are_of_one_scale_over_all_stores(http: httpx.Client, engine: str) -> None:
    conditions = [
        {"condition": "price >= 60", "boost": 1},
        {"condition": "price = 40", "boost": 0.1},
    ]
    found = searching.ids(http, engine, "kettle", boostSpec={"conditionBoostSpecs": conditions})
    assert found == ["steel", "brew", "gas"]


def test_a_key_property_is_the_field_of_each_store(http: httpx.Client) -> None:
    fruit = mapped_to_category(http, "kind", made.record("plum", kind="fruit"))
    other = mapped_to_category(
        http, "class", made.record("pear", **{"class": "fruit"}), made.record("leek", category="x")
    )
    engine = made.engine(http, [fruit, other])
    assert searching.ids(http, engine, filter='category: ANY("fruit")') == ["plum", "pear"]
    assert searching.ids(http, engine, filter='-category: ANY("fruit")') == ["leek"]
    assert searching.ids(http, engine, filter='category: ANY("fruit", "x")') == [
        *("plum", "pear", "leek")
    ]
    specs = [{"facetKey": {"key": "category"}}]
    [facet] = searching.search(http, engine, facetSpecs=specs)["facets"]
    assert facet["values"] == [{"value": "fruit", "count": "2"}, {"value": "x", "count": "1"}]
    boosts = {"conditionBoostSpecs": [{"condition": 'category: ANY("fruit")', "boost": -1}]}
    assert searching.ids(http, engine, boostSpec=boosts) == ["leek", "plum", "pear"]


def mapped_to_category(http: httpx.Client, field: str, *records: made.JSON) -> str:
    """A data store of records whose field is the key property `category`."""
    store = searching.structured(http, *records)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {field: {"type": "string", "keyPropertyMapping": "category"}},
    }
    name = f"/v1/{store}/schemas/default_schema"
    made.waited(http, http.patch(name, json={"structSchema": schema}).json())
    return store


def test_specs_choose_the_stores(http: httpx.Client, engine: str, stores: list[str]) -> None:
    specs = [{"dataStore": stores[1]}]
    assert searching.ids(http, engine, "kettle", dataStoreSpecs=specs) == ["gas", "steel"]
    both = [{"dataStore": store} for store in stores]
    found = searching.ids(http, engine, "kettle", dataStoreSpecs=both)
    assert sorted(found) == ["brew", "gas", "steel"]


def test_a_field_is_filtered_by_as_each_store_has_it(http: httpx.Client) -> None:
    numbers = searching.structured(http, made.record("one", size=1), made.record("five", size=5))
    letters = searching.structured(http, made.record("large", size="L"))
    engine = made.engine(http, [numbers, letters])
    assert searching.ids(http, engine, filter="size > 3") == ["five"]
    assert searching.ids(http, engine, filter="NOT size: IN(2, 9)") == ["one", "large"]
    assert searching.ids(http, engine, filter='size: ANY("L") OR size = 1') == ["one", "large"]
    boosts = {"conditionBoostSpecs": [{"condition": "size < 3", "boost": 0.9}]}
    assert searching.ids(http, engine, boostSpec=boosts)[0] == "one"
    formula = {"rankingExpression": "c.size", "rankingExpressionBackend": "RANK_BY_FORMULA"}
    assert searching.ids(http, engine, **formula) == ["five", "one", "large"]
    curve = {"fieldName": "size", "attributeType": "NUMERICAL"}
    points = [{"attributeValue": str(at), "boostAmount": 1 / at} for at in (1, 5)]
    boost = {"condition": "size > 0", "boostControlSpec": {**curve, "controlPoints": points}}
    falling = {"conditionBoostSpecs": [boost]}
    assert searching.ids(http, engine, boostSpec=falling) == ["one", "five", "large"]
    keys = [{"key": "size"}, {"key": "size", "intervals": [{"minimum": 3}]}]
    facets = [{"facetKey": key} for key in keys]
    words, counted = searching.search(http, engine, facetSpecs=facets)["facets"]
    assert words["values"] == [{"value": "L", "count": "1"}]
    assert counted["values"] == [{"interval": {"minimum": 3}, "count": "1"}]
    refusal = searching.refusal(http, engine, filter="size: GEO_DISTANCE(1, 2, 3)")
    assert 'Unsupported field "size" on ":" operator' in refusal


def test_specs_filter_and_boost_their_store_only(
    http: httpx.Client, engine: str, stores: list[str]
) -> None:
    boosts = {"conditionBoostSpecs": [{"condition": "power = 1", "boost": 0.9}]}
    specs = [
        {"dataStore": stores[0], "filter": 'leaves: ANY("black")'},
        {"dataStore": stores[1], "boostSpec": boosts},
    ]
    assert searching.ids(http, engine, dataStoreSpecs=specs) == ["steel", "cup", "gas"]
    found = searching.ids(http, engine, dataStoreSpecs=specs, filter="price < 50")
    assert found == ["cup", "gas"]


@pytest.mark.parametrize(
    ("whole", "own", "expected"),
    [(0, [1, 0], (3, {"brew"})), (1, [0, 0], (2, {"brew", "gas"})), (1, [0, 2], (3, {"brew"}))],
)
def test_results_of_a_store_can_be_limited(
    http: httpx.Client, engine: str, stores: list[str], whole: int, own: list[int], expected: Any
) -> None:
    specs = [{"dataStore": one, "numResults": most} for one, most in zip(stores, own, strict=True)]
    body = {"dataStoreSpecs": specs, "numResultsPerDataStore": whole}
    found = searching.search(http, engine, **body)
    ids = [one["id"] for one in found["results"]]
    assert found["totalSize"] == len(ids) == expected[0]
    assert expected[1] <= set(ids)
    assert "cup" not in ids


def test_pages_of_stores_with_limits_end(http: httpx.Client, engine: str) -> None:
    body = {"numResultsPerDataStore": 1, "pageSize": 1}
    first = searching.search(http, engine, **body)
    second = searching.search(http, engine, **body, pageToken=first["nextPageToken"])
    assert [first["results"][0]["id"], second["results"][0]["id"]] == ["brew", "gas"]
    assert "nextPageToken" not in second


def test_specs_of_an_answer(api_v1: Api) -> None:
    specs = [{"data_store": f"{DEMO}/dataStores/demo-docs", "filter": POLICY}]
    request = api_v1.types.AnswerQueryRequest(
        serving_config=DEMO_CONFIG,
        query={"text": "How long is the warranty on the Skylark 3?"},
        search_spec={"search_params": {"data_store_specs": specs}},
    )
    answer = api_v1.client("ConversationalSearchService").answer_query(request).answer
    searched = answer.steps[0].actions[0].observation.search_results
    assert searched
    assert all("/demo-docs/branches/0/documents/policy-" in one.document for one in searched)


# "Used to filter results from workspace data stores": of others they leave all.
def test_search_operators_are_for_data_stores_of_workspace(
    http: httpx.Client, engine: str, stores: list[str]
) -> None:
    specs = [{"dataStore": stores[0], "customSearchOperators": "from:me"}]
    assert searching.ids(http, engine, dataStoreSpecs=specs) == ["brew", "cup"]

    workspace = made.data_store(http, [], contentConfig="GOOGLE_WORKSPACE")
    specs[0]["dataStore"] = workspace
    engine = made.engine(http, [stores[0], workspace])
    path = f"/v1/{engine}/servingConfigs/default_search:search"
    refused = http.post(path, json={"dataStoreSpecs": specs})
    assert refused.status_code == 501
    assert "data_store_specs[0].custom_search_operators" in refused.text


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({}, "data_store_specs[0].data_store: "),
        ({"dataStore": f"{DEMO}/dataStores/none"}, "is not a data store"),
        ({"filter": "power = 1"}, "data_store_specs[0].filter: "),
        ({"boostSpec": {"conditionBoostSpecs": [{"boost": 2}]}}, "[0].boost_spec.condition_boost"),
        ({"numResults": -1}, "data_store_specs[0].num_results: "),
    ],
)
def test_a_spec_is_refused_with_its_reason(
    http: httpx.Client, engine: str, stores: list[str], spec: dict[str, Any], said: str
) -> None:
    named = {"dataStore": stores[0], **spec} if spec else spec
    assert said in searching.refusal(http, engine, dataStoreSpecs=[named])


def test_an_id_is_refused_with_the_names_of_the_data_stores(
    http: httpx.Client, engine: str, stores: list[str]
) -> None:
    said = searching.refusal(http, engine, dataStoreSpecs=[{"dataStore": "demo-docs"}])
    assert "'demo-docs' is not a data store searched; projects/" in said
    assert all(f"/dataStores/{name.rpartition('/')[2]}" in said for name in stores)


def test_a_store_may_be_named_once(http: httpx.Client, engine: str, stores: list[str]) -> None:
    said = searching.refusal(http, engine, dataStoreSpecs=[{"dataStore": stores[0]}] * 2)
    assert "data_store_specs[1].data_store: " in said
    assert "twice" in said


def test_a_negative_limit_is_refused(http: httpx.Client, engine: str) -> None:
    said = searching.refusal(http, engine, numResultsPerDataStore=-1)
    assert said.startswith("num_results_per_data_store: ")


def test_a_word_is_as_rare_as_in_all_stores_together(http: httpx.Client) -> None:
    """Split over two stores, documents stand in the order that they have in one."""
    records = [
        made.record(f"{word}-{number}", title=f"{word} {'pot ' * number}tray")
        for word in ("kettle", "toaster", "grill")
        for number in range(1, 5)
    ]
    records += [
        made.record(f"other-{number}", title=f"kettle number {number}") for number in range(9)
    ]
    together = searching.structured(http, *records)
    halves = [searching.structured(http, *records[:12]), searching.structured(http, *records[12:])]
    query = "kettle toaster tray"
    one = searching.search(http, together, query, pageSize=30, params={"explain": True})
    two = searching.search(
        http, made.engine(http, halves), query, pageSize=30, params={"explain": True}
    )
    assert _scores(two).keys() == _scores(one).keys()
    ranked = sorted(_scores(one).values())
    assert ranked[-1] > ranked[0]
    for name, parts in _scores(two).items():
        assert parts == pytest.approx(_scores(one)[name], rel=0.15)


def _scores(found: dict[str, Any]) -> dict[str, float]:
    """Scores by document. The mean length of texts, which they depend on, is that of a store."""
    return {
        one["id"]: one["document"]["derivedStructData"]["explanation"]["score"]
        for one in found["results"]
    }


def test_a_word_most_of_whose_documents_were_deleted_is_searched_for(http: httpx.Client) -> None:
    records = [made.record(str(number), title="Kettle") for number in range(5)]
    stores = [searching.structured(http, *records) for _ in range(2)]
    engine = made.engine(http, stores)
    assert len(searching.ids(http, engine, "kettle")) == 10
    for store in stores:
        for number in range(4):
            http.delete(f"/v1/{store}/branches/0/documents/{number}").raise_for_status()
    assert searching.ids(http, engine, "kettle") == ["4", "4"]

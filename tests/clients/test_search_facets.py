"""`facetSpecs`: counts over all that is found."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.clients import made, searching
from tests.conftest import DEMO_CONFIG, Api


@pytest.fixture(scope="module")
def cars(http: httpx.Client) -> str:
    return searching.structured(
        http,
        made.record("a", title="Car", color="Red", size=1, kind="car", sold=True),
        made.record("b", title="Car", color=["Red", "Blue"], size=2.5, kind="car"),
        made.record("c", title="Van", color="Dark red 10", size=[3, 4], kind="van", sold=False),
        made.record("d", title="Van", color="Dark red 9", size=9, kind="van"),
    )


def facets(http: httpx.Client, owner: str, *specs: Any, **body: Any) -> list[Any]:
    """Each facet as its key, and the values with their counts."""
    found = searching.search(http, owner, facetSpecs=list(specs), **body)
    return [
        (
            facet["key"],
            [
                (one.get("value", one.get("interval")), int(one.get("count", 0)))
                for one in facet.get("values", [])
            ],
        )
        for facet in found["facets"]
    ]


def spec(key: str, **fields: Any) -> dict[str, Any]:
    own = ("limit", "excludedFilterKeys", "enableDynamicPosition")
    outer = {name: fields.pop(name) for name in own if name in fields}
    return {"facetKey": {"key": key, **fields}, **outer}


@pytest.mark.parametrize(
    ("fields", "values"),
    [
        ({}, [("Blue", 1), ("Dark red 9", 1), ("Dark red 10", 1), ("Red", 2)]),
        ({"limit": 2}, [("Blue", 1), ("Dark red 9", 1)]),
        ({"orderBy": "count desc", "limit": 2}, [("Red", 2), ("Blue", 1)]),
        ({"orderBy": "value desc", "limit": 2}, [("Red", 2), ("Dark red 10", 1)]),
        ({"restrictedValues": ["Red", "Green"]}, [("Red", 2)]),
        ({"prefixes": ["Dark"]}, [("Dark red 9", 1), ("Dark red 10", 1)]),
        ({"contains": ["red"]}, [("Dark red 9", 1), ("Dark red 10", 1)]),
        (
            {"contains": ["RED"], "caseInsensitive": True},
            [("Dark red 9", 1), ("Dark red 10", 1), ("Red", 2)],
        ),
    ],
)
def test_texts_are_counted(
    http: httpx.Client, cars: str, fields: dict[str, Any], values: list[Any]
) -> None:
    assert facets(http, cars, spec("color", **fields)) == [("color", values)]


def test_numbers_are_counted_by_intervals(http: httpx.Client, cars: str) -> None:
    intervals = [
        {"minimum": 4},
        {"exclusiveMinimum": 1, "maximum": 2.5},
        {"minimum": 0, "exclusiveMaximum": 1},
        {"maximum": 1},
    ]
    assert facets(http, cars, spec("size", intervals=intervals)) == [
        ("size", list(zip(intervals, [2, 1, 0, 1], strict=True)))
    ]


def test_truth_values_are_counted(http: httpx.Client, cars: str) -> None:
    assert facets(http, cars, spec("sold")) == [("sold", [("false", 1), ("true", 1)])]


def test_only_what_is_found_counts_on_any_page(http: httpx.Client, cars: str) -> None:
    for page in ({}, {"pageSize": 1}, {"offset": 1}):
        found = facets(http, cars, spec("kind"), query="van", **page)
        assert found == [("kind", [("van", 2)])]


def test_a_facet_can_count_without_a_filter(http: httpx.Client, cars: str) -> None:
    found = facets(
        http,
        cars,
        spec("kind"),
        spec("kind", excludedFilterKeys=["kind"]),
        spec("kind", excludedFilterKeys=["kind", "size", "other"]),
        filter='kind: ANY("car") AND size > 1',
    )
    assert [values for _, values in found] == [
        [("car", 1)],
        [("car", 1), ("van", 2)],
        [("car", 2), ("van", 2)],
    ]


def test_facets_with_a_dynamic_position_come_last(http: httpx.Client, cars: str) -> None:
    specs = [
        spec("sold", enableDynamicPosition=True),
        spec("color", enableDynamicPosition=True),
        spec("kind"),
    ]
    assert [key for key, _ in facets(http, cars, *specs)] == ["kind", "color", "sold"]


def test_an_engine_counts_over_all_of_its_data_stores(api: Api) -> None:
    keys = ("title", "kind", "category")
    request = api.types.SearchRequest(
        serving_config=DEMO_CONFIG,
        query="Skylark",
        page_size=100,
        facet_specs=[{"facet_key": {"key": key}, "limit": 300} for key in keys],
    )
    response = next(iter(api.client("SearchService").search(request).pages))
    documents = [result.document.struct_data for result in response.results]
    counted = {
        facet.key: {value.value: value.count for value in facet.values} for facet in response.facets
    }
    for key in keys:
        texts = [document[key] for document in documents if key in document]
        assert counted[key] == {text: texts.count(text) for text in texts} != {}


@pytest.mark.parametrize(
    ("specs", "said"),
    [
        ([spec("kind")] * 101, "facet_specs: "),
        ([spec("kind"), {}], "facet_specs[1].facet_key.key: "),
        ([spec("weight")], "facet_specs[0].facet_key.key: "),
        ([spec("kind", limit=-1)], "facet_specs[0].limit: "),
        ([spec("kind", orderBy="count")], "facet_specs[0].facet_key.order_by: "),
        ([spec("kind", intervals=[{"minimum": 1}])], "facet_key.intervals: "),
        ([spec("size")], "facet_specs[0].facet_key.intervals: "),
        ([spec("size", intervals=[{"minimum": 2, "maximum": 1}])], "facet_key.intervals: "),
        ([spec("size", intervals=[{"minimum": 2}] * 31)], "facet_key.intervals: "),
        ([spec("kind", restrictedValues=["a"] * 11)], "facet_key.restricted_values: "),
        ([spec("kind", prefixes=["a"] * 11)], "facet_key.prefixes: "),
        ([spec("kind", contains=["a"] * 11)], "facet_key.contains: "),
        ([spec("size", intervals=[{"minimum": 1}], contains=["1"])], "facet_key.contains: "),
        ([spec("kind", excludedFilterKeys=["a"] * 101)], "facet_specs[0].excluded_filter_keys: "),
    ],
)
def test_a_facet_is_refused_with_its_reason(
    http: httpx.Client, cars: str, specs: list[Any], said: str
) -> None:
    assert said in searching.refusal(http, cars, facetSpecs=specs)

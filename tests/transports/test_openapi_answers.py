"""What the emulator answers is what its OpenAPI document says."""

from __future__ import annotations

from typing import Any

import httpx
import jsonschema
import pytest

from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE

QUESTION = {"query": {"text": "How long is the warranty on the Skylark 3?"}}


@pytest.fixture(scope="module")
def shown(http: httpx.Client) -> dict[str, Any]:
    return http.get("/openapi.json").json()


def assert_fits(shown: dict[str, Any], component: str, value: object) -> None:
    """The value has the component's shape, and no field that the component does not have."""
    root = {**shown, "$ref": f"#/components/schemas/{component}"}
    jsonschema.Draft202012Validator(root).validate(value)
    assert_known(shown, {"$ref": f"#/components/schemas/{component}"}, value)


def assert_known(shown: dict[str, Any], schema: dict[str, Any], value: object) -> None:
    if "$ref" in schema:
        schema = shown["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if set(schema.get("properties", ())) == {"@type"}:
        return  # A google.protobuf.Any has the fields of the type that it names.
    if isinstance(value, dict) and "properties" in schema:
        assert set(value) <= set(schema["properties"])
        for name, item in value.items():
            assert_known(shown, schema["properties"][name], item)
    elif isinstance(value, list) and "items" in schema:
        for item in value:
            assert_known(shown, schema["items"], item)


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
@pytest.mark.parametrize(
    ("call", "component"),
    [
        (("POST", f"{DEMO_CONFIG}:search", {"query": "warranty"}), "SearchResponse"),
        (("POST", f"{DEMO_CONFIG}:answer", QUESTION), "AnswerQueryResponse"),
        (("GET", DEMO_ENGINE, None), "Engine"),
        (("GET", f"{DEMO}/dataStores", None), "ListDataStoresResponse"),
        (("GET", f"{DEMO}/dataStores/demo-docs/branches/0/documents", None),
         "ListDocumentsResponse"),
        (("GET", f"{DEMO}/dataStores/demo-docs/schemas/default_schema", None), "Schema"),
    ],
)  # fmt: skip
def test_an_answer_fits_its_schema(http, shown, version, call, component):
    verb, path, body = call
    answer = http.request(verb, f"/{version}/{path}", json=body)
    assert answer.status_code == 200
    assert_fits(shown, f"discoveryengine.{version}.{component}", answer.json())


def test_an_error_fits_its_schema(http, shown):
    answer = http.post(f"/v1/{DEMO_CONFIG}:search", json={"pageSize": "many"})
    assert answer.status_code == 400
    assert_fits(shown, "Error", answer.json())


@pytest.mark.parametrize("query", ["", "?alt=sse"])
def test_the_error_of_a_stream_fits_its_schema(http, shown, query):
    answer = http.post(f"/v1/{DEMO_CONFIG}:streamAnswer{query}", json={"query": 5})
    assert answer.status_code == 400
    content = shown["components"]["responses"]["StreamError"]["content"]
    schema = content["application/json"]["schema"]
    jsonschema.Draft202012Validator({**shown, **schema}).validate(answer.json())

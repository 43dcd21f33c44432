"""The OpenAPI document: valid, complete, and true to what the emulator answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from emulator.surface.decoder import Decoder
from emulator.surface.registry import Method, surface
from emulator.transports.openapi.document import GRPC_METHODS, document
from emulator.transports.openapi.paths import open_path, singular
from emulator.transports.rest.rest_app import router

COLLECTION = "/projects/{project}/locations/{location}/collections/{collection}"
BRANCH = f"{COLLECTION}/dataStores/{{dataStore}}/branches/{{branch}}"
CONFIG = f"{COLLECTION}/engines/{{engine}}/servingConfigs/{{servingConfig}}"


@pytest.fixture(scope="module")
def everything() -> dict[str, Any]:
    """The document of the whole surface, as if all of it were implemented."""
    return document(surface.methods)


def operations(shown: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, by_verb in shown["paths"].items():
        for verb, operation in by_verb.items():
            yield verb, path, operation


def methods_of(service: str, version: str) -> list[Method]:
    return [one for one in surface.methods if one.service.endswith(f".{version}.{service}")]


def references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (value for key, value in node.items() if key == "$ref")
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def parameters(operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in operation["parameters"] if "name" in one}


def property_names(shown: dict[str, Any], component: str) -> set[str]:
    return set(shown["components"]["schemas"][component]["properties"])


@pytest.mark.parametrize(
    ("template", "path", "names", "fields"),
    [
        (
            "/v1/{parent=projects/*/locations/*/dataStores/*/branches/*}/documents",
            "/v1/projects/{project}/locations/{location}/dataStores/{dataStore}"
            "/branches/{branch}/documents",
            ("project", "location", "dataStore", "branch"),
            ("parent",),
        ),
        (
            "/v1/{serving_config=projects/*/locations/*/dataStores/*/servingConfigs/*}:search",
            "/v1/projects/{project}/locations/{location}/dataStores/{dataStore}"
            "/servingConfigs/{servingConfig}:search",
            ("project", "location", "dataStore", "servingConfig"),
            ("serving_config",),
        ),
        (
            "/v1/{parent=projects/*/locations/*/dataStores/**}/suggestionDenyListEntries:purge",
            "/v1/projects/{project}/locations/{location}/dataStores/{dataStore}"
            "/suggestionDenyListEntries:purge",
            ("project", "location", "dataStore"),
            ("parent",),
        ),
        (
            "/v1/{session.name=projects/*/locations/*/collections/*/engines/*/sessions/*}",
            f"/v1{COLLECTION}/engines/{{engine}}/sessions/{{session}}",
            ("project", "location", "collection", "engine", "session"),
            ("session.name",),
        ),
    ],
)
def test_a_rule_becomes_a_path(template, path, names, fields):
    found = open_path(template)
    assert (found.text, found.parameters, found.fields) == (path, names, fields)


@pytest.mark.parametrize(
    ("collection", "name"),
    [
        ("dataStores", "dataStore"),
        ("branches", "branch"),
        ("sampleQueries", "sampleQuery"),
        ("identity_mapping_stores", "identityMappingStore"),
    ],
)
def test_a_parameter_is_named_after_its_collection(collection, name):
    assert singular(collection) == name


@pytest.mark.parametrize(
    ("service", "version"),
    [("SearchService", "v1"), ("DocumentService", "v1alpha"), ("EngineService", "v1beta")],
)
def test_the_document_is_valid(service, version):
    shown = document(methods_of(service, version))
    assert shown["paths"]
    assert [error.message for error in OpenAPIV31SpecValidator(shown).iter_errors()] == []


def test_every_reference_resolves(everything):
    for reference in set(references(everything)):
        node = everything
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]


def test_operation_ids_are_unique(everything):
    ids = Counter(operation["operationId"] for _, _, operation in operations(everything))
    assert [name for name, count in ids.items() if count > 1] == []


def test_the_parameters_of_a_path_are_declared(everything):
    for _, path, operation in operations(everything):
        declared = [
            one["$ref"].rpartition("/")[2] for one in operation["parameters"] if "$ref" in one
        ]
        assert declared == re.findall(r"\{(\w+)\}", path)
        assert len(set(declared)) == len(declared)


def test_every_binding_stands_in_the_document(everything):
    for method in surface.methods:
        for binding in method.bindings:
            operation = everything["paths"][open_path(binding.template).text][binding.verb.lower()]
            assert method.path in operation[GRPC_METHODS]


def test_every_path_is_served(everything):
    for verb, path, operation in operations(everything):
        version = path.split("/")[1]
        route, *_ = router(version).matches(verb.upper(), re.sub(r"\{\w+\}", "x", path))
        assert route.method.path in operation[GRPC_METHODS]


def test_methods_that_share_a_url_are_named_together(everything):
    path = f"/v1{COLLECTION}/engines/{{engine}}/sessions"
    package = "/google.cloud.discoveryengine.v1"
    assert set(everything["paths"][path]["get"][GRPC_METHODS]) == {
        f"{package}.ConversationalSearchService/ListSessions",
        f"{package}.SessionService/ListSessions",
    }


def test_a_version_has_its_own_fields(everything):
    newer = property_names(everything, "discoveryengine.v1beta.Answer")
    assert newer - property_names(everything, "discoveryengine.v1.Answer") == {"blobAttachments"}


def test_messages_are_described_as_in_the_reference(everything):
    described = everything["components"]["schemas"]["discoveryengine.v1.DataStore"]["description"]
    assert described == "DataStore captures global settings and configs at the DataStore level."


def test_alternatives_are_those_of_the_version(everything):
    def description(version: str) -> str:
        engine = everything["components"]["schemas"][f"discoveryengine.{version}.Engine"]
        return engine["properties"]["chatEngineConfig"]["description"]

    assert "Excludes `searchEngineConfig`" in description("v1")
    assert "similarDocumentsConfig" not in description("v1")
    assert "similarDocumentsConfig" in description("v1alpha")


def test_a_read_takes_its_fields_as_query_parameters(everything):
    listing = parameters(everything["paths"][f"/v1{BRANCH}/documents"]["get"])
    assert set(listing) == {"pageSize", "pageToken"}
    assert listing["pageSize"]["schema"] == {"type": "integer", "format": "int32"}


def test_nested_fields_have_dotted_names(everything):
    found = parameters(everything["paths"][f"/v1{BRANCH}/batchGetDocumentsMetadata"]["get"])
    assert found["matcher.urisMatcher.uris"]["schema"]["type"] == "array"


def test_an_update_takes_the_resource_as_body_and_a_mask_in_the_query(everything):
    update = everything["paths"][f"/v1{BRANCH}/documents/{{document}}"]["patch"]
    content = update["requestBody"]["content"]["application/json"]
    assert content["schema"] == {"$ref": "#/components/schemas/discoveryengine.v1.Document"}
    found = parameters(update)
    assert set(found) == {"allowMissing", "updateMask"}
    assert found["updateMask"]["schema"]["type"] == "string"


def test_a_whole_body_has_no_field_of_the_path(everything):
    body = everything["components"]["schemas"]["discoveryengine.v1.AnswerQueryRequestBody"]
    assert "servingConfig" not in body["properties"]
    assert body["required"] == ["query"]


def test_the_id_of_a_new_resource_is_required(everything):
    create = everything["paths"][f"/v1{COLLECTION}/dataStores"]["post"]
    assert parameters(create)["dataStoreId"]["required"]


def test_a_stream_is_an_array_or_events(everything):
    operation = everything["paths"][f"/v1{CONFIG}:streamAnswer"]["post"]
    content = operation["responses"]["200"]["content"]
    part = {"$ref": "#/components/schemas/discoveryengine.v1.AnswerQueryResponse"}
    assert content["application/json"]["schema"] == {"type": "array", "items": part}
    assert content["text/event-stream"]["schema"] == part
    assert operation["responses"]["default"] == {"$ref": "#/components/responses/StreamError"}
    assert parameters(operation)["alt"]["schema"]["enum"] == ["json", "sse"]


def test_an_operation_names_its_response_and_metadata(everything):
    operation = everything["paths"][f"/v1{BRANCH}/documents:import"]["post"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema["allOf"][0] == {"$ref": "#/components/schemas/google.longrunning.Operation"}
    assert schema["allOf"][1]["properties"] == {
        "response": {"$ref": "#/components/schemas/discoveryengine.v1.ImportDocumentsResponse"},
        "metadata": {"$ref": "#/components/schemas/discoveryengine.v1.ImportDocumentsMetadata"},
    }


def test_output_fields_are_read_only(everything):
    engine = everything["components"]["schemas"]["discoveryengine.v1.Engine"]["properties"]
    assert engine["createTime"]["readOnly"]
    assert "readOnly" not in engine["displayName"]


def test_example_bodies_are_understood():
    for method in surface.methods:
        for _, _, operation in operations(document([method])):
            if "requestBody" in operation and method.api == "discoveryengine":
                example = operation["requestBody"]["content"]["application/json"]["example"]
                request = surface.message_class(method.request)()
                decoder = Decoder(method.package)
                decoder.body(request, method.bindings[0].body, example)
                decoder.finish()


def without_own(node: Any) -> Any:
    """A JSON Schema that refuses what is read only."""
    if isinstance(node, dict):
        own = node.get("readOnly") is True
        return False if own else {key: without_own(value) for key, value in node.items()}
    return [without_own(value) for value in node] if isinstance(node, list) else node


def test_example_bodies_fit_their_schemas(http: httpx.Client):
    shown = http.get("/openapi.json").json()
    sent = {"components": without_own(shown["components"])}
    for verb, path, operation in operations(shown):
        if verb != "patch" and "requestBody" in operation:  # An update may have some fields alone.
            content = operation["requestBody"]["content"]["application/json"]
            validator = jsonschema.Draft202012Validator({**sent, **content["schema"]})
            assert not [one.message for one in validator.iter_errors(content["example"])], path


def test_a_message_whose_name_is_in_the_path_is_not_required(everything):
    body = everything["components"]["schemas"]["ces.v1.RunSessionRequestBody"]
    assert body["required"] == ["inputs"]


def test_what_may_be_left_out_is_not_required(everything):
    body = everything["components"]["schemas"]["discoveryengine.v1beta.RemoveSuggestionRequestBody"]
    assert body["required"] == ["userPseudoId"]


def test_a_call_that_is_refused_without_a_body_requires_one(everything):
    paths = everything["paths"]
    assert paths[f"/v1{COLLECTION}/dataStores"]["post"]["requestBody"]["required"]
    assert paths[f"/v1{CONFIG}:answer"]["post"]["requestBody"]["required"]
    assert not paths[f"/v1{CONFIG}:search"]["post"]["requestBody"]["required"]


def test_an_update_requires_no_body_for_it_may_clear_fields(everything):
    updates = [one["patch"] for one in everything["paths"].values() if "patch" in one]
    assert updates
    assert not any(one["requestBody"]["required"] for one in updates)


def test_the_emulator_serves_what_it_implements_only(http: httpx.Client):
    shown = http.get("/openapi.json").json()
    assert f"/v1{CONFIG}:search" in shown["paths"]
    for verb, path, _ in operations(shown):
        answer = http.request(verb, re.sub(r"\{\w+\}", "0", path))
        assert answer.status_code != 501, f"{verb} {path}"

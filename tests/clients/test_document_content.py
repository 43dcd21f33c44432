"""What documents hold: data that fits its schema, and content that is parsed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from google.api_core import exceptions

from tests.clients.stores import (
    Stores,
    create_document,
    found,
    struct,
    text_content,
    update_document,
)
from tests.conftest import Api


def service(api: Api):
    return api.client("DocumentService")


def test_both_kinds_of_data_can_be_searched(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    text = json.dumps({"title": "A quokka", "n": [1, 2.5, None, {"deep": True}]})
    one = create_document(api_v1, data_store, "one", json_data=text)
    other = create_document(api_v1, data_store, "other", struct_data=json.loads(text))
    assert one.json_data == text
    assert struct(other) == json.loads(text)
    assert found(api_v1, data_store, "quokka") == ["one", "other"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "it is not JSON"),
        ("[]", "must be a JSON object"),
        ('"x"', "must be a JSON object"),
        ('{"a":' * 900 + "1" + "}" * 900, "nested deeper than 20 levels"),
        ('{"a":' + "[" * 20 + "]" * 20 + "}", "nested deeper than 20 levels"),
    ],
)
def test_json_data_is_an_object(api_v1: Api, stores: Stores, text: str, reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=rf"document\.json_data.*{reason}"):
        create_document(api_v1, stores.data_store(api_v1), "one", json_data=text)


@pytest.mark.parametrize(
    "content",
    [
        text_content("The quokka smiles.\n\nIt lives on Rottnest Island."),
        text_content("The quokka smiles.", "text/plain; charset=utf-8"),
        text_content("<html><body><h1>Animals</h1><p>The quokka smiles.</p></body></html>", "")
        | {"mime_type": "text/html"},
    ],
    ids=["text/plain", "with charset", "text/html"],
)
def test_content_can_be_searched(api_v1: Api, stores: Stores, content: dict[str, object]) -> None:
    data_store = stores.content_store(api_v1)
    document = create_document(api_v1, data_store, "one", content=content)
    assert document.content.raw_bytes == content["raw_bytes"]
    assert document.content.mime_type == content["mime_type"]
    assert found(api_v1, data_store, "quokka smiles") == ["one"]
    assert found(api_v1, data_store, "wombat") == []


def test_pages_of_a_website_are_documents_with_content(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1, content_config="PUBLIC_WEBSITE")
    page = text_content("<title>Animals & more</title><p>The quokka smiles.</p>", "text/html")
    address = {"uri": "https://zoo.example/animals?a=1&b=2"}
    create_document(api_v1, data_store, "one", content=page, struct_data=address)
    request = {"serving_config": f"{data_store}/servingConfigs/default_search", "query": "quokka"}
    [result] = api_v1.client("SearchService").search(request).results
    shown = dict(result.document.derived_struct_data)
    # As the recorded results of websites have it, of July 2023 and 2025, and as Drupal's module for
    # Vertex AI Search reads it, which asks for no snippet.
    snippet = "The <b>quokka</b> smiles."
    [read] = shown.pop("snippets")
    assert dict(read) == {
        "snippet": snippet,
        "snippet_status": "SUCCESS",
        "htmlSnippet": snippet,
    }
    assert shown == {
        "link": "https://zoo.example/animals?a=1&b=2",
        "displayLink": "zoo.example",
        "formattedUrl": "https://zoo.example/animals?a=1&b=2",
        "htmlFormattedUrl": "https://zoo.example/animals?a=1&amp;b=2",
        "title": "Animals & more",
        "htmlTitle": "Animals &amp; more",
    }
    with pytest.raises(exceptions.BadRequest, match="the data store requires content"):
        create_document(api_v1, data_store, "other", struct_data=address)


@pytest.mark.parametrize(
    ("uri", "title"),
    [
        ("gs://bucket/Founding Story.txt", "Founding Story"),
        ("https://a.example/v1.2/plan.final", "plan.final"),
    ],
)
def test_a_file_without_a_title_has_its_name(
    api_v1: Api, stores: Stores, uri: str, title: str
) -> None:
    data_store = stores.content_store(api_v1)
    content = text_content("It smiles.")
    create_document(api_v1, data_store, "one", content=content, struct_data={"uri": uri})
    request = {"serving_config": f"{data_store}/servingConfigs/default_search", "query": "smiles"}
    [result] = api_v1.client("SearchService").search(request).results
    assert dict(result.document.derived_struct_data) == {"link": uri, "title": title}


def test_content_may_have_data_beside_it(api_v1: Api, stores: Stores) -> None:
    data_store = stores.content_store(api_v1)
    create_document(
        api_v1,
        data_store,
        "one",
        content=text_content("It smiles."),
        struct_data={"title": "The quokka"},
    )
    assert found(api_v1, data_store, "quokka") == ["one"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (text_content("# Quokka", "text/markdown"), r"mime_type.*text/markdown.*as text/plain"),
        (text_content("x", "nonsense"), r"mime_type.*nonsense"),
        ({"mime_type": "text/plain", "raw_bytes": b"caf\xe9"}, r"raw_bytes.*not UTF-8"),
        ({"mime_type": "text/plain", "raw_bytes": b"x" * 1_000_001}, r"raw_bytes.*1000000"),
        ({"mime_type": "text/plain"}, r"document\.content.*raw_bytes and uri"),
        (None, r"document\.content.*requires content"),
    ],
    ids=["markdown", "unknown type", "not UTF-8", "too large", "neither", "missing"],
)
def test_content_that_cannot_be_read_is_refused(
    api_v1: Api, stores: Stores, content: object, reason: str
) -> None:
    data_store = stores.content_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=reason):
        create_document(api_v1, data_store, "one", content=content, struct_data={"title": "x"})
    assert list(service(api_v1).list_documents(parent=f"{data_store}/branches/0")) == []


def test_an_import_takes_files_of_any_size_if_it_is_told_to(api_v1: Api, stores: Stores) -> None:
    data_store = stores.content_store(api_v1)
    large = {"id": "one", "content": text_content("quokka " * 142_858)}
    request = {
        "parent": f"{data_store}/branches/0",
        "inline_source": {"documents": [large]},
    }

    def errors(**options: Any) -> Any:
        return service(api_v1).import_documents(request, **options).result().error_samples

    assert "limit of 1000000" in errors()[0].message
    assert not errors(metadata=[("x-emulator-any-size", "true")])
    assert found(api_v1, data_store, "quokka") == ["one"]
    with pytest.raises(exceptions.BadRequest, match=r"x-emulator-any-size.*must be 'true'"):
        errors(metadata=[("x-emulator-any-size", "yes")])


def test_content_may_be_a_million_bytes(rest: Api, stores: Stores) -> None:
    data_store = stores.content_store(rest)
    text = ("quokka " * 142_858)[:1_000_000]
    create_document(rest, data_store, "one", content=text_content(text))
    assert found(rest, data_store, "quokka") == ["one"]


@pytest.mark.parametrize("kind", ["struct_data", "json_data"])
def test_data_may_be_a_million_bytes(rest: Api, stores: Stores, kind: str) -> None:
    """As live tests of the service found of the rows of an import."""
    data_store = stores.data_store(rest)

    def data(size: int) -> Any:
        values = {"title": "quokka", "text": "x" * size}
        return values if kind == "struct_data" else json.dumps(values)

    create_document(rest, data_store, "one", **{kind: data(999_900)})
    with pytest.raises(exceptions.BadRequest, match=rf"document\.{kind}'.*limit of 1000000"):
        create_document(rest, data_store, "two", **{kind: data(1_000_000)})
    assert found(rest, data_store, "quokka") == ["one"]


def test_a_structured_store_takes_no_content(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=r"document\.content.*structured data only"):
        create_document(api_v1, data_store, "one", content=text_content("x"))


def test_content_elsewhere_needs_a_folder_to_be_in(api_v1: Api, stores: Stores) -> None:
    content = {"uri": "gs://bucket/file.txt", "mime_type": "text/plain"}
    with pytest.raises(exceptions.GoogleAPICallError, match="--gcs-root"):
        create_document(api_v1, stores.content_store(api_v1), "one", content=content)
    content["uri"] = "http://bucket/file.txt"
    with pytest.raises(exceptions.BadRequest, match=r"document\.content\.uri.*gs://"):
        create_document(api_v1, stores.content_store(api_v1), "one", content=content)


def test_empty_content_and_data_are_taken(api_v1: Api, stores: Stores) -> None:
    """A search without a query shows all documents, also those without any text."""
    data_store, other = stores.content_store(api_v1), stores.data_store(api_v1)
    create_document(api_v1, data_store, "empty", content={"raw_bytes": b""})
    create_document(api_v1, other, "none", struct_data={})
    create_document(api_v1, other, "nothing")
    assert found(api_v1, data_store, "") == ["empty"]
    assert found(api_v1, other, "") == ["none", "nothing"]


def test_data_conforms_to_its_schema(api_v1: Api, stores: Stores) -> None:
    properties = {
        "year": {"type": "integer"},
        "price": {"type": "number"},
        "sold": {"type": "boolean"},
        "when": {"type": "datetime"},
        "where": {"type": "geolocation"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "size": {"type": "object", "properties": {"width": {"type": "number"}}},
    }
    schema = {"struct_schema": {"type": "object", "properties": properties}}
    data_store = stores.data_store(api_v1, starting_schema=schema)
    good = {
        "year": 1999,
        "price": 1.5,
        "sold": None,
        "when": "2024-01-31T12:00:00Z",
        "where": {"latitude": 1, "longitude": 2},
        "tags": ["a"],
        "size": {"width": 1, "undeclared": "x"},
        "undeclared": ["x", 1],
    }
    name = create_document(api_v1, data_store, "good", struct_data=good).name
    for path, bad in (
        ("year", {"year": 1.5}),
        ("price", {"price": "1"}),
        ("sold", {"sold": "true"}),
        ("when", {"when": True}),
        ("when", {"when": "yesterday"}),
        ("when", {"when": 1714896000}),
        ("where", {"where": 1}),
        ("where", {"where": {"lat": 1, "lng": 2}}),
        ("where", {"where": {"latitude": 91, "longitude": 2}}),
        ("tags", {"tags": "a"}),
        ("tags[]", {"tags": ["a", 1]}),
        ("size.width", {"size": {"width": "1"}}),
    ):
        reason = re.escape(f"the field '{path}' is not of the type")
        with pytest.raises(exceptions.BadRequest, match=rf"document\.struct_data.*{reason}"):
            create_document(api_v1, data_store, "bad", struct_data=bad)
        with pytest.raises(exceptions.BadRequest, match=rf"document\.json_data.*{reason}"):
            update_document(api_v1, name, document={"json_data": json.dumps(bad)})
    assert [
        one.id for one in service(api_v1).list_documents(parent=f"{data_store}/branches/0")
    ] == ["good"]


def test_a_document_names_a_schema_that_exists(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=r"document\.schema_id.*'unknown'"):
        create_document(api_v1, data_store, "one", schema_id="unknown")

"""The demo corpus agrees with itself: files, ids, schemas and sample queries."""

import json
import re
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent / "seed_data"
SEED: dict[str, Any] = json.loads((ROOT / "seed.json").read_text(encoding="utf-8"))
STORES: list[dict[str, Any]] = SEED["dataStores"]
QUERIES: list[dict[str, str]] = SEED["sampleQueries"]
PROSE = {".html", ".md", ".txt"}
FLAGS = {"indexable", "searchable", "retrievable", "completable", "dynamicFacetable"}
SCALARS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
}


def records(store: dict[str, Any]) -> list[dict[str, Any]]:
    lines = (
        line
        for name in store["documents"]
        for line in (ROOT / name).read_text("utf-8").splitlines()
    )
    return [json.loads(line) for line in lines]


DOCUMENTS = [document for store in STORES for document in records(store)]
WITH_CONTENT = [document for document in DOCUMENTS if "content" in document]


class Text(HTMLParser):
    """Collects what a reader of the page sees."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text_of(document: dict[str, Any]) -> str:
    if "content" not in document:
        return str(document["structData"]["description"])
    path = ROOT / str(document["content"]["path"])
    source: str = path.read_text(encoding="utf-8")
    if path.suffix != ".html":
        return source
    page = Text()
    page.feed(source)
    return "".join(page.parts)


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is of the schema's type; keys without a property do not fit."""
    kind = schema["type"]
    if kind == "object":
        properties = schema["properties"]
        return value.keys() <= properties.keys() and all(
            fits(item, properties[key]) for key, item in value.items()
        )
    if kind == "array":
        return isinstance(value, list) and all(fits(item, schema["items"]) for item in value)
    if kind == "datetime":
        return bool(date.fromisoformat(value))
    if kind == "geolocation":
        return bool(abs(value["latitude"]) <= 90 and abs(value["longitude"]) <= 180)
    return isinstance(value, SCALARS[kind]) and isinstance(value, bool) == (kind == "boolean")


def nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for child in schema.get("properties", {}).values():
        yield from nodes(child)
    if "items" in schema:
        yield from nodes(schema["items"])


def test_size_of_the_corpus() -> None:
    assert 40 <= len(DOCUMENTS) <= 80


def test_ids_are_valid_and_unique() -> None:
    ids = [document["id"] for document in DOCUMENTS]
    assert len(set(ids)) == len(ids)
    assert [name for name in ids if not re.fullmatch(r"[A-Za-z0-9_-]{1,63}", name)] == []


def test_addresses_are_unique_and_reserved() -> None:
    addresses = [document["structData"]["uri"] for document in DOCUMENTS]
    assert len(set(addresses)) == len(addresses)
    assert all(re.match(r"https://\w+\.tindlemoor\.example/", address) for address in addresses)


def test_content_stands_where_the_store_asks_for_it() -> None:
    for store in STORES:
        required = store["dataStore"]["contentConfig"] == "CONTENT_REQUIRED"
        assert {"content" in document for document in records(store)} == {required}


def test_every_file_is_referenced_once() -> None:
    referenced = [document["content"]["path"] for document in WITH_CONTENT]
    found = [
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*")
        if path.suffix in PROSE and path.name != "README.md"
    ]
    assert sorted(referenced) == sorted(found)


def test_every_record_file_is_referenced() -> None:
    listed = {name for store in STORES for name in store["documents"]}
    assert listed == {path.name for path in ROOT.glob("*.jsonl")}


@pytest.mark.parametrize("document", WITH_CONTENT, ids=lambda document: document["id"])
def test_media_type_follows_the_file(document: dict[str, Any]) -> None:
    # The service refuses text/markdown, so Markdown is declared as plain text.
    is_page = document["content"]["path"].endswith(".html")
    assert document["content"]["mimeType"] == ("text/html" if is_page else "text/plain")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document["id"])
def test_document_has_text_and_a_title(document: dict[str, Any]) -> None:
    text = text_of(document)
    assert len(text) >= 60
    if "content" in document:
        assert document["structData"]["title"] in text


@pytest.mark.parametrize("store", STORES, ids=lambda store: store["dataStoreId"])
def test_schema_covers_the_data(store: dict[str, Any]) -> None:
    schema = store["schema"]["structSchema"]
    misfits = [item["id"] for item in records(store) if not fits(item["structData"], schema)]
    assert misfits == []


@pytest.mark.parametrize("store", STORES, ids=lambda store: store["dataStoreId"])
def test_schema_flags_stand_where_the_service_takes_them(store: dict[str, Any]) -> None:
    for node in nodes(store["schema"]["structSchema"]):
        if node["type"] in {"object", "array"}:
            assert not FLAGS & node.keys()
        if node["type"] == "boolean" or "keyPropertyMapping" in node:
            assert not node.get("indexable")


def test_engine_serves_the_stores() -> None:
    ids = {store["dataStoreId"] for store in STORES}
    assert [set(engine["engine"]["dataStoreIds"]) for engine in SEED["engines"]] == [ids]


def test_there_are_ten_sample_queries() -> None:
    assert len({query["text"] for query in QUERIES}) == 10


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query["document"])
def test_sample_query_is_answered_by_its_document(query: dict[str, str]) -> None:
    texts = {document["id"]: text_of(document) for document in DOCUMENTS}
    assert query["expect"] in texts[query["document"]]


def test_prices_in_prose_agree_with_the_price_list() -> None:
    guide = (ROOT / "guides/compare-weather-stations.html").read_text(encoding="utf-8")
    prices = {item["id"]: item["structData"].get("price") for item in DOCUMENTS}
    row = re.search(r"<td>Price</td>" + r"<td>([\d,]+) euros</td>" * 3, guide)
    assert row is not None
    listed = [prices[name] for name in ("skylark-2", "skylark-3", "skylark-pro")]
    assert [float(price.replace(",", "")) for price in row.groups()] == listed

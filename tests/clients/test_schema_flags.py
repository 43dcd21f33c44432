"""What the annotations of a schema do to searches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.protobuf.json_format import MessageToDict

from tests.clients import made
from tests.clients.answering import over_http
from tests.clients.made import record
from tests.clients.searching import ids, refusal, search, structured
from tests.clients.stores import Stores, found, import_documents
from tests.conftest import Api, Server, start_server

OBJECT = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}
CARS = (
    record("t", name="Tourer", color="red", secret="quokka", price=20, tags=["old", "loud"]),
    record("c", name="Coupe", color="blue", secret="wombat", price=30, tags=["new"]),
)
SHOWN = {"type": "string", "retrievable": True}
INDEXED = {"type": "string", "indexable": True}
FOUND = {"type": "string", "searchable": True}


def flagged(http: httpx.Client, owner: str, **properties: Any) -> Any:
    """Give the data store a schema with these properties; answers the operation when it is done."""
    name = f"{owner}/schemas/default_schema"
    body = {"structSchema": {**OBJECT, "properties": properties}}
    response = http.patch(f"/v1/{name}", json=body)
    assert response.status_code == 200, response.text
    return made.waited(http, response.json())


def shown(http: httpx.Client, owner: str) -> dict[str, Any]:
    results = search(http, owner)["results"]
    return {one["id"]: one["document"].get("structData", {}) for one in results}


def test_without_a_schema_all_fields_are_shown_found_and_filtered_by(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    assert shown(http, owner)["t"] == CARS[0]["structData"]
    assert ids(http, owner, "wombat") == ["c"]
    assert ids(http, owner, filter='color: ANY("red")') == ["t"]


def test_results_show_what_is_retrievable(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    items = {"type": "array", "items": SHOWN}
    flagged(http, owner, name=SHOWN, secret=FOUND, price={"type": "integer"}, tags=items)
    expected = {"name": "Tourer", "color": "red", "price": 20.0, "tags": ["old", "loud"]}
    assert shown(http, owner)["t"] == expected
    stored = http.get(f"/v1/{owner}/branches/0/documents/t").json()
    assert stored["structData"]["secret"] == "quokka"


def test_what_is_not_retrievable_is_not_told_in_snippets(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    flagged(http, owner, secret=FOUND)
    spec = {"snippetSpec": {"returnSnippet": True}}
    [result] = search(http, owner, "quokka", contentSearchSpec=spec)["results"]
    assert result["id"] == "t"
    assert "quokka" not in json.dumps(result)


def test_data_given_as_json_shows_what_is_retrievable(http: httpx.Client) -> None:
    owner = structured(http, {"id": "j", "jsonData": '{"a": "one", "b": {"c": "two"}}'})
    nested = {"type": "object", "properties": {"c": INDEXED}}
    flagged(http, owner, a=SHOWN, b=nested)
    [result] = search(http, owner)["results"]
    assert json.loads(result["document"]["jsonData"]) == {"a": "one"}
    assert ids(http, owner, filter='b.c: ANY("two")') == ["j"]


def test_only_indexable_fields_are_filtered_ordered_boosted_and_counted(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    flagged(http, owner, color=INDEXED, secret=SHOWN, price={"type": "number", "retrievable": True})
    assert ids(http, owner, filter='color: ANY("red")', orderBy="color") == ["t"]
    unsupported = 'Unsupported field "secret" on ":" operator: it is not known or not indexable'
    assert unsupported in refusal(http, owner, filter='secret: ANY("x")')
    assert "price" in refusal(http, owner, filter="price > 1")
    assert "secret" in refusal(http, owner, orderBy="secret")
    reason = "Field 'secret' is not known or not indexable"
    assert reason in refusal(http, owner, facetSpecs=[{"facetKey": {"key": "secret"}}])
    boost = {"conditionBoostSpecs": [{"condition": 'secret: ANY("x")', "boost": 1}]}
    assert unsupported in refusal(http, owner, boostSpec=boost)


def test_only_searchable_texts_are_found(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    assert ids(http, owner, "red") == ["t"]
    operation = flagged(http, owner, secret=FOUND, color=SHOWN, name=SHOWN)
    assert "/operations/update-schema-" in operation["name"]
    assert operation["response"]["@type"].endswith("v1.Schema")
    assert ids(http, owner, "red") == ids(http, owner, "Tourer") == []
    assert ids(http, owner, "quokka") == ["t"]
    assert ids(http, owner, "loud") == ["t"]  # A field that the schema says nothing of.
    flagged(http, owner, secret=SHOWN, color={**SHOWN, "searchable": True}, name=SHOWN)
    assert (ids(http, owner, "red"), ids(http, owner, "quokka")) == (["t"], [])


def test_documents_that_come_later_are_indexed_by_the_same_rules(http: httpx.Client) -> None:
    owner = structured(http, record("x", color="grey"))
    flagged(http, owner, color=FOUND, secret=SHOWN)
    made.add(http, owner, CARS)
    assert (ids(http, owner, "red"), ids(http, owner, "quokka")) == (["t"], [])
    assert "color" not in shown(http, owner)["t"]


def test_metadata_that_is_marked_finds_documents_with_content(http: httpx.Client) -> None:
    owner = made.data_store(http, [made.document("d", "About the weather.", author="Ada Byron")])
    assert ids(http, owner, "byron") == []
    flagged(http, owner, author={**FOUND, "retrievable": True})
    assert ids(http, owner, "byron") == ["d"]


def test_metadata_is_shown_as_what_it_is_for(http: httpx.Client) -> None:
    owner = made.data_store(http, [made.document("d", "About the weather.", author="Ada Byron")])
    described = json.loads(http.get(f"/v1/{owner}/schemas/default_schema").json()["jsonSchema"])
    author = {"type": "string", "retrievable": True, "indexable": True}
    assert described["properties"] == {"author": author}


def test_mapped_fields_are_the_title_and_the_link(http: httpx.Client) -> None:
    owner = structured(http, record("d", label="Small", heading="Large", home="https://x.test/"))
    mapped = {"type": "string", "keyPropertyMapping": "title"}
    flagged(http, owner, heading=mapped, home={"type": "string", "keyPropertyMapping": "uri"})
    [result] = search(http, owner)["results"]
    derived = result["document"]["derivedStructData"]
    assert (derived["title"], derived["link"]) == ("Large", "https://x.test/")


def test_filters_may_name_key_properties(http: httpx.Client) -> None:
    cars = [record("t", kind="old", seen="2024-01-02"), record("c", kind="new", seen="2025-01-02")]
    owner = structured(http, *cars)
    kind = {"type": "string", "keyPropertyMapping": "category"}
    flagged(http, owner, kind=kind, seen={"type": "datetime", "keyPropertyMapping": "update_time"})
    assert ids(http, owner, filter='category: ANY("old")') == ["t"]
    assert ids(http, owner, filter='kind: ANY("old")') == ["t"]
    assert ids(http, owner, filter='update_time >= "2025"') == ["c"]
    assert ids(http, owner, orderBy="update_time desc") == ["c", "t"]
    assert '"categories" on ":"' in refusal(http, owner, filter='categories: ANY("a")')


def test_long_key_properties_are_found_and_not_filtered_by(http: httpx.Client) -> None:
    owner = structured(http, record("t", text="old and red"), record("c", text="new"))
    flagged(http, owner, text={"type": "string", "keyPropertyMapping": "description"})
    assert ids(http, owner, "red") == ["t"]
    assert '"text" on ":" operator' in refusal(http, owner, filter='text: ANY("new")')


@pytest.mark.parametrize("place", ["array", "items"])
def test_a_list_may_be_a_key_property(http: httpx.Client, place: str) -> None:
    owner = structured(http, record("t", kinds=["old", "red"]), record("c", kinds=["new"]))
    key, shown = {"keyPropertyMapping": "category"}, {"type": "string", "retrievable": True}
    above, below = (key, {}) if place == "array" else ({}, key)
    flagged(http, owner, kinds={"type": "array", **above, "items": {**shown, **below}})
    assert ids(http, owner, "red", filter='category: ANY("old")') == ["t"]
    assert ids(http, owner, filter='-kinds: ANY("old")') == ["c"]


def test_fields_that_users_filtered_by_become_dynamic_facets(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    dynamic = {**INDEXED, "dynamicFacetable": True}
    flagged(http, owner, color=dynamic, name=INDEXED, secret=dynamic)
    assert "facets" not in search(http, owner)
    event = {"eventType": "search", "userPseudoId": "u", "searchInfo": {"searchQuery": "car"}}
    made.post(http, f"{owner}/userEvents:write", {**event, "filter": 'color: ANY("red")'})
    [facet] = search(http, owner)["facets"]
    counts = [{"value": "blue", "count": "1"}, {"value": "red", "count": "1"}]
    assert facet == {"key": "color", "values": counts, "dynamicFacet": True}
    asked, _ = search(http, owner, facetSpecs=[{"facetKey": {"key": "name"}}])["facets"]
    assert (asked["key"], "dynamicFacet" in asked) == ("name", False)
    [facet] = search(http, owner, facetSpecs=[{"facetKey": {"key": "color"}}])["facets"]
    assert "dynamicFacet" not in facet
    made.post(http, f"{owner}/userEvents:purge", {"filter": "*", "force": True})
    assert "facets" not in search(http, owner)


def test_dynamic_facets_are_of_the_events_that_are_there_now(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    dynamic = {**INDEXED, "dynamicFacetable": True}
    flagged(http, owner, color=dynamic, name=dynamic, secret=dynamic)

    def counted_after_filters_by(*fields: str) -> list[str]:
        for field in fields:
            event = {
                "eventType": "search",
                "userPseudoId": field,
                "searchInfo": {"searchQuery": "x"},
            }
            made.post(http, f"{owner}/userEvents:write", {**event, "filter": f'{field}: ANY("x")'})
        return [facet["key"] for facet in search(http, owner)["facets"]]

    def purge(events: str) -> None:
        made.post(http, f"{owner}/userEvents:purge", {"filter": events, "force": True})

    assert counted_after_filters_by("color") == ["color"]
    purge("*")
    assert counted_after_filters_by("name") == ["name"]
    assert counted_after_filters_by("color", "color", "secret") == ["color", "name", "secret"]
    purge('userPseudoId = "color"')
    assert counted_after_filters_by() == ["name", "secret"]


def test_all_fields_of_a_filter_become_dynamic_facets(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    dynamic = {**INDEXED, "dynamicFacetable": True}
    flagged(http, owner, color=dynamic, name=dynamic, secret=dynamic)
    event = {"eventType": "search", "userPseudoId": "u", "searchInfo": {"searchQuery": "x"}}
    for text in ('color: ANY("', 'NOT color: ANY("x") AND (color: ANY("y") OR name: ANY("x"))'):
        made.post(http, f"{owner}/userEvents:write", {**event, "filter": text})
    assert {facet["key"] for facet in search(http, owner)["facets"]} == {"color", "name"}


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        ({"type": "array", "items": {"type": "string"}, "retrievable": True}, "set it on its item"),
        ({"type": "object", "indexable": True}, "set it on its properties"),
        ({"type": "number", "searchable": True}, "only a field of the type string"),
        ({"type": "boolean", "completable": True}, "only a field of the type string"),
        ({"type": "string", "dynamicFacetable": True}, "must also be indexable"),
        ({**FOUND, "keyPropertyMapping": "title"}, "fixed for the key property 'title'"),
        ({**INDEXED, "keyPropertyMapping": "uri"}, "fixed for the key property 'uri'"),
        ({"type": "string", "keyPropertyMapping": 1}, "it must be a string"),
        ({"type": "array", "dimension": 769}, "it must be 1 to 768"),
    ],
)
def test_annotations_that_do_not_fit_are_refused(
    rest: Api, stores: Stores, node: object, reason: str
) -> None:
    name = f"{stores.data_store(rest)}/schemas/default_schema"
    schema = {"name": name, "struct_schema": {**OBJECT, "properties": {"a": node}}}
    with pytest.raises(exceptions.BadRequest, match=rf"properties\.a\.\w+.*{reason}"):
        rest.client("SchemaService").update_schema({"schema": schema})


def test_at_most_fifty_fields_have_a_flag(rpc: Api, stores: Stores) -> None:
    name = f"{stores.data_store(rpc)}/schemas/default_schema"
    for count in (50, 51):
        properties = {f"f{number}": INDEXED for number in range(count)}
        schema = {"name": name, "struct_schema": {**OBJECT, "properties": properties}}
        change = {"schema": schema}
        if count == 50:
            rpc.client("SchemaService").update_schema(change).result()
            continue
        with pytest.raises(exceptions.InvalidArgument, match="at most 50 fields may be indexable"):
            rpc.client("SchemaService").update_schema(change)


def test_a_schema_that_documents_do_not_fit_stays_as_it_was(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(api_v1, data_store, [{"id": "d", "struct_data": {"size": "huge"}}]).result()
    name = f"{data_store}/schemas/default_schema"
    schemas = api_v1.client("SchemaService")
    before = schemas.get_schema(name=name)
    schema = {**OBJECT, "properties": {"size": {"type": "number"}}}
    operation = schemas.update_schema({"schema": {"name": name, "struct_schema": schema}})
    with pytest.raises(exceptions.GoogleAPICallError, match=r"documents/d.*'size' is not of the"):
        operation.result()
    assert schemas.get_schema(name=name) == before
    assert found(api_v1, data_store, "huge") == ["d"]


DETECTED = {
    "title": "One",
    "pages": 12,
    "price": 2.5,
    "sold": True,
    "since": "2024-05-06",
    "tags": ["a", "b"],
    "office": {"city": "Bern", "geo": {"latitude": 46.9, "longitude": 7.4}},
    "parts": [{"name": "x", "sizes": [1, 2]}],
}


def test_a_schema_shows_the_fields_of_the_documents(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    import_documents(api, data_store, [{"id": "d", "struct_data": DETECTED}]).result()
    name = f"{data_store}/schemas/default_schema"
    schema = api.client("SchemaService").get_schema(name=name)
    described = json.loads(schema.json_schema)
    text = {"type": "string", "retrievable": True, "indexable": True, "searchable": True}
    other = {"retrievable": True, "indexable": True}
    assert described["properties"] == {
        "title": {"type": "string", "keyPropertyMapping": "title", "retrievable": True},
        "pages": {"type": "integer", **other},
        "price": {"type": "number", **other},
        "sold": {"type": "boolean", **other},
        "since": {"type": "datetime", **other},
        "tags": {"type": "array", "items": text},
        "office": {
            "type": "object",
            "properties": {"city": text, "geo": {"type": "geolocation", **other}},
        },
        "parts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": text,
                    "sizes": {"type": "array", "items": {"type": "integer", **other}},
                },
            },
        },
    }
    [listed] = api.client("SchemaService").list_schemas(parent=data_store)
    assert listed == schema


def test_fields_that_are_too_deep_for_a_struct_are_not_shown(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    values: dict[str, Any] = {"bottom": "quokka"}
    for _ in range(15):
        values = {"down": values, "side": "x"}
    import_documents(api_v1, data_store, [{"id": "d", "struct_data": values}]).result()
    schemas = api_v1.client("SchemaService")
    schema = schemas.get_schema(name=f"{data_store}/schemas/default_schema")
    described = json.loads(schema.json_schema)
    for _ in range(8):
        described = described["properties"]["down"]
    assert list(described["properties"]) == ["side"]
    assert found(api_v1, data_store, "quokka") == ["d"]
    schemas.update_schema({"schema": schema}).result()


def test_what_is_shown_can_be_sent_back_changed(rest: Api, stores: Stores) -> None:
    data_store = stores.data_store(rest)
    import_documents(rest, data_store, [{"id": "d", "struct_data": DETECTED}]).result()
    schemas = rest.client("SchemaService")
    schema = schemas.get_schema(name=f"{data_store}/schemas/default_schema")
    described = json.loads(schema.json_schema)
    described["properties"]["office"]["properties"]["city"]["searchable"] = False
    change = {"name": schema.name, "struct_schema": described}
    schemas.update_schema({"schema": change}).result()
    assert found(rest, data_store, "bern") == []
    again = schemas.get_schema(name=schema.name)
    assert MessageToDict(type(again).pb(again).struct_schema) == described


@pytest.mark.parametrize("dates", ["datetime_detection", "date_detection"])
def test_dates_and_places_may_stay_undetected(rest: Api, stores: Stores, dates: str) -> None:
    schema = {**OBJECT, dates: False, "geolocation_detection": False}
    data_store = stores.data_store(rest, starting_schema={"struct_schema": schema})
    import_documents(rest, data_store, [{"id": "d", "struct_data": DETECTED}]).result()
    shown = rest.client("SchemaService").get_schema(name=f"{data_store}/schemas/default_schema")
    properties = MessageToDict(type(shown).pb(shown).struct_schema)["properties"]
    assert properties["since"]["type"] == "string"
    place = properties["office"]["properties"]["geo"]
    assert sorted(place["properties"]) == ["latitude", "longitude"]


def test_a_closed_schema_takes_no_further_fields(http: httpx.Client) -> None:
    owner = structured(http, *CARS)
    schema = {**OBJECT, "dynamic": "false", "properties": {"color": INDEXED}}
    response = http.patch(f"/v1/{owner}/schemas/default_schema", json={"structSchema": schema})
    made.waited(http, response.json())
    assert ids(http, owner, filter='color: ANY("red")') == ["t"]
    assert '"tags"' in refusal(http, owner, filter='tags: ANY("old")')
    kept = http.get(f"/v1/{owner}/schemas/default_schema").json()["structSchema"]
    assert list(kept["properties"]) == ["color"]


@pytest.fixture(scope="module")
def strict() -> Iterator[Server]:
    running = start_server("--ephemeral", "--no-seed", "--schema-mode", "strict")
    yield running
    running.stop()


def test_in_strict_mode_a_field_is_for_what_its_flags_say(strict: Server) -> None:
    with httpx.Client(base_url=strict.url, timeout=60) as http:
        owner = structured(http, *CARS)
        assert shown(http, owner) == {"t": {}, "c": {}}
        assert ids(http, owner, "quokka") == []
        assert '"color"' in refusal(http, owner, filter='color: ANY("red")')
        described = json.loads(http.get(f"/v1/{owner}/schemas/default_schema").json()["jsonSchema"])
        assert described["properties"]["color"] == {"type": "string"}
        flagged(http, owner, color={**SHOWN, **INDEXED, **FOUND}, price={"type": "number"})
        assert ids(http, owner, "red", filter='color: ANY("red")') == ["t"]
        assert shown(http, owner)["t"] == {"color": "red"}
        assert '"price"' in refusal(http, owner, filter="price > 1")


def test_in_strict_mode_content_is_found_all_the_same(strict: Server) -> None:
    with httpx.Client(base_url=strict.url, timeout=60) as http:
        owner = made.data_store(http, [made.document("d", "A quokka.", author="Ada")])
        [result] = search(http, owner, "quokka")["results"]
        assert (result["id"], result["document"].get("structData", {})) == ("d", {})


@pytest.mark.parametrize("mended", ["updated", "imported", "deleted", "purged"])
def test_a_type_is_that_of_the_documents_that_are_there(http: httpx.Client, mended: str) -> None:
    """A number that was a text by mistake can be compared once the mistake is mended."""
    owner = structured(http, record("a", price=3), record("b", price="4"))
    wanted = {"filter": "price > 3"}
    assert "is of type string" in refusal(http, owner, **wanted)
    documents = f"{owner}/branches/0/documents"
    match mended:
        case "updated":
            http.patch(f"/v1/{documents}/b", json={"structData": {"price": 4}}).raise_for_status()
        case "deleted":
            http.delete(f"/v1/{documents}/b").raise_for_status()
        case "purged":
            body = {"filter": "*", "force": True}
            made.waited(http, made.post(http, f"{documents}:purge", body))
    if mended != "updated":
        made.add(http, owner, [record("a", price=3), record("b", price=4)])
    assert ids(http, owner, **wanted) == ["b"]


@pytest.mark.parametrize("field", ["Unit price", "OR"])
def test_a_field_that_no_filter_can_name_is_read_out_of_no_question(
    http: httpx.Client, field: str
) -> None:
    owner = structured(http, record("tern", name="Tern", **{field: 50}))
    flagged(http, owner, name=FOUND, **{field: {"type": "number", "indexable": True}})
    spec = {"naturalLanguageQueryUnderstandingSpec": {"filterExtractionCondition": "ENABLED"}}
    assert ids(http, owner, f"Tern over 5 or below a {field} of 90", **spec) == ["tern"]
    config = f"{owner}/servingConfigs/default_search"
    for question in (f"Which terns have a {field} under 90?", f"Which has the highest {field}?"):
        assert over_http(http, question, config)["state"] == "SUCCEEDED"

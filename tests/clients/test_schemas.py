"""Schemas through Google's client libraries."""

from __future__ import annotations

import json
import re

import pytest
from google.api_core import exceptions
from google.protobuf.json_format import MessageToDict

from tests.clients.stores import Stores, create_document
from tests.conftest import Api

OBJECT = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}
CAR = {**OBJECT, "properties": {"year": {"type": "integer", "indexable": True}}}


def service(api: Api):
    return api.client("SchemaService")


def create(api: Api, data_store: str, schema_id: str, **schema: object):
    request = {"parent": data_store, "schema_id": schema_id, "schema": schema}
    return service(api).create_schema(request)


def update(api: Api, name: str, content: object, **fields: object):
    schema = {"name": name, "struct_schema": content}
    return service(api).update_schema(request={"schema": schema, **fields})


def struct(schema: object) -> object:
    return MessageToDict(type(schema).pb(schema).struct_schema)


def test_a_store_tells_the_id_of_its_default_schema_while_it_has_one(
    api_v1: Api, stores: Stores
) -> None:
    data_store = stores.data_store(api_v1)
    data_stores = api_v1.client("DataStoreService")
    assert data_stores.get_data_store(name=data_store).default_schema_id == "default_schema"
    service(api_v1).delete_schema(name=f"{data_store}/schemas/default_schema").result()
    create(api_v1, data_store, "cars", struct_schema=CAR).result()
    assert data_stores.get_data_store(name=data_store).default_schema_id == ""
    create(api_v1, data_store, "default_schema", struct_schema=CAR).result()
    assert data_stores.get_data_store(name=data_store).default_schema_id == "default_schema"


def test_a_store_has_the_default_schema_of_the_service(api: Api, stores: Stores) -> None:
    name = f"{stores.data_store(api)}/schemas/default_schema"
    schema = service(api).get_schema(name=name)
    assert schema.name == name
    # As infrastructure tools have read it back from the service.
    expected = {**OBJECT, "datetime_detection": True, "geolocation_detection": True}
    assert json.loads(schema.json_schema) == expected


def test_create_is_done_at_once_with_the_types_of_its_version(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    operation = create(api, data_store, "cars", struct_schema=CAR)
    created = operation.result()
    assert operation.operation.done
    assert f"{data_store}/schemas/cars/operations/create-schema-" in operation.operation.name
    assert isinstance(operation.metadata, api.types.CreateSchemaMetadata)
    assert isinstance(created, api.types.Schema)
    assert created.name == f"{data_store}/schemas/cars"
    assert struct(created) == CAR
    assert created == service(api).get_schema(name=created.name)


def test_a_schema_given_as_text_reads_back_without_its_layout(api_v1: Api, stores: Stores) -> None:
    text = json.dumps(CAR, indent=2) + "\n"
    created = create(api_v1, stores.data_store(api_v1), "cars", json_schema=text).result()
    assert created.json_schema == json.dumps(CAR, separators=(",", ":"))
    assert service(api_v1).get_schema(name=created.name) == created


def test_a_list_comes_in_pages(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    for schema_id in ("a", "b", "c"):
        create(api, data_store, schema_id, struct_schema=OBJECT).result()
    pager = service(api).list_schemas(request={"parent": data_store, "page_size": 3})
    ids = [[one.name.rpartition("/")[2] for one in page.schemas] for page in pager.pages]
    assert ids == [["default_schema", "a", "b"], ["c"]]


def test_a_bad_page_is_refused(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    for field, value in (("page_size", -1), ("page_token", "garbage")):
        with pytest.raises(exceptions.BadRequest, match=field):
            service(api_v1).list_schemas(request={"parent": data_store, field: value})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "it is not JSON"),
        ("[]", "must be a JSON object"),
        ("{}", '"type": "object"'),
        ('{"type": "array"}', '"type": "object"'),
        ('{"type": "object", "properties": []}', r"properties.*must be an object"),
        ('{"type": "object", "properties": {"a": 1}}', r"properties\.a.*must be an object"),
        ('{"type": "object", "properties": {"a": {"type": "text"}}}', r"properties\.a\.type"),
        ('{"type": "object", "properties": {"a": {"type": ["string"]}}}', r"properties\.a\.type"),
        ('{"type": "object", "datetime_detection": "false"}', "datetime_detection.*true or false"),
        (
            '{"type": "object", "properties": {"a": {"type": "string", "indexable": "yes"}}}',
            r"properties\.a\.indexable",
        ),
        (
            '{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "x"}}}}',
            r"properties\.a\.items\.type",
        ),
    ],
)
def test_a_wrong_schema_is_refused_with_the_place(
    api_v1: Api, stores: Stores, content: str, reason: str
) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=rf"schema\.json_schema.*{reason}"):
        create(api_v1, data_store, "cars", json_schema=content)
    name = f"{data_store}/schemas/default_schema"
    with pytest.raises(exceptions.BadRequest, match=reason):
        service(api_v1).update_schema({"schema": {"name": name, "json_schema": content}})


def test_what_a_schema_says_besides_may_not_be_nested_without_end(
    api_v1: Api, stores: Stores
) -> None:
    text = json.dumps({**OBJECT, "examples": []}).replace("[]", "[" * 300 + "]" * 300)
    with pytest.raises(exceptions.BadRequest, match=r"schema\.json_schema.*nested too deeply"):
        create(api_v1, stores.data_store(api_v1), "deep", json_schema=text)


def test_a_schema_has_fifty_levels_at_most(api_v1: Api, stores: Stores) -> None:
    def nested(levels: int) -> str:
        above = levels - 1
        return '{"type":"object","properties":{"a":' * above + '{"type":"string"}' + "}}" * above

    data_store = stores.data_store(api_v1)
    create(api_v1, data_store, "deep", json_schema=nested(50)).result()
    with pytest.raises(exceptions.BadRequest, match="more than 50 levels deep"):
        create(api_v1, data_store, "deeper", json_schema=nested(51))


def test_a_schema_has_content(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match="struct_schema and json_schema"):
        create(api_v1, data_store, "cars", name="x")
    with pytest.raises(exceptions.BadRequest, match="Missing required field: schema_id"):
        create(api_v1, data_store, "", struct_schema=OBJECT)


@pytest.mark.parametrize("bad", ["a/b", "a.b", "a" * 64, "-a", "a b"])
def test_a_bad_id_is_refused_by_name(api_v1: Api, stores: Stores, bad: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="schema_id"):
        create(api_v1, stores.data_store(api_v1), bad, struct_schema=OBJECT)


def test_an_id_is_given_once(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    message = f"Schema {data_store}/schemas/default_schema already exists"
    with pytest.raises(exceptions.Conflict, match=message):
        create(api_v1, data_store, "default_schema", struct_schema=OBJECT)


def test_what_does_not_exist_is_not_found(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    missing = f"{data_store}/schemas/missing"
    for call in (
        lambda: service(api).get_schema(name=missing),
        lambda: service(api).delete_schema(name=missing),
        lambda: update(api, missing, OBJECT),
    ):
        with pytest.raises(exceptions.NotFound, match=re.escape(f"Schema {missing} not found.")):
            call()
    nowhere = f"{stores.collection}/dataStores/nowhere"
    for call in (
        lambda: service(api).list_schemas(parent=nowhere),
        lambda: create(api, nowhere, "cars", struct_schema=OBJECT),
        lambda: update(api, f"{nowhere}/schemas/cars", OBJECT, allow_missing=True),
    ):
        with pytest.raises(exceptions.NotFound, match=re.escape(f"DataStore {nowhere} not found.")):
            call()


def test_an_update_replaces_the_schema(api: Api, stores: Stores) -> None:
    name = f"{stores.data_store(api)}/schemas/default_schema"
    operation = update(api, name, CAR)
    assert operation.operation.done
    assert re.fullmatch(
        re.escape(name) + r"/operations/update-schema-\d{1,20}", operation.operation.name
    )
    assert isinstance(operation.metadata, api.types.UpdateSchemaMetadata)
    assert operation.result() == service(api).get_schema(name=name)
    assert struct(operation.result()) == CAR


def test_an_update_may_add_fields_and_change_annotations(api_v1: Api, stores: Stores) -> None:
    name = f"{stores.data_store(api_v1)}/schemas/default_schema"
    update(api_v1, name, CAR).result()
    wider = {
        **OBJECT,
        "properties": {"year": {"type": "integer"}, "make": {"type": "string"}},
    }
    assert struct(update(api_v1, name, wider).result()) == wider


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"year": None}, "'year' cannot be removed"),
        ({"year": {"type": "string"}}, "'year' cannot change from integer to string"),
        (
            {"tags": {"type": "array", "items": {"type": "number"}}},
            r"'tags\[\]' cannot change from string to number",
        ),
        ({"size": {"type": "object"}}, r"'size\.width' cannot be removed"),
    ],
)
def test_an_update_keeps_fields_and_types(
    api_v1: Api, stores: Stores, changes: dict[str, object], reason: str
) -> None:
    name = f"{stores.data_store(api_v1)}/schemas/default_schema"
    full = {
        "year": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "size": {"type": "object", "properties": {"width": {"type": "number"}}},
    }
    update(api_v1, name, {**OBJECT, "properties": full}).result()
    changed = {key: value for key, value in {**full, **changes}.items() if value}
    with pytest.raises(exceptions.BadRequest, match=reason):
        update(api_v1, name, {**OBJECT, "properties": changed})


def test_an_update_creates_what_is_allowed_to_be_missing(api_v1: Api, stores: Stores) -> None:
    name = f"{stores.data_store(api_v1)}/schemas/cars"
    assert update(api_v1, name, CAR, allow_missing=True).result().name == name
    wider = {**OBJECT, "properties": {**CAR["properties"], "make": {"type": "string"}}}
    assert struct(update(api_v1, name, wider, allow_missing=True).result()) == wider


def test_delete_answers_empty(api: Api, stores: Stores) -> None:
    name = create(api, stores.data_store(api), "cars", struct_schema=CAR).result().name
    operation = service(api).delete_schema(name=name)
    assert operation.operation.done
    assert isinstance(operation.metadata, api.types.DeleteSchemaMetadata)
    assert operation.operation.response.TypeName() == "google.protobuf.Empty"
    with pytest.raises(exceptions.NotFound):
        service(api).get_schema(name=name)


def test_documents_of_another_schema_do_not_hold_one(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    create_document(api_v1, data_store, "one", struct_data={"year": 1999})
    name = create(api_v1, data_store, "cars", struct_schema=CAR).result().name
    service(api_v1).delete_schema(name=name).result()
    with pytest.raises(exceptions.NotFound):
        service(api_v1).get_schema(name=name)


def test_a_schema_is_replaced_by_deleting_it_without_documents(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    name = f"{data_store}/schemas/default_schema"
    update(api_v1, name, CAR).result()
    document = create_document(api_v1, data_store, "one", struct_data={"year": 1999}).name
    with pytest.raises(exceptions.BadRequest, match=f"is used by Document {document}"):
        service(api_v1).delete_schema(name=name)

    api_v1.client("DocumentService").delete_document(name=document)
    service(api_v1).delete_schema(name=name).result()
    other = {**OBJECT, "properties": {"year": {"type": "string"}}}
    create(api_v1, data_store, "default_schema", struct_schema=other).result()
    create_document(api_v1, data_store, "one", struct_data={"year": "MCMXCIX"})


def test_every_spelling_names_the_same_schema(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    spelled = f"projects/demo/locations/global/dataStores/{data_store.rpartition('/')[2]}"
    name = create(api_v1, spelled, "cars", struct_schema=CAR).result().name
    assert name == f"{data_store}/schemas/cars"
    assert service(api_v1).get_schema(name=f"{spelled}/schemas/cars").name == name
    update(api_v1, f"{spelled}/schemas/cars", CAR).result()
    service(api_v1).delete_schema(name=f"{spelled}/schemas/cars").result()

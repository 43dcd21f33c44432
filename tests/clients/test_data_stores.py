"""Data stores through Google's client libraries, and on the wire where that matters."""

from __future__ import annotations

import re

import httpx
import pytest
from google.api_core import exceptions
from google.protobuf import text_format

from tests.clients import made
from tests.clients.stores import Stores, create_document, found, own_collection, unique
from tests.conftest import DEMO, SHARED_DATA, Api


def service(api: Api):
    return api.client("DataStoreService")


def create(api: Api, data_store_id: str, parent: str = DEMO, **data_store: object):
    request = {"parent": parent, "data_store_id": data_store_id, "data_store": data_store}
    return service(api).create_data_store(request)


def test_create_is_done_at_once_with_the_types_of_its_version(api: Api, stores: Stores) -> None:
    data_store_id = unique("store")
    operation = create(api, data_store_id, display_name="A store")
    created = operation.result()

    prefix = f"{stores.collection}/operations/create-data-store-"
    assert operation.operation.done
    assert re.fullmatch(re.escape(prefix) + r"\d{1,20}", operation.operation.name)
    assert isinstance(operation.metadata, api.types.CreateDataStoreMetadata)
    assert operation.metadata.create_time == operation.metadata.update_time
    assert isinstance(created, api.types.DataStore)
    assert created.name == f"{stores.collection}/dataStores/{data_store_id}"
    assert created == service(api).get_data_store(name=created.name)
    service(api).delete_data_store(name=created.name).result()


def test_unset_fields_get_the_documented_defaults(api: Api, stores: Stores) -> None:
    types = api.types
    data_store = service(api).get_data_store(name=stores.data_store(api))

    assert data_store.content_config == types.DataStore.ContentConfig.CONTENT_CONFIG_UNSPECIFIED
    assert data_store.industry_vertical == types.IndustryVertical.GENERIC
    assert data_store.default_schema_id == "default_schema"
    assert data_store.create_time is not None
    assert "document_processing_config" not in data_store


def test_a_store_with_content_reads_back_as_recorded(api_v1: Api, stores: Stores) -> None:
    recorded = SHARED_DATA / "recorded" / "admin_lro_tuning.txt"
    if not recorded.exists():
        pytest.skip("the recorded responses are not here")
    output = recorded.read_text().partition("CELL 42 OUTPUT")[2].partition("CELL 43")[0]
    text = output[output.index('name: "projects/') : output.rindex("}") + 1]
    types = api_v1.types
    expected = text_format.Parse(text, types.DataStore.pb(types.DataStore()))

    store_id = stores.content_store(api_v1, display_name=expected.display_name)
    answered = types.DataStore.pb(service(api_v1).get_data_store(name=store_id))
    answered.ClearField("create_time")
    answered.DiscardUnknownFields()  # What text does not show: fields that the client lacks.
    answered.document_processing_config.name = answered.document_processing_config.name.replace(
        answered.name, expected.name
    )
    answered.name = expected.name
    assert answered == expected


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_the_config_of_serving_is_shown_and_empty(
    api_v1: Api, http: httpx.Client, stores: Stores, version: str
) -> None:
    name = stores.data_store(api_v1)
    listed = http.get(f"/{version}/{DEMO}/dataStores").json()["dataStores"]
    assert all(one["servingConfigDataStore"] == {} for one in listed)
    body = {"displayName": "Changed", "servingConfigDataStore": {}}
    for query in ("", "?updateMask=servingConfigDataStore", "?updateMask=*"):
        changed = http.patch(f"/{version}/{name}{query}", json=body).json()
        assert changed["servingConfigDataStore"] == {}


def test_no_store_can_be_kept_from_serving(api_v1: Api, http: httpx.Client, stores: Stores) -> None:
    name, store_id = stores.data_store(api_v1), unique("store")
    body = {"displayName": "x", "servingConfigDataStore": {"disabledForServing": True}}
    mask = "servingConfigDataStore.disabledForServing"
    for refused in (
        http.post(f"/v1/{DEMO}/dataStores?dataStoreId={store_id}", json=body),
        http.patch(f"/v1/{name}?updateMask={mask}", json=body),
    ):
        assert refused.status_code == 501
        assert "serving_config_data_store.disabled_for_serving is not" in refused.text
    assert http.get(f"/v1/{name}").json()["servingConfigDataStore"] == {}


def test_a_chosen_parser_and_chunking_are_kept(api_v1: Api, stores: Stores) -> None:
    config = {
        "chunking_config": {
            "layout_based_chunking_config": {"chunk_size": 100, "include_ancestor_headings": True}
        },
        "default_parsing_config": {"layout_parsing_config": {}},
        "parsing_config_overrides": {"pdf": {"ocr_parsing_config": {"use_native_text": True}}},
    }
    name = stores.content_store(api_v1, document_processing_config=config)
    answered = service(api_v1).get_data_store(name=name).document_processing_config

    assert answered.name == f"{name}/documentProcessingConfig"
    assert answered.chunking_config.layout_based_chunking_config.chunk_size == 100
    assert "layout_parsing_config" in answered.default_parsing_config
    assert answered.parsing_config_overrides["pdf"].ocr_parsing_config.use_native_text


@pytest.mark.parametrize("size", [99, 501, -1])
def test_a_chunk_size_out_of_range_is_refused(api_v1: Api, size: int) -> None:
    config = {"chunking_config": {"layout_based_chunking_config": {"chunk_size": size}}}
    with pytest.raises(exceptions.BadRequest, match=r"layout_based_chunking_config\.chunk_size"):
        create(api_v1, unique("store"), display_name="x", document_processing_config=config)


def test_a_starting_schema_is_used_and_never_returned(api_v1: Api, stores: Stores) -> None:
    schema = {"type": "object", "properties": {"year": {"type": "integer"}}}
    name = stores.data_store(api_v1, starting_schema={"struct_schema": schema})

    assert "starting_schema" not in service(api_v1).get_data_store(name=name)
    stored = api_v1.client("SchemaService").get_schema(name=f"{name}/schemas/default_schema")
    assert stored.struct_schema["properties"]["year"]["type"] == "integer"


def test_a_wrong_starting_schema_creates_nothing(api_v1: Api) -> None:
    data_store_id = unique("store")
    schema = {"json_schema": '{"type": "array"}'}
    with pytest.raises(exceptions.BadRequest, match=r"data_store\.starting_schema"):
        create(api_v1, data_store_id, display_name="x", starting_schema=schema)
    with pytest.raises(exceptions.NotFound):
        service(api_v1).get_data_store(name=f"{DEMO}/dataStores/{data_store_id}")


def test_a_store_created_without_a_schema_needs_one_before_documents(
    api_v1: Api, stores: Stores
) -> None:
    data_store_id = unique("store")
    request = {
        "parent": DEMO,
        "data_store_id": data_store_id,
        "data_store": {"display_name": "x"},
        "skip_default_schema_creation": True,
    }
    name = service(api_v1).create_data_store(request).result().name
    schemas = api_v1.client("SchemaService")
    assert list(schemas.list_schemas(parent=name)) == []
    with pytest.raises(exceptions.BadRequest, match=f"DataStore {name} has no schema"):
        create_document(api_v1, name, "one", struct_data={"title": "x"})

    schema = {"struct_schema": {"type": "object"}}
    schemas.create_schema(request={"parent": name, "schema_id": "mine", "schema": schema}).result()
    assert create_document(api_v1, name, "one", struct_data={}).schema_id == "mine"
    service(api_v1).delete_data_store(name=name).result()


def test_skipping_the_schema_excludes_a_starting_one(api_v1: Api) -> None:
    request = {
        "parent": DEMO,
        "data_store_id": unique("store"),
        "data_store": {
            "display_name": "x",
            "starting_schema": {"struct_schema": {"type": "object"}},
        },
        "skip_default_schema_creation": True,
    }
    with pytest.raises(exceptions.BadRequest, match="skip_default_schema_creation"):
        service(api_v1).create_data_store(request)


BAD_IDS = ["a/b", "a.b", "Upper", "a" * 64, "-a", "_a", "a b", "a:b", "ä", "..", "a\n"]


@pytest.mark.parametrize("bad", BAD_IDS)
def test_a_bad_id_is_refused_by_name(api_v1: Api, bad: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="data_store_id"):
        create(api_v1, bad, display_name="x")


@pytest.mark.parametrize("good", ["a" * 63, "0", "a-b_c"])
def test_the_longest_and_shortest_ids_are_taken(rest: Api, good: str) -> None:
    parent = own_collection()
    name = create(rest, good, parent, display_name="x").result().name
    assert name.endswith(f"/dataStores/{good}")
    service(rest).delete_data_store(name=name).result()


@pytest.mark.parametrize(
    ("data_store_id", "fields", "missing"),
    [
        ("", {"display_name": "x"}, "data_store_id"),
        ("ok", {}, "data_store"),
        ("ok", {"solution_types": ["SOLUTION_TYPE_SEARCH"]}, "data_store.display_name"),
    ],
)
def test_a_missing_field_is_named(
    api_v1: Api, data_store_id: str, fields: dict[str, object], missing: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=f"Missing required field: {missing}"):
        create(api_v1, data_store_id, **fields)


def test_a_display_name_has_at_most_128_characters(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1, display_name="ü" * 128)
    too_long = {"name": name, "display_name": "x" * 129}
    with pytest.raises(exceptions.BadRequest, match=r"data_store\.display_name.*128"):
        service(api_v1).update_data_store(data_store=too_long)
    with pytest.raises(exceptions.BadRequest, match=r"data_store\.display_name.*128"):
        create(api_v1, unique("store"), display_name="x" * 129)


def test_an_id_is_given_once(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1)
    with pytest.raises(exceptions.Conflict, match=f"DataStore {name} already exists"):
        create(api_v1, name.rpartition("/")[2], display_name="another")


@pytest.mark.parametrize("method", ["get_data_store", "delete_data_store"])
def test_an_unknown_store_is_not_found_in_the_words_of_the_service(
    api: Api, stores: Stores, method: str
) -> None:
    message = f"DataStore {stores.collection}/dataStores/unknown not found."
    with pytest.raises(exceptions.NotFound, match=re.escape(message)):
        getattr(service(api), method)(name=f"{DEMO}/dataStores/unknown")


def test_an_unknown_store_cannot_be_updated(api_v1: Api) -> None:
    data_store = {"name": f"{DEMO}/dataStores/unknown", "display_name": "x"}
    with pytest.raises(exceptions.NotFound, match=r"DataStore .*/unknown not found\."):
        service(api_v1).update_data_store(data_store=data_store)


def test_other_collections_do_not_exist(api_v1: Api) -> None:
    parent = DEMO.replace("default_collection", "other")
    with pytest.raises(exceptions.NotFound, match=r"Collection .*/collections/other not found\."):
        create(api_v1, unique("store"), parent, display_name="x")
    with pytest.raises(exceptions.NotFound, match=r"Collection .*/collections/other not found\."):
        service(api_v1).list_data_stores(parent=parent)


@pytest.mark.parametrize(
    "name", ["", "demo", "projects/demo", f"{DEMO}/engines/demo", f"{DEMO}/dataStores/", "/"]
)
def test_a_malformed_name_is_refused_with_its_form(rpc: Api, name: str) -> None:
    form = r"projects/\*/locations/\*/(collections/\*/)?dataStores/\*|Missing required field: name"
    with pytest.raises(exceptions.InvalidArgument, match=form):
        service(rpc).get_data_store(name=name)


def test_every_spelling_names_the_same_store(api: Api, stores: Stores) -> None:
    name = stores.data_store(api)
    store_id = name.rpartition("/")[2]
    number = stores.collection.split("/")[1]
    for project in ("demo", number):
        for collection in ("", "/collections/default_collection"):
            spelled = f"projects/{project}/locations/global{collection}/dataStores/{store_id}"
            assert service(api).get_data_store(name=spelled).name == name


def test_a_location_stands_for_its_default_collection(api_v1: Api, stores: Stores) -> None:
    parent = own_collection().partition("/collections/")[0]
    name = stores.data_store(api_v1, parent)
    assert "/collections/default_collection/dataStores/" in name
    listed = service(api_v1).list_data_stores(parent=parent)
    assert [one.name for one in listed] == [name]


def test_delete_answers_empty_with_the_types_of_its_version(api: Api, stores: Stores) -> None:
    name = stores.data_store(api)
    operation = service(api).delete_data_store(name=name)
    assert operation.operation.done
    assert isinstance(operation.metadata, api.types.DeleteDataStoreMetadata)
    assert operation.operation.response.TypeName() == "google.protobuf.Empty"
    with pytest.raises(exceptions.NotFound, match=re.escape(f"DataStore {name} not found.")):
        service(api).get_data_store(name=name)


def test_a_store_that_an_engine_uses_cannot_be_deleted(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1)
    engine = stores.engine(api_v1, name)
    with pytest.raises(exceptions.BadRequest, match=f"DataStore {name} is used by Engine {engine}"):
        service(api_v1).delete_data_store(name=name)
    api_v1.client("EngineService").delete_engine(name=engine).result()
    service(api_v1).delete_data_store(name=name).result()


def test_a_store_created_again_under_its_id_is_empty(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1)
    store_id = name.rpartition("/")[2]
    sessions = api_v1.client("SessionService")
    schemas = api_v1.client("SchemaService")
    schema = {"struct_schema": {"type": "object"}}
    schemas.create_schema(request={"parent": name, "schema_id": "mine", "schema": schema}).result()
    session = sessions.create_session(parent=name, session={}).name
    document = create_document(api_v1, name, "one", struct_data={"title": "quokka"}).name
    chats = api_v1.client("ConversationalSearchService")
    chat = chats.create_conversation(parent=name, conversation={}).name
    events = api_v1.client("UserEventService")
    event = {"event_type": "view-home-page", "user_pseudo_id": "v"}
    events.write_user_event(request={"parent": name, "user_event": event})
    assert found(api_v1, name, "quokka") == ["one"]

    service(api_v1).delete_data_store(name=name).result()
    for get, missing in (
        (sessions.get_session, session),
        (schemas.get_schema, f"{name}/schemas/mine"),
        (chats.get_conversation, chat),
        (api_v1.client("DocumentService").get_document, document),
    ):
        with pytest.raises(exceptions.NotFound):
            get(name=missing)
    with pytest.raises(exceptions.NotFound):
        found(api_v1, name, "quokka")

    assert stores.data_store(api_v1, data_store_id=store_id) == name
    assert found(api_v1, name, "quokka") == []
    assert list(sessions.list_sessions(parent=name)) == []
    assert list(chats.list_conversations(parent=name)) == []
    purge = {"parent": name, "filter": "*"}
    assert events.purge_user_events(request=purge).result().purge_count == 0
    listed = [one.name.rpartition("/")[2] for one in schemas.list_schemas(parent=name)]
    assert listed == ["default_schema"]
    documents = api_v1.client("DocumentService").list_documents(parent=f"{name}/branches/0")
    assert list(documents) == []


def test_only_websites_have_advanced_site_search(
    api_v1: Api, http: httpx.Client, stores: Stores
) -> None:
    site_search = {"advanced_site_search_config": {"disable_automatic_refresh": True}}
    refused = "AdvancedSiteSearchConfig is only supported for Advanced Site Search Data Stores"
    website = {**site_search, "content_config": "PUBLIC_WEBSITE"}
    for fields in (site_search, website):
        with pytest.raises(exceptions.BadRequest, match=refused):
            stores.data_store(api_v1, **fields)
    with pytest.raises(exceptions.BadRequest, match=refused):
        service(api_v1).update_data_store(
            data_store={"name": stores.data_store(api_v1), **site_search},
            update_mask={"paths": ["advanced_site_search_config"]},
        )
    request = {"dataStoreId": unique("store"), "createAdvancedSiteSearch": "true"}
    body = {
        "displayName": "A website",
        "contentConfig": "PUBLIC_WEBSITE",
        "advancedSiteSearchConfig": {"disableAutomaticRefresh": True},
    }
    created = http.post(f"/v1/{made.COLLECTION}/dataStores", params=request, json=body).json()
    assert created["response"]["advancedSiteSearchConfig"] == body["advancedSiteSearchConfig"]

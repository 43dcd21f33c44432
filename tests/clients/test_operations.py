"""Long-running operations as clients poll, list, cancel and await them."""

from __future__ import annotations

import re

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.operations import get, kinds, listed
from tests.clients.stores import Stores, import_documents, unique
from tests.conftest import DEMO, TRANSPORTS, VERSIONS, Api, Server

PACKAGE = "google.cloud.discoveryengine"


def records(number: int) -> list[dict[str, object]]:
    return [{"id": f"d{n}", "struct_data": {"title": "quokka"}} for n in range(number)]


@pytest.fixture
def one_of_each(api: Api, stores: Stores) -> list[object]:
    """A finished operation of every kind, with the response and the metadata that it has."""
    data_stores, engines = api.client("DataStoreService"), api.client("EngineService")
    schemas, documents = api.client("SchemaService"), api.client("DocumentService")
    schema = {"struct_schema": {"type": "object"}}
    parent = {"parent": DEMO}
    store_id, engine_id = unique("store"), unique("engine")
    made = [
        data_stores.create_data_store(
            {**parent, "data_store_id": store_id, "data_store": {"display_name": "x"}}
        )
    ]
    data_store = made[0].result().name
    name = {"name": f"{data_store}/schemas/mine"}
    made += [
        engines.create_engine(
            {
                **parent,
                "engine_id": engine_id,
                "engine": {
                    "display_name": "x",
                    "solution_type": "SOLUTION_TYPE_SEARCH",
                    "data_store_ids": [store_id],
                },
            }
        ),
        schemas.create_schema({"parent": data_store, "schema_id": "mine", "schema": schema}),
        schemas.update_schema({"schema": {**name, **schema}}),
        schemas.delete_schema(name),
        import_documents(api, data_store, records(1)),
        documents.purge_documents(
            {"parent": f"{data_store}/branches/0", "filter": "*", "force": True}
        ),
        engines.delete_engine(name=f"{DEMO}/engines/{engine_id}"),
        data_stores.delete_data_store(name=data_store),
    ]
    return made


TYPES = {
    "create-data-store": ("DataStore", "CreateDataStoreMetadata"),
    "create-engine": ("Engine", "CreateEngineMetadata"),
    "create-schema": ("Schema", "CreateSchemaMetadata"),
    "update-schema": ("Schema", "UpdateSchemaMetadata"),
    "delete-schema": (None, "DeleteSchemaMetadata"),
    "import-documents": ("ImportDocumentsResponse", "ImportDocumentsMetadata"),
    "purge-documents": ("PurgeDocumentsResponse", "PurgeDocumentsMetadata"),
    "delete-engine": (None, "DeleteEngineMetadata"),
    "delete-data-store": (None, "DeleteDataStoreMetadata"),
}


def test_types_are_those_of_the_version_that_is_asked(
    api: Api, server: Server, one_of_each: list[object]
) -> None:
    """Over REST the URL names the version; over gRPC nothing does, and that of creation stays."""
    operations = [one.operation for one in one_of_each]
    assert kinds(operations) == list(TYPES)
    for transport in TRANSPORTS:
        for version in VERSIONS:
            expected = version if transport == "rest" else api.version
            for operation in operations:
                polled = get(Api(server, transport, version), operation.name)
                response, metadata = TYPES[kinds([operation])[0]]
                package = f"{PACKAGE}.{expected}"
                assert (polled.name, polled.done) == (operation.name, True)
                assert polled.metadata.TypeName() == f"{package}.{metadata}"
                if response is None:
                    assert polled.response.TypeName() == "google.protobuf.Empty"
                else:
                    assert polled.response.TypeName() == f"{package}.{response}"


def test_every_name_can_be_polled_by_the_libraries(
    server: Server, one_of_each: list[object]
) -> None:
    """The REST libraries refuse to poll a name that is not one of their own bindings."""
    for version in VERSIONS:
        client = Api(server, "rest", version).client("DataStoreService")
        for one in one_of_each:
            polled = client.transport.operations_client.get_operation(one.operation.name)
            assert polled.done


def test_a_store_lists_its_operations_newest_first(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    schema = {"struct_schema": {"type": "object"}}
    api.client("SchemaService").create_schema(
        {"parent": data_store, "schema_id": "mine", "schema": schema}
    ).result()
    operation = import_documents(api, data_store, records(2))
    operation.result()

    assert kinds(listed(api, data_store)) == ["import-documents", "create-schema"]
    assert kinds(listed(api, f"{data_store}/branches/0")) == ["import-documents"]
    spelled = f"projects/demo/locations/global/dataStores/{data_store.rpartition('/')[2]}"
    assert kinds(listed(api, f"{spelled}/branches/default_branch")) == ["import-documents"]
    assert get(api, operation.operation.name.replace(data_store, spelled)).done
    assert listed(api, f"{stores.collection}/dataStores/nowhere") == []


def test_a_collection_lists_what_is_below_it(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    import_documents(api, data_store, records(1)).result()
    assert kinds(listed(api, stores.collection))[:2] == ["import-documents", "create-data-store"]


def test_a_location_lists_nothing_of_its_collections(api: Api, stores: Stores) -> None:
    """CES serves the same URL, and the clients of each fail on the other's types."""
    stores.data_store(api)
    found = listed(api, "projects/demo/locations/global")
    assert not any("/collections/" in operation.name for operation in found)


def test_a_list_comes_in_pages(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    for _ in range(5):
        import_documents(api_v1, data_store, records(1)).result()
    client = api_v1.client("DataStoreService")
    pages, token = [], ""
    while True:
        request = {"name": data_store, "page_size": 2, "page_token": token}
        page = client.list_operations(request)
        pages.append([one.name for one in page.operations])
        token = page.next_page_token
        import_documents(api_v1, data_store, records(1)).result()
        if not token:
            break
    assert [len(page) for page in pages] == [2, 2, 1]
    assert len(set().union(*pages)) == 5


def test_a_bad_page_is_refused(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    for field, value in (("page_size", -1), ("page_token", "garbage")):
        with pytest.raises(exceptions.BadRequest, match=field):
            listed(api_v1, data_store, **{field: value})


def test_a_list_is_filtered_by_state(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(api_v1, data_store, records(1)).result()
    for text in ("done=true", "done:true", "NOT done=false", "done != false", ""):
        assert kinds(listed(api_v1, data_store, filter=text)) == ["import-documents"]
    for text in ("done=false", "done=true AND done=false"):
        assert listed(api_v1, data_store, filter=text) == []


@pytest.mark.parametrize("text", ["done=maybe", "name=x", "done", "done=true)", "done=true " * 300])
def test_a_malformed_filter_is_refused(api_v1: Api, stores: Stores, text: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="filter"):
        listed(api_v1, stores.collection, filter=text)


def test_an_unknown_operation_is_not_found(api: Api, stores: Stores) -> None:
    client = api.client("DataStoreService")
    name = f"{stores.collection}/dataStores/demo-docs/branches/0/operations/unknown"
    for method in (client.get_operation, client.cancel_operation):
        with pytest.raises(exceptions.NotFound, match=re.escape(f"Operation {name} not found.")):
            method({"name": name})


def test_cancelling_what_is_done_changes_nothing(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    operation = import_documents(api_v1, data_store, records(1))
    operation.result()
    before = get(api_v1, operation.operation.name)
    api_v1.client("DataStoreService").cancel_operation({"name": before.name})
    assert get(api_v1, before.name) == before


def test_cancel_answers_an_object(http: httpx.Client, rest: Api, stores: Stores) -> None:
    operation = import_documents(rest, stores.data_store(rest), records(1))
    name = operation.operation.name
    assert http.post(f"/v1/{name}:cancel", json={}).json() == {}
    assert http.post(f"/v1/{name}:cancel").json() == {}

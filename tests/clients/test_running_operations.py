"""Operations that take a while: cancelled, awaited, and left behind."""

from __future__ import annotations

import contextlib
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.api_core import exceptions
from google.longrunning import operations_pb2

from tests.clients.stores import Stores, create_document, found, import_documents, text_content
from tests.conftest import DEMO, Api, Server, start_server


def get(api: Api, name: str):
    return api.client("DataStoreService").get_operation({"name": name})


def listed(api: Api, parent: str, **fields: object) -> list[object]:
    request = {"name": parent, **fields}
    return list(api.client("DataStoreService").list_operations(request).operations)


def kinds(operations: list[object]) -> list[str]:
    """`create-schema` of each operation's id."""
    return [re.sub(r"-\d+$", "", one.name.rpartition("/")[2]) for one in operations]


def pages(number: int) -> list[dict[str, object]]:
    """Documents that take about a millisecond each to import."""
    text = "The quokka smiles at the camera.\n\n" * 30
    return [{"id": f"d{n}", "content": text_content(text)} for n in range(number)]


def counts(api: Api, operation: operations_pb2.Operation) -> Any:
    """The metadata of an import."""
    kind = api.types.ImportDocumentsMetadata
    metadata = kind.pb(kind())
    assert operation.metadata.Unpack(metadata)
    return metadata


def count_documents(api: Api, data_store: str) -> int:
    request = {"parent": f"{data_store}/branches/0", "page_size": 1000}
    return len(list(api.client("DocumentService").list_documents(request)))


def count_found(api: Api, data_store: str, query: str) -> int:
    config = f"{data_store}/servingConfigs/default_search"
    pager = api.client("SearchService").search({"serving_config": config, "query": query})
    return int(next(pager.pages).total_size)


def test_a_running_import_can_be_cancelled(api_v1: Api, rpc: Api, stores: Stores) -> None:
    """It ends with an error; what it has written until then stays, and its counts are right."""
    data_store = stores.content_store(rpc)
    operation = import_documents(rpc, data_store, pages(2000))
    name = operation.operation.name
    assert not operation.operation.done
    assert kinds(listed(api_v1, data_store, filter="done=false")) == ["import-documents"]
    api_v1.client("DataStoreService").cancel_operation({"name": name})
    with pytest.raises(exceptions.Cancelled):
        operation.result(timeout=30)

    ended = get(api_v1, name)
    assert (ended.done, ended.error.code) == (True, 1)
    written = operation.metadata.success_count
    assert 0 < written < 2000
    assert operation.metadata.total_count == 2000
    assert count_documents(rpc, data_store) == count_found(rpc, data_store, "quokka") == written


def wait(server: Server, name: str, seconds: float | None) -> operations_pb2.Operation:
    """WaitOperation, for which the libraries have no method."""
    request = operations_pb2.WaitOperationRequest(name=name)
    if seconds is not None:
        request.timeout.FromMilliseconds(int(seconds * 1000))
    with grpc.insecure_channel(server.grpc) as channel:
        call = channel.unary_unary(
            "/google.longrunning.Operations/WaitOperation",
            request_serializer=operations_pb2.WaitOperationRequest.SerializeToString,
            response_deserializer=operations_pb2.Operation.FromString,
        )
        return call(request, timeout=60)


def test_an_operation_can_be_awaited(server: Server, rpc: Api, stores: Stores) -> None:
    operation = import_documents(rpc, stores.content_store(rpc), pages(2000))
    name = operation.operation.name
    started = time.monotonic()
    assert not wait(server, name, 0.05).done
    assert time.monotonic() - started < 2
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(wait, server, name, None)
        rpc.client("DataStoreService").cancel_operation({"name": name})  # It is served meanwhile.
        assert waiting.result(timeout=30).done
    assert wait(server, name, 60).done
    with pytest.raises(grpc.RpcError) as error:
        wait(server, f"{DEMO}/operations/unknown", 1)
    assert error.value.code() == grpc.StatusCode.NOT_FOUND


def test_an_import_into_a_store_that_is_deleted_ends_with_an_error(
    rpc: Api, stores: Stores
) -> None:
    data_store = stores.content_store(rpc)
    operation = import_documents(rpc, data_store, pages(2000))
    assert not operation.operation.done
    rpc.client("DataStoreService").delete_data_store(name=data_store).result()
    with pytest.raises(exceptions.NotFound):
        operation.result(timeout=30)
    assert get(rpc, operation.operation.name).error.code == 5


def test_documents_can_be_created_while_an_import_runs(rpc: Api, stores: Stores) -> None:
    data_store = stores.content_store(rpc)
    operation = import_documents(rpc, data_store, pages(1500))
    assert not operation.operation.done
    create_document(rpc, data_store, "mine", content=text_content("wombat"))
    assert found(rpc, data_store, "wombat") == ["mine"]
    operation.result(timeout=30)
    assert count_documents(rpc, data_store) == 1501


def test_a_schema_that_changes_while_an_import_runs_is_for_all_documents(
    rpc: Api, stores: Stores
) -> None:
    data_store = stores.content_store(rpc)
    documents = [{**one, "struct_data": {"heading": "Shown", "n": 1}} for one in pages(1500)]
    operation = import_documents(rpc, data_store, documents)
    while count_documents(rpc, data_store) == 0:
        time.sleep(0.01)
    title = {"type": "string", "keyPropertyMapping": "title", "retrievable": True}
    update = update_properties(rpc, data_store, heading=title)
    assert not get(rpc, operation.operation.name).done
    update.result(timeout=30)
    operation.result(timeout=30)
    request = {
        "serving_config": f"{data_store}/servingConfigs/default_search",
        "query": "quokka",
        "page_size": 100,
    }
    found = list(rpc.client("SearchService").search(request))
    assert len(found) == 1500
    assert {one.document.derived_struct_data["title"] for one in found} == {"Shown"}
    assert {len(one.document.struct_data) for one in found} == {2}


def test_documents_of_an_import_fit_the_schema_that_came_while_it_ran(
    rpc: Api, stores: Stores
) -> None:
    """Either they keep it away, or they are refused themselves."""
    data_store = stores.content_store(rpc)
    documents = [
        {**one, "struct_data": {"n": 1 if number < 700 else "many"}}
        for number, one in enumerate(pages(1500))
    ]
    operation = import_documents(rpc, data_store, documents)
    while count_documents(rpc, data_store) == 0:
        time.sleep(0.01)
    with contextlib.suppress(exceptions.InvalidArgument):
        update_properties(rpc, data_store, n={"type": "integer"}).result(timeout=30)
    operation.result(timeout=30)
    schema = rpc.client("SchemaService").get_schema(name=f"{data_store}/schemas/default_schema")
    content = json.loads(schema.json_schema) if schema.json_schema else schema.struct_schema
    declared = content["properties"]["n"]["type"]
    assert count_documents(rpc, data_store) == {"integer": 700, "string": 1500}[declared]


def update_properties(api: Api, data_store: str, **properties: object) -> Any:
    """Declare fields in the default schema."""
    content = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
    }
    schema = {"name": f"{data_store}/schemas/default_schema", "struct_schema": content}
    return api.client("SchemaService").update_schema({"schema": schema})


def test_what_a_killed_process_left_running_ends_with_an_error(tmp_path: Path) -> None:
    """What was counted as written is there after the restart, and can be found."""
    options = ("--data-dir", str(tmp_path), "--no-seed")
    first = start_server(*options)
    api = Api(first, "grpc", "v1")
    request = {
        "parent": DEMO,
        "data_store_id": "a",
        "data_store": {"display_name": "x", "content_config": "CONTENT_REQUIRED"},
    }
    data_store = api.client("DataStoreService").create_data_store(request).result().name
    operation = import_documents(api, data_store, pages(2000)).operation
    while not (before := counts(api, operation := get(api, operation.name))).success_count:
        time.sleep(0.01)
    first.process.kill()
    first.stop()
    assert not operation.done

    second = start_server(*options)
    try:
        api = Api(second, "grpc", "v1")
        ended = get(api, operation.name)
        assert (ended.done, ended.error.code) == (True, 10)
        after = counts(api, ended)
        number = count_documents(api, data_store)
        assert 0 < before.success_count <= after.success_count <= number < 2000
        assert count_found(api, data_store, "quokka") == number
    finally:
        second.stop()

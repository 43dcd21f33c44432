"""Operations that take a while: cancelled, awaited, and left behind."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.api_core import exceptions
from google.longrunning import operations_pb2

from tests.clients.holding import Held, json_lines, storage
from tests.clients.operations import get, kinds, listed
from tests.clients.stores import Stores, create_document, found, text_content
from tests.conftest import DEMO, Api, Server
from tests.processes import running

BEFORE = AFTER = 1000
"""Documents of an import that come before it is held, and after it goes on."""


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    """The address of the files that are imported."""
    with storage() as address:
        yield address


@pytest.fixture(scope="module")
def server(files: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An emulator in memory that reads them."""
    folder = tmp_path_factory.mktemp("server")
    with running(folder, "--ephemeral", variables={"STORAGE_EMULATOR_HOST": files}) as server:
        yield server


def documents(number: int, first: int = 0, **fields: object) -> list[dict[str, Any]]:
    """Documents as JSON, counted from the first."""
    content = {
        "mimeType": "text/plain",
        "rawBytes": base64.b64encode(b"The quokka smiles.").decode(),
    }
    return [{"id": f"d{first + n}", "content": content, **fields} for n in range(number)]


def hold(api: Api, data_store: str, **fields: object) -> Held:
    """An import that is held after the first half of its documents, which are written."""
    before, after = documents(BEFORE, **fields), documents(AFTER, BEFORE, **fields)
    return held(api, data_store, json_lines(before), json_lines(after))


def held(api: Api, data_store: str, before: bytes, after: bytes) -> Held:
    """An import that is held between these files, when the first is written."""
    made = Held(api, data_store, before, after)
    assert not made.operation.operation.done
    while counts(api, get(api, made.name)).success_count < BEFORE:
        time.sleep(0.01)
    return made


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
    importing = hold(api_v1, data_store)
    assert kinds(listed(api_v1, data_store, filter="done=false")) == ["import-documents"]
    api_v1.client("DataStoreService").cancel_operation({"name": importing.name})
    importing.go_on()
    with pytest.raises(exceptions.Cancelled):
        importing.operation.result(timeout=60)

    ended = get(api_v1, importing.name)
    assert (ended.done, ended.error.code) == (True, 1)
    written = importing.operation.metadata.success_count
    assert BEFORE <= written < BEFORE + AFTER
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
    importing = hold(rpc, stores.content_store(rpc))
    assert not wait(server, importing.name, 0.05).done
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(wait, server, importing.name, None)
        assert not get(rpc, importing.name).done  # It is served meanwhile.
        importing.go_on()
        assert waiting.result(timeout=60).done
    assert wait(server, importing.name, 60).done
    with pytest.raises(grpc.RpcError) as error:
        wait(server, f"{DEMO}/operations/unknown", 1)
    assert error.value.code() == grpc.StatusCode.NOT_FOUND


def test_an_import_into_a_store_that_is_deleted_ends_with_an_error(
    rpc: Api, stores: Stores
) -> None:
    data_store = stores.content_store(rpc)
    importing = hold(rpc, data_store)
    rpc.client("DataStoreService").delete_data_store(name=data_store).result()
    importing.go_on()
    with pytest.raises(exceptions.NotFound):
        importing.operation.result(timeout=60)
    assert get(rpc, importing.name).error.code == 5


def test_documents_can_be_created_while_an_import_runs(rpc: Api, stores: Stores) -> None:
    data_store = stores.content_store(rpc)
    importing = hold(rpc, data_store)
    create_document(rpc, data_store, "mine", content=text_content("wombat"))
    assert found(rpc, data_store, "wombat") == ["mine"]
    importing.go_on()
    importing.operation.result(timeout=60)
    assert count_documents(rpc, data_store) == BEFORE + AFTER + 1


def test_a_schema_that_changes_while_an_import_runs_is_for_all_documents(
    rpc: Api, stores: Stores
) -> None:
    data_store = stores.content_store(rpc)
    importing = hold(rpc, data_store, structData={"heading": "Shown", "n": 1})
    title = {"type": "string", "keyPropertyMapping": "title", "retrievable": True}
    update_properties(rpc, data_store, heading=title).result(timeout=60)
    importing.go_on()
    importing.operation.result(timeout=60)
    request = {
        "serving_config": f"{data_store}/servingConfigs/default_search",
        "query": "quokka",
        "page_size": 100,
    }
    found = list(rpc.client("SearchService").search(request))
    assert len(found) == BEFORE + AFTER
    assert {one.document.derived_struct_data["title"] for one in found} == {"Shown"}
    assert {len(one.document.struct_data) for one in found} == {2}


def test_documents_of_an_import_that_do_not_fit_a_schema_that_came_while_it_ran_are_refused(
    rpc: Api, stores: Stores
) -> None:
    data_store = stores.content_store(rpc)
    numbers = documents(BEFORE, structData={"n": 1})
    words = documents(AFTER, BEFORE, structData={"n": "many"})
    importing = held(rpc, data_store, json_lines(numbers), json_lines(words))
    update_properties(rpc, data_store, n={"type": "integer"}).result(timeout=60)
    importing.go_on()
    importing.operation.result(timeout=60)
    metadata = importing.operation.metadata
    assert (metadata.success_count, metadata.failure_count) == (BEFORE, AFTER)
    assert count_documents(rpc, data_store) == BEFORE


def test_a_schema_that_does_not_fit_what_an_import_has_written_is_refused(
    rpc: Api, stores: Stores
) -> None:
    data_store = stores.content_store(rpc)
    importing = hold(rpc, data_store, structData={"n": "many"})
    with pytest.raises(exceptions.InvalidArgument):
        update_properties(rpc, data_store, n={"type": "integer"}).result(timeout=60)
    importing.go_on()
    importing.operation.result(timeout=60)
    assert count_documents(rpc, data_store) == BEFORE + AFTER


def update_properties(api: Api, data_store: str, **properties: object) -> Any:
    """Declare fields in the default schema."""
    content = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
    }
    schema = {"name": f"{data_store}/schemas/default_schema", "struct_schema": content}
    return api.client("SchemaService").update_schema({"schema": schema})


def test_what_a_killed_process_left_running_ends_with_an_error(files: str, tmp_path: Path) -> None:
    """What was counted as written is there after the restart, and can be found."""
    options = ("--data-dir", str(tmp_path), "--no-seed")
    with running(tmp_path, *options, variables={"STORAGE_EMULATOR_HOST": files}) as first:
        api = Api(first, "grpc", "v1")
        request = {
            "parent": DEMO,
            "data_store_id": "a",
            "data_store": {"display_name": "x", "content_config": "CONTENT_REQUIRED"},
        }
        data_store = api.client("DataStoreService").create_data_store(request).result().name
        importing = hold(api, data_store)
        first.process.kill()

    with running(tmp_path, *options) as second:
        api = Api(second, "grpc", "v1")
        ended = get(api, importing.name)
        assert (ended.done, ended.error.code) == (True, 10)
        assert counts(api, ended).success_count == BEFORE
        assert count_documents(api, data_store) == BEFORE
        assert count_found(api, data_store, "quokka") == BEFORE

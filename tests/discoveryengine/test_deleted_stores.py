"""What still runs for a data store that was deleted leaves alone one that is made in its place."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from emulator.app import Emulator
from emulator.resources.background import Background
from emulator.settings import Settings
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import longrunning
from tests.processes import PATIENCE

COLLECTION = "projects/1/locations/global/collections/default_collection"
STORE = f"{COLLECTION}/dataStores/d"
BRANCH = f"{STORE}/branches/0"
SCHEMA = {"struct_schema": {"type": "object", "properties": {"a": {"type": "string"}}}}


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    monkeypatch.setattr("emulator.resources.operations._GRACE_SECONDS", 0)
    opened = Emulator(Settings(ephemeral=True, seed=False))
    yield opened
    opened.close()


def call(emulator: Emulator, service: str, method: str, request: Any) -> Any:
    parts = emulator._services["discoveryengine", service]
    return next(getattr(one, method) for one in parts if hasattr(one, method))(request)


def make(emulator: Emulator) -> None:
    request = de.CreateDataStoreRequest(parent=COLLECTION, data_store_id="d")
    request.data_store.display_name = "d"
    call(emulator, "DataStoreService", "create_data_store", request)


def replaced(emulator: Emulator, service: str, method: str, request: Any) -> Any:
    """The operation, which began before the data store was deleted and made again."""
    ready, release = threading.Semaphore(0), threading.Event()

    def wait(_job: object) -> Any:
        ready.release()
        release.wait(PATIENCE)
        return de.ImportDocumentsResponse()

    for _ in range(2):  # All threads that operations have.
        emulator._operations.start(COLLECTION, de.ImportDocumentsMetadata(), wait)
        ready.acquire()
    operation = call(emulator, service, method, request)
    deletion = de.DeleteDataStoreRequest(name=STORE)
    call(emulator, "DataStoreService", "delete_data_store", deletion)
    make(emulator)
    future = emulator._operations._jobs[operation.name][1]
    release.set()
    future.result(PATIENCE)
    get = longrunning.GetOperationRequest(name=operation.name)
    return emulator._operations.get_operation(get)


def test_an_import(emulator: Emulator) -> None:
    make(emulator)
    request = de.ImportDocumentsRequest(parent=BRANCH)
    request.inline_source.documents.add(id="a", json_data="{}")
    ended = replaced(emulator, "DocumentService", "import_documents", request)
    assert ended.error.message == f"Branch {BRANCH} not found."
    listing = de.ListDocumentsRequest(parent=BRANCH)
    assert not call(emulator, "DocumentService", "list_documents", listing).documents


def test_a_schema(emulator: Emulator) -> None:
    make(emulator)
    document = de.CreateDocumentRequest(parent=BRANCH, document_id="a")
    document.document.json_data = "{}"
    call(emulator, "DocumentService", "create_document", document)
    name = f"{STORE}/schemas/default_schema"
    schema = de.Schema(name=name, **SCHEMA)
    request = de.UpdateSchemaRequest(schema=schema)
    ended = replaced(emulator, "SchemaService", "update_schema", request)
    assert ended.error.message == f"Branch {BRANCH} not found."
    kept = call(emulator, "SchemaService", "get_schema", de.GetSchemaRequest(name=name))
    assert "properties" not in kept.json_schema
    assert not kept.HasField("struct_schema")


def test_suggestions(emulator: Emulator) -> None:
    make(emulator)
    request = de.ImportCompletionSuggestionsRequest(parent=STORE)
    request.inline_source.suggestions.add(suggestion="of old", frequency=1)
    ended = replaced(emulator, "CompletionService", "import_completion_suggestions", request)
    assert ended.error.message == f"Branch {BRANCH} not found."
    typed = de.CompleteQueryRequest(data_store=STORE, query="of")
    found = call(emulator, "CompletionService", "complete_query", typed)
    assert not found.query_suggestions


@pytest.mark.parametrize("way", ["delete", "reset", "a start"])
def test_documents_go_in_the_background(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process leaves them to the next one."""
    settings = Settings(data_dir=tmp_path / "data", seed=False)
    first = Emulator(settings)
    make(first)
    request = de.CreateDocumentRequest(parent=BRANCH, document_id="a")
    request.document.json_data = "{}"
    call(first, "DocumentService", "create_document", request)
    if way == "reset":
        first._controls().empty("1")
    else:
        if way == "a start":
            monkeypatch.setattr(Background, "repeat", lambda *_: None)
        call(first, "DataStoreService", "delete_data_store", de.DeleteDataStoreRequest(name=STORE))
    first._background._workers.shutdown(wait=True)
    assert bool(rows(first, "documents")) == (way == "a start")
    first.close()
    monkeypatch.undo()
    again = Emulator(settings)
    asyncio.run(again.prepare())
    again._background._workers.shutdown(wait=True)
    assert [rows(again, table) for table in ("branches", "documents", "document_changes")] == [
        0
    ] * 3
    again.close()


def rows(emulator: Emulator, table: str) -> int:
    with emulator._store.read() as connection:
        found: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return found

"""Which calls are kept off the event loop, whatever transport they come by."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.app import Emulator
from emulator.resources.worker import runs_in_worker
from emulator.settings import Settings
from emulator.surface.messages import discoveryengine as de

COLLECTION = "projects/1/locations/global/collections/default_collection"
STORE = f"{COLLECTION}/dataStores/d"


def method(emulator: Emulator, service: str, name: str) -> Any:
    parts = emulator._services["discoveryengine", service]
    return next(getattr(one, name) for one in parts if hasattr(one, name))


def test_searches_and_answers_of_a_large_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emulator.discoveryengine.indexing.branches.branch_indexes._MANY_CHUNKS", 1)
    emulator = Emulator(Settings(ephemeral=True, seed=False))
    request = de.CreateDataStoreRequest(parent=COLLECTION, data_store_id="d")
    request.data_store.display_name = "d"
    method(emulator, "DataStoreService", "create_data_store")(request)
    search = method(emulator, "SearchService", "search")
    answering = ("answer_query", "stream_answer_query", "converse_conversation")
    methods = [
        *(search, method(emulator, "SearchService", "search_lite")),
        *(method(emulator, "ConversationalSearchService", name) for name in answering),
    ]
    for document, is_large in (("a", False), ("b", True)):
        created = de.CreateDocumentRequest(parent=f"{STORE}/branches/0", document_id=document)
        created.document.json_data = '{"title": "quokka"}'
        method(emulator, "DocumentService", "create_document")(created)
        search(de.SearchRequest(serving_config=f"{STORE}/servingConfigs/default_search"))
        assert [runs_in_worker(one) for one in methods] == [is_large] * len(methods)
    emulator.close()

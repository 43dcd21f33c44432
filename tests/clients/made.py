"""Data stores with documents, and engines, in a project that only tests of one run use.

They stay for as long as the emulator runs, out of the way of tests that look at the demo project.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Iterable, Mapping
from typing import Any

import httpx

from tests.clients.stores import unique

JSON = Mapping[str, Any]
PROJECT = unique("project")
COLLECTION = f"projects/{PROJECT}/locations/global/collections/default_collection"
FACT = "The Skylark 3 weather station has a warranty of 36 months."


def document(document_id: str, text: str, **struct: Any) -> JSON:
    """A plain-text document."""
    raw = base64.b64encode(text.encode()).decode()
    content = {"mimeType": "text/plain", "rawBytes": raw}
    return {"id": document_id, "structData": struct, "content": content}


def record(document_id: str, **struct: Any) -> JSON:
    """A document of a structured data store."""
    return {"id": document_id, "structData": struct}


def data_store(http: httpx.Client, documents: Iterable[JSON], **fields: Any) -> str:
    """A new data store with the documents, if any; answers its name."""
    store = unique("store")
    body = {
        "displayName": store,
        "industryVertical": "GENERIC",
        "contentConfig": "CONTENT_REQUIRED",
        "solutionTypes": ["SOLUTION_TYPE_SEARCH"],
        **fields,
    }
    post(http, f"{COLLECTION}/dataStores?dataStoreId={store}", body)
    name = f"{COLLECTION}/dataStores/{store}"
    if held := list(documents):
        add(http, name, held)
    return name


def serving_config(http: httpx.Client, documents: Iterable[JSON], **fields: Any) -> str:
    """The default serving config of a new data store with the documents."""
    return f"{data_store(http, documents, **fields)}/servingConfigs/default_search"


def add(http: httpx.Client, name: str, documents: Iterable[JSON]) -> None:
    """Import documents into a data store; they are there when this returns."""
    source = {"inlineSource": {"documents": list(documents)}}
    operation = waited(http, post(http, f"{name}/branches/0/documents:import", source))
    assert "failureCount" not in operation["metadata"], operation


def engine(http: httpx.Client, stores: Iterable[str] = (), **config: Any) -> str:
    """A new search engine over data stores, or over one that knows a single `FACT`."""
    engine_id = unique("engine")
    names = list(stores) or [data_store(http, [document("warranty", FACT)])]
    body = {
        "displayName": engine_id,
        "solutionType": "SOLUTION_TYPE_SEARCH",
        "dataStoreIds": [name.rpartition("/")[2] for name in names],
        "searchEngineConfig": config,
    }
    post(http, f"{COLLECTION}/engines?engineId={engine_id}", body)
    return f"{COLLECTION}/engines/{engine_id}"


def post(http: httpx.Client, path: str, body: JSON, version: str = "v1") -> Any:
    """The response of a call that must succeed."""
    response = http.post(f"/{version}/{path}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def waited(http: httpx.Client, operation: Any) -> Any:
    """The operation when it is done."""
    while not operation.get("done"):
        time.sleep(0.02)
        operation = http.get(f"/v1/{operation['name']}").json()
    return operation

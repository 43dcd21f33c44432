"""Data stores and engines that a test makes for itself, and what tests do with them."""

from __future__ import annotations

import contextlib
from typing import Any
from uuid import uuid4

from google.api_core.exceptions import GoogleAPICallError
from google.protobuf.json_format import MessageToDict

from tests.conftest import DEMO, DEMO_ENGINE, Api, Server


def unique(prefix: str) -> str:
    """An id that no other test uses."""
    return f"{prefix}-{uuid4().hex[:12]}"


def own_collection() -> str:
    """The default collection of a project that no other test uses."""
    return f"projects/{unique('project')}/locations/global/collections/default_collection"


class Stores:
    """Makes data stores and engines, and deletes them when the test is over."""

    def __init__(self, server: Server) -> None:
        self._api = Api(server, "grpc", "v1")
        self._data_stores: list[str] = []
        self._engines: list[str] = []
        engine = self._api.client("EngineService").get_engine(name=DEMO_ENGINE)
        self.collection: str = engine.name.partition("/engines/")[0]
        """The demo collection as answers name it, by the number of its project."""

    def data_store(self, api: Api, parent: str = DEMO, **fields: Any) -> str:
        """The name of a new data store, of structured data unless the fields say otherwise."""
        request = {
            "parent": parent,
            "data_store_id": fields.pop("data_store_id", unique("store")),
            "data_store": {
                "display_name": "A store",
                "solution_types": ["SOLUTION_TYPE_SEARCH"],
                **fields,
            },
        }
        created = api.client("DataStoreService").create_data_store(request).result()
        self._data_stores.append(created.name)
        return str(created.name)

    def content_store(self, api: Api, **fields: Any) -> str:
        """The name of a new data store whose documents have content."""
        return self.data_store(api, content_config="CONTENT_REQUIRED", **fields)

    def engine(self, api: Api, *data_stores: str, **fields: Any) -> str:
        """The name of a new search engine over these data stores."""
        request = {
            "parent": data_stores[0].partition("/dataStores/")[0],
            "engine_id": fields.pop("engine_id", unique("engine")),
            "engine": {
                "display_name": "An engine",
                "solution_type": "SOLUTION_TYPE_SEARCH",
                "data_store_ids": [name.rpartition("/")[2] for name in data_stores],
                **fields,
            },
        }
        created = api.client("EngineService").create_engine(request).result()
        self._engines.append(created.name)
        return str(created.name)

    def delete(self) -> None:
        """Delete what is left of all that was made."""
        engines = self._api.client("EngineService")
        data_stores = self._api.client("DataStoreService")
        for name in self._engines:
            with contextlib.suppress(GoogleAPICallError):
                engines.delete_engine(name=name)
        for name in self._data_stores:
            with contextlib.suppress(GoogleAPICallError):
                data_stores.delete_data_store(name=name)


def create_document(api: Api, data_store: str, document_id: str, **fields: Any) -> Any:
    """Create a document in the default branch."""
    return api.client("DocumentService").create_document(
        request={
            "parent": f"{data_store}/branches/default_branch",
            "document_id": document_id,
            "document": fields,
        }
    )


def update_document(api: Api, name: str, paths: list[str] | None = None, **fields: Any) -> Any:
    """Update a document with a mask of these paths, or without one."""
    request = {"document": {"name": name, **fields.pop("document", {})}, **fields}
    if paths is not None:
        request["update_mask"] = {"paths": paths}
    return api.client("DocumentService").update_document(request)


def struct(document: Any) -> dict[str, Any]:
    """The structured data of a document of the client library."""
    return MessageToDict(type(document).pb(document).struct_data)


def import_documents(api: Api, data_store: str, documents: list[Any], **fields: Any) -> Any:
    """Import documents inline; answers the operation of the client library."""
    return api.client("DocumentService").import_documents(
        request={
            "parent": f"{data_store}/branches/0",
            "inline_source": {"documents": documents},
            **fields,
        }
    )


def found(api: Api, owner: str, query: str) -> list[str]:
    """The ids of the documents that a search of a data store or an engine finds, sorted."""
    pager = api.client("SearchService").search(
        request={
            "serving_config": f"{owner}/servingConfigs/default_search",
            "query": query,
            "page_size": 100,
        }
    )
    return sorted(result.document.id for result in pager)


def text_content(text: str, mime_type: str = "text/plain") -> dict[str, Any]:
    """The content of a document."""
    return {"mime_type": mime_type, "raw_bytes": text.encode()}

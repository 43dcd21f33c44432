"""Loads the demo corpus into a new data folder, through the methods that clients call."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from emulator.storage import facts
from emulator.storage.store import Store
from emulator.surface.decoder import Decoder
from emulator.surface.errors import ApiError, Code
from emulator.surface.registry import Message, surface
from emulator.transports.dispatch import Dispatcher

_SEEDED = "seeded"
_PACKAGE = "google.cloud.discoveryengine.v1"


class Seeder:
    """Reads `seed.json` of a folder and makes the calls that it describes."""

    def __init__(self, dispatcher: Dispatcher, store: Store, folder: Path) -> None:
        self._dispatcher = dispatcher
        self._store = store
        self._folder = folder

    async def seed(self) -> None:
        """Load the corpus, once in the life of a data folder."""
        with self._store.read() as connection:
            if facts.get(connection, _SEEDED) is not None:
                return
        plan = orjson.loads((self._folder / "seed.json").read_bytes())
        parent = (
            f"projects/{plan['project']}/locations/{plan['location']}"
            "/collections/default_collection"
        )
        for data_store in plan["dataStores"]:
            await self._data_store(parent, data_store)
        for engine in plan["engines"]:
            await self._create("EngineService", "CreateEngine", {"parent": parent, **engine})
        with self._store.write() as connection:
            facts.put(connection, _SEEDED, "demo")

    async def _data_store(self, parent: str, entry: dict[str, Any]) -> None:
        store_id, body = entry["dataStoreId"], entry["dataStore"]
        request = {"parent": parent, "dataStoreId": store_id, "dataStore": body}
        await self._create("DataStoreService", "CreateDataStore", request)
        name = f"{parent}/dataStores/{store_id}"
        schema = {"name": f"{name}/schemas/default_schema", **entry["schema"]}
        await self._call("SchemaService", "UpdateSchema", {"schema": schema})
        documents = [one for file in entry["documents"] for one in self._documents(file)]
        operation = await self._call(
            "DocumentService",
            "ImportDocuments",
            {"parent": f"{name}/branches/0", "inlineSource": {"documents": documents}},
        )
        while not operation.done:
            operation = await self._call("Operations", "WaitOperation", {"name": operation.name})
        if operation.HasField("error"):
            raise RuntimeError(f"the import into {name} failed: {operation.error.message}")

    def _documents(self, file: str) -> Iterator[dict[str, Any]]:
        """The documents of a JSON Lines file; a content's `path` becomes its bytes."""
        for line in (self._folder / file).read_bytes().splitlines():
            document = orjson.loads(line)
            content = document.get("content")
            if content is not None:
                raw = (self._folder / content.pop("path")).read_bytes()
                content["rawBytes"] = base64.b64encode(raw).decode()
            yield document

    async def _create(self, service: str, rpc: str, request: dict[str, Any]) -> None:
        """Create a resource, unless a start that was cut short has created it."""
        try:
            await self._call(service, rpc, request)
        except ApiError as error:
            if error.code is not Code.ALREADY_EXISTS:
                raise

    async def _call(self, service: str, rpc: str, body: dict[str, Any]) -> Message:
        package = "google.longrunning" if service == "Operations" else _PACKAGE
        method = surface.method_by_path[f"/{package}.{service}/{rpc}"]
        request = surface.message_class(method.request)()
        decoder = Decoder(method.package)
        decoder.body(request, "*", body)
        decoder.finish()
        return await self._dispatcher.call(method, request)

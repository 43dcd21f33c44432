"""Loads the demo corpus into a new data folder or a project, through what clients call."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson

from emulator.storage import facts
from emulator.storage.store import Store
from emulator.surface import caller
from emulator.surface.decoder import decode_into
from emulator.surface.errors import ApiError, Code
from emulator.surface.registry import Message, surface
from emulator.transports.dispatch import Dispatcher

_SEEDED = "seeded"
_DEMO = "demo"
_PACKAGE = "google.cloud.discoveryengine.v1"
_APPS = "google.cloud.ces.v1"

# A limit that is set for the documents of others is none for these.
_CLIENT = caller.Client("", ((b"x-emulator-any-size", b"true"),))


class Seeder:
    """Reads `seed.json` of a folder and makes the calls that it describes."""

    def __init__(self, dispatcher: Dispatcher, store: Store, folder: Path) -> None:
        self._dispatcher = dispatcher
        self._store = store
        self._folder = folder

    async def seed(self, index: Callable[[], None]) -> None:
        """Load the corpus, once in the life of a data folder; the indexes are up to date then.

        `index` sees to that, beside what needs no documents: it mostly waits.
        """
        with self._store.read() as connection:
            is_seeded = facts.get(connection, _SEEDED) is not None
        if is_seeded:
            await asyncio.to_thread(index)
            return
        plan = self._plan(_DEMO)
        await self._data_stores(_DEMO, plan)
        await asyncio.gather(asyncio.to_thread(index), self._apps(_DEMO, plan))
        with self._store.write() as connection:
            facts.put(connection, _SEEDED, _DEMO)

    async def load(self, project: str) -> None:
        """Load the corpus into a project, in which what is there of it is there to stay."""
        plan = self._plan(project)
        await self._data_stores(project, plan)
        await self._apps(project, plan)

    async def _data_stores(self, project: str, plan: Any) -> None:
        """The data stores with their documents, and the engines over them."""
        parent = f"projects/{project}/locations/{plan['location']}/collections/default_collection"
        for data_store in plan["dataStores"]:
            await self._data_store(parent, data_store)
        for engine in plan["engines"]:
            await self._create("EngineService", "CreateEngine", {"parent": parent, **engine})

    async def _apps(self, project: str, plan: Any) -> None:
        for app in plan["apps"]:
            await self._app(project, app)

    def _plan(self, project: str) -> Any:
        """What `seed.json` describes, for a project."""
        text = (self._folder / "seed.json").read_text("utf-8")
        written = orjson.dumps(project).decode()[1:-1]  # As it stands between quotes.
        return orjson.loads(text.replace("{project}", written))

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

    async def _app(self, project: str, entry: dict[str, Any]) -> None:
        """An app with its tools, guardrails and agents, which name each other by their ids."""
        parent = f"projects/{project}/locations/{entry['location']}"
        app = {"parent": parent, "appId": entry["appId"], "app": entry["app"]}
        await self._create("AgentService", "CreateApp", app, _APPS)
        name = f"{parent}/apps/{entry['appId']}"
        for one in entry["tools"]:
            await self._create("AgentService", "CreateTool", self._tool(name, one), _APPS)
        for one in entry["guardrails"]:
            await self._create("AgentService", "CreateGuardrail", {"parent": name, **one}, _APPS)
        for one in entry["agents"]:
            agent = {
                **one["agent"],
                "tools": [f"{name}/tools/{tool}" for tool in one["agent"]["tools"]],
                "childAgents": [f"{name}/agents/{c}" for c in one["agent"].get("childAgents", ())],
            }
            body = {"parent": name, "agentId": one["agentId"], "agent": agent}
            await self._create("AgentService", "CreateAgent", body, _APPS)
        root = {
            "name": name,
            "rootAgent": f"{name}/agents/{entry['rootAgent']}",
            "guardrails": [
                f"{name}/guardrails/{one['guardrailId']}" for one in entry["guardrails"]
            ],
        }
        body = {"app": root, "updateMask": "rootAgent,guardrails"}
        await self._call("AgentService", "UpdateApp", body, _APPS)

    def _tool(self, parent: str, entry: dict[str, Any]) -> dict[str, Any]:
        """The request for a tool; the code of a Python function stands in a file of its own."""
        tool = entry["tool"]
        if "pythonFile" in entry:
            code = (self._folder / entry["pythonFile"]).read_text("utf-8")
            tool = {"pythonFunction": {**tool["pythonFunction"], "pythonCode": code}}
        return {"parent": parent, "toolId": entry["toolId"], "tool": tool}

    def _documents(self, file: str) -> Iterator[dict[str, Any]]:
        """The documents of a JSON Lines file; a content's `path` becomes its bytes."""
        for line in (self._folder / file).read_bytes().splitlines():
            document = orjson.loads(line)
            content = document.get("content")
            if content is not None:
                raw = (self._folder / content.pop("path")).read_bytes()
                content["rawBytes"] = base64.b64encode(raw).decode()
            yield document

    async def _create(
        self, service: str, rpc: str, request: dict[str, Any], package: str = _PACKAGE
    ) -> None:
        """Create a resource, unless a start that was cut short has created it."""
        try:
            await self._call(service, rpc, request, package)
        except ApiError as error:
            if error.code is not Code.ALREADY_EXISTS:
                raise

    async def _call(
        self, service: str, rpc: str, body: dict[str, Any], package: str = _PACKAGE
    ) -> Message:
        if service == "Operations":
            package = "google.longrunning"
        method = surface.method_by_path[f"/{package}.{service}/{rpc}"]
        request = surface.message_class(method.request)()
        decode_into(request, body, method.package)
        token = caller.client.set(_CLIENT)
        try:
            return await self._dispatcher.call(method, request)
        finally:
            caller.client.reset(token)

"""What a data folder keeps when the process ends, is killed, and starts again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.clients.holding import Held, json_lines, storage
from tests.conftest import Api
from tests.processes import Server, forking, free_port, running, when_alive

COLLECTION = "/v1/projects/p/locations/global/collections/default_collection"
STORE = f"{COLLECTION}/dataStores/parcels"
DOCUMENTS = f"{STORE}/branches/0/documents"
SEARCH = f"{STORE}/servingConfigs/default_search:search"
DEMO_STORES = "/v1/projects/demo/locations/global/collections/default_collection/dataStores"


def make_store(emulator: Server) -> None:
    body = {
        "displayName": "Parcels",
        "industryVertical": "GENERIC",
        "solutionTypes": ["SOLUTION_TYPE_SEARCH"],
    }
    emulator.post(f"{COLLECTION}/dataStores?dataStoreId=parcels", body)


def parcels(name: str, count: int) -> list[dict[str, Any]]:
    return [
        {"id": f"{name}-{number}", "structData": {"title": f"Parcel {number} of {name}"}}
        for number in range(count)
    ]


def import_all(emulator: Server, documents: list[dict[str, Any]]) -> None:
    body = {"inlineSource": {"documents": documents}}
    operation = emulator.post(f"{DOCUMENTS}:import", body)
    while not operation.get("done"):
        operation = emulator.get(f"/v1/{operation['name']}")
    assert "error" not in operation


@pytest.fixture
def variables() -> Iterator[dict[str, str]]:
    """What tells an emulator where the files of `begin_import` are."""
    with storage() as address:
        yield {"STORAGE_EMULATOR_HOST": address}


def begin_import(emulator: Server) -> tuple[str, int]:
    """Name of an import that is in the midst of its documents, and how many it has told of.

    It does not end by itself: its last file does not come.
    """
    api = Api(emulator, "grpc", "v1")
    name = Held(api, STORE.removeprefix("/v1/"), json_lines(parcels("cut", 20_000)), b"").name
    while not (told := success_count(emulator.get(f"/v1/{name}"))):
        pass
    return name, told


def success_count(operation: dict[str, Any]) -> int:
    assert not operation.get("done")
    return int(operation["metadata"].get("successCount", 0))


def stored(emulator: Server) -> set[str]:
    """The ids of all documents."""
    found: set[str] = set()
    token = ""
    while True:
        page = emulator.get(f"{DOCUMENTS}?pageSize=1000&pageToken={token}")
        found.update(document["id"] for document in page.get("documents", ()))
        token = page.get("nextPageToken", "")
        if not token:
            return found


def hits(emulator: Server, query: str) -> int:
    body = {"query": query, "pageSize": 1}
    answer = emulator.post(SEARCH, body)
    return int(answer.get("totalSize", 0))


def test_restart_keeps_everything_and_does_not_seed_twice(tmp_path: Path) -> None:
    with running(tmp_path) as emulator:
        make_store(emulator)
        import_all(emulator, parcels("kept", 3))
        before = emulator.get(DEMO_STORES)
        listed = emulator.get(f"{DOCUMENTS}?pageSize=1")
        found = emulator.post(SEARCH, {"query": "parcel", "pageSize": 1})
        emulator.end()
    with running(tmp_path) as emulator:
        assert emulator.get(DEMO_STORES) == before
        assert stored(emulator) == {"kept-0", "kept-1", "kept-2"}
        assert hits(emulator, "parcel") == 3
        further = emulator.get(f"{DOCUMENTS}?pageSize=1&pageToken={listed['nextPageToken']}")
        assert [one["id"] for one in further["documents"]] == ["kept-1"]
        body = {"query": "parcel", "pageSize": 1, "pageToken": found["nextPageToken"]}
        (result,) = emulator.post(SEARCH, body)["results"]
        assert result["id"] != found["results"][0]["id"]


def test_lost_indexes_are_made_again(tmp_path: Path) -> None:
    with running(tmp_path, "--no-seed") as emulator:
        make_store(emulator)
        import_all(emulator, parcels("kept", 30))
        emulator.end()
    (index,) = (tmp_path / ".emulator" / "indexes").iterdir()
    for file in index.iterdir():
        file.write_bytes(b"garbage")
    with running(tmp_path, "--no-seed") as emulator:
        assert hits(emulator, "parcel") == 30


def test_kill_loses_nothing_that_a_client_was_told(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    with running(tmp_path, "--no-seed", variables=variables) as emulator:
        make_store(emulator)
        for name in ("first", "second", "third"):
            import_all(emulator, parcels(name, 2000))
        emulator.post(f"{DOCUMENTS}?documentId=single", {"structData": {"title": "Parcel"}})
        name, told = begin_import(emulator)
        emulator.process.kill()
    with running(tmp_path, "--no-seed") as emulator:
        kept = stored(emulator)
        assert {"single"} < kept
        for whole in ("first", "second", "third"):
            assert sum(one.startswith(f"{whole}-") for one in kept) == 2000
        assert told <= sum(one.startswith("cut-") for one in kept)
        assert hits(emulator, "parcel") == len(kept)
        assert hits(emulator, "second") == 2000
        ended = emulator.get(f"/v1/{name}")
        assert ended["done"]
        assert ended["error"]["code"] == grpc.StatusCode.ABORTED.value[0]


def test_sigterm_ends_a_running_import(tmp_path: Path, variables: dict[str, str]) -> None:
    with running(tmp_path, "--no-seed", variables=variables) as emulator:
        make_store(emulator)
        name, told = begin_import(emulator)
        assert emulator.end() == (0, "")
    with running(tmp_path, "--no-seed") as emulator:
        ended = emulator.get(f"/v1/{name}")
        assert ended["done"]
        assert ended["error"]["code"] == grpc.StatusCode.ABORTED.value[0]
        assert told <= hits(emulator, "parcel") == len(stored(emulator))


def test_kill_during_the_seeding(tmp_path: Path) -> None:
    port = free_port()
    with forking(tmp_path, "--port", str(port)) as process:
        when_alive(process, port)
        time.sleep(0.1)
        process.kill()
    with running(tmp_path, "--data-dir", "whole") as emulator:
        whole = emulator.get(DEMO_STORES)["dataStores"]
    with running(tmp_path) as emulator:
        stores = emulator.get(DEMO_STORES)["dataStores"]
        assert [one["name"] for one in stores] == [one["name"] for one in whole]

"""What becomes of evaluations that an earlier process had begun."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from emulator.app import Emulator
from emulator.discoveryengine.evaluations import runs
from emulator.discoveryengine.evaluations.unfinished import end_interrupted
from emulator.resources.operations import interrupted
from emulator.settings import Settings
from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import Code
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import microseconds
from emulator.surface.registry import Message
from tests.conftest import DEMO

LOCATION = "projects/1/locations/global"
NAME = f"{LOCATION}/evaluations/e"
NOW = 1_700_000_000_000_000
DEMO_LOCATION = "projects/demo/locations/global"


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store(None)
    yield opened
    opened.close()


def ended(store: Store, evaluation: Message, name: str = NAME) -> Message:
    """What a stored evaluation has become."""
    with store.write() as connection:
        parent = names.parent(name)
        resources.add(connection, name, parent, "evaluations", 0, evaluation.SerializeToString())
    end_interrupted(store, interrupted(), NOW)
    with store.read() as connection:
        return de.Evaluation.FromString(resources.get(connection, name) or b"")


def test_one_that_was_running_has_failed(store: Store) -> None:
    found = ended(store, de.Evaluation(name=NAME, state=de.Evaluation.RUNNING))
    assert found.state == de.Evaluation.FAILED
    assert "stopped" in found.error.message
    assert microseconds(found.end_time) == NOW


def test_one_that_has_ended_stays_as_it_is(store: Store) -> None:
    evaluation = de.Evaluation(name=NAME, state=de.Evaluation.SUCCEEDED)
    assert ended(store, evaluation) == evaluation


def test_what_apps_call_so_stays_as_it_is(store: Store) -> None:
    name = "projects/1/locations/us/apps/a/evaluations/e"
    evaluation = de.Evaluation(name=NAME, state=de.Evaluation.RUNNING)
    assert ended(store, evaluation, name) == evaluation


def test_one_that_meets_what_nobody_foresaw_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(response: Message) -> list[str]:
        raise RuntimeError

    monkeypatch.setattr(runs, "ranked_documents", fail)
    emulator = Emulator(Settings(ephemeral=True))

    async def evaluated() -> Any:
        transport = httpx.ASGITransport(emulator.http_app())
        await emulator.prepare()
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:

            async def made(path: str, body: Any) -> Any:
                return (await client.post(f"/v1beta/{DEMO_LOCATION}/{path}", json=body)).json()

            sample_set = await made("sampleQuerySets?sampleQuerySetId=s", {"displayName": "S"})
            queries = f"sampleQuerySets/{names.resource_id(sample_set['name'])}/sampleQueries"
            entry = {"query": "warranty", "targets": [{"uri": "https://any.example"}]}
            await made(f"{queries}?sampleQueryId=q", {"queryEntry": entry})
            config = f"{DEMO}/dataStores/demo-docs/servingConfigs/default_search"
            spec = {
                "searchRequest": {"servingConfig": config},
                "querySetSpec": {"sampleQuerySet": sample_set["name"]},
            }
            operation = await made("evaluations", {"evaluationSpec": spec})
            while not operation.get("done"):
                operation = (await client.get(f"/v1beta/{operation['name']}")).json()
            name = names.parent(operation["name"])
            return (await client.get(f"/v1beta/{name}")).json()

    found = asyncio.run(evaluated())
    emulator.close()
    assert (found["state"], found["error"]["code"]) == ("FAILED", Code.INTERNAL.number)

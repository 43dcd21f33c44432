"""What the HTTP port answers beside the doors."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from emulator.answering.rules import rules
from emulator.app import Emulator
from emulator.settings import Settings
from tests.conftest import DEMO
from tests.transports.failures import failed

STORE = f"/v1/{DEMO}/dataStores"
SEEDED = sorted((Path(__file__).parent.parent / "seed_data").glob("*.jsonl"))


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_told_to_those_who_only_want_the_status(http: httpx.Client, path: str) -> None:
    assert http.head(path).status_code == http.get(path).status_code == 200


def test_it_is_alive_before_it_is_ready() -> None:
    emulator = Emulator(Settings(ephemeral=True, seed=False))

    async def states() -> list[tuple[int, str]]:
        transport = httpx.ASGITransport(emulator.http_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            early = [await client.get(path) for path in ("/healthz", "/readyz")]
            await emulator.prepare()
            answers = [*early, await client.get("/readyz")]
        return [(one.status_code, one.text) for one in answers]

    assert asyncio.run(states()) == [(200, "alive\n"), (503, "starting\n"), (200, "ready\n")]
    emulator.close()


@pytest.mark.parametrize("ephemeral", [True, False])
def test_it_is_ready_when_the_indexes_hold_the_demo_corpus(tmp_path: Path, ephemeral: bool) -> None:
    folder = None if ephemeral else tmp_path / "data"
    emulator = Emulator(Settings(ephemeral=ephemeral, data_dir=folder))
    asyncio.run(emulator.prepare())
    branches = emulator._branches
    assert emulator.ready
    assert not branches.are_behind
    held = [index.snapshot().documents for index in branches._opened.values()]
    assert sum(held) == sum(len(file.read_text().splitlines()) for file in SEEDED)
    emulator.close()


def test_what_answers_need_is_loaded_before_the_first_question() -> None:
    rules.cache_clear()
    emulator = Emulator(Settings(ephemeral=True, seed=False))
    emulator.load()
    assert rules.cache_info().currsize == 1
    emulator.close()


def test_the_demo_corpus_is_there_whatever_documents_may_bring() -> None:
    emulator = Emulator(Settings(ephemeral=True, max_content_bytes=1))
    asyncio.run(emulator.prepare())
    held = [index.snapshot().documents for index in emulator._branches._opened.values()]
    assert sum(held) == sum(len(file.read_text().splitlines()) for file in SEEDED)
    emulator.close()


@pytest.mark.parametrize("path", ["/healthz", "/docs", "/console", "/console/main.js"])
def test_a_verb_that_is_not_served_is_told_as_the_api_tells_it(
    http: httpx.Client, path: str
) -> None:
    failed(http.post(path), "NOT_FOUND", f"POST {path}")


@pytest.mark.parametrize(
    "path", [f"{STORE}/a%0Ab", "/nothing", "/a%0Ab", "/healthz/", "/console/nothing.js"]
)
def test_what_is_not_there_is_told_as_the_api_tells_it(http: httpx.Client, path: str) -> None:
    failed(http.get(path), "NOT_FOUND")

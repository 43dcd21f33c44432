"""Many clients at once: writers keep the indexes behind, so that searches move to threads."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.clients import made, searching
from tests.conftest import Server, start_server
from tests.processes import PATIENCE

_CLIENTS = 8
_CALLS = 15


@pytest.fixture
def in_folder(tmp_path: Path) -> Iterator[Server]:
    """An emulator that keeps its data in files."""
    server = start_server("--data-dir", str(tmp_path), "--no-seed")
    yield server
    server.stop()


@pytest.mark.parametrize("kind", ["server", "in_folder"])
def test_readers_and_writers_are_all_served(kind: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue(kind).url
    with httpx.Client(base_url=url, timeout=PATIENCE) as http:
        store = made.data_store(http, [made.document("first", "A kettle boils water.")])

        def use(number: int) -> set[int]:
            chance = random.Random(number)
            calls = [_answer, _search, _patch, _import]
            return {chance.choice(calls)(http, store, number) for _ in range(_CALLS)}

        with ThreadPoolExecutor(_CLIENTS) as pool:
            assert set().union(*pool.map(use, range(_CLIENTS))) == {200}
        found = searching.ids(http, store, "kettle", pageSize=100)
    assert len(found) > 1


def _answer(http: httpx.Client, store: str, number: int) -> int:
    path = f"/v1/{store}/servingConfigs/default_search:answer"
    body = {"query": {"text": "What boils?"}, "session": f"{store}/sessions/-"}
    return http.post(path, json=body).status_code


def _search(http: httpx.Client, store: str, number: int) -> int:
    path = f"/v1/{store}/servingConfigs/default_search:search"
    return http.post(path, json={"query": "kettle"}).status_code


def _patch(http: httpx.Client, store: str, number: int) -> int:
    path = f"/v1/{store}/branches/0/documents/patched-{number}"
    body = made.document(f"patched-{number}", "A kettle of steel.")
    return http.patch(path, params={"allowMissing": True}, json=body).status_code


def _import(http: httpx.Client, store: str, number: int) -> int:
    documents = [made.document(f"imported-{number}-{one}", "A big kettle.") for one in range(20)]
    path = f"/v1/{store}/branches/0/documents:import"
    return http.post(path, json={"inlineSource": {"documents": documents}}).status_code

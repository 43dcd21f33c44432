"""The filters of the structured test data through the API, with what they are known to find."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import pytest

from tests.clients import made
from tests.conftest import SHARED_DATA, start_server

FOLDER = SHARED_DATA / "structured"
CASES_FILE = FOLDER / "filter_cases_open.jsonl"

pytestmark = pytest.mark.skipif(not CASES_FILE.exists(), reason="../shared/data is missing")


def lines(name: str) -> list[Any]:
    file = FOLDER / name
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture(scope="module")
def lenient() -> Iterator[httpx.Client]:
    """An emulator whose filters may negate groups."""
    running = start_server("--ephemeral", "--no-seed", "--lenient-filters")
    with httpx.Client(base_url=running.url, timeout=60) as client:
        yield client
    running.stop()


@pytest.fixture(scope="module")
def store(lenient: httpx.Client) -> Any:
    """The data store with one of the datasets."""
    return cache(lambda dataset: data_store(lenient, lines(f"{dataset}.jsonl")))


def data_store(http: httpx.Client, documents: list[Any]) -> str:
    name = made.data_store(http, documents[:1000], contentConfig="NO_CONTENT")
    for start in range(1000, len(documents), 1000):
        made.add(http, name, documents[start : start + 1000])
    return name


def found(http: httpx.Client, store: str, text: str) -> tuple[list[str], int]:
    """The ids of all documents that the filter lets pass, and how many there are said to be."""
    body: dict[str, Any] = {"filter": text, "pageSize": 100}
    ids: list[str] = []
    while True:
        page = made.post(http, f"{store}/servingConfigs/default_search:search", body)
        ids += [one["id"] for one in page.get("results", [])]
        if "nextPageToken" not in page:
            return ids, page.get("totalSize", 0)
        body["pageToken"] = page["nextPageToken"]


@pytest.mark.parametrize("case", lines(CASES_FILE.name), ids=lambda case: case["filter"])
def test_a_filter_finds_what_it_is_known_to_find(
    lenient: httpx.Client, store: Any, case: Any
) -> None:
    ids, total = found(lenient, store(case["dataset"]), case["filter"])
    assert total == len(ids) == case["count"]
    assert hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest() == case["ids_sha256"]


def test_a_field_that_is_not_known_matches_nothing(lenient: httpx.Client, store: Any) -> None:
    assert found(lenient, store("movies"), 'colour: ANY("red")') == ([], 0)
    assert found(lenient, store("movies"), 'genre: ANY("Drama") AND NOT colour: ANY("red")')[1]

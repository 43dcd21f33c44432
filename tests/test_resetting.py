"""A project made empty: nothing that it had is left, and other projects keep what they have."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from emulator.surface.names import project_number
from tests.clients.controlling import Control
from tests.processes import Server, running

BIG = "A weather station has a warranty of 36 months. "


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, "--data-dir", "data", "--no-seed") as server:
        yield server


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def post(http: httpx.Client, path: str, body: Any) -> Any:
    response = http.post(f"/v1/{path}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def fill(http: httpx.Client, project: str) -> None:
    """Make one of everything that is kept."""
    location = f"projects/{project}/locations/global"
    Control(http).call("POST", f"projects/{project}:seed")
    terms = {"acceptDataUseTerms": True, "dataUseTermsVersion": "2022-11-23"}
    post(http, f"projects/{project}:provision", terms)
    collection = f"{location}/collections/default_collection"
    engine, store = f"{collection}/engines/demo", f"{collection}/dataStores/demo-docs"
    config = f"{engine}/servingConfigs/default_search"
    question = {"text": "How long is the warranty?"}
    post(http, f"{config}:answer", {"query": question, "session": f"{engine}/sessions/-"})
    search = {"query": "warranty", "session": f"{engine}/sessions/-"}
    post(http, f"{config}:search", search)
    talk = {
        "query": {"input": "warranty"},
        "servingConfig": f"{store}/servingConfigs/default_search",
    }
    post(http, f"{store}/conversations/-:converse", talk)
    event = {"eventType": "search", "userPseudoId": "u", "searchInfo": {"searchQuery": "warranty"}}
    for parent in (location, store):
        post(http, f"{parent}/userEvents:write", event)
    suggestion = {"suggestion": "warranty", "languageCode": "en", "globalScore": 0.5}
    source = {"inlineSource": {"suggestions": [suggestion]}}
    post(http, f"{store}/completionSuggestions:import", source)
    control = {
        "displayName": "One",
        "solutionType": "SOLUTION_TYPE_SEARCH",
        "useCases": ["SEARCH_USE_CASE_SEARCH"],
        "synonymsAction": {"synonyms": ["warranty", "guarantee"]},
    }
    post(http, f"{engine}/controls?controlId=one", control)
    app = f"projects/{project}/locations/us/apps/tindlemoor-support"
    post(http, f"{app}/sessions/first:runSession", {"inputs": [{"text": "Hello"}]})


def rows(folder: Path, project: str) -> dict[str, int]:
    """How many rows of each table name the project, or hang on one that does."""
    database = sqlite3.connect(folder / "data" / "emulator.sqlite")
    prefix = f"projects/{project_number(project)}/".encode()
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    found = {}
    for (table,) in names:
        values = database.execute(f"SELECT * FROM {table}").fetchall()
        found[table] = sum(any(prefix in _bytes(one) for one in row) for row in values)
    found["documents in all"] = database.execute("SELECT count(*) FROM documents").fetchone()[0]
    found["chunks in all"] = database.execute("SELECT count(*) FROM chunks").fetchone()[0]
    database.close()
    return {table: count for table, count in found.items() if count}


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def test_nothing_is_left_of_a_project(server: Server, http: httpx.Client, tmp_path: Path) -> None:
    fill(http, "mine")
    kept = rows(tmp_path, "mine")
    named = {"resources", "sessions", "turns", "answers", "turn_results", "conversations"}
    more = {"branches", "user_events", "agent_sessions", "agent_turns", "operations"}
    assert named | more <= set(kept)
    Control(http).call("DELETE", "projects/mine")
    assert rows(tmp_path, "mine") == {}
    assert list((tmp_path / "data" / "indexes").iterdir()) == []
    assert server.end()[0] == 0


def test_other_projects_keep_what_they_have(http: httpx.Client, tmp_path: Path) -> None:
    fill(http, "mine")
    before = rows(tmp_path, "mine")
    fill(http, "other")
    Control(http).call("DELETE", "projects/other")
    assert rows(tmp_path, "mine") == before
    collection = "projects/mine/locations/global/collections/default_collection"
    config = f"{collection}/engines/demo/servingConfigs/default_search"
    assert post(http, f"{config}:search", {"query": "warranty"})["results"]


def test_a_project_can_be_filled_again(http: httpx.Client) -> None:
    for _ in range(2):
        fill(http, "mine")
        app = "projects/mine/locations/us/apps/tindlemoor-support"
        asked = {"inputs": [{"text": "What is the warranty on the Skylark 3?"}]}
        said = post(http, f"{app}/sessions/second:runSession", asked)
        assert "36 months" in said["outputs"][0]["text"]
        Control(http).call("DELETE", f"projects/{project_number('mine')}")
        collection = "projects/mine/locations/global/collections/default_collection"
        assert http.get(f"/v1/{collection}/dataStores").json() == {}


def test_faults_and_calls_of_the_project_are_gone_too(http: httpx.Client) -> None:
    control = Control(http)
    for project in ("mine", "other"):
        control.fault(resource=f"projects/{project}", times=None, error={"code": "ABORTED"})
        http.get(f"/v1/projects/{project}/locations/global/dataStores")
    control.call("DELETE", "projects/mine")
    assert [one["resource"] for one in control.call("GET", "faults")["faults"]] == [
        "projects/other"
    ]
    assert [one["resource"].split("/")[1] for one in control.requests()] == ["other"]


def test_a_running_import_is_stopped(http: httpx.Client, tmp_path: Path) -> None:
    collection = "projects/mine/locations/global/collections/default_collection"
    store = {"displayName": "S", "contentConfig": "CONTENT_REQUIRED"}
    post(http, f"{collection}/dataStores?dataStoreId=s", store)
    raw = base64.b64encode(BIG.encode() * 500).decode()
    documents = [
        {"id": f"d{number}", "content": {"mimeType": "text/plain", "rawBytes": raw}}
        for number in range(100)
    ]
    post(
        http,
        f"{collection}/dataStores/s/branches/0/documents:import",
        {"inlineSource": {"documents": documents}},
    )
    Control(http).call("DELETE", "projects/mine")
    assert rows(tmp_path, "mine") == {}


def test_a_project_that_was_never_used_is_empty_already(http: httpx.Client) -> None:
    assert Control(http).call("DELETE", "projects/never") == {}


def test_what_users_did_is_forgotten(http: httpx.Client) -> None:
    """Its events had the numbers that those of the new data store have."""
    collection = "projects/mine/locations/global/collections/default_collection"
    store = f"{collection}/dataStores/cars"
    dynamic = {"type": "string", "indexable": True, "dynamicFacetable": True}
    schema = {"type": "object", "properties": {"color": dynamic, "shape": dynamic}}

    def counted(field: str) -> list[str]:
        post(http, f"{collection}/dataStores?dataStoreId=cars", {"displayName": "Cars"})
        changed = http.patch(
            f"/v1/{store}/schemas/default_schema", json={"jsonSchema": json.dumps(schema)}
        )
        changed.raise_for_status()
        car = {"structData": {"title": "car", "color": "red", "shape": "round"}}
        post(http, f"{store}/branches/0/documents?documentId=one", car)
        event = {"eventType": "search", "userPseudoId": "u", "searchInfo": {"searchQuery": "car"}}
        post(http, f"{store}/userEvents:write", {**event, "filter": f'{field}: ANY("x")'})
        found = post(http, f"{store}/servingConfigs/default_search:search", {"query": "car"})
        return [facet["key"] for facet in found["facets"]]

    assert counted("color") == ["color"]
    Control(http).call("DELETE", "projects/mine")
    assert counted("shape") == ["shape"]

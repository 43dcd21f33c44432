"""Searches of structured data that a test makes up, over the wire."""

from __future__ import annotations

from typing import Any

import httpx

from tests.clients import made


def structured(http: httpx.Client, *records: made.JSON) -> str:
    """The name of a new data store of structured documents."""
    return made.data_store(http, records, contentConfig="NO_CONTENT")


def search(http: httpx.Client, owner: str, query: str = "", **body: Any) -> dict[str, Any]:
    """The response of a search of an engine or a data store."""
    found: dict[str, Any] = made.post(http, _path(owner), {"query": query, **body})
    return found


def ids(http: httpx.Client, owner: str, query: str = "", **body: Any) -> list[str]:
    """The ids of what a search finds, in order."""
    return [one["id"] for one in search(http, owner, query, **body).get("results", [])]


def refusal(http: httpx.Client, owner: str, query: str = "", **body: Any) -> str:
    """The message of a search that must be refused as INVALID_ARGUMENT, with the field it names."""
    response = http.post(f"/v1/{_path(owner)}", json={"query": query, **body})
    error = response.json()["error"]
    assert (response.status_code, error["status"]) == (400, "INVALID_ARGUMENT")
    [violation] = error["details"][0]["fieldViolations"]
    return f"{violation['field']}: {error['message']}"


def _path(owner: str) -> str:
    return f"{owner}/servingConfigs/default_search:search"

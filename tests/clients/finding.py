"""Searches of the demo corpus."""

from __future__ import annotations

from typing import Any

import httpx

from tests.clients import made
from tests.conftest import DEMO, DEMO_CONFIG, Api

QUERY = "Skylark 3 range"
DOCS = f"{DEMO}/dataStores/demo-docs/servingConfigs/default_search"
PRODUCTS = f"{DEMO}/dataStores/demo-products/servingConfigs/default_search"


def search(api: Api, query: str = QUERY, config: str = DEMO_CONFIG, **fields: Any) -> Any:
    """The pager of a real client."""
    request = api.types.SearchRequest({"serving_config": config, "query": query, **fields})
    return api.client("SearchService").search(request)


def over_http(
    http: httpx.Client, query: str = QUERY, config: str = DEMO_CONFIG, **body: Any
) -> dict[str, Any]:
    """The JSON of a search."""
    found: dict[str, Any] = made.post(http, f"{config}:search", {"query": query, **body})
    return found


def ids(response: dict[str, Any]) -> list[str]:
    """What was found, in order."""
    return [result["id"] for result in response.get("results", [])]


def refused(http: httpx.Client, config: str = DEMO_CONFIG, **body: Any) -> tuple[int, str, str]:
    """HTTP status, code and message of a search that fails."""
    response = http.post(f"/v1/{config}:search", json={"query": QUERY, **body})
    error = response.json()["error"]
    return response.status_code, error["status"], error["message"]

"""Calls that a browser makes for a web page of another origin."""

from __future__ import annotations

import httpx
import pytest

PAGE = "http://localhost:3000"
FOREIGN = "https://evil.example.com"
STORES = "/v1/projects/demo/locations/global/collections/default_collection/dataStores"
REST = f"{STORES}/demo-docs/servingConfigs/default_search:search"


def preflight(http: httpx.Client, path: str, origin: str) -> httpx.Response:
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-goog-user-project",
    }
    return http.options(path, headers=headers)


@pytest.mark.parametrize("path", [REST, "/mcp"])
def test_browser_may_send_what_a_page_of_this_machine_wants(http: httpx.Client, path: str) -> None:
    response = preflight(http, path, PAGE)
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == PAGE
    assert "POST" in response.headers["access-control-allow-methods"]
    allowed = response.headers["access-control-allow-headers"].split(",")
    assert {"authorization", "content-type", "x-goog-user-project"} <= set(allowed)


@pytest.mark.parametrize("path", [STORES, f"{STORES}/none", "/openapi.json"])
def test_page_of_this_machine_may_read(http: httpx.Client, path: str) -> None:
    response = http.get(path, headers={"origin": PAGE})
    assert response.headers["access-control-allow-origin"] == PAGE
    assert response.headers["vary"] == "Origin"


@pytest.mark.parametrize("origin", [FOREIGN, "null"])
def test_foreign_page_may_not_ask(http: httpx.Client, origin: str) -> None:
    response = preflight(http, REST, origin)
    assert response.status_code == 400
    assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize("origin", [FOREIGN, "null"])
def test_call_of_a_foreign_page_is_refused(http: httpx.Client, origin: str) -> None:
    # No preflight comes before a "simple" request, as of a form.
    headers = {"origin": origin, "content-type": "text/plain"}
    response = http.post(REST, content='{"query": "wind"}', headers=headers)
    assert response.status_code == 403
    error = response.json()["error"]
    assert error["status"] == "PERMISSION_DENIED"
    assert "--allowed-hosts" in error["message"]
    assert "access-control-allow-origin" not in response.headers


def test_others_see_no_sign_of_it(http: httpx.Client) -> None:
    headers = http.get(STORES).headers
    assert "vary" not in headers
    assert "access-control-allow-origin" not in headers

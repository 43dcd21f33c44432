"""What the HTTP port answers beside the doors."""

from __future__ import annotations

import httpx
import pytest

from tests.conftest import DEMO
from tests.transports.failures import failed

STORE = f"/v1/{DEMO}/dataStores"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_told_to_those_who_only_want_the_status(http: httpx.Client, path: str) -> None:
    assert http.head(path).status_code == http.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/docs"])
def test_a_verb_that_is_not_served_is_refused(http: httpx.Client, path: str) -> None:
    answer = http.post(path)
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize("path", [f"{STORE}/a%0Ab", "/nothing", "/a%0Ab", "/healthz/"])
def test_what_is_not_there_is_told_as_the_api_tells_it(http: httpx.Client, path: str) -> None:
    failed(http.get(path), "NOT_FOUND")

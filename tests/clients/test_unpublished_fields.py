"""Fields that the service has in versions whose published clients lack them, over the wire."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.clients import made
from tests.clients.stores import unique
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE

QUESTION = {"query": {"text": "How long is the warranty on the Skylark 3?"}}


def test_v1alpha_grounds_answers(http: httpx.Client) -> None:
    body = {**QUESTION, "groundingSpec": {"includeGroundingSupports": True}}
    shown = made.post(http, f"{DEMO_CONFIG}:answer", body, "v1alpha")["answer"]
    assert shown["groundingScore"] == 1
    assert shown["groundingSupports"][0]["groundingCheckRequired"] is True


def test_v1alpha_has_safety_settings_and_ratings(http: httpx.Client) -> None:
    settings = [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}]
    body = {**QUESTION, "safetySpec": {"enable": True, "safetySettings": settings}}
    shown = made.post(http, f"{DEMO_CONFIG}:answer", body, "v1alpha")["answer"]
    assert [one["category"] for one in shown["safetyRatings"]] == ["HARM_CATEGORY_HARASSMENT"]


def test_v1_lets_clients_choose_the_id_of_a_session(http: httpx.Client) -> None:
    wanted = unique("mine")
    path = f"/v1/{DEMO_ENGINE}/sessions?sessionId={wanted}"
    assert http.post(path, json={}).json()["name"].endswith(f"/sessions/{wanted}")
    assert http.post(path, json={}).json()["error"]["status"] == "ALREADY_EXISTS"


def test_v1beta_tells_how_results_were_found(http: httpx.Client) -> None:
    threshold = {"keywordSearchThreshold": {"semanticRelevanceThreshold": 0.1}}
    body = {"query": "warranty", "pageSize": 1, "relevanceFilterSpec": threshold}
    (found,) = made.post(http, f"{DEMO_CONFIG}:search", body, "v1beta")["results"]
    assert found["retrievalSignals"]["retrievalSources"] == ["KEYWORD_SEARCH"]


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_latest_data_may_be_asked_for(http: httpx.Client, version: str) -> None:
    body = {"query": "warranty", "pageSize": 1, "useLatestData": True}
    assert made.post(http, f"{DEMO_CONFIG}:search", body, version)["results"]


def test_an_operation_shows_only_what_the_client_of_its_version_reads(
    http: httpx.Client,
) -> None:
    """Google's client polls with a parser that refuses what it does not know."""
    mode = {"mode": "ENABLED"}
    body = {"displayName": "A store", "naturalLanguageQueryUnderstandingConfig": mode}
    store = unique("store")
    created = made.post(http, f"{DEMO}/dataStores?dataStoreId={store}", body, "v1alpha")
    shown: Any = http.get(f"/v1alpha/{DEMO}/dataStores/{store}").json()
    assert shown["naturalLanguageQueryUnderstandingConfig"] == mode
    polled = http.get(f"/v1alpha/{created['name']}").json()
    assert polled["response"]["name"] == shown["name"]
    assert "naturalLanguageQueryUnderstandingConfig" not in polled["response"]
    http.delete(f"/v1/{DEMO}/dataStores/{store}")

"""The system parameter `fields`, which leaves only some of a response."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE
from tests.transports.failures import failed

QUESTION = {"query": {"text": "How long is the warranty on the Skylark 3?"}}
DOCUMENTS = f"/v1/{DEMO}/dataStores/demo-docs/branches/0/documents"


def engine(http: httpx.Client, fields: str) -> Any:
    response = http.get(f"/v1/{DEMO_ENGINE}", params={"fields": fields})
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ("displayName", {"displayName"}),
        ("display_name", {"displayName"}),
        ("displayName,name", {"displayName", "name"}),
        (" displayName , name ", {"displayName", "name"}),
        ("commonConfig/companyName", {"commonConfig"}),
        ("commonConfig.companyName", {"commonConfig"}),
        ("commonConfig(companyName)", {"commonConfig"}),
        ("chatEngineConfig", set()),
    ],
)
def test_only_what_is_named_is_left(http: httpx.Client, fields: str, shown: set[str]) -> None:
    assert engine(http, fields).keys() == shown


def test_star_is_all_that_is_there(http: httpx.Client) -> None:
    whole = http.get(f"/v1/{DEMO_ENGINE}").json()
    assert engine(http, "*") == whole
    tier = {"searchTier": whole["searchEngineConfig"]["searchTier"]}
    shown = engine(http, "*/search_tier")
    assert (shown["searchEngineConfig"], shown["commonConfig"]) == (tier, {})
    assert "name" not in shown


@pytest.mark.parametrize(
    "fields",
    [
        "searchEngineConfig,searchEngineConfig/searchTier",
        "searchEngineConfig(searchTier,searchAddOns)",
    ],
)
def test_what_is_named_as_a_whole_stays_whole(http: httpx.Client, fields: str) -> None:
    whole = http.get(f"/v1/{DEMO_ENGINE}").json()
    assert engine(http, fields) == {"searchEngineConfig": whole["searchEngineConfig"]}


def test_lists_are_left_with_parts_of_their_items(http: httpx.Client) -> None:
    params = {"fields": "documents(id,structData/title),nextPageToken", "pageSize": "2"}
    listed = http.get(DOCUMENTS, params=params).json()
    assert listed.keys() == {"documents", "nextPageToken"}
    assert [one.keys() for one in listed["documents"]] == [{"id", "structData"}] * 2
    assert [one["structData"].keys() for one in listed["documents"]] == [{"title"}] * 2


def test_answers_are_cut_too(http: httpx.Client) -> None:
    fields = "answer(answerText,steps/actions/searchAction/query)"
    shown = http.post(f"/v1/{DEMO_CONFIG}:answer?fields={fields}", json=QUESTION).json()
    assert shown.keys() == {"answer"}
    assert "36 months" in shown["answer"]["answerText"]
    action = {"searchAction": {"query": QUESTION["query"]["text"]}}
    assert shown["answer"]["steps"] == [{"actions": [action]}]


@pytest.mark.parametrize("events", ["", "&alt=sse"])
def test_every_part_of_a_stream_is_cut(http: httpx.Client, events: str) -> None:
    path = f"/v1/{DEMO_CONFIG}:streamAnswer?fields=answer/answerText{events}"
    text = http.post(path, json=QUESTION).text
    assert "36 months" in text
    assert '"state"' not in text
    assert '"references"' not in text


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ("nothing", "nothing"),
        ("commonConfig/nothing", "commonConfig.nothing"),
        ("name/first", "name.first"),
        ("name,commonConfig(companyName,x)", "commonConfig.x"),
    ],
)
def test_what_a_response_cannot_have_is_refused(http: httpx.Client, fields: str, path: str) -> None:
    failed(
        http.get(f"/v1/{DEMO_ENGINE}", params={"fields": fields}),
        "INVALID_ARGUMENT",
        f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'.",
    )


@pytest.mark.parametrize(
    "fields",
    ["a(", "name)", "name,", ",", "name//id", "/", "()", "name(", "ä!", "(" * 90, "a/" * 90],
)
def test_malformed_lists_are_refused(http: httpx.Client, fields: str) -> None:
    response = http.get(f"/v1/{DEMO_ENGINE}", params={"fields": fields})
    failed(response, "INVALID_ARGUMENT", "Invalid value at 'fields'")


def test_refused_call_changes_nothing(http: httpx.Client) -> None:
    before = http.get(f"/v1/{DEMO_ENGINE}/sessions").json()
    response = http.post(f"/v1/{DEMO_ENGINE}/sessions?fields=nothing", json={})
    assert response.status_code == 400
    assert http.get(f"/v1/{DEMO_ENGINE}/sessions").json() == before


def test_errors_stay_whole(http: httpx.Client) -> None:
    response = http.get(f"/v1/{DEMO_ENGINE}x?fields=name")
    failed(response, "NOT_FOUND", "not found")

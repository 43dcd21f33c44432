"""The system parameter `fields`, and the header for it, which leave only some of a response."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api, Server
from tests.transports.failures import failed

QUESTION = {"query": {"text": "How long is the warranty on the Skylark 3?"}}
BRANCH = f"{DEMO}/dataStores/demo-docs/branches/0"
DOCUMENTS = f"/v1/{BRANCH}/documents"


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


def test_items_without_fields_are_not_among_those_that_have_them(http: httpx.Client) -> None:
    documents = f"/v1/{DEMO}/dataStores/demo-products/branches/0/documents"
    for fields, tags in (("tags", ["accessory", "radio", "gateway"]), ("tags/x", [])):
        shown = http.get(f"{documents}/antenna-5dbi?fields=structData/{fields}").json()
        assert shown == {"structData": {"tags": tags}}


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
    text = f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'."
    response = http.get(f"/v1/{DEMO_ENGINE}", params={"fields": fields})
    [details] = failed(response, "INVALID_ARGUMENT", text)["details"]
    assert details["fieldViolations"] == [{"field": path, "description": text}]


@pytest.mark.parametrize(
    "fields",
    [
        *("a(", "name)", "name,", ",", "name//id", "/", "()", "name(", "ä!", "(" * 90, "a/" * 90),
        "a(" * 90 + "a" + ")" * 90,
    ],
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
    failed(response, "NOT_FOUND", "does not exist")


# The header, which says the same


def asks_for(fields: str) -> list[tuple[str, str]]:
    return [("x-goog-fieldmask", fields)]


def ask(api: Api, fields: str) -> Any:
    """The answer to QUESTION, of which nothing but the fields is asked for."""
    service, request = api.client("ConversationalSearchService"), api.types.AnswerQueryRequest
    return service.answer_query(
        request(serving_config=DEMO_CONFIG, **QUESTION), metadata=asks_for(fields)
    ).answer


@pytest.mark.parametrize("fields", ["answer.answerText", "answer(answer_text)"])
def test_header_leaves_what_it_names(api: Api, fields: str) -> None:
    answer = ask(api, fields)
    assert "36 months" in answer.answer_text
    assert answer == api.types.Answer(answer_text=answer.answer_text)


def test_header_leaves_parts_of_the_items_of_a_list(api_v1: Api) -> None:
    listed = api_v1.client("DocumentService").list_documents(
        request={"parent": BRANCH},
        metadata=asks_for("documents(id,struct_data/title)"),
    )
    assert listed.documents[0].id
    assert list(listed.documents[0].struct_data) == ["title"]
    assert (listed.documents[0].name, listed.next_page_token) == ("", "")


def test_header_cuts_every_part_of_a_stream(server: Server) -> None:
    api = Api(server, "grpc", "v1")
    parts = api.client("ConversationalSearchService").stream_answer_query(
        api.types.AnswerQueryRequest(serving_config=DEMO_CONFIG, **QUESTION),
        metadata=asks_for("answer/state"),
    )
    answers = [part.answer for part in parts]
    assert answers[-1].state == api.types.Answer.State.SUCCEEDED
    assert all(answer == api.types.Answer(state=answer.state) for answer in answers)


def test_star_in_the_header_is_all_that_is_there(api_v1: Api) -> None:
    service = api_v1.client("EngineService")
    whole = service.get_engine(name=DEMO_ENGINE)
    assert service.get_engine(name=DEMO_ENGINE, metadata=asks_for("*")) == whole


@pytest.mark.parametrize(
    "fields", ["name,done,metadata,response.purgeCount", "name,done,*/purgeCount"]
)
def test_header_leaves_what_an_operation_holds(api_v1: Api, fields: str) -> None:
    service = api_v1.client("DocumentService")
    begun = service.purge_documents(
        request={"parent": BRANCH, "filter": "*"}, metadata=asks_for(fields)
    )
    assert begun.operation.name
    assert isinstance(begun.metadata, api_v1.types.PurgeDocumentsMetadata)
    assert begun.result().purge_count


def test_header_that_names_what_a_response_cannot_have_is_refused(api: Api) -> None:
    with pytest.raises(exceptions.BadRequest, match="Cannot find matching fields for path 'answ'"):
        ask(api, "answ")


def test_parameter_is_heard_before_the_header(http: httpx.Client) -> None:
    headers = {"X-Goog-FieldMask": "displayName"}
    assert http.get(f"/v1/{DEMO_ENGINE}", headers=headers).json().keys() == {"displayName"}
    shown = http.get(f"/v1/{DEMO_ENGINE}", headers=headers, params={"fields": "name"}).json()
    assert shown.keys() == {"name"}

"""What `:answer` refuses, and what it takes without effect."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.answering import ANSWER, QUESTION, answer
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api


def test_missing_question_is_refused(api: Api) -> None:
    client = api.client("ConversationalSearchService")
    with pytest.raises(exceptions.BadRequest, match="query"):
        client.answer_query(request={"serving_config": DEMO_CONFIG})
    for text in ("", " \n\t"):
        with pytest.raises(exceptions.BadRequest, match=r"query\.text"):
            answer(api, text)


def test_unknown_serving_config_and_engine_are_not_found(api: Api) -> None:
    with pytest.raises(exceptions.NotFound, match='servingConfigs/none" does not exist'):
        answer(api, serving_config=f"{DEMO_ENGINE}/servingConfigs/none")
    with pytest.raises(exceptions.NotFound, match='engines/none" does not exist'):
        answer(api, serving_config=f"{DEMO}/engines/none/servingConfigs/default_search")
    with pytest.raises(exceptions.NotFound, match="dataStores/none not found"):
        answer(api, serving_config=f"{DEMO}/dataStores/none/servingConfigs/default_search")


def test_malformed_serving_config_is_refused(rpc: Api) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="serving_config"):
        answer(rpc, serving_config="default_search")


def test_long_user_pseudo_id_is_refused(api: Api) -> None:
    assert answer(api, user_pseudo_id="ü" * 128).answer.answer_text
    with pytest.raises(exceptions.BadRequest, match="user_pseudo_id"):
        answer(api, user_pseudo_id="u" * 129)


@pytest.mark.parametrize(
    "labels",
    [
        {f"k{number}": "" for number in range(65)},
        {"Upper": "x"},
        {"1st": "x"},
        {"": "x"},
        {"k" * 64: "x"},
        {"key": "v" * 64},
        {"key": "a b"},
    ],
)
def test_bad_user_labels_are_refused(api_v1: Api, labels: dict[str, str]) -> None:
    with pytest.raises(
        exceptions.BadRequest, match=r"user_labels.*(lowercase letters|64 are allowed)"
    ):
        answer(api_v1, user_labels=labels)


def test_of_bad_user_labels_the_same_is_named_each_time(api_v1: Api) -> None:
    labels = {f"Bad{number}": "x" for number in range(30, 9, -1)}
    with pytest.raises(exceptions.BadRequest, match="'Bad10' is not a valid key"):
        answer(api_v1, user_labels=labels)


def test_good_user_labels_are_taken(api: Api) -> None:
    labels = {"env": "test-1_b", "größe": "", "k" * 63: "v" * 63}
    assert answer(api, user_labels=labels).answer.answer_text


def test_too_many_rephrase_steps_are_refused(api: Api) -> None:
    for steps in (-1, 0, 1, 5):
        spec = {"query_rephraser_spec": {"max_rephrase_steps": steps}}
        assert ANSWER in answer(api, query_understanding_spec=spec).answer.answer_text
    with pytest.raises(exceptions.BadRequest, match="max_rephrase_steps"):
        answer(api, query_understanding_spec={"query_rephraser_spec": {"max_rephrase_steps": 6}})


IMAGES = {"answerGenerationSpec": {"multimodalSpec": {"imageSource": "CORPUS_IMAGE_ONLY"}}}
FIGURES = {"answerGenerationSpec": {"multimodalSpec": {"imageSource": "FIGURE_GENERATION_ONLY"}}}
TUNED = {"searchSpec": {"searchParams": {"customFineTuningSpec": {"enableSearchAdaptor": True}}}}


@pytest.mark.parametrize(
    ("version", "body"), [("v1beta", IMAGES), ("v1beta", FIGURES), ("v1alpha", TUNED)]
)
def test_what_there_is_nothing_of_is_taken_without_effect(
    http: httpx.Client, version: str, body: dict[str, Any]
) -> None:
    path, asked = f"{DEMO_CONFIG}:answer", {"query": {"text": QUESTION}}
    plain = made.post(http, path, asked, version)["answer"]
    answer = made.post(http, path, {**asked, **body}, version)["answer"]
    assert answer["answerText"] == plain["answerText"]
    assert "blobAttachments" not in answer


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"orderBy": "nothing"}, "order_by"),
        ({"boostSpec": {"conditionBoostSpecs": [{"boost": 2}]}}, "boost_spec"),
        ({"dataStoreSpecs": [{"dataStore": "x"}]}, "data_store_specs"),
        ({"filter": "x"}, "filter"),
    ],
)
def test_bad_search_params_are_refused_by_name(
    http: httpx.Client, params: dict[str, Any], field: str
) -> None:
    body = {"query": {"text": QUESTION}, "searchSpec": {"searchParams": params}}
    error = http.post(f"/v1/{DEMO_CONFIG}:answer", json=body).json()["error"]
    assert error["status"] == "INVALID_ARGUMENT"
    violation = error["details"][0]["fieldViolations"][0]
    assert violation["field"].startswith(f"search_spec.search_params.{field}")


@pytest.mark.parametrize(
    "body",
    [
        {"relatedQuestionsSpec": {}},
        {"safetySpec": {"enable": False}},
        {"searchSpec": {"searchParams": {"boostSpec": {}, "filter": "", "orderBy": ""}}},
        {"endUserSpec": {}},
        {"asynchronousMode": False},
        {"answerGenerationSpec": {"multimodalSpec": {}, "modelSpec": {"modelVersion": "stable"}}},
        {"session": ""},
    ],
)
def test_fields_that_ask_for_nothing_are_taken(http: httpx.Client, body: dict[str, Any]) -> None:
    path = f"/v1beta/{DEMO_CONFIG}:answer"
    response = http.post(path, json={"query": {"text": QUESTION}, **body})
    assert response.status_code == 200, response.text


@pytest.mark.parametrize(
    "name",
    [
        "-",
        f"{DEMO}/dataStores/demo-products/schemas/default_schema",
        f"{DEMO}/servingConfigs/default_search",
        "projects/demo/locations/us/apps/tindlemoor-support/conversations/first",
    ],
)
def test_what_is_no_serving_config_is_refused(rpc: Api, name: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="serving_config"):
        answer(rpc, serving_config=name)
    search = rpc.client("SearchService")
    with pytest.raises(exceptions.InvalidArgument, match="serving_config"):
        search.search(rpc.types.SearchRequest(serving_config=name, query="wind"))
    with pytest.raises(exceptions.InvalidArgument, match="serving_config"):
        rpc.client("ConversationalSearchService").converse_conversation(
            request={
                "name": f"{DEMO_ENGINE}/conversations/-",
                "query": {"input": QUESTION},
                "serving_config": name,
            }
        )

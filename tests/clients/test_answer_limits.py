"""Questions and names at their limits: each has its error, or an answer that makes sense."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.doors import ANSWER, DOORS
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Api, Server
from tests.pace import within

QUESTION = "How long is the warranty on the Skylark 3?"
AUTO = f"{DEMO_ENGINE}/sessions/-"
LONG = {
    "words": "warranty of the Skylark 3 " * 4_000,
    "names": "Skylark 3 and " * 7_500,
    "questions": "what is it? " * 8_500,
    "letters": "a" * 100_000,
    "synonyms": "vacation in Home Assistant " * 3_700,
    "comparison": "Which is cheaper, " + "a" * 100_000 + " or b?",
    "spaces": "warranty" + " " * 100_000,
    "marks": "?" * 100_000,
    "lines": "x\n" * 50_000,
}


def answer(api: Api, text: str = QUESTION, **fields: Any) -> Any:
    request = {"serving_config": DEMO_CONFIG, "query": {"text": text}, **fields}
    return api.client("ConversationalSearchService").answer_query(request=request)


# Questions


@pytest.mark.parametrize("kind", LONG)
def test_question_of_100_kilobytes_is_answered_in_time(rpc: Api, kind: str) -> None:
    with within(5, rpc.server.seconds_worked):
        first = answer(
            rpc,
            LONG[kind],
            session=AUTO,
            query_understanding_spec={"query_rephraser_spec": {"max_rephrase_steps": 5}},
            related_questions_spec={"enable": True},
        )
        answer(rpc, "How long is its warranty?", session=first.session.name)
        answer(rpc, "Which of them is the cheapest?", session=first.session.name)
    assert first.answer.answer_text
    assert first.session.turns[0].query.text == LONG[kind]


@pytest.mark.parametrize("text", ["🛰️", "🛰️🌧️ 👩‍🌾", "\u200d", "?!", "\\", "\x00", "\u202e"])
def test_question_without_words_is_out_of_domain(api_v1: Api, text: str) -> None:
    shown = answer(api_v1, text).answer
    assert [one.name for one in shown.answer_skipped_reasons] == ["OUT_OF_DOMAIN_QUERY_IGNORED"]
    assert shown.steps[0].actions[0].search_action.query == text


def test_emoji_beside_words_do_no_harm(api_v1: Api) -> None:
    shown = answer(api_v1, f"🛰️ {QUESTION} 🌧️").answer
    assert "36 months" in shown.answer_text


@pytest.mark.parametrize("door", DOORS)
def test_empty_question_is_refused_at_every_door(server: Server, door: str) -> None:
    for query in ({}, {"text": ""}, {"text": " \n"}):
        arguments = {"servingConfig": DEMO_CONFIG, "query": query}
        refusals = (httpx.HTTPStatusError, exceptions.InvalidArgument, AssertionError)
        with pytest.raises(refusals, match=r"400 Bad Request|400 Missing|INVALID_ARGUMENT \(400\)"):
            DOORS[door](server)(ANSWER, arguments)


# Parameters


@pytest.mark.parametrize(("count", "refused"), [(20, False), (21, True)])
def test_more_than_20_boosts_are_refused(api_v1: Api, count: int, refused: bool) -> None:
    boost = {"condition": 'sku: ANY("SKY-300")', "boost": 0.5}
    params = {"search_params": {"boost_spec": {"condition_boost_specs": [boost] * count}}}
    if refused:
        with pytest.raises(exceptions.BadRequest, match="boost_spec"):
            answer(api_v1, search_spec=params)
    else:
        assert "36 months" in answer(api_v1, search_spec=params).answer.answer_text


@pytest.mark.parametrize("most", [2**31 - 1, 101])
def test_huge_numbers_of_results_are_cut(rpc: Api, most: int) -> None:
    params = {"search_params": {"max_return_results": most}}
    assert 10 < len(answer(rpc, search_spec=params).answer.references) <= 100


@pytest.mark.parametrize(
    ("labels", "allowed"),
    [
        ({"größe_1-a": "x_1-ß"}, True),
        ({"中": ""}, True),
        ({"k" * 63: "v" * 63}, True),
        ({"_key": ""}, False),
        ({"-key": ""}, False),
        ({"9": ""}, False),
        ({"key": "Value"}, False),
        ({"key.a": ""}, False),
        ({"key": "a\n"}, False),
        ({"🛰": ""}, False),
    ],
)
def test_labels_follow_the_rules_for_cloud_resources(
    api_v1: Api, labels: dict[str, str], allowed: bool
) -> None:
    if allowed:
        assert answer(api_v1, user_labels=labels).answer.answer_text
    else:
        with pytest.raises(exceptions.BadRequest, match="user_labels"):
            answer(api_v1, user_labels=labels)


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ({"searchSpec": {"searchParams": {"searchResultMode": 77}}}, "search_result_mode"),
        (
            {"queryUnderstandingSpec": {"queryRephraserSpec": {"modelSpec": {"modelType": 77}}}},
            "model_type",
        ),
    ],
)
def test_numbers_that_stand_for_nothing_are_refused(
    http: httpx.Client, spec: Any, field: str
) -> None:
    body = {"query": {"text": QUESTION}, **spec}
    error = http.post(f"/v1beta/{DEMO_CONFIG}:answer", json=body).json()["error"]
    assert error["status"] == "INVALID_ARGUMENT"
    assert field in error["message"]


# Names


def test_answer_under_the_name_of_another_session_is_not_found(api: Api) -> None:
    ours = answer(api, session=AUTO)
    theirs = answer(api, session=AUTO)
    number = theirs.answer.name.rpartition("/")[2]
    client = api.client("ConversationalSearchService")
    with pytest.raises(exceptions.NotFound, match="Answer"):
        client.get_answer(name=f"{ours.session.name}/answers/{number}")


def test_nothing_is_left_of_a_deleted_session(api_v1: Api) -> None:
    response = answer(api_v1, session=AUTO)
    api_v1.client("SessionService").delete_session(name=response.session.name)
    with pytest.raises(exceptions.NotFound, match="Session"):
        answer(api_v1, session=response.session.name)
    with pytest.raises(exceptions.NotFound, match="Answer"):
        api_v1.client("ConversationalSearchService").get_answer(name=response.answer.name)


def test_session_of_a_deleted_engine_is_gone_with_it(http: httpx.Client, rpc: Api) -> None:
    engine = made.engine(http)
    config = f"{engine}/servingConfigs/default_search"
    response = answer(rpc, serving_config=config, session=f"{engine}/sessions/-")
    rpc.client("EngineService").delete_engine(name=engine).result()
    with pytest.raises(exceptions.NotFound, match="Engine"):
        answer(rpc, serving_config=config, session=response.session.name)
    with pytest.raises(exceptions.NotFound, match="Answer"):
        rpc.client("ConversationalSearchService").get_answer(name=response.answer.name)
    with pytest.raises(exceptions.BadRequest, match="session"):
        answer(rpc, session=response.session.name)


def test_session_of_the_data_store_is_none_of_its_engine(api_v1: Api) -> None:
    store = f"{DEMO}/dataStores/demo-docs"
    config = f"{store}/servingConfigs/default_search"
    response = answer(api_v1, serving_config=config, session=f"{store}/sessions/-")
    with pytest.raises(exceptions.BadRequest, match="session"):
        answer(api_v1, session=response.session.name)

"""`relatedQuestionsSpec`: questions that the documents answer."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.clients import made
from tests.conftest import DEMO, DEMO_CONFIG, Api

QUESTION = "How long is the warranty on the Skylark 3?"
ENABLED = {"related_questions_spec": {"enable": True}}


def answer(api: Api, text: str = QUESTION, **fields: Any) -> Any:
    request = {"serving_config": DEMO_CONFIG, "query": {"text": text}, **fields}
    return api.client("ConversationalSearchService").answer_query(request=request).answer


def test_related_questions_are_answered_by_the_same_documents(api: Api) -> None:
    shown = answer(api, **ENABLED)
    questions = list(shown.related_questions)
    assert 3 <= len(questions) <= 5
    assert QUESTION not in questions
    for question in questions:
        assert question.endswith("?")
        other = answer(api, question)
        assert not other.answer_skipped_reasons
        assert other.answer_text != shown.answer_text


def test_they_come_only_if_they_are_asked_for(rpc: Api) -> None:
    assert not answer(rpc).related_questions
    with_them, without = answer(rpc, **ENABLED), answer(rpc)
    del with_them.related_questions[:]
    assert with_them == without


def test_same_call_relates_the_same(http: httpx.Client) -> None:
    body = {"query": {"text": QUESTION}, "relatedQuestionsSpec": {"enable": True}}
    first, second = (
        made.post(http, f"{DEMO_CONFIG}:answer", body)["answer"]["relatedQuestions"]
        for _ in range(2)
    )
    assert first == second


def test_records_have_related_questions_too(rpc: Api) -> None:
    config = f"{DEMO}/dataStores/demo-products/servingConfigs/default_search"
    questions = answer(rpc, serving_config=config, **ENABLED).related_questions
    assert any(question.startswith("What is the price of") for question in questions)


def test_question_out_of_domain_has_some_where_anything_was_found(rpc: Api) -> None:
    shown = answer(rpc, "How do I bake sourdough bread at home?", **ENABLED)
    reasons = [one.name for one in shown.answer_skipped_reasons]
    assert reasons == ["OUT_OF_DOMAIN_QUERY_IGNORED"]
    assert shown.related_questions
    assert not answer(rpc, shown.related_questions[0]).answer_skipped_reasons


def test_ignored_and_unanswerable_questions_have_none(rpc: Api) -> None:
    spec = {"ignore_non_answer_seeking_query": True}
    assert not answer(rpc, "Hello", answer_generation_spec=spec, **ENABLED).related_questions
    assert not answer(rpc, "🛰️🛰️", **ENABLED).related_questions


def test_last_part_of_a_stream_has_them(api_v1: Api) -> None:
    client = api_v1.client("ConversationalSearchService")
    request = {"serving_config": DEMO_CONFIG, "query": {"text": QUESTION}, **ENABLED}
    *parts, last = client.stream_answer_query(request=request)
    assert last.answer.related_questions == answer(api_v1, **ENABLED).related_questions
    assert not any(part.answer.related_questions for part in parts)


@pytest.mark.parametrize("enabled", [True, False])
def test_prescribed_ones_wait_to_be_asked_for(rpc: Api, enabled: bool) -> None:
    entry = {"answerText": "Yes.", "relatedQuestions": ["Really?"]}
    request = {"serving_config": DEMO_CONFIG, "query": {"text": QUESTION}}
    shown = rpc.client("ConversationalSearchService").answer_query(
        request={**request, "related_questions_spec": {"enable": enabled}},
        metadata=[("x-emulator-answer", json.dumps(entry))],
    )
    assert list(shown.answer.related_questions) == (["Really?"] if enabled else [])

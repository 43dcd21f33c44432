"""`asynchronousMode`: answers that are made after their call has returned."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.chat_server import ChatServer, chat_server
from tests.conftest import DEMO_CONFIG, DEMO_ENGINE, Api
from tests.processes import Server, running

QUESTION = "How long is the warranty on the Skylark 3?"
AUTO = f"{DEMO_ENGINE}/sessions/-"


def begin(api: Api, text: str = QUESTION, **fields: Any) -> Any:
    """The response to a call that does not wait."""
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": text},
        "session": AUTO,
        "asynchronous_mode": True,
    }
    metadata = fields.pop("metadata", ())
    client = api.client("ConversationalSearchService")
    return client.answer_query(request={**request, **fields}, metadata=metadata)


def ended(api: Api, name: str) -> Any:
    """The answer when it is no longer in progress, as a client polls it."""
    client = api.client("ConversationalSearchService")
    while (answer := client.get_answer(name=name)).state == api.types.Answer.State.IN_PROGRESS:
        time.sleep(0.01)
    return answer


def test_names_come_at_once_and_the_answer_when_it_is_made(api: Api) -> None:
    spec = {"include_citations": True}
    begun = begin(api, answer_generation_spec=spec)
    state = api.types.Answer.State
    assert begun.answer.state == state.IN_PROGRESS
    assert begun.answer.name.startswith(f"{begun.session.name}/answers/")
    assert not begun.answer.answer_text
    assert [turn.answer for turn in begun.session.turns] == [begun.answer.name]
    assert begun.answer_query_token
    answer = ended(api, begun.answer.name)
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "answer_generation_spec": spec,
    }
    plain = api.client("ConversationalSearchService").answer_query(request=request).answer
    assert answer.create_time == begun.answer.create_time
    assert answer.complete_time > answer.create_time
    plain.name, plain.create_time, plain.complete_time = (
        answer.name,
        answer.create_time,
        answer.complete_time,
    )
    assert answer == plain


def test_session_shows_the_answer_too(api_v1: Api) -> None:
    begun = begin(api_v1)
    answer = ended(api_v1, begun.answer.name)
    request = {"name": begun.session.name, "include_answer_details": True}
    session = api_v1.client("SessionService").get_session(request=request)
    assert session.turns[0].detailed_answer == answer


def test_follow_up_need_not_wait_for_the_answer_before_it(rpc: Api) -> None:
    first = begin(rpc, "What is the range of the Skylark 3?")
    second = begin(rpc, "How long is its warranty?", session=first.session.name)
    assert len(second.session.turns) == 2
    answer = ended(rpc, second.answer.name)
    assert "Skylark 3" in answer.steps[0].actions[0].search_action.query
    assert "36 months" in answer.answer_text


def test_what_fails_later_fails_with_its_reason(rpc: Api) -> None:
    entry = {
        "answerText": "A.",
        "citations": [{"endIndex": 2, "sources": [{"referenceId": "99"}]}],
    }
    begun = begin(rpc, metadata=[("x-emulator-answer", json.dumps(entry))])
    answer = ended(rpc, begun.answer.name)
    assert answer.state == rpc.types.Answer.State.FAILED
    assert answer.steps[0].state == rpc.types.Answer.Step.State.FAILED
    assert "cites reference 99" in answer.steps[0].description
    assert answer.complete_time


def test_answer_of_a_deleted_session_is_gone(rpc: Api) -> None:
    begun = begin(rpc)
    rpc.client("SessionService").delete_session(name=begun.session.name)
    with pytest.raises(exceptions.NotFound):
        ended(rpc, begun.answer.name)


def test_prescribed_answer_may_stay_in_progress(rpc: Api) -> None:
    begun = begin(rpc, metadata=[("x-emulator-answer", '{"state": "IN_PROGRESS"}')])
    time.sleep(0.05)
    client = rpc.client("ConversationalSearchService")
    kept = client.get_answer(name=begun.answer.name)
    assert kept.state == rpc.types.Answer.State.IN_PROGRESS


def test_tool_of_mcp_answers_at_once_too(http: httpx.Client) -> None:
    arguments = {
        "servingConfig": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "session": AUTO,
        "asynchronousMode": True,
    }
    call = {"name": "conversational_search", "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = http.post("/mcp", json=body).json()["result"]["structuredContent"]["answer"]
    assert answer["state"] == "IN_PROGRESS"


# What is refused


def test_answer_without_a_session_could_not_be_found_again(api_v1: Api) -> None:
    with pytest.raises(exceptions.BadRequest, match="asynchronous_mode"):
        begin(api_v1, session="")


def test_stream_is_not_asynchronous(api_v1: Api) -> None:
    request = {
        "serving_config": DEMO_CONFIG,
        "query": {"text": QUESTION},
        "session": AUTO,
        "asynchronous_mode": True,
    }
    with pytest.raises(exceptions.BadRequest, match="asynchronous_mode"):
        list(api_v1.client("ConversationalSearchService").stream_answer_query(request=request))


def test_bad_requests_are_refused_at_once(api_v1: Api) -> None:
    params = {"search_params": {"filter": "x"}}
    with pytest.raises(exceptions.BadRequest):
        begin(api_v1, search_spec=params)
    with pytest.raises(exceptions.NotFound):
        begin(api_v1, session=f"{DEMO_ENGINE}/sessions/7")
    with pytest.raises(exceptions.BadRequest, match="max_return_results"):
        begin(api_v1, search_spec={"search_params": {"max_return_results": -1}})


# While a slow model writes, and when the process ends in between


def _begin(emulator: Server) -> str:
    body = {"query": {"text": QUESTION}, "session": AUTO, "asynchronousMode": True}
    return str(emulator.post(f"/v1/{DEMO_CONFIG}:answer", body)["answer"]["name"])


def _ended(emulator: Server, name: str) -> Any:
    while (answer := emulator.get(f"/v1/{name}"))["state"] == "IN_PROGRESS":
        time.sleep(0.01)
    return answer


def _wait_for_call(chat: ChatServer) -> None:
    while not chat.requests:
        time.sleep(0.01)


def test_answer_is_in_progress_until_it_is_made_and_fails_if_it_never_is(tmp_path: Path) -> None:
    with chat_server() as chat:
        options = ("--model-url", chat.url, "--model-timeout", "600")
        with running(tmp_path, *options) as emulator:
            chat.reply = "It is 36 months."
            chat.writing.clear()
            name = _begin(emulator)
            _wait_for_call(chat)
            assert emulator.get(f"/v1/{name}")["state"] == "IN_PROGRESS"
            chat.writing.set()
            assert _ended(emulator, name)["answerText"] == "It is 36 months."
            chat.requests.clear()
            chat.writing.clear()
            begun = [_begin(emulator) for _ in range(5)]
            _wait_for_call(chat)
            emulator.process.kill()
            emulator.process.wait()
        with running(tmp_path) as emulator:
            assert emulator.get(f"/v1/{name}")["state"] == "SUCCEEDED"
            for answer in (emulator.get(f"/v1/{one}") for one in begun):
                assert answer["state"] == "FAILED"
                assert answer["steps"][0]["state"] == "FAILED"
                assert "stopped while" in answer["steps"][0]["description"]
            emulator.end()

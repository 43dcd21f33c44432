"""Streams of sessions, one-way and both ways."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from threading import Event
from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.cloud import ces_v1

from tests.ces.conftest import client
from tests.ces.sessions.conftest import QUESTION
from tests.ces.talking import Talk, talk, texts
from tests.conftest import Server


def test_streams_bring_the_same_outputs_one_by_one(session: Talk) -> None:
    request = {"config": {"session": session.session}, "inputs": [{"text": QUESTION}]}
    parts = list(session.client.stream_run_session(request=request))
    assert [len(part.outputs) for part in parts] == [1, 1]
    assert parts[0].outputs[0].text
    assert parts[1].outputs[0].turn_completed


def test_texts_are_streamed_in_pieces_if_asked_for(session_v1: Talk) -> None:
    config = {"session": session_v1.session, "enable_text_streaming": True}
    request = {"config": config, "inputs": [{"text": QUESTION}]}
    outputs = [
        one
        for part in session_v1.client.stream_run_session(request=request)
        for one in part.outputs
    ]
    assert len([one for one in outputs if one.text]) > 1
    assert [one.turn_completed for one in outputs].count(True) == 1
    other = talk(session_v1.client, session_v1.session.split("/sessions/")[0])
    assert "".join(one.text for one in outputs) == texts(other.say(QUESTION))


def test_a_stream_that_fails_has_the_error_of_the_call(session: Talk) -> None:
    request = {"config": {"session": session.session}, "inputs": []}
    with pytest.raises(exceptions.BadRequest, match="inputs"):
        list(session.client.stream_run_session(request=request))


@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_a_bidirectional_stream_has_turn_after_turn(server: Server, app: str, version: str) -> None:
    sessions = client(server, "grpc", version, "SessionService")
    name = talk(sessions, app).session

    def requests() -> Iterator[dict[str, Any]]:
        yield {"config": {"session": name}}
        yield {"realtime_input": {"text": "How far does the", "will_continue": True}}
        yield {"realtime_input": {"text": "Skylark 2 send?"}}
        yield {"realtime_input": {"text": "Goodbye"}}

    types = importlib.import_module(f"google.cloud.ces_{version}")
    stream = (types.BidiSessionClientMessage(one) for one in requests())
    answers = list(sessions.bidi_run_session(requests=stream))
    assert answers[0].session_output.turn_index == 1
    assert answers[-2].session_output.end_session
    assert answers[-1].end_session.metadata["session_escalated"] is False


def test_parts_without_a_last_one_are_answered_at_the_end(server: Server, app: str) -> None:
    sessions = client(server, "grpc", "v1", "SessionService")
    requests = (
        {"config": {"session": talk(sessions, app).session}},
        {"realtime_input": {"text": "Goodbye", "will_continue": True}},
    )
    stream = map(ces_v1.BidiSessionClientMessage, requests)
    answers = list(sessions.bidi_run_session(requests=stream))
    assert answers[-2].session_output.turn_completed
    assert answers[-1].end_session


def test_the_config_comes_first(server: Server) -> None:
    sessions = client(server, "grpc", "v1", "SessionService")
    only = ces_v1.BidiSessionClientMessage(realtime_input={"text": "x"})
    with pytest.raises(exceptions.InvalidArgument, match="config"):
        list(sessions.bidi_run_session(requests=iter([only])))


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("{app}/sessions/x", exceptions.InvalidArgument, "config.session"),
        ("{app}-none/sessions/never", exceptions.NotFound, "App .* not found"),
    ],
)
def test_a_wrong_config_is_refused_before_an_input_comes(
    server: Server, app: str, name: str, error: type[Exception], said: str
) -> None:
    sessions = client(server, "grpc", "v1", "SessionService")
    ended = Event()

    def silent() -> Iterator[Any]:
        yield ces_v1.BidiSessionClientMessage(config={"session": name.format(app=app)})
        ended.wait()

    with pytest.raises(error, match=said):
        list(sessions.bidi_run_session(requests=silent(), timeout=60))
    ended.set()


def test_inputs_of_a_stream_are_named_as_they_are_there(server: Server, app: str) -> None:
    sessions = client(server, "grpc", "v1", "SessionService")
    config = {"session": f"{app}/sessions/named-inputs"}
    messages = [{"config": config}, {"realtime_input": {"text": "x", "will_continue": True}}]
    stream = map(ces_v1.BidiSessionClientMessage, [*messages, {"realtime_input": {"event": {}}}])
    with pytest.raises(exceptions.InvalidArgument, match=r": realtime_input\.event\.") as caught:
        list(sessions.bidi_run_session(requests=stream))
    (violation,) = caught.value.details[0].field_violations
    assert violation.field == "realtime_input.event.event"


def test_a_stream_may_be_of_events(http: httpx.Client, app: str) -> None:
    url = f"/v1/{app}/sessions/event-session:streamRunSession?alt=sse"
    answer = http.post(url, json={"inputs": [{"text": QUESTION}]})
    assert answer.headers["content-type"] == "text/event-stream"
    parts = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]
    assert parts[0]["outputs"][0]["text"]
    assert parts[-1]["outputs"][0]["turnCompleted"] is True

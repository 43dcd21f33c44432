"""What a turn may be given."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.ces.conftest import client
from tests.ces.talking import Builder, Talk, talk, texts
from tests.conftest import Server
from tests.pace import within


def test_a_user_who_says_nothing_is_asked_for_more(session_v1: Talk) -> None:
    (said,) = session_v1.say("<context>no user activity detected for 10 seconds.</context>")
    assert said.text == "Is there anything else?"


def test_results_that_nobody_asked_for_are_refused(session: Talk) -> None:
    result = {"id": "call-1", "response": {"output": "x"}}
    with pytest.raises(exceptions.BadRequest, match=r"tool_responses\[0\]\.id"):
        session.send({"tool_responses": {"tool_responses": [result]}})


def test_a_result_of_ten_megabytes_is_refused_and_nothing_is_lost(session: Talk) -> None:
    (asked,) = session.say("Where is my order TL-1042?")
    call = asked.tool_calls.tool_calls[0].id
    large = {"id": call, "response": {"output": "x" * 10_000_000}}
    with pytest.raises(exceptions.BadRequest, match="at most 1048576"):
        session.send({"tool_responses": {"tool_responses": [large]}})
    small = {"id": call, "response": {"output": "fine"}}
    assert texts(session.send({"tool_responses": {"tool_responses": [small]}})) == "fine"


def test_declared_variables_are_kept_and_others_dropped(session: Talk) -> None:
    given = {"variables": {"plan": "gold", "unknown": 1}}
    outputs = session.send(given, {"event": {"event": "welcome"}})
    messages = outputs[-1].diagnostic_info.messages
    assert dict(messages[0].chunks[0].updated_variables) == {"plan": "gold"}
    assert messages[0].chunks[1].text == "<event>welcome</event>"
    variables = messages[1].chunks[0].default_variables
    assert variables["plan"] == "gold"
    assert "unknown" not in variables


def test_empty_defaults_are_kept(agents_v1: Any, server: Server) -> None:
    app = Builder(
        agents_v1,
        variable_declarations=[
            {"name": name, "description": "x", "schema": {"type_": kind, "default": value}}
            for name, kind, value in (("cart", "ARRAY", []), ("state", "OBJECT", {}))
        ],
    )
    app.update(root_agent=app.agent("Support"))
    outputs = talk(client(server, "grpc", "v1", "SessionService"), app.name).say("Hi")
    variables = outputs[-1].diagnostic_info.messages[1].chunks[0].default_variables
    assert (list(variables["cart"]), dict(variables["state"])) == ([], {})


def test_variables_alone_complete_a_turn_without_words(session_v1: Talk) -> None:
    (output,) = session_v1.send({"variables": {"plan": "gold"}})
    assert output.turn_completed
    assert not output.text


@pytest.mark.parametrize(
    ("inputs", "error"),
    [
        ([], "inputs"),
        ([{}], "input_type"),
        ([{"event": {}}], "event"),
        ([{"tool_responses": {}}], r"inputs\[0\].tool_responses.tool_responses"),
        ([{"tool_responses": {"tool_responses": [{"id": "1"}]}}], r"tool_responses\[0\].response"),
        ([{"image": {"mime_type": "image/gif", "data": b"x"}}], r"inputs\[0\].image.mime_type"),
        ([{"text": "x"}, {"blob": {"data": b"x"}}], r"inputs\[1\].blob.mime_type"),
    ],
)
def test_inputs_that_are_none_are_refused(session_v1: Talk, inputs: list[Any], error: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=error):
        session_v1.send(*inputs)


def test_what_is_nested_too_deep_is_refused(session_v1: Talk) -> None:
    nested: Any = 1
    for _ in range(30):
        nested = [nested]
    with pytest.raises(exceptions.InvalidArgument, match=r"inputs\[0\].variables"):
        session_v1.send({"variables": {"plan": nested}})
    (asked,) = session_v1.say("Where is my order TL-1042?")
    result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"output": nested}}
    with pytest.raises(exceptions.InvalidArgument, match="response"):
        session_v1.send({"tool_responses": {"tool_responses": [result]}})


def test_a_long_text_takes_no_long_time(server: Server, session_v1: Talk) -> None:
    with within(20, server.seconds_worked):  # Trying each word with the rest takes minutes.
        assert session_v1.say("speak " * 80_000)[-1].turn_completed


def test_audio_is_not_understood(session_v1: Talk) -> None:
    with pytest.raises(exceptions.MethodNotImplemented, match="audio"):
        session_v1.send({"audio": b"x"})


def test_images_and_data_are_kept_as_they_came(session_v1: Talk) -> None:
    image = {"mime_type": "image/png", "data": b"\x89PNG"}
    blob = {"mime_type": "application/pdf", "data": b"%PDF"}
    outputs = session_v1.send({"image": image}, {"blob": blob}, {"text": "Hello"})
    chunks = outputs[-1].diagnostic_info.messages[0].chunks
    assert chunks[0].image.data == b"\x89PNG"
    assert chunks[1].blob.mime_type == "application/pdf"
    assert chunks[2].text == "Hello"

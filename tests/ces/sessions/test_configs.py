"""What the config of a session says."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.ces.conftest import client
from tests.ces.talking import Builder, Talk, talk, texts
from tests.conftest import Server


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("entry_agent", "{app}/agents/nobody"),
        ("time_zone", "Nowhere"),
        ("historical_contexts", [{"role": "user", "chunks": [{}]}]),
    ],
)
def test_a_config_is_checked_at_every_turn(
    session_v1: Talk, app: str, field: str, value: Any
) -> None:
    session_v1.say("Hello")
    wrong = value.format(app=app) if isinstance(value, str) else value
    with pytest.raises(exceptions.InvalidArgument, match=rf"config\.{field}"):
        session_v1.say("Hello", **{field: wrong})


def test_history_of_the_client_counts(session_v1: Talk) -> None:
    history = [{"role": "user", "chunks": [{"text": "How far does the Skylark 2 send?"}]}]
    outputs = session_v1.say("And how much does it cost?", historical_contexts=history)
    messages = outputs[-1].diagnostic_info.messages
    (call,) = [c.tool_call for m in messages for c in m.chunks if "tool_call" in c]
    assert "Skylark 2" in call.args["query"]


def test_what_was_before_a_session_is_seen_at_every_turn(agents_v1: Any, server: Server) -> None:
    seen = (
        "def before_agent_callback(callback_context):\n"
        "    texts = [part.text for event in callback_context.events for part in event.parts()]\n"
        "    return Content(parts=[Part.from_text(' / '.join(filter(None, texts)))])\n"
    )
    app = Builder(agents_v1)
    app.update(root_agent=app.agent("Support", before_agent_callbacks=[{"python_code": seen}]))
    one = talk(client(server, "grpc", "v1", "SessionService"), app.name)
    history = [{"role": "user", "chunks": [{"text": "I am Ada."}]}]
    assert texts(one.say("Hi", historical_contexts=history)) == "I am Ada. / Hi"
    assert texts(one.say("Who?")).startswith("I am Ada. / Hi / ")
    name = one.session.replace("/sessions/", "/conversations/")
    assert len(agents_v1.get_conversation(name=name).turns) == 2


def test_a_time_zone_decides_the_date(session_v1: Talk, app: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="time_zone"):
        session_v1.say("Hello", time_zone="Mars/Base")
    dates = []
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):  # 26 hours apart.
        outputs = talk(session_v1.client, app).say("Hello", time_zone=zone)
        variables = outputs[-1].diagnostic_info.messages[1].chunks[0].default_variables
        dates.append(variables["current_date"])
    assert dates[0] > dates[1]


@pytest.mark.parametrize("session_id", ["abc", "-dash-first", "x" * 64])
def test_ids_of_sessions_have_a_form(session_v1: Talk, app: str, session_id: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="session"):
        Talk(session_v1.client, f"{app}/sessions/{session_id}").say("Hello")


def test_an_app_that_is_not_there_is_not_found(session_v1: Talk, app: str) -> None:
    with pytest.raises(exceptions.NotFound):
        Talk(session_v1.client, f"{app}-other/sessions/abcdef").say("Hello")


def test_the_wire_takes_what_the_console_sends(http: httpx.Client, app: str) -> None:
    """Its snippet has `app_version` beside a deployment, in snake_case."""
    url = f"/v1/{app}/sessions/console-session:runSession"
    body = {"config": {"app_version": f"{app}/versions/-"}, "inputs": [{"text": "Hello"}]}
    answer = http.post(url, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["outputs"][0]["turnCompleted"] is True


def test_the_diagnosis_can_be_left_out(http: httpx.Client, app: str) -> None:
    url = f"/v1beta/{app}/sessions/brief-session:runSession"
    body = {"config": {"excludeDiagnosticInfo": True}, "inputs": [{"text": "Hello"}]}
    assert "diagnosticInfo" not in http.post(url, json=body).json()["outputs"][0]

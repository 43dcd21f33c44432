"""Sessions with agents that run, through Google's client."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.cloud import ces_v1

from tests.ces.conftest import client
from tests.ces.talking import Builder, Talk, kinds, lookup_order, search_docs, talk, texts
from tests.conftest import TRANSPORTS, Server
from tests.pace import within

QUESTION = "How long is the warranty of a Skylark 3?"


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    """A support agent with documents and orders, and a child for bills."""
    made = Builder(
        client(server, "grpc", "v1"),
        variable_declarations=[
            {"name": "plan", "description": "x", "schema": {"type_": "STRING", "default": "free"}}
        ],
    )
    tools = [made.tool("docs-tool", search_docs()), made.tool("order-tool", lookup_order())]
    child = made.agent("Billing", description="Answers questions about invoices and payments.")
    root = made.agent("Support", tools=[*tools, made.end_session()], child_agents=[child])
    made.update(root_agent=root)
    return made.name


@pytest.fixture(
    params=[(transport, version) for version in ("v1", "v1beta") for transport in TRANSPORTS],
    ids=lambda pair: "-".join(pair),
)
def session(request: pytest.FixtureRequest, server: Server, app: str) -> Talk:
    """A session in every version over REST and gRPC."""
    return talk(client(server, *request.param, "SessionService"), app)


@pytest.fixture
def session_v1(server: Server, app: str) -> Talk:
    return talk(client(server, "grpc", "v1", "SessionService"), app)


def test_a_question_is_answered_from_the_documents_with_citations(session: Talk) -> None:
    said, cited = session.say(QUESTION)
    assert "warranty" in said.text.lower()
    assert cited.citations.cited_chunks
    sentence = said.text.split(". ")[0].rstrip(".")
    assert any(sentence in " ".join(one.text.split()) for one in cited.citations.cited_chunks)
    assert all(
        one.uri.startswith("https://docs.tindlemoor.example/") and one.title
        for one in cited.citations.cited_chunks
    )


def test_only_the_last_output_completes_the_turn(session: Talk) -> None:
    outputs = session.say(QUESTION)
    assert [one.turn_completed for one in outputs] == [False, True]
    assert [one.turn_index for one in outputs] == [1, 1]
    assert [bool(one.diagnostic_info.messages) for one in outputs] == [False, True]
    assert session.say("Thank you!")[-1].turn_index == 2


def test_the_diagnosis_tells_of_the_tool_that_was_called(session_v1: Talk) -> None:
    diagnosis = session_v1.say(QUESTION)[-1].diagnostic_info
    assert kinds(diagnosis.messages) == [
        ("user", "text"),
        ("Support", "default_variables"),
        ("Support", "tool_call"),
        ("Support", "tool_response"),
        ("Support", "text"),
    ]
    call = diagnosis.messages[2].chunks[0].tool_call
    assert call.display_name == "search_docs"
    assert dict(call.args) == {"query": QUESTION}
    assert diagnosis.messages[3].chunks[0].tool_response.id == call.id
    agent = diagnosis.root_span.child_spans[0]
    assert [one.name for one in agent.child_spans] == ["LLM", "Tool", "LLM"]
    assert agent.child_spans[1].attributes["name"] == "search_docs"


def test_a_client_function_pauses_and_its_result_resumes(session: Talk) -> None:
    (asked,) = session.say("Where is my order TL-1042?")
    (call,) = asked.tool_calls.tool_calls
    assert dict(call.args) == {"order_number": "TL-1042"}
    assert asked.turn_completed
    result = {"id": call.id, "tool": call.tool, "response": {"output": "It left on Monday."}}
    (said,) = session.send({"tool_responses": {"tool_responses": [result]}})
    assert said.text == "It left on Monday."
    assert said.turn_index == 2


def test_what_is_said_beside_a_result_is_answered_too(session_v1: Talk) -> None:
    (asked,) = session_v1.say("Where is my order TL-1042?")
    result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"output": "On its way."}}
    results = {"tool_responses": {"tool_responses": [result]}}
    first, second, cited = session_v1.send(results, {"text": QUESTION})
    assert first.text == "On its way."
    assert "36 months" in second.text
    assert cited.citations.cited_chunks


def test_what_a_tool_needs_is_asked_for(session_v1: Talk) -> None:
    (asked,) = session_v1.say("Where is my order?")
    assert asked.text == "Which order number? It starts with TL."
    (paused,) = session_v1.say("TL-7")
    assert dict(paused.tool_calls.tool_calls[0].args) == {"order_number": "TL-7"}


def test_a_question_after_an_event_is_a_question_of_its_own(session_v1: Talk) -> None:
    session_v1.send({"event": {"event": "welcome"}})
    for inputs in ([{"text": QUESTION}], [{"event": {"event": "back"}}, {"text": QUESTION}]):
        call = session_v1.send(*inputs)[-1].diagnostic_info.messages[1].chunks[0].tool_call
        assert dict(call.args) == {"query": QUESTION}


def test_a_user_who_says_nothing_is_asked_for_more(session_v1: Talk) -> None:
    (said,) = session_v1.say("<context>no user activity detected for 10 seconds.</context>")
    assert said.text == "Is there anything else?"


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


def test_results_that_nobody_asked_for_are_refused(session: Talk) -> None:
    result = {"id": "call-1", "response": {"output": "x"}}
    with pytest.raises(exceptions.BadRequest, match=r"tool_responses\[0\]\.id"):
        session.send({"tool_responses": {"tool_responses": [result]}})


def test_what_comes_instead_of_a_result_drops_the_call(session_v1: Talk) -> None:
    (asked,) = session_v1.say("Where is my order TL-1042?")
    session_v1.say("Hello")
    result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"output": "x"}}
    with pytest.raises(exceptions.InvalidArgument, match="no tool call"):
        session_v1.send({"tool_responses": {"tool_responses": [result]}})


def test_a_result_of_ten_megabytes_is_refused_and_nothing_is_lost(session: Talk) -> None:
    (asked,) = session.say("Where is my order TL-1042?")
    call = asked.tool_calls.tool_calls[0].id
    large = {"id": call, "response": {"output": "x" * 10_000_000}}
    with pytest.raises(exceptions.BadRequest, match="at most 1048576"):
        session.send({"tool_responses": {"tool_responses": [large]}})
    small = {"id": call, "response": {"output": "fine"}}
    assert texts(session.send({"tool_responses": {"tool_responses": [small]}})) == "fine"


def test_a_child_agent_takes_over(session_v1: Talk) -> None:
    outputs = session_v1.say("I have questions about invoices and payments")
    messages = outputs[-1].diagnostic_info.messages
    assert ("Support", "agent_transfer") in kinds(messages)
    assert messages[-1].role == "Billing"
    transfer = next(c.agent_transfer for m in messages for c in m.chunks if "agent_transfer" in c)
    assert transfer.display_name == "Billing"


def test_the_agent_above_takes_what_its_child_cannot_answer(session_v1: Talk) -> None:
    session_v1.say("I have questions about invoices and payments")
    said = session_v1.say(QUESTION)
    assert said[0].text
    assert said[-1].diagnostic_info.messages[-1].role == "Support"


def test_a_follow_up_is_read_in_the_light_of_the_question_before(session_v1: Talk) -> None:
    session_v1.say("How far does the Skylark 2 send?")
    messages = session_v1.say("And how much does it cost?")[-1].diagnostic_info.messages
    (call,) = [c.tool_call for m in messages for c in m.chunks if "tool_call" in c]
    assert "Skylark 2" in call.args["query"]


def test_the_session_ends_and_takes_no_more(session: Talk) -> None:
    said, ended = session.say("Goodbye!")
    assert said.text
    assert ended.end_session.metadata["session_escalated"] is False
    assert ended.turn_completed
    with pytest.raises(exceptions.BadRequest, match="has ended"):
        session.say("Hello?")


def test_a_wish_for_a_person_escalates(session_v1: Talk) -> None:
    ended = session_v1.say("I want to speak to a human")[-1]
    assert ended.end_session.metadata["session_escalated"] is True


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
    ("inputs", "error"),
    [
        ([], "inputs"),
        ([{}], "input_type"),
        ([{"event": {}}], "event"),
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


def test_inputs_of_a_stream_are_named_as_they_are_there(server: Server, app: str) -> None:
    sessions = client(server, "grpc", "v1", "SessionService")
    config = {"session": f"{app}/sessions/named-inputs"}
    messages = [{"config": config}, {"realtime_input": {"text": "x", "will_continue": True}}]
    stream = map(ces_v1.BidiSessionClientMessage, [*messages, {"realtime_input": {"event": {}}}])
    with pytest.raises(exceptions.InvalidArgument, match=r": realtime_input\.event\.") as caught:
        list(sessions.bidi_run_session(requests=stream))
    (violation,) = caught.value.details[0].field_violations
    assert violation.field == "realtime_input.event.event"


def test_audio_is_not_understood(session_v1: Talk) -> None:
    with pytest.raises(exceptions.MethodNotImplemented, match="audio"):
        session_v1.send({"audio": b"x"})


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


def test_a_stream_may_be_of_events(http: httpx.Client, app: str) -> None:
    url = f"/v1/{app}/sessions/event-session:streamRunSession?alt=sse"
    answer = http.post(url, json={"inputs": [{"text": QUESTION}]})
    assert answer.headers["content-type"] == "text/event-stream"
    parts = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]
    assert parts[0]["outputs"][0]["text"]
    assert parts[-1]["outputs"][0]["turnCompleted"] is True


def test_images_and_data_are_kept_as_they_came(session_v1: Talk) -> None:
    image = {"mime_type": "image/png", "data": b"\x89PNG"}
    blob = {"mime_type": "application/pdf", "data": b"%PDF"}
    outputs = session_v1.send({"image": image}, {"blob": blob}, {"text": "Hello"})
    chunks = outputs[-1].diagnostic_info.messages[0].chunks
    assert chunks[0].image.data == b"\x89PNG"
    assert chunks[1].blob.mime_type == "application/pdf"
    assert chunks[2].text == "Hello"


def test_the_diagnosis_can_be_left_out(http: httpx.Client, app: str) -> None:
    url = f"/v1beta/{app}/sessions/brief-session:runSession"
    body = {"config": {"excludeDiagnosticInfo": True}, "inputs": [{"text": "Hello"}]}
    assert "diagnosticInfo" not in http.post(url, json=body).json()["outputs"][0]

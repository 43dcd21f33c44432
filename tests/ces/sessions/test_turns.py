"""Turns of sessions with agents that run, through Google's client."""

from __future__ import annotations

import pytest
from google.api_core import exceptions

from tests.ces.sessions.conftest import QUESTION
from tests.ces.talking import Talk, kinds


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
    assert diagnosis.root_span.name == "root"
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


def test_what_comes_instead_of_a_result_drops_the_call(session_v1: Talk) -> None:
    (asked,) = session_v1.say("Where is my order TL-1042?")
    session_v1.say("Hello")
    result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"output": "x"}}
    with pytest.raises(exceptions.InvalidArgument, match="no tool call"):
        session_v1.send({"tool_responses": {"tool_responses": [result]}})


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

"""Agents for which a language model decides: what it is asked, and what is done with its reply."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.api_core import exceptions

from tests.ces.conftest import client
from tests.ces.runtime.language_model.conftest import GREETING, calls
from tests.ces.runtime.parts import ORDER_CODE, QUESTION, chunks, code, run
from tests.ces.talking import Builder, lookup_order, search_docs, talk, texts
from tests.chat_server import ChatServer
from tests.conftest import Server


def order_tool(app: Builder) -> str:
    return app.tool("order_status", {"python_function": {"python_code": ORDER_CODE}})


def llm_spans(span: Any) -> list[dict[str, Any]]:
    found = [dict(span.attributes)] if span.name == "LLM" else []
    return found + [one for child in span.child_spans for one in llm_spans(child)]


def decided(outputs: list[Any]) -> list[dict[str, Any]]:
    """The attributes of the spans of the model, or of the rules in its place."""
    return llm_spans(outputs[-1].diagnostic_info.root_span)


@pytest.mark.parametrize("transport", ["rest", "grpc"])
@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_it_answers(
    server: Server, app: Builder, model: ChatServer, transport: str, version: str
) -> None:
    app.update(root_agent=app.agent("Support"))
    service = client(server, transport, version, "SessionService")
    outputs = talk(service, app.name).say("Hi there")
    assert texts(outputs) == GREETING
    (span,) = decided(outputs)
    assert (span["model"], span["input token count"], span["output token count"]) == (
        "small",
        40,
        8,
    )


def test_it_is_told_the_instruction_and_offered_the_tools(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    declared = {"name": "plan", "description": "The plan.", "schema": {"type_": "STRING"}}
    app.update(
        global_instruction="Be brief.",
        variable_declarations=[{**declared, "schema": {"type_": "STRING", "default": "gold"}}],
    )
    root = app.agent(
        "Support",
        instruction="Users have the {plan} plan. Call {@TOOL: order_status} for orders.",
        tools=[order_tool(app)],
        model_settings={"model": "gemini-2.5-flash", "temperature": 0.3},
    )
    run(sessions, app, root).say("Where is TL-7?")
    (asked,) = model.requests
    assert (asked["model"], asked["temperature"]) == ("small", 0.3)
    system, user = asked["messages"]
    assert user == {"role": "user", "content": "Where is TL-7?"}
    assert '"Support"' in system["content"]
    assert "Be brief." in system["content"]
    assert "Users have the gold plan. Call order_status for orders." in system["content"]
    (offered,) = asked["tools"]
    assert (asked["tool_choice"], offered["type"]) == ("auto", "function")
    assert offered["function"]["name"] == "order_status"
    assert offered["function"]["description"].startswith("Tells the state of an order")
    parameters = offered["function"]["parameters"]
    assert (parameters["type"], parameters["required"]) == ("object", ["order_number"])
    assert parameters["properties"]["order_number"] == {
        "type": "string",
        "description": "The number of the order.",
    }


def test_a_tool_runs_and_the_model_reads_its_response(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    one = run(sessions, app, app.agent("Support", tools=[order_tool(app)]))
    model.replies += [calls(("order_status", {"order_number": "TL-7"})), "It has left."]
    outputs = one.say("Where is TL-7?")
    assert texts(outputs) == "It has left."
    (response,) = chunks(outputs, "tool_response")
    assert dict(response.response) == {"message": "Order TL-7 has left."}
    _, call, told = model.requests[1]["messages"][1:]
    assert call["tool_calls"][0]["function"]["name"] == "order_status"
    assert json.loads(call["tool_calls"][0]["function"]["arguments"]) == {"order_number": "TL-7"}
    assert told["role"] == "tool"
    assert told["tool_call_id"] == call["tool_calls"][0]["id"] == response.id
    assert json.loads(told["content"]) == {"message": "Order TL-7 has left."}


def test_the_next_turn_has_what_was_said_before(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    one = run(sessions, app, app.agent("Support"))
    one.say("Hi")
    one.say("I am Ada.")
    said = [(each["role"], each["content"]) for each in model.requests[1]["messages"][1:]]
    assert said == [("user", "Hi"), ("assistant", GREETING), ("user", "I am Ada.")]


def test_a_client_function_pauses_the_turn_and_its_result_goes_on(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    one = run(sessions, app, app.agent("Support", tools=[app.tool("lookup", lookup_order())]))
    asked = calls(
        ("lookup_order", {"order_number": "TL1"}), ("lookup_order", {"order_number": "TL2"})
    )
    model.replies += [{**asked, "content": "One moment."}, "Both have left."]
    said, paused = one.say("Where are TL1 and TL2?")
    assert said.text == "One moment."
    made = paused.tool_calls.tool_calls
    assert [call.args["order_number"] for call in made] == ["TL1", "TL2"]
    results = [{"id": call.id, "response": {"state": "left"}} for call in made]
    outputs = one.send({"tool_responses": {"tool_responses": results}}, {"text": "Hurry!"})
    assert texts(outputs) == "Both have left."
    assert len(model.requests) == 2  # What was said beside the results was heard with them.
    roles = [each["role"] for each in model.requests[1]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "tool", "user"]


def test_a_transfer_lets_the_other_agent_answer(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    bills = app.agent("Bills", description="Knows invoices.", instruction="You know invoices.")
    one = run(sessions, app, app.agent("Support", child_agents=[bills]))
    model.replies += [calls(("transfer_to_agent", {"agent_name": "Bills"})), "It is paid."]
    outputs = one.say("Is my invoice paid?")
    assert texts(outputs) == "It is paid."
    assert [each.display_name for each in chunks(outputs, "agent_transfer")] == ["Bills"]
    first, second = model.requests
    (transfer,) = first["tools"]
    assert transfer["function"]["parameters"]["properties"]["agent_name"]["enum"] == ["Bills"]
    assert "- Bills: Knows invoices." in transfer["function"]["description"]
    assert "You know invoices." in second["messages"][0]["content"]
    assert "tools" not in second  # It is not offered to go back within the turn.
    model.replies += [calls(("transfer_to_agent", {"agent_name": "Support"})), "Bye."]
    assert texts(one.say("Thanks, that is all.")) == "Bye."


def test_what_it_says_of_documents_is_cited(sessions: Any, app: Builder, model: ChatServer) -> None:
    one = run(sessions, app, app.agent("Support", tools=[app.tool("search-docs", search_docs())]))
    model.reply = "It has a warranty of 36 months."  # Both as the answer and as the agent.
    model.replies += [calls(("search_docs", {"query": QUESTION}))]
    outputs = one.say(QUESTION)
    assert texts(outputs) == model.reply
    (cited,) = [each.citations for each in outputs if "citations" in each]
    assert any("36 months" in each.text for each in cited.cited_chunks)


def test_it_may_end_the_session(sessions: Any, app: Builder, model: ChatServer) -> None:
    one = run(sessions, app, app.agent("Support", tools=[app.end_session()]))
    model.replies += [calls(("end_session", {"reason": "done"}), text="Goodbye.")]
    said, ended = one.say("That is all.")
    assert said.text == "Goodbye."
    assert ended.end_session.metadata["reason"] == "done"


def test_an_agent_that_is_a_tool_asks_it_too(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    helper = app.agent("Helper", instruction="You count.")
    counts = {"name": "count", "description": "Counts.", "root_agent": helper}
    tool = app.tool("count-tool", {"agent_tool": counts})
    one = run(sessions, app, app.agent("Support", tools=[tool]))
    model.replies += [calls(("count", {"request": "2 and 2"})), "4", "It makes 4."]
    assert texts(one.say("How much is 2 and 2?")) == "It makes 4."
    assert "You count." in model.requests[1]["messages"][0]["content"]
    assert "4" in model.requests[2]["messages"][-1]["content"]


def test_it_reads_the_examples_and_is_not_bound_by_them(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    tool = order_tool(app)
    root = app.agent("Support", tools=[tool])
    call = {"id": "1", "tool": tool, "args": {"order_number": "TL-1"}}
    response = {"id": "1", "tool": tool, "response": {"message": "Left."}}
    messages = [
        {"role": "user", "chunks": [{"text": "Where is TL-1?"}]},
        {"role": "Support", "chunks": [{"tool_call": call}]},
        {"role": "Support", "chunks": [{"tool_response": response}]},
        {"role": "Support", "chunks": [{"text": "It has left, I believe."}]},
    ]
    example = {"display_name": "Orders", "entry_agent": root, "messages": messages}
    app.agents.create_example(request={"parent": app.name, "example": example})
    assert texts(run(sessions, app, root).say("Where is TL-1?")) == GREETING
    assert (
        "Example: Orders\n"
        "user: Where is TL-1?\n"
        'Support calls order_status({"order_number":"TL-1"})\n'
        'order_status gives {"message":"Left."}\n'
        "Support: It has left, I believe."
    ) in model.requests[0]["messages"][0]["content"]


def test_callbacks_change_what_it_is_asked(sessions: Any, app: Builder, model: ChatServer) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    llm_request.config.hide_tool('order_status')\n"
        "    llm_request.contents.append(\n"
        "        Content(role='user', parts=[Part.from_text(text='I am a member.')]))\n"
    )
    root = app.agent("Support", tools=[order_tool(app)], before_model_callbacks=code(text))
    run(sessions, app, root).say("Hi")
    (asked,) = model.requests
    assert "tools" not in asked
    assert asked["messages"][-1] == {"role": "user", "content": "Hi\n\nI am a member."}


def test_a_callback_in_its_place_leaves_it_unasked(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    return LlmResponse.from_parts([Part.from_text(text='Closed.')])\n"
    )
    one = run(sessions, app, app.agent("Support", before_model_callbacks=code(text)))
    assert texts(one.say("Hi")) == "Closed."
    assert not model.requests


def test_and_after_it_a_callback_changes_what_it_said(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    text = (
        "def after_model_callback(callback_context, llm_response):\n"
        "    said = llm_response.content.parts[0].text\n"
        "    return LlmResponse.from_parts([Part.from_text(text=said.upper())])\n"
    )
    one = run(sessions, app, app.agent("Support", after_model_callbacks=code(text)))
    assert texts(one.say("Hi")) == GREETING.upper()


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "its reply has neither a text nor a call"),
        (b"<html>", "its reply is not a chat completion"),
        (calls(("shred", {})), "it called 'shred', which the agent has not"),
        ({"tool_calls": [{"id": "1"}]}, "its reply has a call of no function"),
        (
            {"tool_calls": [{"function": {"name": "order_status", "arguments": "[1]"}}]},
            "the arguments of its call of order_status are no JSON object",
        ),
        (
            {"tool_calls": [{"function": {"name": "order_status", "arguments": "{'a': 1}"}}]},
            "the arguments of its call of order_status are no JSON object",
        ),
        (
            {"tool_calls": [{"function": {"name": "order_status", "arguments": '{"a": 1e999}'}}]},
            "the arguments of its call of order_status are no JSON object",
        ),
        (
            calls(("transfer_to_agent", {"agent_name": "Support"})),
            "it transferred to 'Support', which the agent may not",
        ),
    ],
)
def test_where_it_fails_the_rules_decide(
    sessions: Any, app: Builder, model: ChatServer, reply: Any, reason: str
) -> None:
    other = app.agent("Other")
    root = app.agent("Support", tools=[order_tool(app)], child_agents=[other])
    model.reply = reply
    outputs = run(sessions, app, root).say("What is the status of order TL-7?")
    assert texts(outputs) == "Order TL-7 has left."
    notes = {span["error"] for span in decided(outputs)}
    assert notes == {f"The model did not decide: {reason}. The rules did."}
    assert {span["model"] for span in decided(outputs)} == {"rules"}


def test_tools_with_alike_names_are_told_apart(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    asked = [
        app.tool(f"find-tool-{n}", widget(name)) for n, name in enumerate(("find it", "find_it"))
    ]
    one = run(sessions, app, app.agent("Support", tools=asked))
    one.say("Hi")
    offered = [each["function"]["name"] for each in model.requests[0]["tools"]]
    assert offered == ["find_it", "find_it_2"]
    model.replies += [calls((offered[1], {}))]
    (shown,) = [each.payload for each in one.say("Find it") if "payload" in each]
    assert shown["name"] == "find_it"


def widget(name: str) -> dict[str, Any]:
    return {"widget_tool": {"name": name, "description": "Shows it."}}


def test_a_transfer_is_to_the_agent_that_was_offered(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    app.agent("Bills", display_name="Front")
    child = app.agent("Child", display_name="Bills")
    one = run(sessions, app, app.agent("Support", child_agents=[child]))
    model.replies += [calls(("transfer_to_agent", {"agent_name": "Bills"}))]
    (transfer,) = chunks(one.say("A bill, please"), "agent_transfer")
    assert transfer.target_agent == child


def test_any_number_may_stand_in_a_schema(sessions: Any, app: Builder, model: ChatServer) -> None:
    schema = {"type_": "INTEGER", "enum": ["9" * 30, "1"]}
    parameters = {"type_": "OBJECT", "properties": {"number": schema}}
    tool = {"client_function": {"name": "count_it", "parameters": parameters}}
    one = run(sessions, app, app.agent("Support", tools=[app.tool("count-tool", tool)]))
    assert texts(one.say("Hi")) == GREETING


def test_a_server_that_refuses_is_told_of(sessions: Any, app: Builder, model: ChatServer) -> None:
    model.status = 400
    outputs = run(sessions, app, app.agent("Support")).say("Hi")
    assert texts(outputs)
    assert "it answered with status 400" in decided(outputs)[0]["error"]


def test_calls_without_end_are_an_error(sessions: Any, app: Builder, model: ChatServer) -> None:
    one = run(sessions, app, app.agent("Support", tools=[order_tool(app)]))
    model.reply = calls(("order_status", {"order_number": "TL-7"}))
    with pytest.raises(exceptions.FailedPrecondition, match="called more than 20 tools in a turn"):
        one.say("Where is TL-7?")


def test_arguments_that_are_wrong_are_told_to_the_model(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    one = run(sessions, app, app.agent("Support", tools=[order_tool(app)]))
    model.replies += [calls(("order_status", {"number": "TL-7"}))]
    assert texts(one.say("Where is TL-7?")) == GREETING
    assert "unexpected keyword argument 'number'" in model.requests[1]["messages"][-1]["content"]

"""What callbacks do to a turn: before and after agents, models and tools."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.ces.runtime.parts import ORDER_CODE, QUESTION, chunks, code, run
from tests.ces.talking import Builder, search_docs, texts


def test_a_callback_before_the_agent_answers_in_its_place(sessions: Any, app: Builder) -> None:
    text = (
        "def before_agent_callback(callback_context):\n"
        "    callback_context.state['seen'] = True\n"
        "    if callback_context.get_last_user_input()[0].text == 'Hello':\n"
        "        return Content(parts=[Part.from_text('Greetings.')])\n"
    )
    root = app.agent("Support", before_agent_callbacks=code(text))
    one = run(sessions, app, root)
    outputs = one.say("Hello")
    assert texts(outputs) == "Greetings."
    assert [dict(v) for v in chunks(outputs, "updated_variables")] == [{"seen": True}]
    assert texts(one.say("Hi")) != "Greetings."


@pytest.mark.parametrize(
    "call",
    [
        "Part.from_function_call('order_status', args)",
        "Part(function_call=Part.FunctionCall(name='order_status', args=args))",
        "Part.from_function_call('x', args).model_copy(update={'function_call': "
        "FunctionCall(name='order_status', args=args)})",
    ],
)
def test_a_callback_before_the_model_calls_a_tool(sessions: Any, app: Builder, call: str) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    if llm_request.contents[-1].parts[-1].text == 'Go':\n"
        "        args = {'order_number': 'TL-5'}\n"
        f"        call = {call}\n"
        "        return LlmResponse(content=Content(parts=[Part.from_text('Wait.'), call]))\n"
    )
    tool = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    root = app.agent("Support", tools=[tool], before_model_callbacks=code(text))
    outputs = run(sessions, app, root).say("Go")
    assert [one.text for one in outputs] == ["Wait.", "Order TL-5 has left."]


def test_a_callback_may_see_more_than_it_could_give(sessions: Any, app: Builder) -> None:
    find = "def find_all() -> dict:\n    return {'message': 'ok', 'all': 'x' * 900_000}\n"
    tool = app.tool("find-tool", {"python_function": {"python_code": find}})
    text = "def before_model_callback(callback_context, llm_request):\n    pass\n"
    root = app.agent("Support", tools=[tool], before_model_callbacks=code(text))
    one = run(sessions, app, root)
    assert [texts(one.say("find_all")) for _ in range(2)] == ["ok", "ok"]


@pytest.mark.parametrize(("order", "said"), [("TL-0", "Sorry, a colleague helps."), ("TL-1", "ok")])
def test_a_callback_before_the_model_sees_what_tools_answer(
    sessions: Any, app: Builder, order: str, said: str
) -> None:
    """A pattern of Google's guide to callbacks: transfer when a tool has failed."""
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    for part in llm_request.contents[-1].parts:\n"
        "        if part.has_function_response('find_order'):\n"
        "            assert llm_request.contents[-1].role == 'user'\n"
        "            (call,) = llm_request.contents[-2].parts\n"
        "            assert call.function_call.args == {'order_number': '" + order + "'}\n"
        "            if 'error' in part.function_response.response:\n"
        "                return LlmResponse.from_parts(parts=[\n"
        "                    Part.from_text('Sorry, a colleague helps.'),\n"
        "                    Part.from_agent_transfer(agent='Billing')])\n"
    )
    find = (
        "def find_order(order_number: str) -> dict:\n"
        "    return {'error': 'gone'} if order_number == 'TL-0' else {'message': 'ok'}\n"
    )
    tool = app.tool("find-tool", {"python_function": {"python_code": find}})
    child = app.agent("Billing", description="Knows bills.")
    root = app.agent(
        "Support", tools=[tool], child_agents=[child], before_model_callbacks=code(text)
    )
    outputs = run(sessions, app, root).say(f"find_order order_number={order}")
    assert outputs[0].text == said
    transfers = chunks(outputs, "agent_transfer")
    assert [one.display_name for one in transfers] == (["Billing"] if order == "TL-0" else [])


@pytest.mark.parametrize(
    ("stage", "arguments", "gives", "reason"),
    [
        ("before_agent", "callback_context", "'Hello'", "a Content"),
        ("before_agent", "callback_context", "{'parts': 5}", "a Content"),
        ("before_agent", "callback_context", "{'parts': ['Hello']}", "a Content"),
        ("before_agent", "callback_context", "{'parts': [{'text': 5}]}", "a Content"),
        ("before_agent", "callback_context", "{'parts': [{'inline_data': 'x'}]}", "a Content"),
        (
            "before_agent",
            "callback_context",
            "Content(parts=[Part(inline_data=Blob(data=5, mime_type='application/json'))])",
            "a Content",
        ),
        ("after_agent", "callback_context", "{'text': 'Hello'}", "a Content"),
        ("before_model", "callback_context, llm_request", "llm_request", "an LlmResponse"),
        ("before_model", "callback_context, llm_request", "{'content': 5}", "an LlmResponse"),
        (
            "before_model",
            "callback_context, llm_request",
            "LlmResponse.from_parts(parts=[Part.from_function_call('order_status', [1])])",
            "an LlmResponse",
        ),
        ("after_model", "callback_context, llm_response", "{'x': 1}", "an LlmResponse"),
        ("before_tool", "tool, input, callback_context", "True", "a dict"),
        ("after_tool", "tool, input, callback_context, tool_response", "[1]", "a dict"),
    ],
)
def test_a_callback_that_gives_what_it_cannot(
    sessions: Any, app: Builder, stage: str, arguments: str, gives: str, reason: str
) -> None:
    tool = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    text = f"def {stage}_callback({arguments}):\n    return {gives}\n"
    root = app.agent("Support", tools=[tool], **{f"{stage}_callbacks": code(text)})
    where = rf"{stage}_callbacks\[0\] of the agent Support must give {reason} or None"
    with pytest.raises(exceptions.FailedPrecondition, match=where):
        run(sessions, app, root).say("order_status order_number=TL-1")


def test_a_callback_after_the_model_changes_what_is_said(sessions: Any, app: Builder) -> None:
    text = (
        "def after_model_callback(callback_context, llm_response):\n"
        "    said = llm_response.content.parts[0].text\n"
        "    return LlmResponse(content=Content(parts=[Part.from_text(said.upper())]))\n"
    )
    outputs = run(sessions, app, app.agent("Support", after_model_callbacks=code(text))).say("Hi")
    assert texts(outputs) == texts(outputs).upper() != ""


def test_what_waits_is_not_lost_to_a_callback_that_changes_the_words(
    sessions: Any, app: Builder
) -> None:
    text = (
        "def after_model_callback(callback_context, llm_response):\n"
        "    for part in llm_response.content.parts:\n"
        "        if part.text:\n"
        "            part.text = part.text.upper()\n"
        "    return llm_response\n"
    )
    pay = (
        "def pay_bill(amount: int, month: str) -> dict:\n"
        "    return {'message': f'{amount} for {month}'}\n"
    )
    tool = app.tool("pay-tool", {"python_function": {"python_code": pay}})
    tools = [tool, app.end_session()]
    one = run(sessions, app, app.agent("Front", tools=tools, after_model_callbacks=code(text)))
    assert [texts(one.say(said)) for said in ("Pay my bill", "12", "May")] == [
        "WHICH AMOUNT?",
        "WHICH MONTH?",
        "12 FOR MAY",
    ]
    assert texts(one.say("Goodbye")) == "GOODBYE."


def test_callbacks_stand_around_tools(sessions: Any, app: Builder) -> None:
    before = (
        "def before_tool_callback(tool, input, callback_context):\n"
        "    if input['order_number'] == 'TL-1':\n"
        "        about = tool.description.split()[0]\n"
        "        return {'message': f'{about} by {tool.name}.'}\n"
    )
    after = (
        "def after_tool_callback(tool, input, callback_context, tool_response):\n"
        "    return {'message': tool_response['message'] + ' Really.'}\n"
    )
    tool = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    root = app.agent(
        "Support",
        tools=[tool],
        before_tool_callbacks=code(before),
        after_tool_callbacks=code(after),
    )
    one = run(sessions, app, root)
    assert texts(one.say("State of order TL-1?")) == "Tells by order_status. Really."
    assert texts(one.say("State of order TL-2?")) == "Order TL-2 has left. Really."


def test_a_callback_ends_the_session(sessions: Any, app: Builder) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    end = Part.from_end_session(reason='done', escalated=True)\n"
        "    return LlmResponse(content=Content(parts=[end]))\n"
    )
    root = app.agent("Support", tools=[app.end_session()], before_model_callbacks=code(text))
    (output,) = run(sessions, app, root).say("Hi")
    assert dict(output.end_session.metadata) == {"reason": "done", "session_escalated": True}


def test_code_that_fails_is_told_and_the_turn_does_not_count(sessions: Any, app: Builder) -> None:
    text = "def before_agent_callback(callback_context):\n    raise ValueError('no luck')\n"
    one = run(sessions, app, app.agent("Support", before_agent_callbacks=code(text)))
    with pytest.raises(exceptions.FailedPrecondition, match="no luck"):
        one.say("Hi")
    app.agents.update_agent(
        request={
            "agent": {"name": f"{app.name}/agents/Support", "before_agent_callbacks": []},
            "update_mask": {"paths": ["before_agent_callbacks"]},
        }
    )
    assert one.say("Hi")[-1].turn_index == 1


def test_a_callback_hides_a_tool_from_the_model(sessions: Any, app: Builder) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    llm_request.config.hide_tool('search_docs')\n"
    )
    tool = app.tool("docs-tool", search_docs())
    root = app.agent("Support", tools=[tool], before_model_callbacks=code(text))
    assert not chunks(run(sessions, app, root).say(QUESTION), "tool_call")


def test_a_callback_gives_a_payload(sessions: Any, app: Builder) -> None:
    text = (
        "def after_agent_callback(callback_context):\n"
        '    return Content(parts=[Part.from_json(\'{"chips": ["Yes", "No"]}\')])\n'
    )
    outputs = run(sessions, app, app.agent("Support", after_agent_callbacks=code(text))).say("Hi")
    assert list(outputs[1].payload["chips"]) == ["Yes", "No"]
    assert chunks(outputs, "payload")


def test_a_callback_sees_the_instructions(sessions: Any, app: Builder) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    said = llm_request.config.system_instruction.parts[0].text\n"
        "    return LlmResponse(content=Content(parts=[Part.from_text(said)]))\n"
    )
    schema = {"schema": {"type_": "STRING", "default": "gold"}, "description": "x"}
    app.update(global_instruction="Be kind.", variable_declarations=[{"name": "plan", **schema}])
    instruction = "The plan is {plan}, {{plan}}, {other}."
    root = app.agent("Support", instruction=instruction, before_model_callbacks=code(text))
    said = texts(run(sessions, app, root).say("Hi"))
    assert said == "Be kind.\n\nThe plan is gold, gold, {other}."


@pytest.mark.parametrize(
    "body",
    [
        "return Content(parts=[Part.from_json('no JSON')])",
        "return Content(parts=[Part.from_json('[' * 100_000)])",
        "callback_context.state['x'] = 10 ** 400",
        "x = 1\n    for _ in range(150): x = [x]\n    callback_context.state['x'] = x",
    ],
    ids=["payload", "deep payload", "number", "nesting"],
)
def test_what_cannot_be_kept_is_refused(sessions: Any, app: Builder, body: str) -> None:
    text = f"def before_agent_callback(callback_context):\n    {body}\n"
    one = run(sessions, app, app.agent("Support", before_agent_callbacks=code(text)))
    with pytest.raises(exceptions.FailedPrecondition):
        one.say("Hi")


HALF = "\\ud800"  # Of a character; Python has it, messages do not.


@pytest.mark.parametrize("body", [f"raise ValueError('{HALF}')", f"return {{'{HALF}': 1}}"])
def test_halves_of_characters_are_replaced_in_errors(
    sessions: Any, app: Builder, body: str
) -> None:
    text = f"def before_agent_callback(callback_context):\n    {body}\n"
    one = run(sessions, app, app.agent("Support", before_agent_callbacks=code(text)))
    with pytest.raises(exceptions.FailedPrecondition, match="before_agent_callbacks"):
        one.say("Hi")


def test_halves_of_characters_are_replaced_in_variables(sessions: Any, app: Builder) -> None:
    text = f"def before_agent_callback(callback_context):\n    context.state['x'] = '{HALF}'\n"
    one = run(sessions, app, app.agent("Support", before_agent_callbacks=code(text)))
    assert chunks(one.say("Hi"), "updated_variables")[0]["x"] == "\ufffd"


def test_hiding_what_is_no_name_hides_nothing(sessions: Any, app: Builder) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    llm_request.config.excluded_tools = [[1]]\n"
    )
    tool = app.tool("docs-tool", search_docs())
    root = app.agent("Support", tools=[tool], before_model_callbacks=code(text))
    assert chunks(run(sessions, app, root).say(QUESTION), "tool_call")


def test_a_callback_changes_the_arguments_of_a_tool(sessions: Any, app: Builder) -> None:
    text = (
        "def before_tool_callback(tool, input, callback_context):\n"
        "    input['order_number'] = 'TL-8'\n"
    )
    tool = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    root = app.agent("Support", tools=[tool], before_tool_callbacks=code(text))
    assert texts(run(sessions, app, root).say("State of order TL-1?")) == "Order TL-8 has left."


def test_callbacks_that_are_disabled_do_not_run(sessions: Any, app: Builder) -> None:
    off = [{"python_code": "def before_agent_callback(c):\n    1 / 0\n", "disabled": True}]
    assert texts(run(sessions, app, app.agent("Support", before_agent_callbacks=off)).say("Hi"))

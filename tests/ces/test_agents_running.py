"""What agents do in a turn: code, guardrails, transfers, agents and widgets as tools."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from google.api_core import exceptions

from tests.ces.conftest import LOCATION, client
from tests.ces.servers import ORDERS, orders
from tests.ces.talking import Builder, Talk, kinds, search_docs, talk, texts
from tests.ces.test_app_archives import imported, packed
from tests.conftest import DEMO_ENGINE, Server

QUESTION = "How long is the warranty of a Skylark 3?"
ORDER_CODE = '''
def order_status(order_number: str) -> dict:
    """Tells the state of an order by its number.

    Args:
        order_number: The number of the order.
    """
    context.state["last_order"] = order_number
    return {"message": f"Order {order_number} has left."}
'''


@pytest.fixture(scope="module")
def agents(server: Server) -> Any:
    return client(server, "grpc", "v1")


@pytest.fixture(scope="module")
def sessions(server: Server) -> Any:
    return client(server, "grpc", "v1", "SessionService")


@pytest.fixture
def app(agents: Any) -> Builder:
    return Builder(agents)


def run(sessions: Any, app: Builder, root: str) -> Talk:
    app.update(root_agent=root)
    return talk(sessions, app.name)


def chunks(outputs: list[Any], kind: str) -> list[Any]:
    messages = outputs[-1].diagnostic_info.messages
    return [getattr(one, kind) for message in messages for one in message.chunks if kind in one]


def code(text: str) -> list[dict[str, str]]:
    return [{"python_code": text}]


def test_a_python_tool_runs_and_changes_variables(sessions: Any, app: Builder) -> None:
    tool = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say("State of order TL-9?")
    assert texts(outputs) == "Order TL-9 has left."
    assert [dict(one) for one in chunks(outputs, "updated_variables")] == [{"last_order": "TL-9"}]


def test_a_tool_that_fails_says_so(sessions: Any, app: Builder) -> None:
    broken = "def order_status() -> dict:\n    '''Tells the order's state.'''\n    return 1 / 0\n"
    tool = app.tool("order-tool", {"python_function": {"python_code": broken}})
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say("What state is my order?")
    assert texts(outputs).startswith("order_status failed: ZeroDivisionError")


def test_a_result_too_large_for_an_agent_is_an_error(sessions: Any, app: Builder) -> None:
    large = (
        "def order_status() -> dict:\n"
        "    '''Tells the order's state.'''\n"
        "    return {'x': 'x' * 10_000_000}\n"
    )
    tool = app.tool("order-tool", {"python_function": {"python_code": large}})
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say("What state is my order?")
    assert "at most" in texts(outputs)


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


TWO_CALLS = (
    "def before_model_callback(callback_context, llm_request):\n"
    "    if llm_request.contents[-1].parts[-1].text == 'Go':\n"
    "        calls = [Part.from_function_call(name, {}) for name in ('open_door', 'ring_bell')]\n"
    "        return LlmResponse.from_parts(parts=[Part.from_text('Wait.'), *calls])\n"
)


def test_a_client_is_asked_for_all_its_functions_at_once(sessions: Any, app: Builder) -> None:
    names = ("open_door", "ring_bell")
    tools = [app.tool(f"{name}-tool", {"client_function": {"name": name}}) for name in names]
    root = app.agent("Support", tools=tools, before_model_callbacks=code(TWO_CALLS))
    one = run(sessions, app, root)
    said, asked = one.say("Go")
    assert said.text == "Wait."
    calls = asked.tool_calls.tool_calls
    assert [call.display_name for call in calls] == list(names)
    answers = [{"id": call.id, "response": {"message": f"{call.display_name}!"}} for call in calls]
    (waiting,) = one.send({"tool_responses": {"tool_responses": answers[:1]}})
    assert (waiting.text, waiting.turn_completed) == ("", True)
    (done,) = one.send({"tool_responses": {"tool_responses": answers[1:]}})
    assert done.text == "ring_bell!"

    *_, asked = one.say("Go")
    pairs = zip(answers, asked.tool_calls.tool_calls, strict=True)
    answers = [{**answer, "id": call.id} for answer, call in pairs]
    (done,) = one.send({"tool_responses": {"tool_responses": answers}})
    assert done.text == "open_door!\nring_bell!"


def test_what_a_client_s_function_was_asked_for_comes_after_it(sessions: Any, app: Builder) -> None:
    def function(name: str, about: str) -> str:
        code = {"type_": "OBJECT", "properties": {f"{name}_id": {"type_": "STRING"}}}
        code["required"] = [f"{name}_id"]
        declared = {"name": f"{name}_it", "description": about, "parameters": code}
        return app.tool(f"{name}-tool", {"client_function": declared})

    tools = [function("verify", "Verifies who it is."), function("cancel", "Cancels an order.")]
    root = app.agent("Support", tools=tools, instruction="Call `verify_it`, then `cancel_it`.")
    one = run(sessions, app, root)
    (question,) = one.say("cancel it, cancel_id=A-7")
    assert "verify id" in question.text
    (asked,) = one.say("B-8")
    (call,) = asked.tool_calls.tool_calls
    answer = {"id": call.id, "response": {"message": "It is you."}}
    (said,) = one.send({"tool_responses": {"tool_responses": [answer]}})
    assert said.text == "It is you.\nPlease confirm: shall I cancel it (cancel id: A-7)?"
    (asked,) = one.say("yes")
    (call,) = asked.tool_calls.tool_calls
    assert call.display_name == "cancel_it"


def test_an_agent_says_what_all_tools_have_answered(sessions: Any, app: Builder) -> None:
    tools = []
    for name in ("open_door", "ring_bell"):
        text = f"def {name}():\n    return {{'message': '{name}!'}}\n"
        tools.append(app.tool(f"{name}-tool", {"python_function": {"python_code": text}}))
    root = app.agent("Support", tools=tools, before_model_callbacks=code(TWO_CALLS))
    outputs = run(sessions, app, root).say("Go")
    assert [one.text for one in outputs] == ["Wait.", "open_door!\nring_bell!"]


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


def test_an_escalation_may_have_a_message(sessions: Any, app: Builder) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    args = {'reason': 'bill', 'params': {'ESCALATION_MESSAGE': 'One moment.'}}\n"
        "    end = Part.from_function_call('end_session', args)\n"
        "    return LlmResponse(content=Content(parts=[end]))\n"
    )
    root = app.agent("Support", tools=[app.end_session()], before_model_callbacks=code(text))
    said, ended = run(sessions, app, root).say("Hi")
    assert said.text == "One moment."
    assert ended.end_session.metadata["reason"] == "bill"


def test_an_agent_ends_no_session_without_the_tool_for_it(sessions: Any, app: Builder) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    return LlmResponse(content=Content(parts=[Part.from_end_session(reason='x')]))\n"
    )
    one = run(sessions, app, app.agent("Support", before_model_callbacks=code(text)))
    with pytest.raises(exceptions.NotFound, match="Tool not found: end_session"):
        one.say("Hi")


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


def test_a_tool_may_answer_snippets_of_its_own(sessions: Any, app: Builder) -> None:
    text = "def find_hint() -> dict:\n    return {'snippets': ['Press twice.', 'Wait.']}\n"
    tool = app.tool("hint-tool", {"python_function": {"python_code": text}})
    one = run(sessions, app, app.agent("Support", tools=[tool]))
    assert texts(one.say("find_hint")) == "Press twice."


def test_large_numbers_are_kept(sessions: Any, app: Builder) -> None:
    text = (
        "def before_agent_callback(callback_context):\n    callback_context.state['x'] = 2 ** 70\n"
    )
    one = run(sessions, app, app.agent("Support", before_agent_callbacks=code(text)))
    assert chunks(one.say("Hi"), "updated_variables")[0]["x"] == 2.0**70
    assert one.say("Hi")[-1].turn_index == 2


def test_an_agent_that_calls_tools_without_end_is_stopped(sessions: Any, app: Builder) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    call = Part.from_function_call('order_status', {'order_number': 'TL-5'})\n"
        "    return LlmResponse(content=Content(parts=[call] * 5))\n"
    )
    fake = "def before_tool_callback(tool, input, callback_context):\n    return {'x': 1}\n"
    tool = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    callbacks = {"before_model_callbacks": code(text), "before_tool_callbacks": code(fake)}
    one = run(sessions, app, app.agent("Support", tools=[tool], **callbacks))
    with pytest.raises(exceptions.FailedPrecondition, match="more than 20 tools"):
        one.say("Hi")


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


@pytest.mark.parametrize(
    ("content", "said", "stopped"),
    [
        ({"banned_contents": ["tesla"], "match_type": "SIMPLE_STRING_MATCH"}, "My TESLAs", True),
        (
            {"banned_contents": ["tesla"], "match_type": "WORD_BOUNDARY_STRING_MATCH"},
            "My teslas",
            False,
        ),
        ({"banned_contents": ["te.la"], "match_type": "SIMPLE_STRING_MATCH"}, "A tesla", False),
        (
            {"banned_contents_in_user_input": [r"t\w+la"], "match_type": "REGEXP_MATCH"},
            "A tesla",
            True,
        ),
        (
            {
                "banned_contents": [r"caf[éè]s?"],
                "match_type": "REGEXP_MATCH",
                "disregard_diacritics": True,
            },
            "A CAFE",
            True,
        ),
        ({"banned_contents": [r"^caf[éè]$"], "match_type": "REGEXP_MATCH"}, "cafe", False),
        (
            {
                "banned_contents": ["cafe"],
                "match_type": "SIMPLE_STRING_MATCH",
                "disregard_diacritics": True,
            },
            "A café",
            True,
        ),
        (
            {"banned_contents_in_agent_response": ["help"], "match_type": "SIMPLE_STRING_MATCH"},
            "Hello",
            True,
        ),
    ],
)
def test_a_content_filter_stops_what_is_banned(
    sessions: Any, app: Builder, content: dict[str, Any], said: str, stopped: bool
) -> None:
    responses = [{"text": "off", "disabled": True}, {"text": "Not that."}]
    action = {"respond_immediately": {"responses": responses}}
    name = app.guardrail("no-cars", content_filter=content, action=action)
    one = run(sessions, app, app.agent("Support", guardrails=[name]))
    outputs = one.say(said)
    assert (texts(outputs) == "Not that.") is stopped
    spans = outputs[-1].diagnostic_info.root_span
    assert ("no-cars" in str(spans)) is stopped


def test_a_guardrail_of_the_app_transfers(sessions: Any, app: Builder) -> None:
    other = app.agent("Security")
    content = {"banned_contents": ["hack"], "match_type": "SIMPLE_STRING_MATCH"}
    action = {"transfer_agent": {"agent": other}}
    name = app.guardrail("no-hacks", content_filter=content, action=action)
    root = app.agent("Support")
    app.update(root_agent=root, guardrails=[name])
    outputs = talk(sessions, app.name).say("hack it")
    assert outputs[-1].diagnostic_info.messages[-1].role == "Security"


def test_a_guardrail_transfers_nobody_to_who_is_there(sessions: Any, app: Builder) -> None:
    expert = app.agent("Expert")
    rude = app.guardrail(
        "No-rudeness",
        content_filter={"banned_contents": ["damn"], "match_type": "SIMPLE_STRING_MATCH"},
        action={"transfer_agent": {"agent": expert}},
    )
    app.update(guardrails=[rude])
    outputs = run(sessions, app, expert).say("Hello, damn")
    assert texts(outputs)
    assert not chunks(outputs, "agent_transfer")


def test_code_of_a_guardrail_stands_around_the_model(sessions: Any, app: Builder) -> None:
    text = (
        "def check(callback_context):\n"
        "    said = callback_context.get_last_user_input()[0].text\n"
        "    return {'decision': 'TRIGGER' if said == 'stop' else 'OK', 'reason': 'because'}\n"
    )
    action = {"respond_immediately": {"responses": [{"text": "Stopped."}]}}
    callback = {"before_model_callback": {"python_code": text}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    one = run(sessions, app, app.agent("Support", guardrails=[name]))
    assert texts(one.say("stop")) == "Stopped."
    assert texts(one.say("go")) != "Stopped."


def test_a_guardrail_stops_results_and_what_is_said_beside_them_once(
    sessions: Any, app: Builder
) -> None:
    text = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    parts = [part for content in llm_request.contents for part in content.parts]\n"
        "    stops = any(part.text == 'And now?' for part in parts)\n"
        "    return {'decision': 'TRIGGER' if stops else 'OK', 'reason': 'x'}\n"
    )
    callback = {"before_model_callback": {"python_code": text}}
    action = {"respond_immediately": {"responses": [{"text": "Enough."}]}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    bell = app.tool("bell-tool", {"client_function": {"name": "ring_bell"}})
    one = run(sessions, app, app.agent("Support", tools=[bell], guardrails=[name]))
    (asked,) = one.say("ring_bell")
    result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"message": "Ding."}}
    outputs = one.send({"tool_responses": {"tool_responses": [result]}}, {"text": "And now?"})
    assert [one.text for one in outputs] == ["Enough."]


@pytest.mark.parametrize(
    ("stage", "seen"),
    [
        ("before_model", "llm_request.contents[-1].parts[0].text == 'stop'"),
        ("after_model", "'help' in llm_response.content.parts[0].text"),
    ],
)
def test_code_of_a_guardrail_sees_what_callbacks_see(
    sessions: Any, app: Builder, stage: str, seen: str
) -> None:
    about = seen.partition(".")[0].removeprefix("'help' in ")
    text = (
        "def helper(x):\n    return {'decision': 'TRIGGER' if x else 'OK', 'reason': 'seen'}\n"
        f"def {stage}_callback(callback_context, {about}):\n    return helper({seen})\n"
    )
    action = {"respond_immediately": {"responses": [{"text": "Stopped."}]}}
    callback = {f"{stage}_callback": {"python_code": text}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    one = run(sessions, app, app.agent("Support", guardrails=[name]))
    assert texts(one.say("stop")) == "Stopped."


def test_a_guardrail_may_be_code(sessions: Any, app: Builder) -> None:
    text = "def check(callback_context):\n    return {'decision': 'TRIGGER', 'reason': 'because'}\n"
    callback = {"before_agent_callback": {"python_code": text}}
    action = {"generative_answer": {}}
    name = app.guardrail("by-code", code_callback=callback, action=action)
    outputs = run(sessions, app, app.agent("Support", guardrails=[name])).say("Hello")
    assert "because" in str(outputs[-1].diagnostic_info.root_span)


@pytest.mark.parametrize(
    ("shares", "reason"), [([101], "between 0 and 100"), ([60, 50], "more than 100 together")]
)
def test_shares_of_the_traffic_that_are_none(app: Builder, shares: list[int], reason: str) -> None:
    allocations = [{"traffic_percentage": share} for share in shares]
    release = {"version_release": {"traffic_allocations": allocations}}
    deployment = {"display_name": "D", "channel_profile": {}, "experiment_config": release}
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        app.agents.create_deployment(request={"parent": app.name, "deployment": deployment})


def test_an_agent_without_tools_says_who_took_over(sessions: Any, app: Builder) -> None:
    child = app.agent("Billing", description="Handles invoices.")
    one = run(sessions, app, app.agent("Support", child_agents=[child]))
    outputs = one.say("I have a question about the billing of invoices")
    assert texts(outputs) == "This is Billing: handles invoices. How can I help you?"


def rule(child: str, text: str, direction: str = "PARENT_TO_CHILD") -> dict[str, Any]:
    condition = {"python_code_condition": {"python_code": text}}
    return {"child_agent": child, "direction": direction, "deterministic_transfer": condition}


ALWAYS = "def when(callback_context):\n    return True\n"


def test_what_an_example_shows_is_done(sessions: Any, app: Builder) -> None:
    tool = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    child = app.agent("Billing")
    root = app.agent("Support", tools=[tool], child_agents=[child])
    call = {"tool": tool, "args": {"order_number": "TL-77"}}
    steps = {
        "The usual, please!": {"tool_call": call},
        "To the tills": {"agent_transfer": {"target_agent": child}},
        "Who are you?": {"text": "I am the desk."},
    }
    for number, (said, step) in enumerate(steps.items()):
        messages = [
            {"role": "user", "chunks": [{"text": said}]},
            {"role": "Support", "chunks": [step]},
        ]
        example = {"display_name": said, "entry_agent": root, "messages": messages}
        request = {"parent": app.name, "example_id": f"example-{number}", "example": example}
        app.agents.create_example(request=request)
    one = run(sessions, app, root)
    assert texts(one.say("the usual please")) == "Order TL-77 has left."
    assert texts(one.say("Who are you?")) == "I am the desk."
    assert one.say("To the tills")[-1].diagnostic_info.messages[-1].role == "Billing"


def test_a_transfer_rule_sends_to_a_child(sessions: Any, app: Builder) -> None:
    child = app.agent("Golden")
    when = "def when(callback_context):\n    return callback_context.state.get('plan') == 'gold'\n"
    root = app.agent("Support", child_agents=[child], transfer_rules=[rule(child, when)])
    schema = {"schema": {"type_": "STRING"}, "description": "x"}
    app.update(variable_declarations=[{"name": "plan", **schema}])
    one = run(sessions, app, root)
    assert one.say("Hi")[-1].diagnostic_info.messages[-1].role == "Support"
    outputs = one.send({"variables": {"plan": "gold"}}, {"text": "Hi"})
    assert kinds(outputs[-1].diagnostic_info.messages)[-2:] == [
        ("Support", "agent_transfer"),
        ("Golden", "text"),
    ]


def test_a_rule_bars_the_way_to_a_child(sessions: Any, app: Builder) -> None:
    child = app.agent("Billing", description="Answers questions about invoices and payments.")
    barred = {"expression_condition": {"expression": 'plan != "gold"'}}
    bar = {
        "child_agent": child,
        "direction": "PARENT_TO_CHILD",
        "disable_planner_transfer": barred,
    }
    schema = {"schema": {"type_": "STRING"}, "description": "x"}
    app.update(variable_declarations=[{"name": "plan", **schema}])
    one = run(sessions, app, app.agent("Support", child_agents=[child], transfer_rules=[bar]))
    question = {"text": "I have questions about invoices"}
    assert one.send(question)[-1].diagnostic_info.messages[-1].role == "Support"
    outputs = one.send({"variables": {"plan": "gold"}}, question)
    assert outputs[-1].diagnostic_info.messages[-1].role == "Billing"


@pytest.mark.parametrize("kind", ["deterministic_transfer", "disable_planner_transfer"])
def test_an_expression_that_is_none_is_refused(app: Builder, kind: str) -> None:
    child = app.agent("Billing")
    broken = {"expression_condition": {"expression": "plan ="}}
    bad = {"child_agent": child, "direction": "PARENT_TO_CHILD", kind: broken}
    where = rf"transfer_rules\[0\].{kind}.expression_condition.expression': expected a value"
    with pytest.raises(exceptions.InvalidArgument, match=where):
        app.agent("Support", child_agents=[child], transfer_rules=[bad])


def test_an_expression_that_is_none_is_told_where_an_import_has_it(
    agents: Any, sessions: Any
) -> None:
    rule = {"childAgent": "Billing", "direction": "PARENT_TO_CHILD"}
    broken = {**rule, "deterministicTransfer": {"expressionCondition": {"expression": "plan ="}}}
    support = {"displayName": "Support", "childAgents": ["Billing"], "transferRules": [broken]}
    files = {
        "App/app.json": {"displayName": "Rules", "rootAgent": "Support"},
        "App/agents/Billing/Billing.json": {"displayName": "Billing"},
        "App/agents/Support/Support.json": support,
    }
    made = imported(agents, packed(files))
    (warning,) = made.warnings
    assert "expected a value" in warning
    with pytest.raises(exceptions.FailedPrecondition, match="transfer rule of the agent Support"):
        talk(sessions, made.name).say("Hi")


def test_rules_that_send_back_and_forth_end_with_an_error(sessions: Any, app: Builder) -> None:
    child = app.agent("Pinging")
    rules = [rule(child, ALWAYS), rule(child, ALWAYS, "CHILD_TO_PARENT")]
    one = run(sessions, app, app.agent("Ponging", child_agents=[child], transfer_rules=rules))
    with pytest.raises(exceptions.FailedPrecondition, match="Ponging -> Pinging -> Ponging"):
        one.say("Hi")


def test_a_conversation_collects_what_agents_need(sessions: Any, app: Builder) -> None:
    """A clinic: who is calling comes first, then a visit, whose details come one by one."""
    who = (
        "def identify(patient_name: str, date_of_birth: str) -> dict:\n"
        "    set_variable('is_known', True)\n"
        "    return {'message': f'Welcome, {patient_name} of {date_of_birth}.'}\n"
    )
    when = (
        "from typing import Literal\n\n"
        "def book_visit(place: Literal['eyes', 'ears'], date: str, time: str = '09:00') -> dict:\n"
        "    return {'message': f'{place}, {date}, {time}'}\n"
    )
    identify = app.tool("identify-tool", {"python_function": {"python_code": who}})
    book = app.tool("book-tool", {"python_function": {"python_code": when}})
    entrance = app.agent("Entrance", tools=[identify])
    visits = app.agent("Visits", description="Books visits.", tools=[book])
    known = "def when(callback_context):\n    return get_variable('is_known')\n"
    unknown = known.replace("return", "return not")
    rules = [rule(entrance, unknown), rule(entrance, known, "CHILD_TO_PARENT")]
    root = app.agent("Clinic", child_agents=[entrance, visits], transfer_rules=rules)
    app.update(variable_declarations=[{"name": "is_known", "schema": {"type_": "BOOLEAN"}}])
    one = run(sessions, app, root)
    said = (
        "My back hurts",
        "I was born on 17 May 1980",
        "My name is Maria Lopez",
        "I would like to book a visit",
        "eyes please",
        "2026-12-03 at 2 pm",
    )
    assert [texts(one.say(text)) for text in said] == [
        "Which patient name?",
        "Which patient name?",
        "Welcome, Maria Lopez of 1980-05-17.",
        "Which place?",
        "Which date?",
        "eyes, 2026-12-03, 14:00",
    ]


def test_who_finds_nothing_sends_to_who_may_know(sessions: Any, app: Builder) -> None:
    stock = "def stock(sku: str) -> dict:\n    return {'message': f'Seven of {sku}.'}\n"
    tool = app.tool("stock-tool", {"python_function": {"python_code": stock}})
    child = app.agent("Store", description="Knows the stock.", tools=[tool])
    docs = app.tool("docs-tool", search_docs(source={"filter": 'category: ANY("none")'}))
    one = run(sessions, app, app.agent("Front", tools=[docs], child_agents=[child]))
    outputs = one.say("Is BK-100 in stock?")
    assert texts(outputs) == "Seven of BK-100."
    calls = [call.display_name for call in chunks(outputs, "tool_call")]
    assert calls == ["search_docs", "stock"]


def test_an_agent_is_a_tool(sessions: Any, app: Builder) -> None:
    docs = app.tool("docs-tool", search_docs())
    expert = app.agent("Expert", tools=[docs])
    about = {"name": "ask_expert", "description": "Knows the warranty.", "root_agent": expert}
    tool = app.tool("expert-tool", {"agent_tool": about})
    root = app.agent("Support", tools=[tool])
    callback = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    if not any(p.function_response for e in callback_context.events for p in e.parts()):\n"
        f"        args = {{'request': '{QUESTION}'}}\n"
        "        call = Part.from_function_call('ask_expert', args)\n"
        "        return LlmResponse(content=Content(parts=[call]))\n"
    )
    app.agents.update_agent(
        request={
            "agent": {"name": root, "before_model_callbacks": code(callback)},
            "update_mask": {"paths": ["before_model_callbacks"]},
        }
    )
    outputs = run(sessions, app, root).say("Ask someone")
    assert "warranty" in outputs[0].text.lower()
    assert outputs[1].citations.cited_chunks
    (inner,) = app.agents.list_conversations(
        request={"parent": app.name, "sources": ["AGENT_TOOL"]}
    )
    assert inner.entry_agent == expert
    assert inner.turns[0].messages[0].chunks[0].text == QUESTION


def test_an_agent_asks_another_by_its_description(server: Server) -> None:
    """v1beta calls the field `agent` that v1 calls `root_agent`."""
    app = Builder(client(server, "rest", "v1beta"))
    docs = app.tool("docs-tool", search_docs())
    expert = app.agent("Expert", tools=[docs])
    about = {"name": "ask_expert", "description": "Knows all about the warranty.", "agent": expert}
    root = app.agent("Support", tools=[app.tool("expert-tool", {"agent_tool": about})])
    one = run(client(server, "rest", "v1beta", "SessionService"), app, root)
    outputs = one.say("Ask the expert about the warranty of a Skylark 3")
    assert "warranty" in outputs[0].text.lower()
    (call,) = chunks(outputs, "tool_call")
    assert call.args["request"] == "Ask the expert about the warranty of a Skylark 3"


def test_an_agent_that_is_a_tool_does_not_go_back_to_who_asks_it(
    sessions: Any, app: Builder
) -> None:
    expert = app.agent("Expert", description="Knows the weather.")
    about = {"name": "ask_expert", "description": "Knows the weather.", "root_agent": expert}
    tool = app.tool("expert-tool", {"agent_tool": about})
    root = app.agent("Support", tools=[tool], child_agents=[expert])
    outputs = run(sessions, app, root).say("ask_expert: what is the weather like? @")
    (call,) = chunks(outputs, "tool_call")
    assert call.display_name == "ask_expert"
    assert texts(outputs)


def test_an_agent_that_is_its_own_tool_ends_with_an_error(sessions: Any, app: Builder) -> None:
    root = app.agent("Support")
    about = {"name": "ask_support", "description": "Knows it.", "root_agent": root}
    tool = app.tool("self-tool", {"agent_tool": about})
    callback = (
        "def before_model_callback(callback_context, llm_request):\n"
        "    call = Part.from_function_call('ask_support', {'request': 'And you?'})\n"
        "    return LlmResponse(content=Content(parts=[call]))\n"
    )
    app.agents.update_agent(
        request={
            "agent": {"name": root, "tools": [tool], "before_model_callbacks": code(callback)},
            "update_mask": {"paths": ["tools", "before_model_callbacks"]},
        }
    )
    with pytest.raises(exceptions.FailedPrecondition, match="Support -> Support"):
        run(sessions, app, root).say("Hi")


def test_a_widget_goes_to_the_client(sessions: Any, app: Builder) -> None:
    widget = {
        "name": "show_products",
        "description": "Shows products.",
        "widget_type": "PRODUCT_CAROUSEL",
        "parameters": {"type_": "OBJECT"},
        "text_response_config": {"type_": "STATIC", "static_text": "Have a look."},
    }
    tool = app.tool("show-tool", {"widget_tool": widget})
    said, shown = run(sessions, app, app.agent("Support", tools=[tool])).say("Show me products")
    assert said.text == "Have a look."
    assert shown.payload["widgetType"] == "PRODUCT_CAROUSEL"
    assert shown.turn_completed


CARD = "def card(source):\n    return {'title': source['order']['id'].lower(), 'count': 2}\n"


@pytest.mark.parametrize(
    ("mapping", "title"),
    [
        (
            {"mode": "FIELD_MAPPING", "field_mappings": {"title": "order.id", "no": "order.x"}},
            "A-7",
        ),
        ({"mode": "PYTHON_SCRIPT", "python_function": {"python_code": CARD}}, "a-7"),
    ],
)
def test_a_widget_shows_what_a_tool_has_found(
    sessions: Any, app: Builder, mapping: dict[str, Any], title: str
) -> None:
    find = "def find_order() -> dict:\n    return {'output': {'order': {'id': 'A-7'}}}\n"
    source = app.tool("find-tool", {"python_function": {"python_code": find}})
    needs = {"properties": {"title": {"type_": "STRING"}}, "required": ["title"]}
    widget = {
        "name": "show_card",
        "parameters": {"type_": "OBJECT", **needs},
        "ui_config": {"color": "blue"},
        "data_mapping": {"source_tool_name": source, **mapping},
    }
    tool = app.tool("card-tool", {"widget_tool": widget})
    one = run(sessions, app, app.agent("Support", tools=[source, tool]))
    one.say("find_order")
    shown = one.say("show_card")[-1].payload
    assert dict(shown["parameters"])["title"] == title
    assert (shown["widgetType"], shown["uiConfig"]["color"]) == ("CUSTOM", "blue")


def test_a_data_store_tool_follows_its_prompt(sessions: Any, app: Builder) -> None:
    summarization = {"prompt": "Answer in one sentence."}
    config = {"modality_type": "TEXT", "summarization_config": summarization}
    tool = app.tool("docs-tool", search_docs(modality_configs=[config]))
    said = texts(run(sessions, app, app.agent("Support", tools=[tool])).say(QUESTION))
    assert said == "The Skylark 3 weather station has a warranty of 36 months."


@pytest.mark.parametrize("disabled", [False, True])
def test_a_data_store_tool_may_take_questions_as_they_are(
    sessions: Any, app: Builder, disabled: bool
) -> None:
    rewriter = {"model_settings": {"model": "x"}, "disabled": disabled}
    config = {"modality_type": "TEXT", "rewriter_config": rewriter}
    tool = app.tool("docs-tool", search_docs(modality_configs=[config]))
    one = run(sessions, app, app.agent("Support", tools=[tool]))
    one.say(QUESTION)
    (asked,) = chunks(one.say("And of the Skylark 2?"), "tool_call")
    assert (asked.args["query"] == "And of the Skylark 2?") is disabled


def test_a_data_store_tool_keeps_to_its_filter(sessions: Any, app: Builder) -> None:
    tool = app.tool("docs-tool", search_docs(source={"filter": 'category: ANY("faq")'}))
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say(QUESTION)
    cited = [one.uri for output in outputs for one in output.citations.cited_chunks]
    assert all("/faq/" in uri for uri in cited)


def test_a_data_store_tool_may_search_an_engine(sessions: Any, app: Builder) -> None:
    source = {"engine": DEMO_ENGINE}
    about = {"name": "search_all", "description": "Knows it.", "engine_source": source}
    tool = app.tool("docs-tool", {"data_store_tool": about})
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say(QUESTION)
    assert outputs[1].citations.cited_chunks


def test_what_no_document_says_is_not_answered(sessions: Any, app: Builder) -> None:
    tool = app.tool("docs-tool", search_docs())
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say(
        "Who won the chess championship of Paraguay in 1931?"
    )
    assert texts(outputs) == "I did not find an answer to that."


def test_summaries_can_be_off(sessions: Any, app: Builder) -> None:
    config = {
        "modality_type": "TEXT",
        "rewriter_config": {"model_settings": {"model": "x"}},
        "summarization_config": {"disabled": True},
    }
    tool = app.tool("docs-tool", search_docs(modality_configs=[config]))
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say(QUESTION)
    (response,) = chunks(outputs, "tool_response")
    assert not response.response["output"]["answer"]
    assert response.response["output"]["snippets"]


def test_a_deployment_runs_its_version(sessions: Any, app: Builder) -> None:
    root = app.agent("Before")
    app.update(root_agent=root)
    version = app.agents.create_app_version(
        request={"parent": app.name, "app_version": {"display_name": "First"}}
    ).name
    app.agents.update_agent(
        request={
            "agent": {"name": root, "display_name": "After"},
            "update_mask": {"paths": ["display_name"]},
        }
    )
    deployment = app.agents.create_deployment(
        request={
            "parent": app.name,
            "deployment": {"display_name": "Web", "channel_profile": {}, "app_version": version},
        }
    ).name
    live = talk(sessions, app.name).say("Hi", deployment=deployment)
    draft = talk(sessions, app.name).say("Hi")
    assert live[-1].diagnostic_info.messages[-1].role == "Before"
    assert draft[-1].diagnostic_info.messages[-1].role == "After"


def test_an_experiment_divides_the_sessions(sessions: Any, app: Builder) -> None:
    root = app.agent("First")
    app.update(root_agent=root)
    versions = []
    for name in ("First", "Second"):
        app.agents.update_agent(
            request={
                "agent": {"name": root, "display_name": name},
                "update_mask": {"paths": ["display_name"]},
            }
        )
        request = {"parent": app.name, "app_version": {"display_name": name}}
        versions.append(app.agents.create_app_version(request=request).name)
    shares = [
        {"id": str(number), "app_version": version, "traffic_percentage": 50}
        for number, version in enumerate(versions)
    ]
    release = {"version_release": {"state": "RUNNING", "traffic_allocations": shares}}
    deployment = {"display_name": "Web", "channel_profile": {}, "experiment_config": release}
    request = {"parent": app.name, "deployment": deployment}
    name = app.agents.create_deployment(request=request).name
    talks = [talk(sessions, app.name) for _ in range(12)]
    roles = [one.say("Hi", deployment=name)[-1].diagnostic_info.messages[-1].role for one in talks]
    again = [one.say("Hi", deployment=name)[-1].diagnostic_info.messages[-1].role for one in talks]
    assert set(roles) == {"First", "Second"}
    assert again == roles


def test_an_agent_uses_the_tools_of_a_toolset(sessions: Any, app: Builder) -> None:
    with orders() as address:
        schema = {"open_api_schema": ORDERS.replace("ADDRESS", address)}
        toolset = {"display_name": "Shop", "open_api_toolset": schema}
        request = {"parent": app.name, "toolset_id": "toolset", "toolset": toolset}
        made = app.agents.create_toolset(request=request).name
        root = app.agent("Support", toolsets=[{"toolset": made, "tool_ids": ["getOrder"]}])
        outputs = run(sessions, app, root).say("Find order TL-3 in the shop")
    (call,) = chunks(outputs, "tool_call")
    assert call.toolset_tool.toolset == made
    assert call.toolset_tool.tool_id == "getOrder"
    assert call.display_name == "Shop_getOrder"
    (response,) = chunks(outputs, "tool_response")
    assert response.response["path"] == "/orders/TL-3"


def test_two_turns_at_the_same_time_are_not_mixed(sessions: Any, app: Builder) -> None:
    slow = (
        "def order_status() -> dict:\n"
        "    '''Tells the order's state.'''\n"
        "    return {'message': str(sum(range(10_000_000)))}\n"
    )
    tool = app.tool("order-tool", {"python_function": {"python_code": slow}})
    one = run(sessions, app, app.agent("Support", tools=[tool]))
    with ThreadPoolExecutor(2) as pool:
        calls = [pool.submit(one.say, "What state is my order?") for _ in range(2)]
    errors = [call.exception() for call in calls]
    assert [type(error) for error in errors if error] == [exceptions.Aborted]
    assert one.say("Hi")[-1].turn_index == 2


def deletes(server: Server, name: str) -> list[dict[str, str]]:
    """A callback that deletes a resource."""
    url = f"{server.url}/v1/{name}"
    return code(f"def before_agent_callback(c):\n    ces_requests.delete('{url}')\n")


def test_a_turn_is_not_kept_if_its_app_is_deleted_meanwhile(
    server: Server, sessions: Any, app: Builder
) -> None:
    one = run(sessions, app, app.agent("Support", before_agent_callbacks=deletes(server, app.name)))
    with pytest.raises(exceptions.NotFound, match="App"):
        one.say("Hi")
    request = {"parent": LOCATION, "app_id": app.name.rpartition("/")[2]}
    app.agents.create_app(request={**request, "app": {"display_name": "Again"}}).result()
    assert not list(app.agents.list_conversations(parent=app.name))


def test_a_turn_is_not_kept_if_its_conversation_is_deleted_meanwhile(
    server: Server, sessions: Any, app: Builder
) -> None:
    one = talk(sessions, app.name)
    callback = deletes(server, one.session.replace("/sessions/", "/conversations/"))
    app.update(root_agent=app.agent("Support", before_agent_callbacks=callback))
    one.say("Hi")
    with pytest.raises(exceptions.Aborted, match="deleted"):
        one.say("Hi")
    assert not list(app.agents.list_conversations(parent=app.name))


def test_a_tool_whose_code_is_none_is_told_of_when_it_is_called(
    sessions: Any, app: Builder
) -> None:
    broken = {"python_function": {"name": "find_hint", "python_code": "def find_hint(:"}}
    root = app.agent("Support", tools=[app.tool("hint-tool", broken)])
    one = run(sessions, app, root)
    assert texts(one.say("Hi")).startswith("Hello")
    assert texts(one.say("find_hint")).startswith("find_hint failed: SyntaxError")


def test_agents_of_another_app_do_not_enter(sessions: Any, app: Builder, agents: Any) -> None:
    other = Builder(agents).agent("Other")
    one = run(sessions, app, app.agent("Support"))
    log = next(iter(app.agents.list_changelogs(parent=app.name))).name
    tool = app.tool("some-tool", search_docs())
    for name in (other, log, tool, "Support"):
        with pytest.raises(exceptions.InvalidArgument, match=r"config\.entry_agent"):
            one.say("Hi", entry_agent=name)


def test_an_app_without_agents_cannot_run(sessions: Any, app: Builder) -> None:
    with pytest.raises(exceptions.FailedPrecondition, match=r"App root agent \(\) not found"):
        talk(sessions, app.name).say("Hi")


def test_a_tool_that_was_deleted_is_not_called(sessions: Any, app: Builder) -> None:
    tool = app.tool("docs-tool", search_docs())
    root = app.agent("Support", tools=[tool])
    one = run(sessions, app, root)
    one.say(QUESTION)
    app.agents.delete_tool(request={"name": tool, "force": True})
    assert texts(one.say(QUESTION)) == "I cannot help with that."


def test_an_instruction_tells_when_a_tool_is_meant(sessions: Any, app: Builder) -> None:
    tool = app.tool("ping-tool", {"client_function": {"name": "ping_station"}})
    instruction = "You help.\nIf a device is offline or silent, use {@TOOL: ping_station}."
    one = run(sessions, app, app.agent("Support", tools=[tool], instruction=instruction))
    (asked,) = one.say("My device is offline and silent")
    assert asked.tool_calls.tool_calls[0].display_name == "ping_station"

"""What agents do with their tools: code, functions of clients, toolsets, widgets, documents."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from emulator.ces.runtime.planning import tool_results
from tests.ces.runtime.parts import ORDER_CODE, QUESTION, chunks, code, run
from tests.ces.servers import ORDERS, orders
from tests.ces.talking import Builder, search_docs, texts
from tests.conftest import DEMO_ENGINE


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


def test_a_call_waits_on_while_no_document_answers(sessions: Any, app: Builder) -> None:
    find = (
        'def find_times(day: str) -> dict:\n    """Free times."""\n    return {"time": "18:00"}\n'
    )
    book = (
        "def book_table(day: str, guests: int) -> dict:\n"
        '    """Books a table."""\n'
        '    return {"message": f"A table for {guests} on {day}."}\n'
    )
    tools = [
        app.tool("docs-tool", search_docs()),
        app.tool("find-tool", {"python_function": {"python_code": find}}),
        app.tool("book-tool", {"python_function": {"python_code": book}}),
    ]
    one = run(sessions, app, app.agent("Support", tools=tools))
    (asked,) = one.say("Book a table on 2027-03-05")
    assert "guests" in asked.text
    (said,) = one.say("Is 2027-03-07 quieter?")
    assert said.text == tool_results.NOTHING_FOUND
    (said,) = one.say("3")
    assert said.text == "A table for 3 on 2027-03-05."


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


def test_an_agent_below_is_found_by_the_operations_of_its_toolset(
    sessions: Any, app: Builder
) -> None:
    with orders() as address:
        schema = {"open_api_schema": ORDERS.replace("ADDRESS", address)}
        toolset = {"display_name": "Shop", "open_api_toolset": schema}
        request = {"parent": app.name, "toolset_id": "toolset", "toolset": toolset}
        made = app.agents.create_toolset(request=request).name
        child = app.agent("Clerk", toolsets=[{"toolset": made, "tool_ids": ["getOrder"]}])
        outputs = run(sessions, app, app.agent("Support", child_agents=[child])).say(
            "Find order TL-3 in the shop"
        )
    assert [one.display_name for one in chunks(outputs, "agent_transfer")] == ["Clerk"]
    assert [one.display_name for one in chunks(outputs, "tool_call")] == ["Shop_getOrder"]


FLAVOR = """
def set_flavor(flavor: str) -> dict:
    '''Records the flavor: LEMON or VANILLA.'''
    set_variable("flavor", flavor)
    return {"message": "Noted."}
"""
COUNT = """
def set_count(count: int) -> dict:
    '''Records how many cakes are ordered.'''
    set_variable("count", count)
    return {"message": "Noted."}
"""


def test_all_that_writes_down_what_is_told_is_called_in_one_turn(
    sessions: Any, app: Builder
) -> None:
    tools = [
        app.tool(f"{name}-tool", {"python_function": {"python_code": text}})
        for name, text in (("flavor", FLAVOR), ("count", COUNT))
    ]
    outputs = run(sessions, app, app.agent("Support", tools=tools)).say("Six lemon cakes")
    assert [dict(one.args) for one in chunks(outputs, "tool_call")] == [
        {"flavor": "LEMON"},
        {"count": 6},
    ]
    changed = [dict(one) for one in chunks(outputs, "updated_variables")]
    assert changed == [{"flavor": "LEMON"}, {"count": 6}]
    assert texts(outputs) == "Noted."


def test_a_tool_whose_code_is_none_is_told_of_when_it_is_called(
    sessions: Any, app: Builder
) -> None:
    broken = {"python_function": {"name": "find_hint", "python_code": "def find_hint(:"}}
    root = app.agent("Support", tools=[app.tool("hint-tool", broken)])
    one = run(sessions, app, root)
    assert texts(one.say("Hi")).startswith("Hello")
    assert texts(one.say("find_hint")).startswith("find_hint failed: SyntaxError")


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


SLOTS_CODE = '''
def find_slots(day: str) -> dict:
    """Finds free slots of a day."""
    return {"slots": [{"slot_id": "S-1"}, {"slot_id": "S-2"}]}
'''
BOOK_CODE = '''
def book_slot(slot_id: str, patient_id: str) -> dict:
    """Books a slot for a patient."""
    return {"message": f"Slot {slot_id} is booked for {patient_id}."}
'''


def test_what_a_tool_has_listed_can_be_counted(sessions: Any, app: Builder) -> None:
    tools = [
        app.tool(f"slots-tool-{number}", {"python_function": {"python_code": one}})
        for number, one in enumerate((SLOTS_CODE, BOOK_CODE))
    ]
    one = run(sessions, app, app.agent("Support", tools=tools))
    one.say("Find free slots on 2026-12-03")
    assert (
        texts(one.say("Book the second one, my patient id is P-7")) == "Slot S-2 is booked for P-7."
    )


GET_FINE = """
def get_fine(fine: str) -> dict:
    '''Looks up a fine.

    Args:
        fine: The number, e.g. F-1.
    '''
    return {"amount": 40, "status": "paid" if fine == "F-2" else "open"}
"""
PAY_FINE = """
def pay_fine(fine: str) -> dict:
    '''Pays a fine.

    Args:
        fine: The number, e.g. F-1.
    '''
    return {"message": f"{fine} is paid."}
"""


@pytest.mark.parametrize(
    ("fine", "asked", "answer"),
    [
        ("F-1", "Please confirm: shall I pay fine (fine: F-1)?", "F-1 is paid."),
        ("F-2", "It was paid already.", "Is there anything else?"),
    ],
)
def test_the_instruction_goes_on_by_what_a_tool_answers(
    sessions: Any, app: Builder, fine: str, asked: str, answer: str
) -> None:
    codes = {"get-fine": GET_FINE, "pay-fine": PAY_FINE}
    tools = [app.tool(one, {"python_function": {"python_code": codes[one]}}) for one in codes]
    says = """Call {@TOOL: get_fine} for who asks about a fine.
If the fine is paid, say "It was paid already."
If the fine is open, ask whether they want to pay it."""
    one = run(sessions, app, app.agent("Fines", tools=tools, instruction=says))
    assert texts(one.say(f"How much is fine {fine}?")).splitlines()[1:] == [asked]
    assert texts(one.say("yes")) == answer

"""Which agent goes on: transfers, rules and examples for them, agents as tools."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.ces.conftest import client
from tests.ces.runtime.parts import ORDER_CODE, QUESTION, chunks, code, run
from tests.ces.talking import Builder, kinds, search_docs, talk, texts
from tests.ces.test_app_archives import imported, packed
from tests.conftest import Server


def test_an_agent_without_tools_says_who_took_over(sessions: Any, app: Builder) -> None:
    child = app.agent("Billing", description="Handles invoices.")
    one = run(sessions, app, app.agent("Support", child_agents=[child]))
    outputs = one.say("I have a question about the billing of invoices")
    assert texts(outputs) == "This is Billing: handles invoices. How can I help you?"


VERIFY = """
def verify_user(pin: str) -> dict:
    '''Verifies who the user is.

    Args:
        pin: The PIN, four digits.
    '''
    return {"verified": pin == "4417"}
"""


def test_a_user_is_verified_before_an_agent_below_goes_on(sessions: Any, app: Builder) -> None:
    order = app.tool("order-tool", {"python_function": {"python_code": ORDER_CODE}})
    verify = app.tool("verify-user", {"python_function": {"python_code": VERIFY}})
    orders = app.agent("Orders", description="Tells the state of orders.", tools=[order])
    says = "Verify the user with {@TOOL: verify_user}, then transfer to {@AGENT: Orders}."
    root = app.agent("Front", tools=[verify], child_agents=[orders], instruction=says)
    one = run(sessions, app, root)
    assert texts(one.say("Check my order TL-7")) == "Which pin? The PIN, four digits."
    assert texts(one.say("1111")) == "verified: no"
    assert texts(one.say("Then check my order TL-8")) == "Which pin? The PIN, four digits."
    assert texts(one.say("4417")) == "Order TL-8 has left."


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
    outputs = one.say("Is 4711 in stock?")
    assert texts(outputs) == "Seven of 4711."
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


VERIFY_CUSTOMER = """
def verify_customer(customer_id: str, pin: str) -> dict:
    '''Verifies a customer.

    Args:
        pin: The PIN, four digits.
    '''
    return {"verified": pin == "4417"}
"""
GET_BALANCE = """
def get_balance(customer_id: str) -> dict:
    '''Gets the balance.'''
    return {"message": f"{customer_id} has 7 euros."}
"""


def test_who_is_verified_is_verified_once_more_for_another_id(sessions: Any, app: Builder) -> None:
    verify = app.tool("verify-customer", {"python_function": {"python_code": VERIFY_CUSTOMER}})
    balance = app.tool("get-balance", {"python_function": {"python_code": GET_BALANCE}})
    says = "First {@TOOL: verify_customer}. Then {@TOOL: get_balance}."
    one = run(sessions, app, app.agent("Accounts", tools=[verify, balance], instruction=says))
    told = one.say("What is the balance of K-12? My PIN is 4417")
    assert texts(told) == "K-12 has 7 euros."
    question = "Which pin? The PIN, four digits."
    assert texts(one.say("And the balance of K-99?")) == question
    assert texts(one.say("1111")) == "verified: no"
    assert texts(one.say("What is the balance of K-12?")) == "K-12 has 7 euros."
    assert texts(one.say("What is the balance of K-99?")) == question
    assert texts(one.say("4417")) == "K-99 has 7 euros."

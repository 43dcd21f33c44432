"""Tools that are faked in sessions that ask for it, through Google's client."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ces.conftest import client
from tests.ces.talking import Builder, Talk, lookup_order, talk
from tests.conftest import Server

ASKED = "Look up the state of my order TL123456, please."
REAL = '''
def lookup_order(order_number: str) -> dict:
    """Looks up the state of an order by its number."""
    return {"state": "real"}
'''


def fake(code: str, *, enabled: bool = True) -> dict[str, Any]:
    config = {"enable_fake_mode": enabled, "code_block": {"python_code": code}}
    return {"tool_fake_config": config}


def agent_with(server: Server, tool: dict[str, Any]) -> Talk:
    made = Builder(client(server, "grpc", "v1"))
    tools = [made.tool("order-tool", tool)]
    made.update(root_agent=made.agent("Support", tools=tools))
    return talk(client(server, "grpc", "v1", "SessionService"), made.name)


def python(code: str, **fields: Any) -> dict[str, Any]:
    return {"python_function": {"python_code": REAL}, **fake(code, **fields)}


def responses(outputs: list[Any]) -> list[dict[str, Any]]:
    """What tools gave in a turn."""
    messages = outputs[-1].diagnostic_info.messages
    chunks = [chunk for message in messages for chunk in message.chunks]
    return [dict(one.tool_response.response) for one in chunks if "tool_response" in one]


GENERAL = """
def fake_tool_call(tool: Tool, input: dict, callback_context: CallbackContext):
    callback_context.set_variable("faked", tool.name)
    return {"state": "fake", "order": input["order_number"]}
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (GENERAL, {"state": "fake", "order": "TL123456"}),
        (
            GENERAL + "\ndef fake_order_tool(tool, input, callback_context):\n    return 'own'\n",
            {"result": "own"},
        ),
        ("def fake_tool_call(tool, input, callback_context):\n    return None\n", "real"),
        ("def other():\n    return None\n", "real"),
        ("def fake_tool_call(tool, input, callback_context):\n    return 1 / 0\n", "error"),
    ],
    ids=["all", "one", "left to the tool", "none", "broken"],
)
def test_a_fake_takes_the_place_of_a_tool(server: Server, code: str, expected: Any) -> None:
    session = agent_with(server, python(code))
    (found,) = responses(session.say(ASKED, use_tool_fakes=True))
    if expected == "error":
        assert found["error"].startswith("ZeroDivisionError")
    else:
        assert found == ({"state": "real"} if expected == "real" else expected)


def test_tools_are_faked_only_if_both_sides_say_so(server: Server) -> None:
    (found,) = responses(agent_with(server, python(GENERAL)).say(ASKED))
    assert found == {"state": "real"}
    session = agent_with(server, python(GENERAL, enabled=False))
    (found,) = responses(session.say(ASKED, use_tool_fakes=True))
    assert found == {"state": "real"}


def test_a_function_of_the_client_is_faked_without_it(server: Server) -> None:
    session = agent_with(server, {**lookup_order(), **fake(GENERAL)})
    outputs = session.say(ASKED, use_tool_fakes=True)
    assert responses(outputs) == [{"state": "fake", "order": "TL123456"}]
    assert not any(one.tool_calls.tool_calls for one in outputs)
    assert any(one.tool_calls.tool_calls for one in session.say(ASKED))

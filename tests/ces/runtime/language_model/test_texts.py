"""What a model writes beside the replies of agents."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ces.runtime.language_model.conftest import calls
from tests.ces.runtime.parts import run
from tests.ces.talking import Builder, texts
from tests.chat_server import ChatServer


@pytest.mark.parametrize(
    ("written", "expected"),
    [("We do not talk of that here.", "We do not talk of that here."), ("", "Not that.")],
)
def test_a_generative_answer(
    sessions: Any, app: Builder, model: ChatServer, written: str, expected: str
) -> None:
    content = {"banned_contents": ["cars"], "match_type": "SIMPLE_STRING_MATCH"}
    action = {"generative_answer": {"prompt": 'Refuse politely, such as "Not that."'}}
    name = app.guardrail("no-cars", content_filter=content, action=action)
    model.reply = written
    one = run(sessions, app, app.agent("Support", guardrails=[name]))
    assert texts(one.say("Do you like cars?")) == expected
    system, user = model.requests[0]["messages"]
    assert system["content"] == action["generative_answer"]["prompt"]
    assert user["content"] == "Do you like cars?"


@pytest.mark.parametrize("written", ["Here is your order.", ""])
def test_the_text_of_a_widget(sessions: Any, app: Builder, model: ChatServer, written: str) -> None:
    config = {"type_": "LLM_GENERATED", "text_response_instruction": "Name the order."}
    fields = {"name": "card", "description": "Shows an order.", "text_response_config": config}
    root = app.agent("Support", tools=[app.tool("order-card", {"widget_tool": fields})])
    model.replies += [calls(("card", {"number": "TL-7"})), written]
    outputs = run(sessions, app, root).say("Show me TL-7")
    assert texts(outputs) == written
    assert any("payload" in one for one in outputs)
    system, user = model.requests[1]["messages"]
    assert "Name the order." in system["content"]
    assert "TL-7" in user["content"]

"""Sessions outlive the process."""

from __future__ import annotations

from pathlib import Path

from tests.ces.conftest import client
from tests.ces.talking import Builder, Talk, lookup_order, talk, texts
from tests.processes import running


def test_a_session_goes_on_after_the_process_was_killed(tmp_path: Path) -> None:
    with running(tmp_path, "--no-seed") as first:
        made = Builder(client(first, "grpc", "v1"))
        tools = [made.tool("order-tool", lookup_order())]
        made.update(root_agent=made.agent("Support", tools=tools))
        before = talk(client(first, "grpc", "v1", "SessionService"), made.name)
        (asked,) = before.say("Where is my order TL-1042?")
        first.process.kill()

    with running(tmp_path, "--no-seed") as second:
        after = Talk(client(second, "grpc", "v1", "SessionService"), before.session)
        result = {"id": asked.tool_calls.tool_calls[0].id, "response": {"output": "It is here."}}
        outputs = after.send({"tool_responses": {"tool_responses": [result]}})
        assert texts(outputs) == "It is here."
        name = before.session.replace("/sessions/", "/conversations/")
        kept = client(second, "grpc", "v1").get_conversation(name=name)
        assert kept.turn_count == 2
        assert kept.turns[0].messages[0].chunks[0].text == "Where is my order TL-1042?"

"""What holds for any turn: its app, its version, its end, and others at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from google.api_core import exceptions

from tests.ces.conftest import LOCATION
from tests.ces.runtime.parts import ORDER_CODE, code, run
from tests.ces.talking import Builder, search_docs, talk, texts
from tests.conftest import Server


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


@pytest.mark.parametrize(
    ("shares", "reason"),
    [([101], r"101 is not within \[0, 100\]"), ([60, 50], "more than 100 together")],
)
def test_shares_of_the_traffic_that_are_none(app: Builder, shares: list[int], reason: str) -> None:
    allocations = [{"traffic_percentage": share} for share in shares]
    release = {"version_release": {"traffic_allocations": allocations}}
    deployment = {"display_name": "D", "channel_profile": {}, "experiment_config": release}
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        app.agents.create_deployment(request={"parent": app.name, "deployment": deployment})


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


def test_agents_of_another_app_do_not_enter(sessions: Any, app: Builder, agents: Any) -> None:
    other = Builder(agents).agent("Other")
    one = run(sessions, app, app.agent("Support"))
    log = next(iter(app.agents.list_changelogs(parent=app.name))).name
    tool = app.tool("some-tool", search_docs())
    for name in (other, log, tool, "Support"):
        with pytest.raises(exceptions.InvalidArgument, match=r"config\.entry_agent"):
            one.say("Hi", entry_agent=name)


def test_an_app_without_agents_cannot_run(sessions: Any, app: Builder) -> None:
    with pytest.raises(
        exceptions.FailedPrecondition, match=r"App root agent \(\) not found"
    ) as refusal:
        talk(sessions, app.name).say("Hi")
    assert "name it as the rootAgent of the app" in str(refusal.value)


def test_tools_are_tried_in_the_order_of_the_instruction(sessions: Any, app: Builder) -> None:
    """An import has them sorted by name."""
    tools = []
    for name in ("look_up_line", "find_expert"):
        text = f"def {name}() -> str:\n    return '{name}'\n"
        tools.append(app.tool(name, {"python_function": {"python_code": text}}))
    says = "If the wifi is slow, call {@TOOL: look_up_line}, then {@TOOL: find_expert}."
    for number, order in enumerate((tools, tools[::-1])):
        root = app.agent(f"support-{number}", tools=order, instruction=says)
        assert texts(run(sessions, app, root).say("My wifi is slow")) == "look_up_line"


def test_short_spellings_are_read_and_kept_as_they_were_written(
    sessions: Any, app: Builder
) -> None:
    text = "def cancel_order(number: str) -> str:\n    return f'Cancelled {number}.'\n"
    tool = app.tool("cancel-order", {"python_function": {"python_code": text}})
    outputs = run(sessions, app, app.agent("Support", tools=[tool])).say("can u cancel number A-7")
    assert texts(outputs) == "Cancelled A-7."
    said = outputs[-1].diagnostic_info.messages[0].chunks[0].text
    assert said == "can u cancel number A-7"


@pytest.mark.parametrize("dropped", ["Forget it", "ok, never mind"])
def test_who_abandons_what_waits_is_not_asked_again(
    sessions: Any, app: Builder, dropped: str
) -> None:
    text = "def cancel_order(number: str) -> str:\n    return f'Cancelled {number}.'\n"
    tool = app.tool("cancel-order", {"python_function": {"python_code": text}})
    said = "Ask the user to confirm and call {@TOOL: cancel_order}."
    one = run(sessions, app, app.agent("Support", tools=[tool], instruction=said))
    assert "confirm" in texts(one.say("Cancel order A-7"))
    assert texts(one.say(dropped)) == "Is there anything else?"
    assert "Cancelled" not in texts(one.say("Yes"))


@pytest.mark.parametrize("is_client_s", [False, True])
def test_what_is_asked_beside_a_yes_is_answered_when_that_is_done(
    sessions: Any, app: Builder, is_client_s: bool
) -> None:
    book = (
        'def book_visit() -> dict:\n    """Books a visit."""\n    return {"message": "Booked."}\n'
    )
    own = {"python_function": {"python_code": book}}
    asked = {"client_function": {"name": "book_visit", "description": "Books a visit."}}
    status = {"python_function": {"python_code": ORDER_CODE}}
    tools = [
        app.tool("visit-tool", asked if is_client_s else own),
        app.tool("order-tool", status),
    ]
    said = "Call {@TOOL: book_visit} when they confirm it."
    one = run(sessions, app, app.agent("Support", tools=tools, instruction=said))
    assert "?" in texts(one.say("Book a visit"))
    outputs = one.say("Yes, and where is order TL-7?")
    if is_client_s:
        (call,) = outputs[-1].tool_calls.tool_calls
        result = {"id": call.id, "response": {"message": "Booked."}}
        outputs = one.send({"tool_responses": {"tool_responses": [result]}})
    assert texts(outputs) == "Booked.\nOrder TL-7 has left."

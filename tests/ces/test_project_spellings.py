"""Names have the project as the call has it, which Terraform's provider compares with its own."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.cloud import ces_v1
from google.longrunning import operations_pb2

from emulator.ces.references import FIELDS
from emulator.surface.names import project_number
from emulator.surface.registry import surface
from emulator.transports.project_spelling import NAMES, ProjectSpelling
from tests.ces.conftest import call, client, function, make_tool
from tests.conftest import DEMO, Server


@pytest.fixture(params=["id", "number"])
def spelled(request: pytest.FixtureRequest, app: str, http: httpx.Client) -> str:
    """The app's name, with the id of its project or with its number."""
    if request.param == "id":
        return app
    location = app.partition("/apps/")[0].replace("/us", "/global")
    stores = http.get(f"/v1/{location}/collections/default_collection/dataStores").json()
    number = stores["dataStores"][0]["name"].split("/")[1]
    assert number.isdigit()
    return app.replace("projects/demo/", f"projects/{number}/")


def test_what_a_resource_names_comes_back_as_it_was_sent(agents: Any, spelled: str) -> None:
    tool = make_tool(agents, spelled, "lookup")
    assert tool.name == f"{spelled}/tools/lookup"
    child = f"{spelled}/agents/child"
    always = {"expression_condition": {"expression": "true"}}
    rule = {"child_agent": child, "direction": "PARENT_TO_CHILD", "deterministic_transfer": always}
    agent = {
        "display_name": "Root",
        "tools": [tool.name],
        "child_agents": [child],
        "transfer_rules": [rule],
    }
    below = {"display_name": "Child"}
    agents.create_agent(request={"parent": spelled, "agent_id": "child", "agent": below})
    request = {"parent": spelled, "agent_id": "root-1", "agent": agent}
    made = agents.create_agent(request=request)
    assert made == agents.get_agent(name=made.name)
    assert made in list(agents.list_agents(parent=spelled))
    assert (made.name, list(made.tools)) == (f"{spelled}/agents/root-1", [tool.name])
    assert list(made.child_agents) == [made.transfer_rules[0].child_agent] == [child]


def test_lists_are_filtered_by_names_as_they_are_shown(agents: Any, spelled: str) -> None:
    tool = make_tool(agents, spelled, "lookup")
    make_tool(agents, spelled, "refund")
    for asked in (f'name = "{tool.name}"', f'name : "{spelled}/tools/look"', 'name : "lookup"'):
        found = agents.list_tools(request={"parent": spelled, "filter": asked})
        assert list(found) == [tool]
    for field in ("resource", "resource_name"):
        asked = f'{field} = "{tool.name}"'
        (change,) = agents.list_changelogs(request={"parent": spelled, "filter": asked})
        assert change.resource == tool.name
        asked = f'name = "{change.name}"'
        assert list(agents.list_changelogs(request={"parent": spelled, "filter": asked})) == [
            change
        ]


def test_an_operation_tells_of_what_was_named(agents: Any, spelled: str) -> None:
    operation = agents.export_app(request={"name": spelled, "export_format": "JSON"}).operation
    assert operation.name.startswith(f"{spelled.partition('/apps/')[0]}/operations/")
    assert agents.get_operation({"name": operation.name}).name == operation.name
    version = agents.create_app_version(
        request={"parent": spelled, "app_version": {"display_name": "1"}}
    )
    assert version.snapshot.app.name == spelled


def test_a_root_agent_is_set_and_taken_away_as_terraform_does(
    http: httpx.Client, agents_v1: Any, spelled: str
) -> None:
    root = agents_v1.create_agent(parent=spelled, agent={"display_name": "Root"}).name
    mask = {"updateMask": "rootAgent", "alt": "json"}
    http.patch(f"/v1/{spelled}", params=mask, json={"rootAgent": root}).raise_for_status()
    assert http.get(f"/v1/{spelled}").json()["rootAgent"] == root
    http.patch(f"/v1/{spelled}", params=mask, json={"rootAgent": None}).raise_for_status()
    assert "rootAgent" not in http.get(f"/v1/{spelled}").json()


def test_an_error_has_the_name_as_it_was_sent(agents: Any, spelled: str) -> None:
    with pytest.raises(exceptions.NotFound, match=f"Agent {spelled}/agents/nobody not found"):
        agents.get_agent(name=f"{spelled}/agents/nobody")
    with pytest.raises(exceptions.BadRequest, match=f"not found: {spelled}/agents/nobody"):
        agents.update_app(
            app={"name": spelled, "root_agent": f"{spelled}/agents/nobody"},
            update_mask={"paths": ["root_agent"]},
        )


def test_what_could_not_be_deleted_is_told_with_the_name_as_it_was_sent(
    agents: Any, spelled: str
) -> None:
    missing = f"{spelled}/conversations/missing"
    request = {"parent": spelled, "conversations": [missing]}
    done = agents.batch_delete_conversations(request=request).result()
    assert list(done.failed_conversations) == [missing]
    assert list(done.error_messages) == [f"Conversation {missing} not found."]


def test_a_failed_operation_tells_the_name_as_it_was_sent() -> None:
    said = "App projects/{}/locations/us/apps/support not found."
    spelling = ProjectSpelling(
        surface.method_by_path["/google.longrunning.Operations/GetOperation"]
    )
    spelling.see(operations_pb2.GetOperationRequest(name="projects/p/locations/us/operations/o"))
    failed = operations_pb2.Operation()
    failed.error.message = said.format(project_number("p"))
    assert spelling.answer(failed).error.message == said.format("p")


def test_a_project_is_named_as_it_is_whatever_its_letters(http: httpx.Client) -> None:
    name = "projects/a%5C1.b/locations/us/apps/nobody"
    error = http.get(f"/v1/{name}").json()["error"]
    assert error["message"] == f"App {name.replace('%5C', chr(92))} not found."


def test_tools_over_mcp_name_the_project_as_the_arguments_do(
    http: httpx.Client, agents_v1: Any, spelled: str
) -> None:
    make_tool(agents_v1, spelled, "lookup")
    listed = call(http, "list_tools", {"parent": spelled})["structuredContent"]["tools"]
    assert [one["name"] for one in listed] == [f"{spelled}/tools/lookup"]


def test_a_session_names_tools_and_agents_as_it_is_named(
    server: Server, agents_v1: Any, spelled: str
) -> None:
    tool = make_tool(agents_v1, spelled, "lookup_order", function("lookup_order"))
    agent = {
        "display_name": "Root",
        "instruction": "Always call {@TOOL: lookup_order}.",
        "tools": [tool.name],
    }
    root = agents_v1.create_agent(parent=spelled, agent=agent).name
    agents_v1.update_app(
        app={"name": spelled, "root_agent": root}, update_mask={"paths": ["root_agent"]}
    )
    sessions = client(server, "grpc", "v1", "SessionService")
    config = {"session": f"{spelled}/sessions/first-session"}
    said = {"config": config, "inputs": [{"text": "Look up my order."}]}
    ran = sessions.run_session(request=said)
    assert ran.outputs[-1].tool_calls.tool_calls[0].tool == tool.name
    config = {"session": f"{spelled}/sessions/second-session"}
    messages = [{"config": config}, {"realtime_input": {"text": "Look up my order."}}]
    parts = sessions.bidi_run_session(iter(map(ces_v1.BidiSessionClientMessage, messages)))
    calls = [one.tool for part in parts for one in part.session_output.tool_calls.tool_calls]
    assert calls == [tool.name]
    talk = agents_v1.get_conversation(name=f"{spelled}/conversations/first-session")
    assert talk.entry_agent == root


def with_number(name: str) -> str:
    return name.replace("projects/demo/", "projects/496268734596/")


@pytest.mark.parametrize("before", ["", "See "])
def test_what_users_write_is_left_as_it_is(agents_v1: Any, app: str, before: str) -> None:
    text = f"{before}{with_number(app)}/tools/x"
    agent = {"display_name": "A", "description": text, "instruction": text}
    made = agents_v1.create_agent(parent=app, agent=agent)
    assert (made.description, made.instruction) == (text, text)


def test_what_tools_answer_is_left_as_it_is(agents_v1: Any, tools_v1: Any, app: str) -> None:
    code = "def say(name: str) -> dict:\n    return {'name': name, 'tools': [name]}\n"
    tool = make_tool(
        agents_v1, app, "say-it", {"python_function": {"name": "say", "python_code": code}}
    )
    said = f"{with_number(app)}/tools/x"
    asked = {"parent": app, "tool": tool.name, "args": {"name": said}}
    answered = tools_v1.execute_tool(request=asked)
    assert answered.tool == tool.name
    assert dict(answered.response) == {"name": said, "tools": [said]}


def test_data_stores_are_named_as_they_were_sent(agents: Any, app: str) -> None:
    store = with_number(f"{DEMO}/dataStores/demo-docs")
    source = {"data_store_source": {"data_store": {"name": store}}}
    tool = make_tool(agents, app, "search", {"data_store_tool": {"name": "search", **source}})
    assert tool.data_store_tool.data_store_source.data_store.name == store


def test_a_changelog_shows_resources_as_they_are_named(agents: Any, spelled: str) -> None:
    tool = make_tool(agents, spelled, "lookup")
    text = f"{with_number(spelled)}/tools/x"
    agent = {"display_name": "A", "description": text, "tools": [tool.name]}
    made = agents.create_agent(request={"parent": spelled, "agent": agent})
    last = list(agents.list_changelogs(parent=spelled))[-1]
    assert last.resource == last.new_resource["name"] == made.name
    assert list(last.new_resource["tools"]) == [tool.name]
    assert last.new_resource["description"] == text


def test_what_is_of_discovery_engine_keeps_the_number(http: httpx.Client) -> None:
    """Operations and locations of both have the same names."""
    event = {"eventType": "view-item-list", "userPseudoId": "ann"}
    body = {
        "inlineSource": {"userEvents": [{**event, "dataStore": f"{DEMO}/dataStores/demo-docs"}]}
    }
    made = http.post("/v1/projects/demo/locations/global/userEvents:import", json=body).json()
    name = made["name"]
    assert name.startswith("projects/496268734596/locations/global/operations/")
    asked = name.replace("496268734596", "demo")
    assert http.get(f"/v1/{asked}").json()["name"] == name
    shown = http.get("/v1/projects/demo/locations/global/operations").json()["operations"]
    assert name in [one["name"] for one in shown]
    http.delete(f"/v1/{asked}").raise_for_status()


def test_every_reference_is_a_name() -> None:
    assert {field for _, field in FIELDS} <= NAMES

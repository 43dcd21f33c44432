"""Tools of apps, and `list_tools` to the letter of its reference."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.ces.conftest import call, function, make_tool
from tests.conftest import DEMO_ENGINE

SYSTEM = ["customize_response", "end_session", "transfer_to_agent"]


def listed(agents: Any, app: str, **fields: Any) -> list[str]:
    found = agents.list_tools(request={"parent": app, **fields})
    return [tool.display_name for tool in found]


@pytest.fixture
def three(agents_v1: Any, app: str) -> list[str]:
    for tool_id in ("tool-b", "tool-c", "tool-a"):
        make_tool(agents_v1, app, tool_id)
    return ["tool-b", "tool-c", "tool-a"]


def test_a_tool_is_kept(agents: Any, app: str) -> None:
    made = make_tool(agents, app, "lookup", function("look_up", execution_type="ASYNCHRONOUS"))
    assert made.name == f"{app}/tools/lookup"
    assert made.display_name == "look_up"
    assert made.execution_type.name == "ASYNCHRONOUS"
    assert made.create_time == made.update_time
    assert made.etag
    assert agents.get_tool(name=made.name) == made


def test_tools_are_listed_as_they_were_made(agents: Any, app: str, three: list[str]) -> None:
    assert listed(agents, app) == three
    assert listed(agents, app, order_by="name") == sorted(three)
    assert listed(agents, app, order_by="create_time desc") == three[::-1]


def test_system_tools_are_listed_if_they_are_asked_for(
    agents: Any, app: str, three: list[str]
) -> None:
    asked = "include_system_tools=true"
    assert listed(agents, app, filter=asked) == [*SYSTEM, *three]
    assert listed(agents, app, filter=f'{asked} AND display_name="tool-a"') == ["tool-a"]
    assert listed(agents, app, filter="include_system_tools=false") == three
    assert listed(agents, app, filter="NOT include_system_tools=true") == three
    tool = agents.get_tool(name=f"{app}/tools/end_session")
    assert tool.system_tool.name == tool.display_name == "end_session"


def test_only_lists_of_tools_know_the_systems_own(agents_v1: Any, app: str) -> None:
    request = {"parent": app, "filter": "include_system_tools=true"}
    with pytest.raises(exceptions.InvalidArgument, match="cannot filter by"):
        agents_v1.list_agents(request=request)


def test_a_filter_by_what_tools_do_not_have_is_refused(
    agents_v1: Any, app: str, three: list[str]
) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="cannot filter by 'description'"):
        listed(agents_v1, app, filter='description:"Does"')


@pytest.mark.parametrize("order", ["", "create_time desc", "name"])
def test_no_tool_is_missed_when_those_before_it_are_deleted(
    agents_v1: Any, app: str, three: list[str], order: str
) -> None:
    switch = {"filter": "include_system_tools=true"}
    for one in agents_v1.list_tools({"parent": app, "page_size": 1, "order_by": order, **switch}):
        if not one.system_tool:
            agents_v1.delete_tool(name=one.name)
    assert not list(agents_v1.list_tools(parent=app))


def test_pages(agents: Any, app: str, three: list[str]) -> None:
    request = {"parent": app, "page_size": 2, "filter": "include_system_tools=true"}
    pages = list(agents.list_tools(request=request).pages)
    assert [len(page.tools) for page in pages] == [2, 2, 2]
    assert [bool(page.next_page_token) for page in pages] == [True, True, False]
    token = pages[0].next_page_token
    with pytest.raises(exceptions.BadRequest, match="page_token"):
        agents.list_tools(request={"parent": app, "page_token": token, "order_by": "name"})


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"order_by": "display_name"}, "order_by"),
        ({"filter": "colour=1"}, "filter"),
        ({"filter": "name="}, "filter"),
        ({"page_size": -1}, "page_size"),
    ],
)
def test_lists_that_are_refused(agents: Any, app: str, fields: dict, reason: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        listed(agents, app, **fields)


def test_an_app_that_is_not_there(agents: Any, app: str) -> None:
    with pytest.raises(exceptions.NotFound, match="App"):
        listed(agents, f"{app}x")


def test_every_type_derives_its_name(agents: Any, app: str) -> None:
    code = '"""Such as\ndef other().\n"""\ndef get_price(item: str) -> dict:\n    return {}\n'
    schema = "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      operationId: listPets\n"
    kinds = {
        "get_price": {"python_function": {"python_code": code}},
        "listPets": {"open_api_tool": {"open_api_schema": schema}},
        "docs": {"data_store_tool": {"name": "docs", "engine_source": {"engine": DEMO_ENGINE}}},
        "web": {"google_search_tool": {"name": "web"}},
        "files": {"file_search_tool": {"name": "files"}},
        "card": {"widget_tool": {"name": "card"}},
    }
    for number, (name, tool) in enumerate(kinds.items()):
        assert make_tool(agents, app, f"tool-{number}", tool).display_name == name


BAD = [
    ({}, "tool_type"),
    ({"mcp_tool": {"name": "x", "server_address": "x"}}, "cannot be created"),
    ({"system_tool": {"name": "end_session"}}, "cannot be created"),
    ({"client_function": {"description": "x"}}, "client_function.name"),
    ({"python_function": {"name": "x"}}, "python_code"),
    ({"python_function": {"python_code": "x = 1"}}, "does not define a function"),
    ({"python_function": {"name": "g", "python_code": "def f(): pass"}}, "no function 'g'"),
    ({"remote_agent_tool": {"name": "r", "description": "?"}}, "remote_agent_tool.agent_card"),
    ({"connector_tool": {"name": "c", "connection": "x"}}, "connector_tool.action"),
    ({"connector_tool": {"name": "c", "connection": "x", "action": {}}}, "action_spec"),
    (
        {
            "connector_tool": {
                "connection": "x",
                "action": {"connection_action_id": "y"},
                "auth_config": {"oauth2_auth_code_config": {"oauth_token": "secret"}},
            }
        },
        r"oauth_token': it must have the form \$context.variables",
    ),
    (
        {
            "connector_tool": {
                "connection": "x",
                "action": {"connection_action_id": "y"},
                "auth_config": {"oauth2_jwt_bearer_config": {}},
            }
        },
        "oauth2_jwt_bearer_config.issuer",
    ),
    ({"google_search_tool": {"name": "x", "context_urls": ["u"] * 21}}, "at most 20"),
    ({"client_function": {"name": "x", "parameters": {"description": "x"}}}, "parameters.type"),
    ({"client_function": {"name": "x", "parameters": {"ref": "#/a"}}}, "begin with #/defs/"),
    (function("x", tool_fake_config={"code_block": {}}), "python_code"),
]


@pytest.mark.parametrize(("tool", "reason"), BAD)
def test_a_tool_that_is_wrong(agents_v1: Any, app: str, tool: dict, reason: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        make_tool(agents_v1, app, "wrong", tool)


@pytest.mark.parametrize("tool_id", ["root", "x", "-tool", "x" * 37, "tööls"])
def test_ids(agents_v1: Any, app: str, tool_id: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="tool_id"):
        make_tool(agents_v1, app, tool_id, function("x"))


def test_a_tool_without_an_id_gets_one(agents_v1: Any, app: str) -> None:
    made = agents_v1.create_tool(parent=app, tool=function("x"))
    assert len(made.name.rpartition("/")[2]) == 36


def test_ids_and_names_are_taken_once(agents: Any, app: str) -> None:
    make_tool(agents, app, "first", function("same"))
    for tool_id, name in (("first", "other"), ("second", "same")):
        with pytest.raises(exceptions.Conflict):
            make_tool(agents, app, tool_id, function(name))


@pytest.mark.parametrize("tool_id", ["end_session", "customize_response", "transfer_to_agent"])
def test_ids_of_the_systems_tools_are_taken(agents: Any, app: str, tool_id: str) -> None:
    with pytest.raises(exceptions.Conflict, match=f"tools/{tool_id} already exists"):
        make_tool(agents, app, tool_id, function("other"))
    assert agents.get_tool(name=f"{app}/tools/{tool_id}").display_name == tool_id
    assert not list(agents.list_tools(parent=app))


def test_two_types_are_refused(http: httpx.Client, app: str) -> None:
    body = {"clientFunction": {"name": "a"}, "widgetTool": {"name": "b"}}
    answer = http.post(f"/v1/{app}/tools?toolId=tools", json=body)
    assert answer.status_code == 400
    assert "oneof" in answer.json()["error"]["message"]


def test_an_update_needs_the_latest_etag(agents: Any, app: str) -> None:
    made = make_tool(agents, app, "lookup")
    change = function("other", name=made.name, etag=made.etag)
    changed = agents.update_tool(tool=change)
    assert changed.display_name == "other"
    assert changed.etag != made.etag
    with pytest.raises(exceptions.Conflict, match="etag"):
        agents.update_tool(tool=change)
    with pytest.raises(exceptions.Conflict, match="etag"):
        agents.delete_tool(request={"name": made.name, "etag": made.etag})
    agents.delete_tool(request={"name": made.name, "etag": changed.etag})


def test_the_type_of_a_tool_stays(agents_v1: Any, app: str) -> None:
    made = make_tool(agents_v1, app, "lookup")
    with pytest.raises(exceptions.InvalidArgument, match="type of a tool"):
        agents_v1.update_tool(tool={"name": made.name, "widget_tool": {"name": "x"}})


def test_a_masked_update_changes_what_it_names(agents: Any, app: str) -> None:
    made = make_tool(agents, app, "lookup")
    changed = agents.update_tool(
        tool={"name": made.name, "client_function": {"name": "n", "description": "New."}},
        update_mask={"paths": ["client_function.description"]},
    )
    assert (changed.display_name, changed.client_function.description) == ("lookup", "New.")


def test_system_tools_stay_as_they_are(agents_v1: Any, app: str) -> None:
    name = f"{app}/tools/end_session"
    with pytest.raises(exceptions.FailedPrecondition):
        agents_v1.delete_tool(name=name)
    with pytest.raises(exceptions.FailedPrecondition):
        agents_v1.update_tool(tool=function("x", name=name))


@pytest.mark.parametrize("path", ["/ces/mcp", "/mcp"])
def test_list_tools_over_mcp(http: httpx.Client, app: str, three: list[str], path: str) -> None:
    arguments = {"parent": app, "filter": "include_system_tools=true", "orderBy": "name"}
    result = call(http, "list_tools", arguments, path)
    assert not result.get("isError")
    names = [tool["displayName"] for tool in result["structuredContent"]["tools"]]
    assert names == sorted([*SYSTEM, *three])
    failed = call(http, "list_tools", {"parent": f"{app}x"}, path)
    assert failed["isError"]


def test_an_app_is_built_over_mcp(http: httpx.Client, app: str) -> None:
    tool = call(
        http,
        "create_tool",
        {"parent": app, "toolId": "lookup", "tool": {"clientFunction": {"name": "look_up"}}},
    )["structuredContent"]
    agent = {"displayName": "Helper", "tools": [tool["name"]]}
    made = call(http, "create_agent", {"parent": app, "agent": agent})["structuredContent"]
    found = call(http, "get_agent", {"name": made["name"]})["structuredContent"]
    assert found["tools"] == [tool["name"]]
    logs = call(http, "list_changelogs", {"parent": app})["structuredContent"]["changelogs"]
    assert [log["resourceType"] for log in logs] == ["App", "Tool", "Agent"]
    operation = call(
        http, "create_app", {"parent": app.partition("/apps/")[0], "app": {"displayName": "X"}}
    )["structuredContent"]
    assert operation["done"]
    again = call(http, "get_operation", {"name": operation["name"]})["structuredContent"]
    assert again["response"]["displayName"] == "X"
    call(http, "delete_app", {"name": again["response"]["name"]})


def test_pages_in_every_order(agents_v1: Any, app: str, three: list[str]) -> None:
    def paged(**fields: Any) -> list[str]:
        return listed(agents_v1, app, page_size=1, **fields)

    system = "include_system_tools=true"
    assert paged() == three
    assert paged(order_by="name desc") == sorted(three, reverse=True)
    assert paged(order_by="name", filter=system) == sorted([*SYSTEM, *three])
    assert paged(order_by="create_time desc", filter=system) == [*three[::-1], *SYSTEM]
    assert paged(filter="NOT display_name='tool-c'") == ["tool-b", "tool-a"]

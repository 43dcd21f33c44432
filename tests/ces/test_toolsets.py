"""Tools of APIs and MCP servers, listed and executed through Google's client library."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from google.api_core import exceptions

from emulator.surface.names import project_number
from tests.ces.conftest import make_tool
from tests.ces.servers import ORDERS, mcp_server, orders


@pytest.fixture(scope="module")
def api() -> Iterator[str]:
    with orders() as address:
        yield address


@pytest.fixture(scope="module", params=[True, False], ids=["json", "events"])
def weather(request: pytest.FixtureRequest) -> Iterator[str]:
    with mcp_server(json_response=request.param) as address:
        yield address


def make_toolset(agents: Any, app: str, **toolset: Any) -> Any:
    body = {"display_name": "Shop", **toolset}
    request = {"parent": app, "toolset_id": "toolset", "toolset": body}
    return agents.create_toolset(request=request)


def of_api(address: str, **fields: Any) -> dict[str, Any]:
    return {"open_api_toolset": {"open_api_schema": ORDERS.replace("ADDRESS", address), **fields}}


@pytest.fixture
def shop(agents_v1: Any, app: str, api: str) -> Any:
    return make_toolset(agents_v1, app, **of_api(api))


def execute(service: Any, toolset: Any, tool_id: str, args: dict, **fields: Any) -> Any:
    named = {"toolset": toolset.name, "tool_id": tool_id}
    parent = toolset.name.partition("/toolsets/")[0]
    request = {"parent": parent, "toolset_tool": named, "args": args, **fields}
    return service.execute_tool(request=request)


def test_operations_are_tools(tool_service: Any, shop: Any) -> None:
    tools = tool_service.retrieve_tools(request={"toolset": shop.name}).tools
    assert [tool.name for tool in tools] == [
        f"{shop.name}/tools/{name}" for name in ("getOrder", "createOrder", "breakDown")
    ]
    assert tools[0].display_name == "Shop_getOrder"
    assert tools[0].open_api_tool.description == "Finds an order."
    assert "createOrder" not in tools[0].open_api_tool.open_api_schema
    request = {"toolset": shop.name, "tool_ids": ["createOrder"]}
    found = tool_service.retrieve_tools(request=request).tools
    assert [tool.open_api_tool.name for tool in found] == ["createOrder"]
    with pytest.raises(exceptions.NotFound, match="none"):
        tool_service.retrieve_tools(request={"toolset": shop.name, "tool_ids": ["none"]})


def test_an_operation_is_called(tool_service: Any, shop: Any) -> None:
    args = {"order_id": "a b/1", "fields": ["x", "y"]}
    answer = execute(tool_service, shop, "getOrder", args, variables={"token": "T"})
    assert answer.toolset_tool.tool_id == "getOrder"
    assert answer.response["path"] == "/orders/a%20b%2F1"
    assert list(answer.response["query"]["fields"]) == ["x", "y"]
    assert answer.response["session"] == "T"


def test_ids_may_have_slashes(tools_v1: Any, agents_v1: Any, app: str) -> None:
    paths = {f"/{one}": {"get": {"operationId": f"{one}/list"}} for one in ("orders", "bills")}
    schema = json.dumps({"openapi": "3.0.0", "paths": paths})
    toolset = make_toolset(agents_v1, app, open_api_toolset={"open_api_schema": schema})
    request = {"toolset": toolset.name, "tool_ids": ["bills/list"]}
    (tool,) = tools_v1.retrieve_tools(request=request).tools
    assert tool.name == f"{toolset.name}/tools/bills/list"
    assert len(tools_v1.retrieve_tools(request={"toolset": toolset.name}).tools) == 2


def test_an_operation_takes_its_body_as_arguments(tools_v1: Any, shop: Any) -> None:
    answer = execute(tools_v1, shop, "createOrder", {"item": "tea", "count": 2})
    assert dict(answer.response["body"]) == {"item": "tea", "count": 2}


@pytest.mark.parametrize(
    ("tool_id", "args", "error"),
    [
        ("getOrder", {}, "'order_id' is missing"),
        ("getOrder", {"order_id": "1", "x": 1}, "no argument 'x'"),
        ("breakDown", {}, "The server answered 500"),
    ],
)
def test_a_call_that_fails(tools_v1: Any, shop: Any, tool_id: str, args: dict, error: str) -> None:
    assert error in execute(tools_v1, shop, tool_id, args).response["error"]


def test_the_schema_of_an_operation(tools_v1: Any, app: str, shop: Any) -> None:
    def schema(tool_id: str) -> Any:
        named = {"toolset": shop.name, "tool_id": tool_id}
        return tools_v1.retrieve_tool_schema(request={"parent": app, "toolset_tool": named})

    found = schema("getOrder")
    assert {name: one.type_.name for name, one in found.input_schema.properties.items()} == {
        "order_id": "STRING",
        "fields": "ARRAY",
    }
    assert list(found.input_schema.required) == ["order_id"]
    assert found.output_schema.ref == "#/defs/Order"
    parts = found.output_schema.defs["Order"].properties["parts"]
    assert parts.items.ref == "#/defs/Order"
    body = schema("createOrder").input_schema
    assert body.properties["item"].description == "What to send."
    assert list(body.required) == ["item"]


def test_one_tool_of_a_toolset_is_named(tools_v1: Any, shop: Any) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="3 tools"):
        execute(tools_v1, shop, "", {})


def test_a_tool_of_an_api(tools_v1: Any, agents_v1: Any, app: str, api: str) -> None:
    schema = ORDERS.replace("ADDRESS", api)
    token = {"bearer_token_config": {"token": "$context.variables.token"}}
    config = {"open_api_schema": schema, "api_authentication": token, "ignore_unknown_fields": True}
    tool = make_tool(agents_v1, app, "orders", {"open_api_tool": config})
    assert tool.display_name == "getOrder"
    request = {"parent": app, "tool": tool.name, "args": {"order_id": "1"}}
    answer = tools_v1.execute_tool(request={**request, "variables": {"token": "T"}})
    assert dict(answer.response) == {"path": "/orders/1"}


def test_tokens_are_sent_to_the_server(tools_v1: Any, agents_v1: Any, app: str, api: str) -> None:
    token = {"bearer_token_config": {"token": "$context.variables.token"}}
    shop = make_toolset(agents_v1, app, **of_api(api, api_authentication=token))
    answer = execute(tools_v1, shop, "createOrder", {"item": "x"}, variables={"token": "T"})
    assert answer.response["authorization"] == "Bearer T"
    assert answer.toolset_tool.toolset == shop.name
    unset = execute(tools_v1, shop, "createOrder", {"item": "x"})
    assert unset.response["authorization"] is None


def test_a_path_without_its_variable_is_not_called(tools_v1: Any, agents_v1: Any, app: str) -> None:
    variable = {"x-ces-session-context": "$context.variables.token"}
    parameter = {"name": "id", "in": "path", "schema": {"type": "string"}, **variable}
    paths = {"/orders/{id}": {"get": {"operationId": "getOne", "parameters": [parameter]}}}
    servers = [{"url": "http://127.0.0.1:1"}]
    schema = json.dumps({"openapi": "3.0.0", "servers": servers, "paths": paths})
    toolset = make_toolset(agents_v1, app, open_api_toolset={"open_api_schema": schema})
    answer = execute(tools_v1, toolset, "getOne", {})
    assert answer.response["error"] == "$context.variables.token is missing."


@pytest.mark.parametrize(
    ("what", "put_in"),
    [
        ("project_id", "demo"),
        ("project_number", project_number("demo")),
        ("location", "us"),
        ("app_id", "{app_id}"),
        ("variables.token", "secret"),
        ("turn_index", "0"),
    ],
)
def test_what_is_put_into_a_path(
    tools_v1: Any, agents_v1: Any, app: str, api: str, what: str, put_in: str
) -> None:
    parameter = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    parameter["x-ces-session-context"] = f"$context.{what}"
    paths = {"/orders/{id}": {"get": {"operationId": "getOne", "parameters": [parameter]}}}
    schema = json.dumps({"openapi": "3.0.0", "servers": [{"url": api}], "paths": paths})
    toolset = make_toolset(agents_v1, app, open_api_toolset={"open_api_schema": schema})
    answer = execute(tools_v1, toolset, "getOne", {}, variables={"token": "secret"})
    wanted = put_in.format(app_id=app.rpartition("/")[2])
    assert answer.response["path"] == f"/orders/{wanted}"


PROJECT = {"type": "string", "x-ces-session-context": "$context.project_id"}
UNSET = {"type": "string", "x-ces-session-context": "$context.variables.token"}
TEXT = {"type": "string"}


def of_body(
    address: str,
    schema: dict[str, Any],
    kind: str = "application/json",
    *,
    required: bool = True,
    parameters: Sequence[Any] = (),
) -> dict[str, Any]:
    """A toolset of the operation `send`, which takes such a body."""
    body = {"required": required, "content": {kind: {"schema": schema}}}
    called = {"operationId": "send", "requestBody": body, "parameters": parameters}
    document = {"openapi": "3.0.0", "servers": [{"url": address}], "paths": {"/": {"post": called}}}
    return {"open_api_toolset": {"open_api_schema": json.dumps(document)}}


@pytest.mark.parametrize(
    ("properties", "parameters", "args", "arguments"),
    [
        ({"project": PROJECT, "token": UNSET}, [], {}, []),
        ({"project": PROJECT, "id": TEXT}, [], {"id": "2"}, ["id"]),
        (
            {"project": PROJECT, "id": TEXT},
            [{"name": "id", "in": "query", "schema": TEXT}],
            {"requestBody": {"id": "2"}},
            ["id", "requestBody"],
        ),
    ],
    ids=["alone", "beside arguments", "in a body that is an argument"],
)
def test_what_is_put_into_a_body_is_no_argument(
    tools_v1: Any,
    agents_v1: Any,
    app: str,
    api: str,
    properties: dict[str, Any],
    parameters: list[dict[str, Any]],
    args: dict[str, Any],
    arguments: list[str],
) -> None:
    schema = {"type": "object", "required": ["project"], "properties": properties}
    toolset = make_toolset(agents_v1, app, **of_body(api, schema, parameters=parameters))
    asked = {"parent": app, "toolset_tool": {"toolset": toolset.name, "tool_id": "send"}}
    given = tools_v1.retrieve_tool_schema(request=asked).input_schema
    assert sorted(given.properties) == arguments
    assert "project" not in str(given)
    sent = execute(tools_v1, toolset, "send", args).response["body"]
    assert dict(sent) == {"project": "demo", **args.get("requestBody", args)}


@pytest.mark.parametrize(
    ("schema", "kind", "args", "sent"),
    [
        (
            {"type": "object", "properties": {"a": {}, "b": {}}},
            "form",
            {"a": ["x y", 1]},
            "a=x+y&a=1",
        ),
        (TEXT, "text/plain", {"requestBody": "as it is"}, "as it is"),
        ({"type": "array"}, "application/json", {"requestBody": []}, []),
        ({"type": "object", "properties": {"a": TEXT}}, "application/json", {}, None),
    ],
    ids=["a form", "a text", "an empty list", "nothing"],
)
def test_bodies(
    tools_v1: Any,
    agents_v1: Any,
    app: str,
    api: str,
    schema: dict[str, Any],
    kind: str,
    args: dict[str, Any],
    sent: object,
) -> None:
    """See https://spec.openapis.org/oas/v3.0.4.html#encoding-object for lists in forms."""
    kind = "application/x-www-form-urlencoded" if kind == "form" else kind
    toolset = make_toolset(agents_v1, app, **of_body(api, schema, kind, required=False))
    assert execute(tools_v1, toolset, "send", args).response["body"] == sent


@pytest.mark.parametrize(
    ("kind", "args", "error"),
    [
        ("application/json", {}, "'requestBody' is missing"),
        ("application/xml", {"requestBody": "<a/>"}, "type application/xml are not supported"),
    ],
)
def test_bodies_that_cannot_be_sent(
    tools_v1: Any, agents_v1: Any, app: str, api: str, kind: str, args: dict[str, Any], error: str
) -> None:
    toolset = make_toolset(agents_v1, app, **of_body(api, TEXT, kind))
    assert error in execute(tools_v1, toolset, "send", args).response["error"]


def test_code_calls_tools_of_toolsets(tools_v1: Any, agents_v1: Any, app: str, shop: Any) -> None:
    code = "def f():\n    return tools.Shop_getOrder({'order_id': '7'})['path']\n"
    tool = make_tool(agents_v1, app, "caller", {"python_function": {"python_code": code}})
    answer = tools_v1.execute_tool(request={"parent": app, "tool": tool.name})
    assert dict(answer.response) == {"result": "/orders/7"}


@pytest.mark.parametrize(("tool_id", "path"), [("", "mocked"), ("createOrder", "/orders/7")])
def test_tools_of_toolsets_are_mocked(
    tools_v1: Any, agents_v1: Any, app: str, shop: Any, tool_id: str, path: str
) -> None:
    code = "def f():\n    return tools.Shop_getOrder({'order_id': '7'})['path']\n"
    tool = make_tool(agents_v1, app, "caller", {"python_function": {"python_code": code}})
    mock = {
        "toolset": {"toolset": shop.name, "tool_id": tool_id},
        "expected_args_pattern": {"order_id": "7"},
        "mock_response": {"path": "mocked"},
    }
    mocks = {"mocked_tool_calls": [mock], "unmatched_tool_call_behavior": "PASS_THROUGH"}
    request = {"parent": app, "tool": tool.name, "mock_config": mocks}
    assert dict(tools_v1.execute_tool(request=request).response) == {"result": path}


def test_code_makes_web_requests(tools_v1: Any, agents_v1: Any, app: str, api: str) -> None:
    code = f"""
import requests

def ask():
    sent = {{"params": {{"q": ["a b", "c"]}}, "headers": {{"authorization": "me"}}}}
    answer = ces_requests.post("{api}/x", json={{"y": 1}}, **sent)
    answer.raise_for_status()
    try:
        requests.get("{api}/broken", timeout=(3, 10)).raise_for_status()
    except requests.exceptions.HTTPError as error:
        failure = str(error)
    return {{"kind": answer.headers["Content-Type"], "failure": failure, **answer.json()}}
"""
    tool = make_tool(agents_v1, app, "asker", {"python_function": {"python_code": code}})
    found = tools_v1.execute_tool(request={"parent": app, "tool": tool.name}).response
    assert (found["path"], found["authorization"]) == ("/x", "me")
    assert dict(found["body"]) == {"y": 1}
    assert list(found["query"]["q"]) == ["a b", "c"]
    assert found["kind"] == "application/json"
    assert found["failure"] == "the server answered 500"


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("http://example.com", "tool_addresses"),
        ("file:///etc", "http://"),
        ("", "names no server"),
        ("http://127.0.0.1:1", "cannot be reached"),
        ("http://127.0.0.1:1/a b", "must quote"),
    ],
)
def test_addresses_that_tools_may_not_or_cannot_call(
    tools_v1: Any, agents_v1: Any, app: str, address: str, error: str
) -> None:
    shop = make_toolset(agents_v1, app, **of_api(address))
    assert error in execute(tools_v1, shop, "createOrder", {"item": "x"}).response["error"]


# Ten times what stands above, seven times.
MULTIPLIED = "a: &a [x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{above}'] * 10)}]\n" for above, name in pairwise("abcdefgh")
)
BAD_SCHEMAS = {
    MULTIPLIED: "too large",
    "swagger: '2.0'": "not an OpenAPI 3",
    "openapi: 3.0.0\npaths: {/a: {$ref: 'https://example.com/a.yaml'}}": "components",
    "openapi: 3.0.0\npaths: {/a: {get: {$ref: '#/components/none/x'}}}": "components",
    "openapi: [": "neither JSON nor YAML",
    "[" * 500: "nested too deeply",
    "[" * 5000: "nest",  # PyYAML's own words, since 6.0.4
}


@pytest.mark.parametrize("schema", BAD_SCHEMAS, ids=list(BAD_SCHEMAS.values()))
def test_schemas_that_are_refused(agents_v1: Any, app: str, schema: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=BAD_SCHEMAS[schema]):
        make_toolset(agents_v1, app, open_api_toolset={"open_api_schema": schema})
    with pytest.raises(exceptions.InvalidArgument, match=BAD_SCHEMAS[schema]):
        make_tool(agents_v1, app, "tool-1", {"open_api_tool": {"open_api_schema": schema}})


def test_what_is_put_in_comes_from_variables(agents_v1: Any, app: str) -> None:
    config = {"server_address": "http://127.0.0.1/mcp", "custom_headers": {"x": "secret"}}
    with pytest.raises(exceptions.InvalidArgument, match=r"custom_headers\.x"):
        make_toolset(agents_v1, app, mcp_toolset=config)


def test_time_to_run_in(agents_v1: Any, app: str, api: str) -> None:
    for seconds in (0, -1):
        with pytest.raises(exceptions.InvalidArgument, match=r"toolset\.timeout"):
            make_toolset(agents_v1, app, **of_api(api), timeout={"seconds": seconds})
        tool = {"client_function": {"name": "f"}, "timeout": {"seconds": seconds}}
        with pytest.raises(exceptions.InvalidArgument, match=r"tool\.timeout"):
            make_tool(agents_v1, app, "tool-1", tool)


def test_authentication_that_needs_the_cloud(
    tools_v1: Any, agents_v1: Any, app: str, api: str
) -> None:
    token = {"service_agent_id_token_auth_config": {}}
    shop = make_toolset(agents_v1, app, **of_api(api, api_authentication=token))
    with pytest.raises(exceptions.MethodNotImplemented, match="service_agent_id_token"):
        execute(tools_v1, shop, "createOrder", {"item": "x"})


def of_mcp(address: str, **fields: Any) -> dict[str, Any]:
    return {"mcp_toolset": {"server_address": address, **fields}}


def test_tools_of_an_mcp_server(tool_service: Any, agents_v1: Any, app: str, weather: str) -> None:
    toolset = make_toolset(agents_v1, app, **of_mcp(weather), timeout={"seconds": 5})
    tools = tool_service.retrieve_tools(request={"toolset": toolset.name}).tools
    assert [tool.mcp_tool.name for tool in tools] == ["forecast", "alarm", "stations"]
    assert tools[0].display_name == "Shop_forecast"
    assert tools[0].mcp_tool.description == "Tells the weather."
    given = tools[0].mcp_tool.input_schema
    assert given.properties["days"].type_.name == "INTEGER"
    assert given.properties["days"].default == 1
    assert list(given.required) == ["city"]
    assert tools[0].mcp_tool.state.name == "ACTIVE"
    assert tools[0].timeout.seconds == 5
    answer = execute(tool_service, toolset, "forecast", {"city": "Rome"})
    assert dict(answer.response) == {"city": "Rome", "days": 1}


def test_an_mcp_tool_that_fails(tools_v1: Any, agents_v1: Any, app: str, weather: str) -> None:
    toolset = make_toolset(agents_v1, app, **of_mcp(weather))
    answer = execute(tools_v1, toolset, "forecast", {"city": "Nowhere"})
    assert answer.response["error"] == "Error executing tool forecast"
    assert dict(execute(tools_v1, toolset, "alarm", {}).response) == {"result": "None."}


def test_an_mcp_tool_that_sends_json_as_text(
    tools_v1: Any, agents_v1: Any, app: str, weather: str
) -> None:
    toolset = make_toolset(agents_v1, app, **of_mcp(weather))
    answer = execute(tools_v1, toolset, "stations", {})
    assert list(answer.response["stations"]) == ["Oslo"]


def test_a_toolset_says_of_its_tools_what_the_server_does_not(
    tools_v1: Any, agents_v1: Any, app: str, weather: str
) -> None:
    override = {"tool": "alarm", "name_override": "warn", "description_override": "Warns."}
    toolset = make_toolset(agents_v1, app, **of_mcp(weather, tool_overrides=[override]))
    request = {"toolset": toolset.name, "tool_ids": ["alarm"]}
    tool = tools_v1.retrieve_tools(request=request).tools[0]
    assert (tool.display_name, tool.mcp_tool.description) == ("Shop_warn", "Warns.")
    request["bypass_persistence_config"] = True
    tool = tools_v1.retrieve_tools(request=request).tools[0]
    assert (tool.display_name, tool.mcp_tool.description) == ("Shop_alarm", "Tells of dangers.")


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://127.0.0.1:1/mcp", "cannot be reached"),
        ("https://example.com/mcp", "tool_addresses"),
    ],
)
def test_an_mcp_server_that_cannot_be_asked(
    tools_v1: Any, agents_v1: Any, app: str, address: str, reason: str
) -> None:
    toolset = make_toolset(agents_v1, app, **of_mcp(address))
    with pytest.raises(exceptions.FailedPrecondition, match=reason):
        tools_v1.retrieve_tools(request={"toolset": toolset.name})


@pytest.mark.parametrize(
    ("path", "reason"),
    [("/orders", "does not answer initialize"), ("/broken", "The MCP server answered 500: ")],
)
def test_a_server_that_speaks_no_mcp(
    tools_v1: Any, agents_v1: Any, app: str, api: str, path: str, reason: str
) -> None:
    toolset = make_toolset(agents_v1, app, **of_mcp(f"{api}{path}"))
    with pytest.raises(exceptions.FailedPrecondition, match=reason):
        tools_v1.retrieve_tools(request={"toolset": toolset.name})


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "connector_actions"),
        ({"connector_actions": [{}]}, r"connector_actions\[0\].action_spec"),
        (
            {"connector_actions": [{"entity_operation": {"operation": "LIST"}}]},
            r"connector_actions\[0\].entity_operation.entity_id",
        ),
    ],
)
def test_connectors_that_say_too_little(
    agents_v1: Any, app: str, fields: dict[str, Any], reason: str
) -> None:
    connector = {"connection": "projects/p/locations/us/connections/c", **fields}
    toolset = {"display_name": "C", "connector_toolset": connector}
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        agents_v1.create_toolset(request={"parent": app, "toolset": toolset})

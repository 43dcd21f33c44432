"""What the examples of Terraform's provider send, which are tested against the service."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.ces.conftest import call
from tests.conftest import DEMO

VERSIONS = pytest.mark.parametrize("version", ["v1", "v1beta"])
# Of `ces_tool_client_function_basic`: it is of several types at once and refers to nothing.
SCHEMA = {
    "type": "ARRAY",
    "description": "Any order",
    "required": ["some_property"],
    "properties": {"name": {"type": "STRING"}},
    "anyOf": [{"type": "STRING"}],
    "prefixItems": [{"type": "ARRAY"}],
    "items": {"type": "ARRAY"},
    "ref": "#/defs/MyDefinition",
    "defs": {"SimpleString": {"type": "STRING"}},
    "minItems": "1",
    "maximum": 64,
    "default": False,
}
NUMBERS = {"$alt": "json;enum-encoding=int"}


def post(http: httpx.Client, path: str, body: Any, **params: str) -> Any:
    return http.post(path, params=params, json=body).json()


@VERSIONS
def test_a_schema_whose_parts_are_nowhere(http: httpx.Client, app: str, version: str) -> None:
    tool = {"clientFunction": {"name": "count_orders", "parameters": SCHEMA, "response": SCHEMA}}
    made = post(http, f"/{version}/{app}/tools", tool, toolId="count-orders")
    assert made["clientFunction"] == tool["clientFunction"]
    variable = {"name": "order", "description": "?", "schema": SCHEMA}
    change = {"variableDeclarations": [variable]}
    mask = {"updateMask": "variableDeclarations"}
    changed = http.patch(f"/{version}/{app}", params=mask, json=change).json()
    assert changed["variableDeclarations"] == [variable]


def test_a_function_is_called_without_what_its_schema_lacks(http: httpx.Client, app: str) -> None:
    parameters = {**SCHEMA, "type": "OBJECT", "properties": {"order": {"type": "STRING"}}}
    function = {"name": "find_order", "description": "Finds an order.", "parameters": parameters}
    tool = post(http, f"/v1/{app}/tools", {"clientFunction": function})["name"]
    told = "Call {@TOOL: find_order} for an order."
    agent = post(
        http, f"/v1/{app}/agents", {"displayName": "A", "instruction": told, "tools": [tool]}
    )
    root = {"rootAgent": agent["name"]}
    http.patch(f"/v1/{app}", params={"updateMask": "rootAgent"}, json=root).raise_for_status()
    inputs = {"inputs": [{"text": "Find order A-1234."}]}
    said = post(http, f"/v1/{app}/sessions/session-1:runSession", inputs)
    assert said["outputs"][-1]["toolCalls"]["toolCalls"][0]["args"] == {"order": "A-1234"}


@VERSIONS
def test_how_long_a_model_is_to_think(http: httpx.Client, app: str, version: str) -> None:
    settings = {"model": "gemini-3.0-flash-001", "temperature": 0.5, "thinkingLevel": "LOW"}
    agent = {"displayName": "A", "modelSettings": settings, "llmAgent": {}}
    made = post(http, f"/{version}/{app}/agents", agent)
    assert http.get(f"/{version}/{made['name']}").json()["modelSettings"] == settings
    shown = http.get(f"/{version}/{made['name']}", params=NUMBERS).json()
    assert shown["modelSettings"]["thinkingLevel"] == 2
    agent["modelSettings"] = {"thinkingLevel": "SOME"}
    refused = post(http, f"/{version}/{app}/agents", agent)["error"]
    assert "Invalid value at 'agent.model_settings.thinking_level'" in refused["message"]


@pytest.mark.parametrize(
    ("config", "most"),
    [
        ({"enableSnippets": True}, 5),
        ({"enableSnippets": True, "maxSnippets": 1}, 1),
        ({}, 0),
    ],
)
def test_a_data_store_tool_shows_as_many_snippets_as_it_is_to(
    http: httpx.Client, app: str, config: dict[str, Any], most: int
) -> None:
    modality = {
        "modalityType": "TEXT",
        "summarizationConfig": {"disabled": True},
        "snippetsConfig": config,
    }
    source = {"dataStore": {"name": f"{DEMO}/dataStores/demo-docs"}}
    tool = {"name": "docs", "dataStoreSource": source, "modalityConfigs": [modality]}
    made = post(http, f"/v1/{app}/tools", {"dataStoreTool": tool})
    assert made["dataStoreTool"]["modalityConfigs"] == [modality]
    asked = {"tool": made["name"], "args": {"query": "What is the warranty on the Skylark 3?"}}
    found = post(http, f"/v1/{app}:executeTool", asked)["response"]["output"]["snippets"]
    assert len(found) == most


def test_a_guardrail_may_transfer_to_an_agent_that_is_yet_to_be_made(
    http: httpx.Client, app: str
) -> None:
    guardrail = {
        "displayName": "No pizza",
        "enabled": True,
        "contentFilter": {"bannedContents": ["pizza"], "matchType": "SIMPLE_STRING_MATCH"},
        "action": {"transferAgent": {"agent": f"{app}/agents/fake-agent"}},
    }
    made = post(http, f"/v1/{app}/guardrails", guardrail)
    assert made["action"] == guardrail["action"]
    guardrail["action"] = {"transferAgent": {"agent": "fake-agent"}}
    refused = post(http, f"/v1/{app}/guardrails", guardrail)["error"]
    assert "'guardrail.action.transfer_agent.agent'" in refused["message"]


def test_a_deployment_may_name_a_version_of_another_app(http: httpx.Client, app: str) -> None:
    """As `ces_deployment_basic` does; no session runs it."""
    version = "projects/example-project/locations/us/apps/example-app/versions/example-version"
    shares = [{"appVersion": version, "trafficPercentage": 100, "id": "1"}]
    deployment = {
        "displayName": "D",
        "appVersion": version,
        "channelProfile": {"channelType": "API"},
        "experimentConfig": {"versionRelease": {"trafficAllocations": shares}},
    }
    made = post(http, f"/v1/{app}/deployments", deployment)
    assert made["appVersion"].endswith("/apps/example-app/versions/example-version")
    asked = {"config": {"deployment": made["name"]}, "inputs": [{"text": "Hello"}]}
    refused = post(http, f"/v1/{app}/sessions/session-1:runSession", asked)["error"]
    assert "'config.deployment'" in refused["message"]
    deployment["appVersion"] = f"{app}/versions/none-such"
    refused = post(http, f"/v1/{app}/deployments", deployment)["error"]
    assert "'deployment.app_version': Reference not found" in refused["message"]


def test_a_mask_may_name_what_the_service_sets(http: httpx.Client, app: str) -> None:
    """Deployment scripts send whole tools with all of their fields in the mask."""
    function = {"name": "find_order", "description": "Finds an order."}
    made = post(http, f"/v1/{app}/tools", {"clientFunction": function})
    function["description"] = "Finds an order by its code."
    change = {"displayName": "find_order", "clientFunction": function}
    mask = {"updateMask": "displayName,clientFunction"}
    changed = http.patch(f"/v1/{made['name']}", params=mask, json=change).json()
    assert changed["clientFunction"] == function
    assert call(http, "get_tool", {"name": made["name"]})["structuredContent"] == changed

"""What REST clients made from the discovery documents send and the published clients lack."""

from __future__ import annotations

import base64
from typing import Any

import httpx
import pytest

from tests.ces.conftest import LOCATION, client, make_tool
from tests.ces.test_app_archives import packed, small
from tests.ces.test_apps import make_agent
from tests.conftest import TRANSPORTS, Server

VERSIONS = pytest.mark.parametrize("version", ["v1", "v1beta"])


@VERSIONS
@pytest.mark.parametrize("field", ["agent", "rootAgent"])
def test_agent_tools_name_their_agent_in_both_ways(
    http: httpx.Client, app: str, version: str, field: str
) -> None:
    agent = http.post(
        f"/{version}/{app}/agents", params={"agentId": "poet-agent"}, json={"displayName": "Poet"}
    ).json()["name"]
    tool = {"agentTool": {"name": "ask_poet", field: agent}}
    made = http.post(f"/{version}/{app}/tools", params={"toolId": "ask-poet"}, json=tool).json()
    assert made["agentTool"][field] == agent
    assert http.get(f"/{version}/{made['name']}").json() == made


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(("maker", "reader"), [("v1", "v1beta"), ("v1beta", "v1")])
def test_an_agent_tool_of_one_version_is_read_and_changed_in_the_other(
    server: Server, app: str, transport: str, maker: str, reader: str
) -> None:
    fields = {"v1": "root_agent", "v1beta": "agent"}
    making, reading = (client(server, transport, version) for version in (maker, reader))
    poet, critic = (make_agent(making, app, name).name for name in ("poet-agent", "critic-agent"))
    made = make_tool(making, app, "ask-poet", {"agent_tool": {"name": "ask", fields[maker]: poet}})
    found = reading.get_tool(name=made.name)
    assert getattr(found.agent_tool, fields[reader]) == poet
    setattr(found.agent_tool, fields[reader], critic)
    reading.update_tool(tool=found, update_mask={"paths": [f"agent_tool.{fields[reader]}"]})
    changed = making.get_tool(name=made.name)
    assert getattr(changed.agent_tool, fields[maker]) == critic
    assert making.update_tool(tool=changed).agent_tool == changed.agent_tool


@VERSIONS
def test_an_app_is_deleted_by_force(http: httpx.Client, version: str) -> None:
    body = {"displayName": "Gone"}
    http.post(f"/{version}/{LOCATION}/apps", params={"appId": "gone-soon"}, json=body)
    gone = http.delete(f"/{version}/{LOCATION}/apps/gone-soon", params={"force": "true"})
    assert gone.json()["done"]
    assert http.get(f"/{version}/{LOCATION}/apps/gone-soon").status_code == 404


@VERSIONS
def test_an_import_is_only_tried(http: httpx.Client, app: str, version: str) -> None:
    before = http.get(f"/v1/{app}").json()
    content = base64.b64encode(packed(small())).decode()
    options = {"validateOnly": True, "conflictResolutionStrategy": "OVERWRITE"}
    for app_id in (app.rpartition("/")[2], "never-made"):
        request = {"appId": app_id, "appContent": content, "importOptions": options}
        done = http.post(f"/{version}/{LOCATION}/apps:importApp", json=request).json()
        assert done["response"]["name"].endswith(f"/apps/{app_id}")
    assert http.get(f"/v1/{app}").json() == before
    assert http.get(f"/v1/{app}/agents").json() == {}
    assert http.get(f"/v1/{LOCATION}/apps/never-made").status_code == 404
    broken = {"appId": "never-made", "appContent": "AAAA", "importOptions": options}
    refused = http.post(f"/{version}/{LOCATION}/apps:importApp", json=broken).json()
    assert refused["error"]["status"] == "INVALID_ARGUMENT"


@VERSIONS
def test_an_event_brings_variables(http: httpx.Client, app: str, version: str) -> None:
    agent = http.post(f"/v1/{app}/agents", json={"displayName": "Agent"}).json()["name"]
    plan = {"name": "plan", "description": "?", "schema": {"type": "STRING"}}
    change: dict[str, Any] = {"rootAgent": agent, "variableDeclarations": [plan]}
    http.patch(f"/v1/{app}", params={"updateMask": ",".join(change)}, json=change)
    event = {"event": "welcome", "variables": {"plan": "gold", "other": 1}}
    config = {"includeLlmThoughtSummary": True, "includeProgressUpdate": True}
    outputs = http.post(
        f"/{version}/{app}/sessions/events-{version}:runSession",
        json={"config": config, "inputs": [{"event": event}]},
    ).json()["outputs"]
    said = outputs[-1]["diagnosticInfo"]["messages"][0]["chunks"]
    assert said == [
        {"updatedVariables": {"plan": "gold"}},
        {"text": "<event>welcome</event>"},
    ]


@pytest.mark.parametrize(
    ("named", "status"), [("{app}/sessions/one-two", 400), ("{app}/sessions/this-one", 200)]
)
def test_a_body_names_the_session_of_its_url(
    http: httpx.Client, app: str, named: str, status: int
) -> None:
    agent = http.post(f"/v1/{app}/agents", json={"displayName": "Agent"}).json()["name"]
    http.patch(f"/v1/{app}", params={"updateMask": "rootAgent"}, json={"rootAgent": agent})
    by_id = f"{LOCATION}/apps/{app.rpartition('/')[2]}"
    body = {"config": {"session": named.format(app=by_id)}, "inputs": [{"text": "Hi"}]}
    answer = http.post(f"/v1/{app}/sessions/this-one:runSession", json=body)
    assert answer.status_code == status
    if status == 400:
        assert "'config.session'" in answer.json()["error"]["message"]


@VERSIONS
def test_tools_of_the_system_are_read_only(http: httpx.Client, app: str, version: str) -> None:
    assert http.get(f"/{version}/{app}/tools/end_session").json()["readOnly"] is True
    body = {"clientFunction": {"name": "own"}, "readOnly": True}
    assert "readOnly" not in http.post(f"/{version}/{app}/tools", json=body).json()

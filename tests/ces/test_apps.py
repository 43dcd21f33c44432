"""Apps and what is in them, through Google's client library."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest
from google.api_core import exceptions

from tests.ces.conftest import LOCATION, make_tool
from tests.conftest import DEMO_ENGINE


def make_agent(agents: Any, app: str, agent_id: str, **fields: Any) -> Any:
    agent = {"display_name": agent_id, **fields}
    return agents.create_agent(request={"parent": app, "agent_id": agent_id, "agent": agent})


def declared(name: str, schema: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"name": name, "description": "?", "schema": schema or {"type": "STRING"}}


def speech(**fields: Any) -> dict[str, Any]:
    return {"synthesize_speech_configs": {"en": fields}}


def origins(count: int) -> dict[str, Any]:
    allowed = {"allowed_origins": ["https://shop.example"] * count}
    return {"web_widget_config": {"security_settings": allowed}}


def thresholds(level: str, **fields: float) -> dict[str, Any]:
    return {"golden_evaluation_metrics_thresholds": {f"{level}_metrics_thresholds": fields}}


RULE = {"child_agent": "{app}/agents/child", "direction": "PARENT_TO_CHILD"}


def test_an_app_lives_and_ends(agents: Any) -> None:
    app_id = f"app-{uuid4().hex[:8]}"
    request = {"parent": LOCATION, "app_id": app_id, "app": {"display_name": "Help desk"}}
    operation = agents.create_app(request=request)
    made = operation.result()
    assert made.name.endswith(f"/locations/us/apps/{app_id}")
    assert operation.operation.name.startswith(made.name.partition("/apps/")[0] + "/operations/")
    assert made.logging_settings.conversation_logging_settings.retention_window.days == 365
    predefined = [one.name for one in made.predefined_variable_declarations]
    assert predefined == ["current_date", "_session"]
    assert agents.get_app(name=made.name) == made
    assert made in list(agents.list_apps(parent=LOCATION))
    with pytest.raises(exceptions.Conflict, match=f"{app_id} already exists"):
        agents.create_app(request=request)
    changed = agents.update_app(
        app={"name": made.name, "description": "New."}, update_mask={"paths": ["description"]}
    )
    assert (changed.display_name, changed.description) == ("Help desk", "New.")
    agents.delete_app(name=made.name).result()
    with pytest.raises(exceptions.NotFound, match="App"):
        agents.get_app(name=made.name)


def test_operations_of_apps_are_not_among_those_of_searches(
    agents_v1: Any, app: str, http: httpx.Client
) -> None:
    location = app.partition("/apps/")[0]
    found = http.get(f"/v1/{location}/operations", headers={"host": "ces.googleapis.com"}).json()
    assert found["operations"]
    assert all("/collections/" not in one["name"] for one in found["operations"])


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"display_name": ""}, "display_name"),
        ({"display_name": "A", "variable_declarations": [{"name": "x"}]}, "schema"),
        ({"display_name": "A", "variable_declarations": [declared("1x")]}, "letter or underscore"),
        ({"display_name": "A", "variable_declarations": [declared("ä")]}, "letter or underscore"),
        ({"display_name": "A", "variable_declarations": [declared("x")] * 2}, "declared twice"),
        (
            {"display_name": "A", "variable_declarations": [declared("x", {"description": "?"})]},
            r"variable_declarations\[0\].schema.type",
        ),
        ({"display_name": "A", "time_zone_settings": {"time_zone": "Moon/Base"}}, "time zone"),
        (
            {"display_name": "A", "root_agent": f"{LOCATION}/apps/other-app/agents/x"},
            "app's agents",
        ),
        ({"display_name": "A", "root_agent": "x"}, "app's agents"),
        (
            {"display_name": "A", "audio_processing_config": speech(speaking_rate=2.5)},
            r"synthesize_speech_configs.en.speaking_rate': 2.5 is not within \[0.25, 2\]",
        ),
        (
            {"display_name": "A", "default_channel_profile": origins(101)},
            "allowed_origins': at most 100 are allowed, got 101",
        ),
    ],
)
def test_an_app_that_is_wrong(agents_v1: Any, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        agents_v1.create_app(request={"parent": LOCATION, "app": fields})


def test_what_is_just_within_its_bounds(agents_v1: Any, app: str) -> None:
    fields = {
        "audio_processing_config": speech(speaking_rate=0.25),
        "default_channel_profile": origins(100),
    }
    mask = {"paths": list(fields)}
    made = agents_v1.update_app(app={"name": app, **fields}, update_mask=mask)
    assert made.audio_processing_config.synthesize_speech_configs["en"].speaking_rate == 0.25
    settings = made.default_channel_profile.web_widget_config.security_settings
    assert len(settings.allowed_origins) == 100


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("audio_processing_config", {"ambient_sound_config": {"volume_gain_db": 16.5}}),
        ("audio_processing_config", {"ambient_sound_config": {"volume_gain_db": -96.5}}),
        (
            "evaluation_metrics_thresholds",
            thresholds("turn_level", semantic_similarity_success_threshold=5),
        ),
        (
            "evaluation_metrics_thresholds",
            thresholds("turn_level", overall_tool_invocation_correctness_threshold=1.5),
        ),
        (
            "evaluation_metrics_thresholds",
            thresholds("expectation_level", tool_invocation_parameter_correctness_threshold=1.5),
        ),
    ],
)
def test_what_is_just_out_of_its_bounds(agents_v1: Any, app: str, field: str, value: Any) -> None:
    mask = {"paths": [field]}
    with pytest.raises(exceptions.InvalidArgument, match=rf"'app.{field}\..* is not within"):
        agents_v1.update_app(app={"name": app, field: value}, update_mask=mask)


def test_a_locked_app_is_left_alone(agents_v1: Any, app: str) -> None:
    lock = {"paths": ["locked"]}
    agents_v1.update_app(app={"name": app, "locked": True}, update_mask=lock)
    with pytest.raises(exceptions.FailedPrecondition, match="locked"):
        make_tool(agents_v1, app, "lookup")
    with pytest.raises(exceptions.FailedPrecondition, match="locked"):
        agents_v1.delete_app(name=app)
    agents_v1.update_app(app={"name": app, "locked": False}, update_mask=lock)
    make_tool(agents_v1, app, "lookup")


def test_agents_form_a_tree(agents: Any, app: str) -> None:
    child = make_agent(agents, app, "child-agent")
    root = make_agent(agents, app, "root-agent", child_agents=[child.name])
    with pytest.raises(exceptions.BadRequest, match="below itself"):
        agents.update_agent(
            agent={"name": child.name, "child_agents": [root.name]},
            update_mask={"paths": ["child_agents"]},
        )
    assert [one.display_name for one in agents.list_agents(parent=app)] == [
        *("child-agent", "root-agent")
    ]


def test_what_is_named_must_be_there(agents: Any, app: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="Reference not found"):
        make_agent(agents, app, "agent", tools=[f"{app}/tools/none-such"])
    make_agent(agents, app, "agent", tools=[f"{app}/tools/end_session"])


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"tools": ["lookup"]}, "'lookup' is not the name of one of the app's tools"),
        ({"child_agents": ["{app}/tools/end_session"]}, "app's agents"),
        ({"child_agents": [f"{LOCATION}/apps/tindlemoor-support/agents/support-desk"]}, "agents"),
        ({"guardrails": ["{app}/agents/agent"]}, "app's guardrails"),
        ({"toolsets": [{"tool_ids": ["x"]}]}, r"agent.toolsets\[0\].toolset"),
        ({"toolsets": [{"toolset": "{app}/tools/end_session"}]}, "app's toolsets"),
        ({"transfer_rules": [{}]}, r"agent.transfer_rules\[0\].child_agent"),
        (
            {"transfer_rules": [{**RULE, "disable_planner_transfer": {}}]},
            r"agent.transfer_rules\[0\].disable_planner_transfer.expression_condition",
        ),
        ({"before_agent_callbacks": [{}]}, r"agent.before_agent_callbacks\[0\].python_code"),
        ({"remote_dialogflow_agent": {}}, "agent.remote_dialogflow_agent.agent"),
    ],
)
def test_an_agent_that_is_wrong(agents_v1: Any, app: str, fields: dict, reason: str) -> None:
    fields = json.loads(json.dumps(fields).replace("{app}", app))
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        make_agent(agents_v1, app, "agent", **fields)


@pytest.mark.parametrize("optional", [{}, {"deterministic_transfer": {}}])
def test_a_transfer_rule_without_what_is_optional_in_it(
    agents_v1: Any, app: str, optional: dict[str, Any]
) -> None:
    child = make_agent(agents_v1, app, "child")
    rule = {"child_agent": child.name, "direction": "PARENT_TO_CHILD", **optional}
    made = make_agent(agents_v1, app, "agent", transfer_rules=[rule])
    assert len(agents_v1.get_agent(name=made.name).transfer_rules) == 1


def test_an_action_goes_with_its_agent(agents_v1: Any, app: str) -> None:
    agent = make_agent(agents_v1, app, "agent")
    guardrail = {
        "display_name": "G",
        "content_filter": {"match_type": "SIMPLE_STRING_MATCH"},
        "action": {"transfer_agent": {"agent": agent.name}},
    }
    made = agents_v1.create_guardrail(request={"parent": app, "guardrail": guardrail})
    agents_v1.delete_agent(request={"name": agent.name, "force": True})
    left = agents_v1.get_guardrail(name=made.name)
    assert "transfer_agent" not in left.action
    changed = {"name": made.name, "description": "New."}
    agents_v1.update_guardrail(guardrail=changed, update_mask={"paths": ["description"]})


def test_what_is_named_is_deleted_by_force(agents: Any, app: str) -> None:
    tool = make_tool(agents, app, "lookup")
    agent = make_agent(agents, app, "agent", tools=[tool.name])
    chunk = {"tool_call": {"tool": tool.name}}
    example = {"display_name": "E", "messages": [{"role": "agent", "chunks": [chunk]}]}
    shown = agents.create_example(request={"parent": app, "example": example})
    with pytest.raises(exceptions.GoogleAPICallError, match="is used by"):
        agents.delete_tool(name=tool.name)
    agents.delete_tool(request={"name": tool.name, "force": True})
    assert list(agents.get_agent(name=agent.name).tools) == []
    assert agents.get_example(name=shown.name).invalid


def test_projects_are_named_in_both_ways(agents_v1: Any, app: str) -> None:
    tool = make_tool(agents_v1, app, "lookup")
    by_id = f"{LOCATION}/{tool.name.partition('/locations/us/')[2]}"
    agent = make_agent(agents_v1, app, "agent", tools=[by_id])
    assert list(agent.tools) == [tool.name]


CHUNKS = [
    {"text": "Hello."},
    {"text": ""},
    {"transcript": "Hello."},
    {"image": {"mime_type": "image/png", "data": b"x"}},
    {"blob": {"mime_type": "text/plain", "data": b"x"}},
    {"payload": {"a": 1}},
    {"updated_variables": {}},
    {"default_variables": {"x": 1}},
]


def example(agents: Any, app: str, *messages: dict[str, Any]) -> Any:
    body = {"display_name": "An example", "messages": messages}
    return agents.create_example(request={"parent": app, "example": body})


def test_messages_have_chunks_of_every_kind(agents: Any, app: str) -> None:
    agent = make_agent(agents, app, "agent")
    tool = make_tool(agents, app, "lookup")
    chunks = [
        *CHUNKS,
        {"agent_transfer": {"target_agent": agent.name}},
        {"tool_call": {"id": "1", "tool": tool.name, "args": {"q": "x"}}},
        {"tool_response": {"id": "1", "tool": tool.name, "response": {"output": "y"}}},
    ]
    made = example(agents, app, {"role": "user", "chunks": chunks})
    kinds = [type(chunk).pb(chunk).WhichOneof("data") for chunk in made.messages[0].chunks]
    assert kinds == [next(iter(chunk)) for chunk in chunks]
    *_, transfer, asked, answered = made.messages[0].chunks
    assert transfer.agent_transfer.display_name == "agent"
    assert asked.tool_call.display_name == answered.tool_response.display_name == "lookup"
    assert agents.get_example(name=made.name) == made


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"role": "user", "chunks": [{}]}, "exactly one"),
        (
            {"role": "user", "chunks": [{"text": "x"}], "event_time": "2026-01-01T00:00:00Z"},
            "event_time",
        ),
        ({"role": "user", "chunks": [{"image": {"mime_type": "image/png"}}]}, "image.data"),
        (
            {"role": "user", "chunks": [{"image": {"mime_type": "image/bmp", "data": b"x"}}]},
            "image/png",
        ),
        ({"role": "agent", "chunks": [{"tool_response": {"id": "1"}}]}, "tool_response.response"),
        (
            {"role": "agent", "chunks": [{"tool_call": {"toolset_tool": {"tool_id": "x"}}}]},
            "toolset_tool.toolset",
        ),
    ],
)
def test_a_message_that_is_wrong(agents_v1: Any, app: str, message: dict, reason: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        example(agents_v1, app, message)


@pytest.mark.parametrize("name", ["lookup", "{app}"])
@pytest.mark.parametrize(
    ("chunk", "field"), [("tool_call", "tool"), ("agent_transfer", "target_agent")]
)
def test_a_message_with_the_name_of_something_else(
    agents: Any, app: str, name: str, chunk: str, field: str
) -> None:
    message = {"role": "agent", "chunks": [{chunk: {field: name.format(app=app)}}]}
    with pytest.raises(exceptions.BadRequest, match=rf"messages\[0\].chunks\[0\].{chunk}.{field}"):
        example(agents, app, message)


def test_two_kinds_in_a_chunk_are_refused(http: httpx.Client, app: str) -> None:
    message = {"role": "user", "chunks": [{"text": "a", "transcript": "b"}]}
    body = {"displayName": "E", "messages": [message]}
    answer = http.post(f"/v1/{app}/examples", json=body)
    assert answer.status_code == 400


def test_toolsets(agents: Any, app: str) -> None:
    toolset = {"display_name": "api", "open_api_toolset": {"open_api_schema": "openapi: 3.0.0"}}
    made = agents.create_toolset(request={"parent": app, "toolset": toolset})
    assert list(agents.list_toolsets(parent=app)) == [made]
    with pytest.raises(exceptions.Conflict):
        agents.create_toolset(request={"parent": app, "toolset": toolset})
    with pytest.raises(exceptions.BadRequest, match="toolset_type"):
        agents.create_toolset(request={"parent": app, "toolset": {"display_name": "x"}})
    other = {"name": made.name, "mcp_toolset": {"server_address": "http://127.0.0.1:1"}}
    with pytest.raises(exceptions.BadRequest, match="the type of a toolset cannot change"):
        agents.update_toolset(toolset=other)


def test_guardrails(agents: Any, app: str) -> None:
    content = {"banned_contents": ["secret"], "match_type": "SIMPLE_STRING_MATCH"}
    guardrail = {"display_name": "No secrets", "content_filter": content}
    made = agents.create_guardrail(request={"parent": app, "guardrail": guardrail})
    assert list(agents.list_guardrails(parent=app)) == [made]
    with pytest.raises(exceptions.BadRequest, match="guardrail_type"):
        agents.create_guardrail(request={"parent": app, "guardrail": {"display_name": "x"}})


@pytest.mark.parametrize("expression", ["(", r"\1", "a{%s}" % ("9" * 30), "(" * 500 + ")" * 500])
def test_an_expression_that_is_none_is_refused(agents_v1: Any, app: str, expression: str) -> None:
    content = {"banned_contents": [expression], "match_type": "REGEXP_MATCH"}
    guardrail = {"display_name": "No secrets", "content_filter": content}
    with pytest.raises(exceptions.InvalidArgument, match="is no expression"):
        agents_v1.create_guardrail(request={"parent": app, "guardrail": guardrail})


def test_deployments_are_counted(agents: Any, app: str) -> None:
    body = {"display_name": "Web", "channel_profile": {"channel_type": "WEB_UI"}}
    made = agents.create_deployment(request={"parent": app, "deployment": body})
    assert agents.get_app(name=app).deployment_count == 1
    agents.delete_deployment(name=made.name)
    assert agents.get_app(name=app).deployment_count == 0
    with pytest.raises(exceptions.BadRequest, match="channel_profile"):
        agents.create_deployment(request={"parent": app, "deployment": {"display_name": "x"}})


def test_a_version_is_the_app_as_it_was(agents: Any, app: str) -> None:
    make_tool(agents, app, "first")
    version = agents.create_app_version(
        request={"parent": app, "app_version": {"display_name": "One"}}
    )
    make_tool(agents, app, "second")
    agents.delete_tool(name=f"{app}/tools/first")
    assert [tool.display_name for tool in version.snapshot.tools] == ["first"]
    assert agents.get_app_version(name=version.name) == version

    agents.restore_app_version(name=version.name).result()
    assert [tool.display_name for tool in agents.list_tools(parent=app)] == ["first"]
    kept = [one for one in agents.list_app_versions(parent=app) if one.name != version.name]
    assert [tool.display_name for tool in kept[0].snapshot.tools] == ["second"]


def test_deployments_are_counted_whatever_becomes_of_the_app(agents_v1: Any, app: str) -> None:
    version = agents_v1.create_app_version(request={"parent": app, "app_version": {}})
    deployment = {"display_name": "Web", "channel_profile": {}}
    agents_v1.create_deployment(request={"parent": app, "deployment": deployment})
    agents_v1.restore_app_version(name=version.name).result()
    assert agents_v1.get_app(name=app).deployment_count == 1
    exporting = {"name": app, "export_format": "JSON"}
    content = agents_v1.export_app(request=exporting).result().app_content
    importing = {"parent": LOCATION, "app_id": app.rpartition("/")[2], "app_content": content}
    agents_v1.import_app(request=importing).result()
    assert agents_v1.get_app(name=app).deployment_count == 1


def test_what_the_server_sets_is_not_taken_from_clients(agents: Any, app: str) -> None:
    config = {"waba_id": "1", "phone_number_id": "2"}
    fields = {
        "data_store_settings": {"engines": [{"name": DEMO_ENGINE}]},
        "default_channel_profile": {"whatsapp_config": {**config, "display_name": "Shop"}},
    }
    mask = {"paths": list(fields)}
    made = agents.update_app(app={"name": app, **fields}, update_mask=mask)
    assert not made.data_store_settings.engines
    assert made.default_channel_profile.whatsapp_config.display_name == ""
    deployment = {"display_name": "D", "channel_profile": fields["default_channel_profile"]}
    deployed = agents.create_deployment(request={"parent": app, "deployment": deployment})
    assert deployed.channel_profile.whatsapp_config.display_name == ""


def test_the_default_settings_for_prompts_are_told(agents: Any, app: str) -> None:
    settings = {"default_settings": {"default_prompt_template": "Mine"}}
    guardrail = {"display_name": "G", "llm_prompt_security": settings}
    made = agents.create_guardrail(request={"parent": app, "guardrail": guardrail})
    template = made.llm_prompt_security.default_settings.default_prompt_template
    assert template
    assert template != "Mine"


def test_every_change_is_in_the_changelog(agents: Any, app: str) -> None:
    tool = make_tool(agents, app, "lookup")
    agents.update_tool(
        tool={"name": tool.name, "client_function": {"name": "other"}},
        update_mask={"paths": ["client_function.name"]},
    )
    agents.delete_tool(name=tool.name)
    logs = list(agents.list_changelogs(parent=app))
    assert [(log.action, log.resource_type) for log in logs] == [
        *(("Create", "App"), ("Create", "Tool"), ("Update", "Tool"), ("Delete", "Tool"))
    ]
    assert [log.sequence_number for log in logs] == [1, 2, 3, 4]
    assert logs[2].original_resource["displayName"] == "lookup"
    assert logs[2].new_resource["displayName"] == "other"
    assert [log.description for log in logs] == [
        *("", "", "Changed client_function, display_name.", "")
    ]
    assert agents.get_changelog(name=logs[1].name) == logs[1]
    found = agents.list_changelogs(request={"parent": app, "filter": 'action="Delete"'})
    assert [log.name for log in found] == [logs[3].name]


def test_a_restore_is_in_the_changelog(agents: Any, app: str) -> None:
    version = {"display_name": "One"}
    made = agents.create_app_version(request={"parent": app, "app_version": version})
    agents.restore_app_version(name=made.name).result()
    log = list(agents.list_changelogs(parent=app))[-1]
    assert (log.action, log.resource, log.description) == ("Restore", made.name, "")
    kept = [one.name for one in agents.list_app_versions(parent=app) if one.name != made.name]
    assert [log.original_resource["name"]] == kept


def test_a_changelog_tells_what_else_was_changed(agents: Any, app: str) -> None:
    tool = make_tool(agents, app, "lookup")
    agent = make_agent(agents, app, "agent", tools=[tool.name])
    agents.delete_tool(request={"name": tool.name, "force": True})
    log = list(agents.list_changelogs(parent=app))[-1]
    (changed,) = log.dependent_resources
    assert changed["name"] == agent.name
    assert "tools" not in changed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('action="Create"', 2),
        ('action="create"', 0),
        ("action:creat", 2),
        ("resource_type:tool", 2),
        ("resource_name:look", 2),
        ("author:EMULATOR AND action:update", 1),
        ('NOT resource_type="App" AND create_time > "2025-01-01T00:00:00Z"', 2),
    ],
)
def test_changelogs_are_found_by_parts_of_words(
    agents_v1: Any, app: str, text: str, found: int
) -> None:
    """As the reference of ListChangelogs has it: `:` partial in any case, `=` exact."""
    tool = make_tool(agents_v1, app, "lookup")
    agents_v1.update_tool(tool={"name": tool.name, "client_function": {"name": "other"}})
    logs = agents_v1.list_changelogs(request={"parent": app, "filter": text})
    assert len(list(logs)) == found

"""Apps as zip files, through Google's client library."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from google.api_core import exceptions

from tests.ces.conftest import LOCATION, client, make_tool
from tests.conftest import TRANSPORTS, Server, start_server

CODE = "def add(a: int, b: int = 2) -> dict:\n    '''Adds.'''\n    return {'sum': a + b}\n"
SCHEMA = "openapi: 3.0.0\nservers: [{url: $env_var}]\npaths: {/a: {get: {operationId: getA}}}\n"
CALLBACK = {"python_code": "def before_agent_callback(callback_context):\n    return None\n"}


def delete(agents: Any, name: str) -> None:
    agents.delete_app(name=name).result()


def exported(agents: Any, app: str, **fields: Any) -> bytes:
    request = {"name": app, "export_format": "JSON", **fields}
    content: bytes = agents.export_app(request=request).result().app_content
    return content


def imported(agents: Any, content: bytes, **fields: Any) -> Any:
    request = {"parent": LOCATION, "app_content": content, **fields}
    return agents.import_app(request=request).result()


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: Mapping[str, Any]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            text = content if isinstance(content, str | bytes) else json.dumps(content)
            archive.writestr(name, text)
    return buffer.getvalue()


@pytest.fixture
def full(agents_v1: Any, app: str) -> str:
    """An app with one of everything, tied together."""
    agents = agents_v1

    def make(kind: str, one_id: str, **fields: Any) -> str:
        body = {"display_name": f"The {kind}", **fields}
        request = {"parent": app, f"{kind}_id": one_id, kind: body}
        name: str = getattr(agents, f"create_{kind}")(request=request).name
        return name

    tool = make_tool(agents, app, "adder", {"python_function": {"python_code": CODE}}).name
    toolset = make("toolset", "shop-api", open_api_toolset={"open_api_schema": SCHEMA})
    content = {"banned_contents": ["x"], "match_type": "SIMPLE_STRING_MATCH"}
    guardrail = make("guardrail", "no-secrets", content_filter=content)
    child = make("agent", "child-agent", display_name="Child")
    rule = {"child_agent": child, "direction": "PARENT_TO_CHILD"}
    condition = {"expression_condition": {"expression": "x = 1"}}
    root = make(
        "agent",
        "root-agent",
        instruction="Help. {@TOOL: add}\n",
        tools=[tool, f"{app}/tools/end_session"],
        toolsets=[{"toolset": toolset, "tool_ids": ["getA"]}],
        child_agents=[child],
        guardrails=[guardrail],
        before_agent_callbacks=[CALLBACK],
        transfer_rules=[{**rule, "deterministic_transfer": condition}],
    )
    helper = {"agent_tool": {"name": "helper", "root_agent": child}}
    make_tool(agents, app, "helper-tool", helper)
    call = {"tool_call": {"id": "1", "tool": tool, "args": {"a": 1}}}
    message = {"role": "agent", "chunks": [call]}
    make("example", "example-1", entry_agent=root, messages=[message])
    variable = {"name": "x", "description": "X.", "schema": {"type_": "STRING"}}
    agents.update_app(
        app={
            "name": app,
            "root_agent": root,
            "global_instruction": "Be kind.",
            "variable_declarations": [variable],
        },
        update_mask={"paths": ["root_agent", "global_instruction", "variable_declarations"]},
    )
    return app


def test_the_files_of_an_app(agents: Any, full: str) -> None:
    files = unpacked(exported(agents, full))
    assert set(files) == {
        "A/app.json",
        "A/global_instruction.txt",
        "A/agents/Child/Child.json",
        "A/agents/The_agent/The_agent.json",
        "A/agents/The_agent/instruction.txt",
        "A/agents/The_agent/before_agent_callbacks/before_agent_callbacks_01/python_code.py",
        "A/tools/add/add.json",
        "A/tools/add/python_function/python_code.py",
        "A/tools/helper/helper.json",
        "A/toolsets/The_toolset/The_toolset.json",
        "A/toolsets/The_toolset/open_api_toolset/open_api_schema.yaml",
        "A/guardrails/The_guardrail/The_guardrail.json",
        "A/examples/The_example/The_example.json",
    }
    app = json.loads(files["A/app.json"])
    assert (app["rootAgent"], app["globalInstruction"]) == ("The_agent", "global_instruction.txt")
    agent = json.loads(files["A/agents/The_agent/The_agent.json"])
    assert agent["name"] == "root-agent"
    assert agent["tools"] == ["add", "end_session"]
    assert agent["toolsets"] == [{"toolset": "The_toolset", "toolIds": ["getA"]}]
    assert agent["childAgents"] == ["Child"]
    assert agent["instruction"] == "agents/The_agent/instruction.txt"
    assert files["A/agents/The_agent/instruction.txt"] == b"Help. {@TOOL: add}\n"
    assert files["A/tools/add/python_function/python_code.py"] == CODE.encode()
    tool = json.loads(files["A/tools/add/add.json"])
    assert tool["pythonFunction"]["description"] == "Adds."


def test_exports_are_in_the_order_of_names(agents_v1: Any, app: str) -> None:
    def agent(agent_id: str, **fields: Any) -> str:
        made = {"display_name": agent_id, **fields}
        request = {"parent": app, "agent_id": agent_id, "agent": made}
        name: str = agents_v1.create_agent(request=request).name
        return name

    tools = [
        make_tool(agents_v1, app, f"{one}-tool", {"client_function": {"name": one}}).name
        for one in ("zulu", "alpha")
    ]
    children = [agent("young"), agent("older")]
    agent("parent", tools=tools, child_agents=children)
    schema = {"type_": "STRING"}
    variables = [{"name": one, "description": "x", "schema": schema} for one in ("b", "a")]
    mask = {"paths": ["variable_declarations"]}
    agents_v1.update_app(app={"name": app, "variable_declarations": variables}, update_mask=mask)
    files = unpacked(exported(agents_v1, app))
    found = json.loads(files["A/agents/parent/parent.json"])
    assert found["tools"] == ["alpha", "zulu"]
    assert found["childAgents"] == ["older", "young"]
    declared = json.loads(files["A/app.json"])["variableDeclarations"]
    assert [one["name"] for one in declared] == ["a", "b"]


@pytest.mark.parametrize("form", ["JSON", "YAML"])
def test_an_app_comes_back_as_it_was(agents: Any, full: str, form: str) -> None:
    content = exported(agents, full, export_format=form)
    made = imported(agents, content, display_name=f"Copy {uuid4()}")
    assert list(made.warnings) == []
    for kind in ("agents", "tools", "toolsets", "guardrails", "examples"):
        before = [plain(one, full) for one in getattr(agents, f"list_{kind}")(parent=full)]
        after = [plain(one, made.name) for one in getattr(agents, f"list_{kind}")(parent=made.name)]
        assert before == after
    assert agents.get_app(name=made.name).root_agent == f"{made.name}/agents/root-agent"
    delete(agents, made.name)


@pytest.mark.parametrize("form", ["JSON", "YAML"])
def test_an_export_of_an_import_is_the_same_file(agents_v1: Any, full: str, form: str) -> None:
    content = exported(agents_v1, full, export_format=form)
    delete(agents_v1, full)
    imported(agents_v1, content, app_id=full.rpartition("/")[2])
    assert exported(agents_v1, full, export_format=form) == content


def plain(resource: Any, app: str) -> dict[str, Any]:
    """A resource without its times and the app it is in."""
    found = json.loads(type(resource).to_json(resource).replace(app, ""))
    return {
        key: one for key, one in found.items() if key not in ("createTime", "updateTime", "etag")
    }


def test_a_version_is_exported_as_it_was(agents_v1: Any, full: str) -> None:
    before = exported(agents_v1, full)
    request = {"parent": full, "app_version": {"display_name": "One"}}
    version = agents_v1.create_app_version(request=request)
    make_tool(agents_v1, full, "later")
    assert exported(agents_v1, full, app_version=version.name) == before
    assert exported(agents_v1, full) != before


def test_an_app_of_that_name_gets_another_beside_it(agents_v1: Any, full: str) -> None:
    content = exported(agents_v1, full)
    taken = agents_v1.get_app(name=full).display_name
    made = imported(agents_v1, content, display_name=taken)
    assert agents_v1.get_app(name=made.name).display_name.startswith(f"{taken} 20")
    delete(agents_v1, made.name)


def small(**files: Any) -> dict[str, Any]:
    return {"X/app.json": {"displayName": f"App {uuid4()}"}, **files}


def client_tool(name: str, **fields: Any) -> dict[str, Any]:
    return {"displayName": name, "clientFunction": {"name": name, **fields}}


def test_an_import_replaces_what_has_the_same_name(agents_v1: Any, app: str) -> None:
    make_tool(agents_v1, app, "old-1", {"client_function": {"name": "kept"}})
    make_tool(agents_v1, app, "old-2", {"client_function": {"name": "same"}})
    files = small(
        **{
            "X/tools/same/same.json": client_tool("same", description="New."),
            "X/tools/more/more.json": {"name": "more-1", **client_tool("more")},
        }
    )
    made = imported(agents_v1, packed(files), app_id=app.rpartition("/")[2])
    assert made.name == app
    found = {tool.name.rpartition("/")[2]: tool for tool in agents_v1.list_tools(parent=app)}
    assert set(found) == {"old-1", "old-2", "more-1"}
    assert found["old-2"].client_function.description == "New."
    options = {"conflict_resolution_strategy": "OVERWRITE"}
    imported(agents_v1, packed(files), app_id=app.rpartition("/")[2], import_options=options)
    names = [tool.display_name for tool in agents_v1.list_tools(parent=app)]
    assert names == ["same", "more"]
    assert [one.action for one in agents_v1.list_changelogs(parent=app)][-2:] == ["Import"] * 2


def test_resources_of_one_name_stay_apart(agents_v1: Any, app: str) -> None:
    def make(guardrail_id: str, content: str) -> None:
        banned = {"banned_contents": [content], "match_type": "SIMPLE_STRING_MATCH"}
        guardrail = {"display_name": "Same", "content_filter": banned}
        request = {"parent": app, "guardrail_id": guardrail_id, "guardrail": guardrail}
        agents_v1.create_guardrail(request=request)

    make("rail-1", "a")
    make("rail-2", "b")
    content = exported(agents_v1, app)
    agents_v1.delete_guardrail(name=f"{app}/guardrails/rail-1")
    make("rail-3", "c")
    imported(agents_v1, content, app_id=app.rpartition("/")[2])
    found = {
        one.name.rpartition("/")[2]: list(one.content_filter.banned_contents)
        for one in agents_v1.list_guardrails(parent=app)
    }
    # The first takes the place of the third, the second its own.
    assert found == {"rail-2": ["b"], "rail-3": ["a"]}


def test_an_import_in_the_place_of_an_app(agents_v1: Any, app: str) -> None:
    app_id, content = app.rpartition("/")[2], packed(small())
    with pytest.raises(exceptions.InvalidArgument, match="display_name"):
        imported(agents_v1, content, app_id=app_id, display_name="Other")
    lock = {"paths": ["locked"]}
    agents_v1.update_app(app={"name": app, "locked": True}, update_mask=lock)
    with pytest.raises(exceptions.FailedPrecondition, match="locked"):
        imported(agents_v1, content, app_id=app_id)
    assert imported(agents_v1, content, app_id=app_id, ignore_app_lock=True).name == app


def test_what_cannot_be_read_is_left_out_with_a_warning(agents_v1: Any) -> None:
    files = small(
        **{
            "X/tools/good/good.json": {**client_tool("good"), "newField": 1},
            "X/tools/two/two.json": {**client_tool("two"), "widgetTool": {"name": "two"}},
            "X/tools/none/none.json": {"displayName": "none"},
            "X/tools/text/text.json": "{",
            "X/tools/code/code.json": {"pythonFunction": {"pythonCode": "tools/code/code.py"}},
            "X/evaluations/one/one.json": {},
        }
    )
    made = imported(agents_v1, packed(files))
    assert [tool.display_name for tool in agents_v1.list_tools(parent=made.name)] == ["good"]
    warned = "\n".join(made.warnings)
    for said in ("newField", "tools/two", "tools/none", "tools/text", "tools/code", "evaluations"):
        assert said in warned
    delete(agents_v1, made.name)


def test_the_environment_fills_in_what_is_left_open(agents_v1: Any) -> None:
    schema = "toolsets/Shop/open_api_toolset/open_api_schema.yaml"
    bucket = {"audioRecordingConfig": {"gcsBucket": "$env_var"}}
    files = small(
        **{
            "X/toolsets/Shop/Shop.json": {
                "displayName": "Shop",
                "openApiToolset": {"openApiSchema": schema},
            },
            f"X/{schema}": SCHEMA,
            "X/environment.json": {
                "app": {"loggingSettings": {"audioRecordingConfig": {"gcsBucket": "gs://b"}}},
                "toolsets": {"Shop": {"openApiToolset": {"url": "http://127.0.0.1:1"}}},
            },
        }
    )
    files["X/app.json"]["loggingSettings"] = bucket
    made = imported(agents_v1, packed(files))
    toolset = next(iter(agents_v1.list_toolsets(parent=made.name)))
    assert "{url: http://127.0.0.1:1}" in toolset.open_api_toolset.open_api_schema
    settings = agents_v1.get_app(name=made.name).logging_settings
    assert settings.audio_recording_config.gcs_bucket == "gs://b"
    delete(agents_v1, made.name)


def link() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        member = zipfile.ZipInfo("X/app.json")
        member.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(member, "/etc/passwd")
    return buffer.getvalue()


def damaged() -> bytes:
    content = bytearray(packed(small(**{"X/global_instruction.txt": "x" * 1000})))
    content[60:70] = b"0123456789"
    return bytes(content)


AGENT = {"displayName": "Root", "tools": ["none_such"]}
BAD_ARCHIVES = {
    "no zip": (b"x" * 100, "not a zip"),
    "nothing": (packed({}), "one folder"),
    "half a zip": (packed(small())[:-30], "not a zip"),
    "damaged": (damaged(), "not a zip"),
    "no app": (packed({"X/agents/a/a.json": {}}), "no app.json"),
    "no folder": (packed({"app.json": {}}), "one folder"),
    "two folders": (packed({"X/app.json": {}, "Y/app.json": {}}), "one folder"),
    "a way out": (packed({"X/../../app.json": {}}), "leads out"),
    "an absolute path": (packed({"/X/app.json": {}}), "leads out"),
    "a link": (link(), "is a link"),
    "the same file twice": (
        packed({"X/app.json": {}, "X/apq.json": {}}).replace(b"apq", b"app"),
        "in it twice",
    ),
    "a bomb": (packed({"X/app.json": b"0" * (65 << 20)}), "unpacked"),
    "no JSON": (packed({"X/app.json": "{"}), "neither JSON"),
    "no object": (packed({"X/app.json": "[]"}), "app.json"),
    "no name": (packed({"X/app.json": {"displayName": ""}}), "display_name"),
    "a tool in use that is none": (
        packed(
            small(
                **{
                    "X/agents/Root/Root.json": {"displayName": "Root", "tools": ["two"]},
                    "X/tools/two/two.json": {"displayName": "two", "clientFunction": {}},
                }
            )
        ),
        "tools/two: .*client_function.name",
    ),
    "an agent that was left out": (
        packed(
            {
                "X/app.json": {"displayName": "X", "rootAgent": "Card Desk"},
                "X/agents/Card_Desk/Card_Desk.json": {"displayName": "Card Desk", "tools": 7},
            }
        ),
        "refers to agents/Card Desk. agents/Card_Desk/Card_Desk.json is left out: .*tools",
    ),
    "no such tool": (packed(small(**{"X/agents/Root/Root.json": AGENT})), "Reference not found"),
}


@pytest.mark.parametrize("case", BAD_ARCHIVES)
def test_archives_that_are_refused(agents_v1: Any, case: str) -> None:
    content, reason = BAD_ARCHIVES[case]
    before = len(list(agents_v1.list_apps(parent=LOCATION)))
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        imported(agents_v1, content)
    assert len(list(agents_v1.list_apps(parent=LOCATION))) == before


def test_an_import_without_content(agents_v1: Any) -> None:
    with pytest.raises(exceptions.InvalidArgument, match="app_content"):
        agents_v1.import_app(request={"parent": LOCATION})
    with pytest.raises(exceptions.FailedPrecondition, match="gcs-root"):
        agents_v1.import_app(request={"parent": LOCATION, "gcs_uri": "gs://b/app.zip"})


def test_an_export_of_what_is_not_there(agents_v1: Any, app: str) -> None:
    with pytest.raises(exceptions.NotFound, match="App"):
        exported(agents_v1, f"{app}-other")
    with pytest.raises(exceptions.NotFound, match="AppVersion"):
        exported(agents_v1, app, app_version=f"{app}/versions/none-such")
    with pytest.raises(exceptions.InvalidArgument, match="export_format"):
        agents_v1.export_app(request={"name": app})


@pytest.fixture(scope="module")
def with_buckets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    root = tmp_path_factory.mktemp("buckets")
    (root / "bucket").mkdir()
    server = start_server("--ephemeral", "--no-seed", "--gcs-root", str(root))
    yield server, root
    server.stop()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_apps_go_through_cloud_storage(with_buckets: tuple[Server, Path], transport: str) -> None:
    server, root = with_buckets
    agents = client(server, transport, "v1")
    made = imported(agents, packed(small()))
    uri = f"gs://bucket/{transport}.zip"
    request = {"name": made.name, "export_format": "JSON", "gcs_uri": uri}
    response = agents.export_app(request=request).result()
    assert (response.app_uri, response.app_content) == (uri, b"")
    assert zipfile.is_zipfile(root / "bucket" / f"{transport}.zip")
    again = agents.import_app(request={"parent": LOCATION, "gcs_uri": uri}).result()
    assert again.name != made.name
    with pytest.raises(exceptions.BadRequest, match="gcs_uri"):
        agents.import_app(request={"parent": LOCATION, "gcs_uri": "gs://bucket/none"})


def test_an_example_that_has_lost_its_tool_is_imported(agents_v1: Any, app: str) -> None:
    tool = make_tool(agents_v1, app, "adder").name
    message = {"role": "Support", "chunks": [{"tool_call": {"tool": tool, "args": {"a": 1}}}]}
    example = {"display_name": "Adding", "messages": [message]}
    agents_v1.create_example(request={"parent": app, "example": example})
    agents_v1.delete_tool(request={"name": tool, "force": True})
    made = imported(agents_v1, exported(agents_v1, app), display_name="Copy").name
    (found,) = agents_v1.list_examples(parent=made)
    assert found.invalid
    delete(agents_v1, made)

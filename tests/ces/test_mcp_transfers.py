"""Exports and imports of apps, as MCP clients start them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest
from mcp import Client

from tests.ces.conftest import make_tool
from tests.conftest import Server

PLACE = {"projectId": "demo", "locationId": "us"}


def use(server: Server, work: Callable[[Client], Awaitable[Any]]) -> Any:
    async def connected() -> Any:
        async with Client(f"{server.url}/ces/mcp") as client:
            return await work(client)

    return asyncio.run(connected())


def call(server: Server, tool: str, **arguments: Any) -> Any:
    return use(server, lambda client: client.call_tool(tool, arguments))


def test_an_app_goes_from_one_to_another(server: Server, agents_v1: Any, app: str) -> None:
    make_tool(agents_v1, app, "lookup")
    app_id, other = app.rpartition("/")[2], f"app-{uuid4().hex[:8]}"
    made = call(server, "start_export_app", **PLACE, appId=app_id).structured_content
    assert made["done"] is True
    operation = call(server, "get_operation", name=made["name"]).structured_content
    assert operation["response"]["appContent"] == made["content"]
    assert operation["response"]["@type"].endswith("/google.cloud.ces.v1.ExportAppResponse")
    assert operation["metadata"]["@type"].endswith("/google.cloud.ces.v1.OperationMetadata")

    arguments = {**PLACE, "appId": other, "content": made["content"]}
    started = call(server, "start_import_app", **arguments)
    assert started.structured_content["done"] is True
    copy = f"{app.rpartition('/')[0]}/{other}"
    assert [tool.display_name for tool in agents_v1.list_tools(parent=copy)] == ["lookup"]

    again = call(server, "start_import_app", **arguments)
    assert again.is_error
    assert "App already exists" in again.content[0].text
    agents_v1.delete_app(name=copy).result()


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("start_export_app", {"locationId": "us", "appId": "x"}, "projectId"),
        ("start_export_app", PLACE, "appId"),
        ("start_export_app", {**PLACE, "appId": "none-such"}, "NOT_FOUND"),
        ("start_export_app", {**PLACE, "appId": "a", "other": "x"}, "no such argument"),
        ("start_import_app", {**PLACE, "appId": "a/b", "content": "eA=="}, "not a resource name"),
        ("start_import_app", {**PLACE, "content": "eA=="}, "'content': it is not a zip"),
        ("start_import_app", {**PLACE, "content": "?"}, "Invalid value at 'content'"),
        ("start_import_app", {**PLACE, "content": 1}, "must be a string"),
        ("start_import_app", PLACE, "Missing required field: content."),
    ],
)
def test_what_is_refused(server: Server, tool: str, arguments: dict, reason: str) -> None:
    result = call(server, tool, **arguments)
    assert result.is_error
    assert reason in result.content[0].text

"""The MCP endpoint through the client of the Python SDK, which validates what it gets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client

from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Server

REVISIONS = {"auto": "2026-07-28", "legacy": "2025-11-25"}
DOCS_CONFIG = f"{DEMO}/dataStores/demo-docs/servingConfigs/default_search"
Use = Callable[[Client], Awaitable[Any]]
QUESTION = "How long is the warranty on the Skylark 3?"


@pytest.fixture(params=REVISIONS)
def mode(request: pytest.FixtureRequest) -> str:
    return request.param


def run(server: Server, mode: str, use: Use) -> Any:
    async def connect() -> Any:
        async with Client(f"{server.url}/mcp", mode=mode) as client:
            return await use(client)

    return asyncio.run(connect())


def test_revision(server: Server, mode: str) -> None:
    async def use(client: Client) -> str:
        return client.protocol_version

    assert run(server, mode, use) == REVISIONS[mode]


def test_list(server: Server, mode: str) -> None:
    async def use(client: Client) -> Any:
        return await client.list_tools()

    tools = run(server, mode, use).tools
    names = [tool.name for tool in tools]
    assert names[:3] == ["search", "conversational_search", "list_engines"]
    assert "list_tools" in names
    assert all(tool.output_schema for tool in tools)
    for tool in tools:
        is_read = tool.name.startswith(("list_", "get_")) or tool.name in names[:3]
        assert tool.annotations.read_only_hint is is_read


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("list_engines", {"parent": DEMO}),
        (
            "search",
            {
                "servingConfig": DEMO_CONFIG,
                "query": "Skylark warranty",
                "contentSearchSpec": {
                    "snippetSpec": {"returnSnippet": True},
                    "extractiveContentSpec": {"maxExtractiveAnswerCount": 1},
                },
            },
        ),
        (
            "search",
            {
                "servingConfig": DOCS_CONFIG,
                "query": "Skylark warranty",
                "contentSearchSpec": {
                    "searchResultMode": "CHUNKS",
                    "chunkSpec": {"numPreviousChunks": 1, "numNextChunks": 1},
                },
            },
        ),
        (
            "conversational_search",
            {
                "servingConfig": DEMO_CONFIG,
                "query": {"text": QUESTION},
                "session": f"{DEMO_ENGINE}/sessions/-",
                "answerGenerationSpec": {"includeCitations": True},
            },
        ),
    ],
)
def test_result_is_valid(server: Server, mode: str, tool: str, arguments: dict[str, Any]) -> None:
    async def use(client: Client) -> Any:
        await client.list_tools()
        return await client.call_tool(tool, arguments)

    result = run(server, mode, use)
    assert result.is_error is False, result.content
    assert result.structured_content


def test_conversation(server: Server, mode: str) -> None:
    async def use(client: Client) -> list[dict[str, Any]]:
        session, answers = f"{DEMO_ENGINE}/sessions/-", []
        for question in (QUESTION, "And on the Skylark Pro?"):
            arguments = {"servingConfig": DEMO_CONFIG, "query": {"text": question}}
            result = await client.call_tool(
                "conversational_search", {**arguments, "session": session}
            )
            answers.append(result.structured_content)
            session = answers[-1]["session"]["name"]
        return answers

    first, second = run(server, mode, use)
    assert first["session"]["name"] == second["session"]["name"]
    assert "36 months" in first["answer"]["answerText"]
    assert "60 months" in second["answer"]["answerText"]


def test_refusal_is_a_result(server: Server, mode: str) -> None:
    async def use(client: Client) -> Any:
        config = DEMO_CONFIG.replace("engines/demo", "engines/none")
        return await client.call_tool("search", {"servingConfig": config})

    result = run(server, mode, use)
    assert result.is_error is True
    assert result.content[0].text.startswith("NOT_FOUND (404): Engine ")

"""The calls of the documentation, as somebody would paste them who has just started."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from emulator.transports.docs.curl import ORIGIN
from tests.processes import running

CALL = re.compile(r'<details class="method" id="([\w.]+)".*?</details>', re.DOTALL)
CODE = re.compile(r"<pre><code>(curl .*?)</code>", re.DOTALL)
TO_REPLACE = re.compile(r"\b(?:[A-Z_]+_ID|APP_CONTENT)\b")
# It asks an MCP server that nobody has started; it takes back what the calls before it have made.
NOT_CALLED = ("ToolService.RetrieveTools", "AgentService.RestoreAppVersion")
# The demo data store was made without a chunking config.
REFUSED = ("ChunkService.ListChunks",)


def calls(page: str) -> Iterator[tuple[str, list[str]]]:
    """The methods of a page, and the words of their commands."""
    for entry in CALL.finditer(page):
        for code in CODE.findall(entry[0]):
            command = html.unescape(code)
            if not TO_REPLACE.search(command) and not entry[1].endswith(NOT_CALLED):
                yield entry[1], shlex.split(command)


def place(method: str) -> int:
    """What others are in is made first and deleted last."""
    rpc = method.rpartition(".")[2]
    if re.fullmatch("(Create|Delete)(App|DataStore|Engine|SampleQuerySet)", rpc):
        return 0 if rpc.startswith("Create") else 4
    if rpc == "CreateEvaluation":  # It needs sample queries.
        return 2
    return 1 if rpc.startswith(("Create", "Import")) else 3 if rpc.startswith("Delete") else 2


def sent(client: httpx.Client, words: list[str]) -> httpx.Response:
    _, url, *options = words
    given = dict(zip(options[::2], options[1::2], strict=True))
    verb = given.get("--request", "POST" if "--data" in given else "GET")
    headers = dict([given["--header"].split(": ")]) if "--header" in given else {}
    return client.request(verb, url, headers=headers, content=given.get("--data"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        running(tmp_path_factory.mktemp("emulator"), "--ephemeral") as emulator,
        httpx.Client(base_url=emulator.url, timeout=60) as client,
    ):
        yield client


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_every_call_that_leaves_nothing_to_replace_is_answered(
    client: httpx.Client, version: str
) -> None:
    page = client.get(f"/docs/{version}").text
    found = sorted(calls(page.replace(ORIGIN, "")), key=lambda one: place(one[0]))
    assert len(found) > 50
    for method, words in found:
        response = sent(client, words)
        expected = 400 if method.endswith(REFUSED) else 200
        assert response.status_code == expected, (method, response.text)


def test_the_code_of_the_tool_that_is_made_runs(client: httpx.Client) -> None:
    found = calls(client.get("/docs/v1").text)
    (words,) = (words for method, words in found if method.endswith(".CreateTool"))
    defined: dict[str, Any] = {}
    exec(json.loads(words[-1])["pythonFunction"]["pythonCode"], defined)
    assert defined["add_up"](1, 2) == 3

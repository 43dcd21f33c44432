"""What tools may do on this machine, by the settings."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from emulator.ces.environment import Environment, Rights
from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.sandbox.client import Outcome
from emulator.ces.runtime.tools import python
from emulator.settings import Settings
from emulator.surface.errors import ApiError

APP = SimpleNamespace(name="projects/1/locations/us/apps/app")


def call(rights: Rights, code: str, *arguments: tuple[str, Any], **fields: Any) -> Outcome:
    environment = cast(Environment, SimpleNamespace(rights=rights))
    context = ToolContext(environment, cast(Any, APP), **{"variables": {}, **fields})
    return asyncio.run(python.call(context, code, "", arguments))


@pytest.mark.parametrize(
    ("host", "allowed", "runs"),
    [
        ("127.0.0.1", False, True),
        ("localhost", False, True),
        ("::1", False, True),
        ("0.0.0.0", False, False),
        ("192.0.2.1", False, False),
        ("0.0.0.0", True, True),
    ],
)
def test_code_runs_where_only_this_machine_can_ask_for_it(
    host: str, allowed: bool, runs: bool
) -> None:
    assert Settings(host=host, allow_code=allowed).runs_code is runs


def test_code_that_is_not_run() -> None:
    with pytest.raises(ApiError, match="allow_code"):
        call(Rights(runs_code=False), "def f(): pass")


def test_code_that_nobody_waits_for_any_more_is_ended() -> None:
    """The warnings of sockets and processes that are left open are errors in tests."""

    async def cancelled(after: float) -> None:
        environment = cast(Environment, SimpleNamespace(rights=Rights()))
        context = ToolContext(environment, cast(Any, APP), {})
        with suppress(TimeoutError):
            async with asyncio.timeout(after):
                await python.call(context, "def f():\n    while True: pass", "")

    async def many() -> None:
        await asyncio.gather(*(cancelled(after) for after in (0, 0.002, 0.005, 0.02, 0.05)))
        await asyncio.get_running_loop().shutdown_default_executor()

    asyncio.run(many())
    gc.collect()


def test_folders_are_read_if_they_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "file").write_text("text")
    (tmp_path / "out").write_text("text")
    rights = Rights(folders=(str(tmp_path / "in"),))
    code = "def f(path):\n    return open(path).read()"
    assert call(rights, code, ("", f"{tmp_path}/in/file")).value == "text"
    for path in (f"{tmp_path}/out", f"{tmp_path}/in/../out", f"{tmp_path}/in-side"):
        assert "may not open" in call(rights, code, ("", path)).error
    written = call(rights, "def f(path):\n    open(path, 'w')", ("", f"{tmp_path}/in/file"))
    assert "may not open" in written.error


def test_callbacks_see_and_change_their_context() -> None:
    code = """
def before_model_callback(callback_context, llm_request):
    callback_context.set_variable("seen", llm_request.contents[-1].parts[0].text)
    llm_request.config.hide_tool("other")
    return LlmResponse.from_parts([Part.from_text("Hi."), Part.from_agent_transfer("Sales")])
"""
    contents = [{"role": "user", "parts": [{"text": "Hello"}]}]
    variables: dict[str, Any] = {"kept": 1}
    request = ("LlmRequest", {"contents": contents, "config": {}})
    outcome = call(Rights(), code, ("CallbackContext", None), request, variables=variables)
    assert outcome.value["content"]["parts"] == [
        {"text": "Hi."},
        {"function_call": {"name": "transfer_to_agent", "args": {"agent_name": "Sales"}}},
    ]
    assert outcome.arguments is not None
    assert outcome.arguments[1]["config"] == {"excluded_tools": ["other"]}
    assert variables == {"kept": 1, "seen": "Hello"}

"""An emulator with a model that says what a test has it say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.chat_server import ChatServer, chat_server
from tests.conftest import Server, start_server

GREETING = "Hello! How can I help?"


@pytest.fixture(scope="module")
def model() -> Iterator[ChatServer]:
    """The model."""
    with chat_server() as serving:
        yield serving


@pytest.fixture(scope="module")
def server(model: ChatServer) -> Iterator[Server]:
    """The emulator."""
    options = ("--model-url", model.url, "--model-name", "small", "--model-timeout", "60")
    running = start_server("--ephemeral", *options)
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def _quiet(model: ChatServer) -> None:
    model.reply, model.status = GREETING, 200
    model.replies.clear()
    model.requests.clear()


def calls(*asked: tuple[str, dict[str, Any]], text: str | None = None) -> dict[str, Any]:
    """A message of the model that calls functions."""
    made = [
        {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": args}}
        for number, (name, args) in enumerate((name, json.dumps(args)) for name, args in asked)
    ]
    return {"role": "assistant", "content": text, "tool_calls": made}

"""The HTTP port before any door."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from emulator.transports.http.http_app import Front
from tests.transports import tiny

PATHS = ["/v1/projects", "/ces/mcp", "/docs/v1"]


class Closed(list[dict[str, Any]]):
    """What takes no message more, and says why."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self._reason = reason

    def append(self, _message: dict[str, Any]) -> None:
        raise RuntimeError(self._reason)


@pytest.fixture
def front() -> Any:
    door: Any = PlainTextResponse("answered")
    return Front(door, door, door)


@pytest.mark.parametrize("path", PATHS)
def test_a_client_that_has_gone_away_is_no_failure(
    front: Any, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    received = [{"type": "http.request"}, *[{"type": "http.disconnect"}] * 2]
    closed = Closed("unable to write; the handler is closed")
    with caplog.at_level("INFO"):
        tiny.messages(front, path, b"", sent=closed, received=received)
    assert {record.levelname for record in caplog.records} == {"INFO"}
    assert "a client has gone away before the end of its answer" in caplog.text


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_that_cannot_be_sent_is_one(front: Any, path: str) -> None:
    with pytest.raises(RuntimeError, match="longer than"):
        tiny.messages(front, path, b"", sent=Closed("longer than Content-Length"))

"""The processes that code of apps runs in, without a server."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

from emulator.ces.runtime.sandbox import workers
from emulator.ces.runtime.sandbox.client import Job, Outcome, run

SELF = "def f():\n    return __import__('json').codecs.sys.modules['os'].getpid()"


async def unasked(asked: dict[str, Any], changed: dict[str, Any]) -> Any:
    raise AssertionError


def ran(code: str, seconds: float = 30.0) -> Outcome:
    return asyncio.run(run(Job(code, "f", {}), seconds, unasked))


def test_no_call_finds_what_another_has_left() -> None:
    left = """
import math
def f():
    found = getattr(math, "left", 0)
    math.left = 1
    return found
"""
    assert [ran(left).value, ran(left).value] == [0, 0]
    assert ran(SELF).value != ran(SELF).value


def test_workers_are_forked_again_after_their_server_was_killed() -> None:
    ran(SELF)
    server = workers._server._process
    assert server is not None
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    assert isinstance(ran(SELF).value, int)


@pytest.mark.parametrize("ends", ["the lease", "the server"])
def test_a_worker_lives_no_longer_than_whoever_asked_for_it(ends: str) -> None:
    line, lease = workers.start()
    with line, lease:
        if ends == "the lease":
            lease.close()
        else:
            workers._server.stop()
        line.settimeout(10)
        assert line.recv(1) == b""

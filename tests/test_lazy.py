"""Items that are made when they are first asked for, modules that are not loaded for a start."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from emulator.lazy import Lazy
from tests.processes import environment

# What only some calls need, and what takes long to import.
NOT_FOR_A_START = (
    "alembic",
    "emulator.answering",
    "emulator.ingestion",
    "fastapi",
    "google.protobuf.json_format",
    "grpc_health.v1.health",
    "grpc_reflection.v1alpha.reflection",
    "selectolax",
    "sqlalchemy.orm",
    "sqlmodel",
    "tomllib",
)
# What only turns, other resources of an app, searches, and imports of files need.
NOT_FOR_THE_DEMO = (
    "emulator.ces.archive",
    "emulator.ces.agent_service.conversations",
    "emulator.ces.runtime.arguments",
    "emulator.ces.runtime.planning",
    "emulator.ces.runtime.sandbox",
    "emulator.ces.runtime.tools.open_api",
    "emulator.discoveryengine.retrieval",
    "emulator.ingestion.sources.records",
    "emulator.ingestion.sources.server",
)


def test_item_is_made_once_when_it_is_reached() -> None:
    made: list[str] = []
    items = Lazy([lambda: made.append("one"), lambda: made.append("two")])
    assert made == []
    next(iter(items))
    assert made == ["one"]
    for _ in range(2):
        assert len(list(items)) == 2
    assert made == ["one", "two"]


def test_item_that_could_not_be_made_is_made_later() -> None:
    outcomes = iter([OSError("the disk is full"), "made"])

    def make() -> str:
        outcome = next(outcomes)
        if isinstance(outcome, OSError):
            raise outcome
        return outcome

    items = Lazy([make])
    with pytest.raises(OSError, match="the disk is full"):
        list(items)
    assert list(items) == ["made"]


def test_threads_share_one_item() -> None:
    def make() -> object:
        time.sleep(0.05)
        return object()

    items = Lazy([make])
    seen: set[object] = set()
    threads = [threading.Thread(target=lambda: seen.update(items)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 1


def modules_after(code: str) -> set[str]:
    """The modules that a process has imported when it has run the code."""
    command = [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"]
    run = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The modules that `serve` imports before it starts."""
    return modules_after("import emulator.process")


@pytest.fixture(scope="module")
def loaded_for_the_demo() -> set[str]:
    """The modules that it imports to be ready with the demo corpus."""
    return modules_after(
        "import asyncio; from emulator.app import Emulator; from emulator.settings import Settings;"
        "emulator = Emulator(Settings(ephemeral=True)); asyncio.run(emulator.prepare());"
        "emulator.close()"
    )


@pytest.mark.parametrize("module", NOT_FOR_A_START)
def test_start_does_not_import(module: str, loaded: set[str]) -> None:
    assert module not in loaded


@pytest.mark.parametrize("module", NOT_FOR_THE_DEMO)
def test_demo_is_loaded_without(module: str, loaded_for_the_demo: set[str]) -> None:
    assert module not in loaded_for_the_demo

"""Values that are made when they are first asked for, modules that are not loaded for a start."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from emulator.lazy import LazyMapping
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
)
# What only turns need.
NOT_FOR_THE_DEMO = ("emulator.ces.runtime.planning", "emulator.ces.runtime.arguments")


def test_value_is_made_once_when_asked_for() -> None:
    made: list[str] = []
    mapping = LazyMapping({"one": lambda: made.append("one"), "two": lambda: made.append("two")})
    assert made == []
    for _ in range(2):
        mapping["two"]
    assert made == ["two"]


def test_threads_share_one_value() -> None:
    def make() -> object:
        time.sleep(0.05)
        return object()

    mapping = LazyMapping({"one": make})
    seen: set[object] = set()
    threads = [threading.Thread(target=lambda: seen.add(mapping["one"])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 1


def test_it_is_a_mapping() -> None:
    mapping = LazyMapping({"one": lambda: 1})
    assert dict(mapping) == {"one": 1}
    assert len(mapping) == 1
    assert mapping.get("two") is None


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

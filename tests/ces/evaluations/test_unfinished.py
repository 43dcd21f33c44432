"""What becomes of runs that an earlier process had begun."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulator.ces.evaluation_service.unfinished import end_interrupted
from emulator.resources.operations import interrupted
from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface.messages import ces
from emulator.surface.registry import Message

APP = "projects/1/locations/us/apps/a"
NAME = f"{APP}/evaluationRuns/r"


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store(None)
    yield opened
    opened.close()


def ended(store: Store, run: Message, name: str = NAME) -> Message:
    """What a stored run has become."""
    with store.write() as connection:
        resources.add(connection, name, APP, "evaluationRuns", 0, run.SerializeToString())
    end_interrupted(store, interrupted(), 1)
    with store.read() as connection:
        return ces.EvaluationRun.FromString(resources.get(connection, name) or b"")


def test_one_that_was_going_on_ends_with_an_error(store: Store) -> None:
    found = ended(store, ces.EvaluationRun(name=NAME, state=ces.EvaluationRun.RUNNING))
    assert found.state == ces.EvaluationRun.ERROR
    assert "stopped" in found.error.message


def test_one_that_has_ended_stays_as_it_is(store: Store) -> None:
    run = ces.EvaluationRun(name=NAME, state=ces.EvaluationRun.COMPLETED)
    assert ended(store, run) == run

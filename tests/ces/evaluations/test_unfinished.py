"""What becomes of runs that an earlier process had begun."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulator.ces.evaluation_service.unfinished import end_interrupted
from emulator.resources.operations import interrupted
from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface.messages import ces, longrunning, pack
from emulator.surface.registry import Message

APP = "projects/1/locations/us/apps/a"
NAME = f"{APP}/evaluationRuns/r"


@pytest.fixture
def store() -> Iterator[Store]:
    """A store with a run that goes on."""
    opened = Store(None)
    body = ces.EvaluationRun(name=NAME, state=ces.EvaluationRun.RUNNING).SerializeToString()
    with opened.write() as connection:
        resources.add(connection, NAME, APP, "evaluationRuns", 0, body)
    yield opened
    opened.close()


def ended(store: Store, metadata: Message) -> Message:
    operation = longrunning.Operation(name="projects/1/locations/us/operations/o")
    operation.metadata.CopyFrom(pack(metadata, "google.cloud.ces.v1beta"))
    end_interrupted(store, [operation], interrupted(), 1)
    with store.read() as connection:
        return ces.EvaluationRun.FromString(resources.get(connection, NAME) or b"")


def test_one_that_was_going_on_ends_with_an_error(store: Store) -> None:
    found = ended(store, ces.RunEvaluationOperationMetadata(evaluation_run=NAME))
    assert found.state == ces.EvaluationRun.ERROR
    assert "stopped" in found.error.message


def test_others_stay_as_they_are(store: Store) -> None:
    other = ces.RunEvaluationOperationMetadata(evaluation_run=f"{APP}/evaluationRuns/other")
    assert ended(store, other).state == ces.EvaluationRun.RUNNING
    assert ended(store, ces.OperationMetadata()).state == ces.EvaluationRun.RUNNING

"""What becomes of evaluations that an earlier process had begun."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulator.discoveryengine.evaluations.unfinished import end_interrupted
from emulator.resources.operations import interrupted
from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import longrunning, microseconds

LOCATION = "projects/1/locations/global"
NAME = f"{LOCATION}/evaluations/e"
NOW = 1_700_000_000_000_000


@pytest.fixture
def store() -> Iterator[Store]:
    """A store with an evaluation that runs."""
    opened = Store(None)
    body = de.Evaluation(name=NAME, state=de.Evaluation.RUNNING).SerializeToString()
    with opened.write() as connection:
        resources.add(connection, NAME, LOCATION, "evaluations", 0, body)
    yield opened
    opened.close()


def ended(store: Store, *operations: str):
    found = [longrunning.Operation(name=name) for name in operations]
    end_interrupted(store, found, interrupted(), NOW)
    with store.read() as connection:
        return de.Evaluation.FromString(resources.get(connection, NAME))


def test_one_that_was_running_has_failed(store: Store) -> None:
    found = ended(store, f"{NAME}/operations/create-evaluation-1")
    assert found.state == de.Evaluation.FAILED
    assert "stopped" in found.error.message
    assert microseconds(found.end_time) == NOW


@pytest.mark.parametrize(
    "operation",
    [
        f"{LOCATION}/evaluations/other/operations/create-evaluation-1",
        f"{LOCATION}/apps/a/evaluations/e/operations/run-evaluation-1",
        f"{LOCATION}/sampleQuerySets/s/operations/import-sample-queries-1",
    ],
)
def test_others_stay_as_they_are(store: Store, operation: str) -> None:
    assert ended(store, operation).state == de.Evaluation.RUNNING

"""Runs that were interrupted: ended with an error."""

from __future__ import annotations

from collections.abc import Iterable

from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.status import status


def end_interrupted(store: Store, operations: Iterable[Message], error: ApiError, now: int) -> None:
    """End with this error the runs that some of these operations were to make."""
    names = [name for operation in operations if (name := _run_of(operation))]
    if not names:
        return
    with store.write() as connection:
        for name in names:
            if body := resources.get(connection, name):
                run = ces.EvaluationRun.FromString(body)
                run.state = ces.EvaluationRun.ERROR
                run.error.CopyFrom(status(error))
                resources.replace(connection, name, now, run.SerializeToString())


def _run_of(operation: Message) -> str:
    metadata = ces.RunEvaluationOperationMetadata()
    if not operation.metadata.type_url.endswith(f".{metadata.DESCRIPTOR.name}"):
        return ""
    metadata.ParseFromString(operation.metadata.value)
    return str(metadata.evaluation_run)

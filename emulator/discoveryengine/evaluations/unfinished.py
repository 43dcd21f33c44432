"""Evaluations that cannot be brought to their end."""

from __future__ import annotations

from collections.abc import Iterable

from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.errors import ApiError
from emulator.surface.messages import copied, timestamp
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.status import status

_EVALUATION = "projects/*/locations/*/evaluations/*"


def failed_evaluation(evaluation: Message, error: ApiError, now: int) -> Message:
    """What an evaluation becomes that ends with an error (microseconds since the epoch)."""
    ended = copied(evaluation)
    ended.state = de.Evaluation.FAILED
    ended.end_time.CopyFrom(timestamp(now))
    ended.error.CopyFrom(status(error))
    return ended


def end_interrupted(store: Store, operations: Iterable[Message], error: ApiError, now: int) -> None:
    """End with this error the evaluations that some of these operations were to make."""
    made = {names.parent(operation.name) for operation in operations}
    found = [name for name in made if names.matches(name, _EVALUATION)]
    if not found:
        return
    with store.write() as connection:
        for name in found:
            if body := resources.get(connection, name):
                ended = failed_evaluation(de.Evaluation.FromString(body), error, now)
                resources.replace(connection, name, now, ended.SerializeToString())

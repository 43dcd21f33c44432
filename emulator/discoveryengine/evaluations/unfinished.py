"""Evaluations that cannot be brought to their end."""

from __future__ import annotations

from emulator.resources.unfinished import end_unfinished
from emulator.storage.store import Store
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


def end_interrupted(store: Store, error: ApiError, now: int) -> None:
    """End with this error the evaluations that an earlier process was making."""

    def end(body: bytes) -> Message | None:
        evaluation = de.Evaluation.FromString(body)
        is_running = evaluation.state == de.Evaluation.RUNNING
        return failed_evaluation(evaluation, error, now) if is_running else None

    end_unfinished(store, _EVALUATION, end, now)

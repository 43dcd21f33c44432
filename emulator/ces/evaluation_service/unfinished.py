"""Runs that were interrupted: ended with an error."""

from __future__ import annotations

from emulator.resources.unfinished import end_unfinished
from emulator.storage.store import Store
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.status import status

_RUN = "projects/*/locations/*/apps/*/evaluationRuns/*"


def end_interrupted(store: Store, error: ApiError, now: int) -> None:
    """End with this error the runs that an earlier process was making."""

    def end(body: bytes) -> Message | None:
        run = ces.EvaluationRun.FromString(body)
        if run.state != ces.EvaluationRun.RUNNING:
            return None
        run.state = ces.EvaluationRun.ERROR
        run.error.CopyFrom(status(error))
        return run

    end_unfinished(store, _RUN, end, now)

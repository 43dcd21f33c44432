"""A run while it goes on: evaluation after evaluation, each result stored when it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import CancelledError

from emulator.ces.environment import Environment
from emulator.ces.evaluation_service.golden_replay import GoldenReplay
from emulator.ces.evaluation_service.summaries import RESULTS
from emulator.ces.evaluation_service.thresholds import effective
from emulator.ces.stored_resources import app
from emulator.resources.operations import Job, interrupted
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import Code, as_api_error
from emulator.surface.messages import ces, timestamp
from emulator.surface.registry import Message
from emulator.surface.status import status

_RESULT, _RUN = ces.EvaluationResult, ces.EvaluationRun


class Running:
    """A run on a worker thread; the turns of its replays run on the event loop, as all turns do."""

    def __init__(
        self,
        environment: Environment,
        loop: asyncio.AbstractEventLoop,
        run: Message,
        evaluations: Sequence[Message],
    ) -> None:
        self._environment = environment
        self._loop = loop
        self._run = run
        self._evaluations = evaluations

    def work(self, job: Job) -> Message:
        """Replay everything; the error that ends the run ends the operation too."""
        run = self._run
        run.operation = job.name
        try:
            for evaluation in self._evaluations:
                for _ in range(run.run_count):
                    self._add(evaluation)
                    job.report()
        except Exception as error:
            known = as_api_error(error)
            run.state = _RUN.CANCELLED if known.code is Code.CANCELLED else _RUN.ERROR
            run.error.CopyFrom(status(known))
            self._save()
            raise
        run.state = _RUN.COMPLETED
        self._save()
        return ces.RunEvaluationResponse(evaluation_run=run.name)

    def _add(self, evaluation: Message) -> None:
        """Replay an evaluation, and store its result and how far the run is."""
        result = self._result(evaluation)
        self._count(evaluation.name, result)
        self._run.evaluation_results.append(result.name)
        with self._environment.store.write() as connection:
            if resources.get(connection, evaluation.name) is not None:
                time = result.create_time.ToMicroseconds()
                body = result.SerializeToString()
                resources.add(connection, result.name, evaluation.name, RESULTS, time, body)
        self._save()

    def _result(self, evaluation: Message) -> Message:
        environment, run = self._environment, self._run
        parent = names.parent(evaluation.name)
        with environment.store.read() as connection:
            thresholds = effective(app(connection, parent), evaluation)
        result = _RESULT(
            name=f"{evaluation.name}/{RESULTS}/{environment.ids.uuid()}",
            evaluation_run=run.name,
            app_version=run.app_version,
            app_version_display_name=run.app_version_display_name,
            config=run.config,
            golden_run_method=run.golden_run_method,
            evaluation_metrics_thresholds=thresholds,
        )
        result.create_time.CopyFrom(timestamp(environment.clock.now()))
        shown = result.create_time.ToJsonString()
        result.display_name = f"{evaluation.display_name} result - {shown}"
        replay = GoldenReplay(environment, parent, run.app_version, thresholds)
        running = replay.run(evaluation.golden, result)
        try:
            asyncio.run_coroutine_threadsafe(running, self._loop).result()
        except CancelledError:
            raise interrupted() from None
        return result

    def _count(self, name: str, result: Message) -> None:
        """Count a result as passed, failed or one with an error."""
        progress, summary = self._run.progress, self._run.evaluation_run_summaries[name]
        kind = "error"
        if result.execution_state == _RESULT.COMPLETED:
            progress.completed_count += 1
            kind = "passed" if result.evaluation_status == _RESULT.PASS else "failed"
        for counts in (progress, summary):
            field = f"{kind}_count"
            setattr(counts, field, getattr(counts, field) + 1)

    def _save(self) -> None:
        now, run = self._environment.clock.now(), self._run
        with self._environment.store.write() as connection:
            resources.replace(connection, run.name, now, run.SerializeToString())

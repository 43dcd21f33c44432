"""EvaluationService's runs, and the methods that start them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

from emulator.ces.environment import Service
from emulator.ces.evaluation_service import run_requests
from emulator.ces.evaluation_service.running import Running
from emulator.ces.listing import page
from emulator.ces.stored_resources import app, require
from emulator.resources.list_filter import Field, enum_number, time
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import failed_precondition
from emulator.surface.messages import ces, protobuf, timestamp
from emulator.surface.registry import Message

RUNS = "evaluationRuns"
_FILTERS: Mapping[str, Field] = {
    "name": Field("name", names.canonical, has_parts=True),
    "display_name": Field("display_name", has_parts=True),
    "app_version": Field("app_version", names.canonical),
    "evaluation_dataset": Field("evaluation_dataset", names.canonical),
    "create_time": Field("create_time", time),
    "state": Field("state", enum_number(ces.EvaluationRun.EvaluationRunState)),
}


class EvaluationRuns(Service):
    """Runs of evaluations of an app: each evaluation is replayed, once or several times."""

    async def run_evaluation(self, request: Message) -> Message:
        """Begin a run; what it has found so far can be read while it goes on."""
        run, evaluations = self._begun(request)
        running = Running(self.environment, asyncio.get_running_loop(), run, evaluations)
        metadata = ces.RunEvaluationOperationMetadata(
            evaluations=run.evaluations, evaluation_run=run.name, verb="run"
        )
        # Not here: it waits a moment for the work, which goes on on this event loop.
        start = self.environment.operations.start
        return await asyncio.to_thread(start, names.location(run.name), metadata, running.work)

    def get_evaluation_run(self, request: Message) -> Message:
        """The run."""
        with self.environment.store.read() as connection:
            return require(connection, names.canonical(request.name), RUNS)

    def list_evaluation_runs(self, request: Message) -> Message:
        """The runs of an app."""
        parent = names.canonical(request.parent)
        with self.environment.store.read() as connection:
            app(connection, parent)
            rows = partial(resources.children, connection, parent, RUNS)
            found = page(request, rows, ces.EvaluationRun, _FILTERS)
        return ces.ListEvaluationRunsResponse(
            evaluation_runs=found.resources, next_page_token=found.token
        )

    def delete_evaluation_run(self, request: Message) -> Message:
        """Delete a run that has ended, with its results; the operation is done at once."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            run = require(connection, name, RUNS)
            if run.state == ces.EvaluationRun.RUNNING:
                raise failed_precondition(f"{name} is still running; cancel its operation first.")
            for one in (*run.evaluation_results, name):
                resources.remove(connection, one)
            metadata = ces.DeleteEvaluationRunOperationMetadata()
            return self.finished(connection, names.location(name), protobuf.Empty(), metadata)

    def _begun(self, request: Message) -> tuple[Message, Sequence[Message]]:
        """A new run that is stored as running, and what it is to replay."""
        run_requests.check(request)
        environment, parent = self.environment, names.canonical(request.app)
        with environment.store.write() as connection:
            app(connection, parent)
            version = run_requests.version(environment, connection, request, parent)
            evaluations = run_requests.evaluations(connection, request, parent)
            run = _new(request, version, evaluations)
            run.name = f"{parent}/{RUNS}/{environment.ids.uuid()}"
            now = environment.clock.now()
            run.create_time.CopyFrom(timestamp(now))
            run.display_name = request.display_name or _called(connection, run)
            resources.add(connection, run.name, parent, RUNS, now, run.SerializeToString())
        return run, evaluations


def _new(request: Message, version: Message, evaluations: Sequence[Message]) -> Message:
    """The run that a request asks for, before it has a name."""
    run = ces.EvaluationRun(
        app_version=version.name,
        app_version_display_name=version.display_name,
        evaluations=[one.name for one in evaluations],
        evaluation_dataset=names.canonical(request.evaluation_dataset),
        evaluation_type=ces.EvaluationRun.GOLDEN,
        state=ces.EvaluationRun.RUNNING,
        config=request.config,
        run_count=request.run_count or 1,
        golden_run_method=ces.GoldenRunMethod.Value("NAIVE"),
    )
    run.progress.total_count = len(evaluations) * run.run_count
    return run


def _called(connection: Connection, run: Message) -> str:
    """What a run is called by default: "<evaluation-dataset-display-name> run - <timestamp>"."""
    body = resources.get(connection, run.evaluation_dataset) if run.evaluation_dataset else None
    named = f"{ces.EvaluationDataset.FromString(body).display_name} " if body else ""
    return f"{named}run - {run.create_time.ToJsonString()}"

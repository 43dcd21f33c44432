"""EvaluationService."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment, Service
from emulator.discoveryengine.evaluations.runs import EvaluationRun
from emulator.discoveryengine.evaluations.unfinished import failed_evaluation
from emulator.discoveryengine.retrieval.scope.targets import resolve_target
from emulator.resources import masks, paging
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import (
    as_api_error,
    failed_precondition,
    invalid_argument,
    missing_field,
)
from emulator.surface.messages import copied, timestamp
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_name

_SPEC = "evaluation.evaluation_spec"
_SEARCH = f"{_SPEC}.search_request"
_QUERY_SET = f"{_SPEC}.query_set_spec.sample_query_set"
_QUERY_SET_FORM = "projects/*/locations/*/sampleQuerySets/*"
# "Only the following fields within SearchRequest are supported."
_SUPPORTED = (
    *("serving_config", "branch", "canonical_filter", "query_expansion_spec"),
    *("spell_correction_spec", "content_search_spec", "user_pseudo_id"),
)
_RESULTS = "results"
_PAGE, _MOST_PAGE = 100, 1000
# So many queries are searched for before a job tells how far it is, and hears that it is to stop.
_REPORTED_AFTER = 50


class EvaluationService(Service):
    """Evaluations: runs of a search over a set of sample queries, begun when they are created."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._evaluations = environment.collection(resource_kinds.EVALUATION)
        self._sets = environment.collection(resource_kinds.SAMPLE_QUERY_SET)
        self._queries = environment.collection(resource_kinds.SAMPLE_QUERY)

    @in_worker
    def create_evaluation(self, request: Message) -> Message:
        """Begin an evaluation; it stays, and can be read while it runs."""
        parent, evaluation = names.canonical(request.parent), masks.writable(request.evaluation)
        run = self._run(evaluation.evaluation_spec)
        evaluation.state = de.Evaluation.RUNNING
        with self.environment.store.write() as connection:
            new_id = self.environment.ids.new()
            evaluation = self._evaluations.add(connection, parent, new_id, evaluation)

        def work(job: Job) -> Message:
            return self._finished(evaluation, run, job)

        return self.operations.start(evaluation.name, de.CreateEvaluationMetadata(), work)

    def get_evaluation(self, request: Message) -> Message:
        """The evaluation."""
        return self._evaluations.get(request.name)

    def list_evaluations(self, request: Message) -> Message:
        """The evaluations of a location."""
        found, token = self._evaluations.page(request)
        return de.ListEvaluationsResponse(evaluations=found, next_page_token=token)

    def list_evaluation_results(self, request: Message) -> Message:
        """The metrics of each sample query; none before the evaluation has succeeded."""
        asked = paging.Page.of(request, _PAGE, _MOST_PAGE)
        name = names.canonical(request.evaluation)
        with self.environment.store.read() as connection:
            self._evaluations.require(connection, name)
            rows = resources.children(
                connection, name, _RESULTS, last=asked.after, count=asked.size + 1
            )
        shown, token = asked.cut([((time, row), body) for time, row, body in rows])
        kind = de.ListEvaluationResultsResponse.EvaluationResult
        return de.ListEvaluationResultsResponse(
            evaluation_results=map(kind.FromString, shown), next_page_token=token
        )

    def _run(self, spec: Message) -> EvaluationRun:
        """What a spec asks for, refused at once if it cannot be done."""
        _check_search(spec)
        target = resolve_target(self.environment, spec.search_request.serving_config)
        if len(target.data_stores) != 1:
            raise failed_precondition(
                f"{target.parent} serves {len(target.data_stores)} data stores: "
                "only the search of one data store can be evaluated."
            )
        run = EvaluationRun(self.environment, spec.search_request, self._sample_queries(spec))
        run.check()
        return run

    def _sample_queries(self, spec: Message) -> Sequence[Message]:
        asked = spec.query_set_spec.sample_query_set
        if not asked:
            raise missing_field(_QUERY_SET)
        check_name(_QUERY_SET, names.canonical(asked), _QUERY_SET_FORM)
        name = self._sets.get(asked).name
        queries = self._queries.all(name)
        if not queries:
            raise failed_precondition(f"{name} has no sample queries.")
        return queries

    def _finished(self, evaluation: Message, run: EvaluationRun, job: Job) -> Message:
        """The evaluation when it has succeeded; one that does not is stored with its error."""
        clock = self.environment.clock
        try:
            for done, _ in enumerate(run.run(), start=1):
                if done % _REPORTED_AFTER == 0:
                    job.report()
            quality = run.quality()
        except Exception as error:
            known = as_api_error(error)
            self._save(failed_evaluation(evaluation, known, clock.now()), run.errors, ())
            raise
        ended = copied(evaluation)
        ended.state = de.Evaluation.SUCCEEDED
        ended.end_time.CopyFrom(timestamp(clock.now()))
        ended.quality_metrics.CopyFrom(quality)
        return self._save(ended, run.errors, run.results)

    def _save(
        self, ended: Message, errors: Sequence[Message], results: Sequence[Message]
    ) -> Message:
        """Store an evaluation that has ended, and what it has found."""
        ended.error_samples.extend(errors)
        now = self.environment.clock.now()
        with self.environment.store.write() as connection:
            self._evaluations.save(connection, ended)
            for number, result in enumerate(results):
                name = f"{ended.name}/{_RESULTS}/{number:06}"
                body = result.SerializeToString()
                resources.add(connection, name, ended.name, _RESULTS, now, body)
        return ended


def _check_search(spec: Message) -> None:
    """INVALID_ARGUMENT for a search without a serving config, or with what is not evaluated."""
    if not spec.search_request.serving_config:
        raise missing_field(f"{_SEARCH}.serving_config")
    for field, _ in spec.search_request.ListFields():
        if field.name not in _SUPPORTED:
            raise invalid_argument(
                f"{_SEARCH}.{field.name}",
                f"evaluations do not support it. Supported are {', '.join(_SUPPORTED)}.",
            )

"""EvaluationService's results of evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from emulator.ces.environment import Service
from emulator.ces.evaluation_service.summaries import RESULTS
from emulator.ces.listing import Rows, of_all, page
from emulator.ces.stored_resources import require
from emulator.resources.list_filter import Field, enum_number, time
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.messages import ces, protobuf
from emulator.surface.registry import Message

_ALL = "-"
_FILTERS: Mapping[str, Field] = {
    "name": Field("name", names.canonical, has_parts=True),
    "display_name": Field("display_name", has_parts=True),
    "evaluation_run": Field("evaluation_run", names.canonical),
    "app_version": Field("app_version", names.canonical),
    "create_time": Field("create_time", time),
    "evaluation_status": Field("evaluation_status", enum_number(ces.EvaluationResult.Outcome)),
    "execution_state": Field("execution_state", enum_number(ces.EvaluationResult.ExecutionState)),
}


class EvaluationResults(Service):
    """Results, which runs make."""

    def get_evaluation_result(self, request: Message) -> Message:
        """The result."""
        with self.environment.store.read() as connection:
            return require(connection, names.canonical(request.name), RESULTS)

    def list_evaluation_results(self, request: Message) -> Message:
        """The results of an evaluation, or of all evaluations of an app (`evaluations/-`)."""
        parent = names.canonical(request.parent)
        with self.environment.store.read() as connection:
            rows = _rows(connection, parent)
            found = page(request, rows, ces.EvaluationResult, _FILTERS)
        return ces.ListEvaluationResultsResponse(
            evaluation_results=found.resources, next_page_token=found.token
        )

    def delete_evaluation_result(self, request: Message) -> Message:
        """Delete a result; its run still names it."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            require(connection, name, RESULTS)
            resources.remove(connection, name)
        return protobuf.Empty()


def _rows(connection: Connection, parent: str) -> Rows:
    """The results of one evaluation, NOT_FOUND if there is none, or of all of them."""
    if names.resource_id(parent) != _ALL:
        if resources.get(connection, parent) is None:
            raise not_found("Evaluation", parent)
        return partial(resources.children, connection, parent, RESULTS)
    app = names.parent(parent)
    evaluations = resources.children(connection, app, names.collection_id(parent))
    results = (resources.children(connection, name, RESULTS) for _, name, _ in evaluations)
    return of_all([row for rows in results for row in rows])

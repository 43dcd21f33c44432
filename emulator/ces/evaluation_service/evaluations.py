"""EvaluationService's evaluations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from emulator.ces.evaluation_service.beside_app import BesideApp
from emulator.ces.evaluation_service.summaries import add_results
from emulator.ces.references import named
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import missing_field, unimplemented
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.validation import check_size

_MOST_TURNS = 100  # "The maximum number of allowed turns is 100."
DATASETS = "evaluationDatasets"


class Evaluations(BesideApp):
    """Evaluations of an app: conversations as they should be.

    What they name may be deleted, which makes them invalid.
    """

    collection, field = "evaluations", "evaluation"

    def get(self, request: Message) -> Message:
        """The evaluation with what its results say of it."""
        evaluation = super().get(request)
        with self.environment.store.read() as connection:
            datasets = _datasets(connection, names.parent(evaluation.name))
            return _shown(connection, evaluation, datasets)

    def list_page(self, request: Message) -> Message:
        """The evaluations of an app, with their last ten results if that is asked for."""
        if request.evaluation_run_filter:
            raise unimplemented("ListEvaluationsRequest.evaluation_run_filter")
        request.filter = request.evaluation_filter or request.filter
        response = super().list_page(request)
        with self.environment.store.read() as connection:
            datasets = list(_datasets(connection, names.canonical(request.parent)))
            for one in response.evaluations:
                _shown(connection, one, datasets, last_ten=request.last_ten_results)
        return response

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a name that is taken, and golden turns in which the user says nothing."""
        super().check(connection, resource)
        if resource.WhichOneof("inputs") is None:
            raise missing_field("evaluation.golden")
        turns = resource.golden.turns
        check_size(turns, _MOST_TURNS, "evaluation.golden.turns")
        for number, turn in enumerate(turns):
            if not any(step.HasField("user_input") for step in turn.steps):
                raise missing_field(f"evaluation.golden.turns[{number}].steps.user_input")

    def users(self, connection: Connection, parent: str, name: str) -> Iterator[Message]:
        """The datasets that an evaluation is in."""
        return (one for one in _datasets(connection, parent) if name in one.evaluations)

    def remove(self, connection: Connection, name: str) -> None:
        """Delete an evaluation with its results."""
        super().remove(connection, name)
        resources.remove_below(connection, name)


def _shown(
    connection: Connection,
    evaluation: Message,
    datasets: Iterable[Message],
    *,
    last_ten: bool = False,
) -> Message:
    """An evaluation with its datasets and results, and whether what it names is there."""
    held = (one.name for one in datasets if evaluation.name in one.evaluations)
    evaluation.evaluation_datasets.extend(held)
    missing = (resources.get(connection, name) is None for name in named(evaluation))
    evaluation.invalid = any(missing)
    add_results(connection, evaluation, last_ten=last_ten)
    return evaluation


def _datasets(connection: Connection, app: str) -> Iterator[Message]:
    """The datasets of an app."""
    for _, _, body in resources.children(connection, app, DATASETS):
        yield ces.EvaluationDataset.FromString(body)

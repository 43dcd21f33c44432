"""What a RunEvaluationRequest asks for, checked."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.ces.environment import Environment
from emulator.ces.runtime.session.app_version import served_app
from emulator.ces.stored_resources import require
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import (
    failed_precondition,
    invalid_argument,
    missing_field,
    unimplemented,
)
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.validation import check_range

# Of each evaluation; the reference names no bound.
_MOST_RUNS = 100
_SUPPORTED = frozenset(
    {
        *("app", "evaluations", "evaluation_dataset", "display_name", "app_version", "config"),
        # All runs are of one method, and nothing is computed that could be taken from a cache.
        *("run_count", "golden_run_method", "evaluation_run_caching_settings"),
    }
)


def check(request: Message) -> None:
    """UNIMPLEMENTED for what only a model could do, INVALID_ARGUMENT for what is no request."""
    for field, _ in request.ListFields():
        if field.name not in _SUPPORTED:
            raise unimplemented(f"RunEvaluationRequest.{field.name}")
    config = request.config
    if config.evaluation_channel == config.AUDIO:
        raise unimplemented("EvaluationConfig.evaluation_channel AUDIO", "agents answer in text")
    if bool(request.evaluations) == bool(request.evaluation_dataset):
        if request.evaluations:
            raise invalid_argument("evaluations", "name these or an evaluation_dataset, not both.")
        raise missing_field("evaluations", "It is these or evaluation_dataset.")
    if request.HasField("run_count"):
        check_range(request.run_count, 1, _MOST_RUNS, "run_count")


def version(
    environment: Environment, connection: Connection, request: Message, app: str
) -> Message:
    """The version of the app that is to be run; an empty one for the app as it is now."""
    config = ces.SessionConfig(app_version=request.app_version)
    served = served_app(environment, config, f"{app}/sessions/any")[1].version
    body = resources.get(connection, served) if served else None
    return ces.AppVersion.FromString(body) if body else ces.AppVersion()


def evaluations(connection: Connection, request: Message, app: str) -> Sequence[Message]:
    """The golden evaluations of a request, or of its dataset; NOT_FOUND for one that is not there.

    UNIMPLEMENTED for scenarios: a model plays the user in them.
    """
    wanted = [names.canonical(one) for one in request.evaluations]
    where = "evaluations"
    if request.evaluation_dataset:
        where = "evaluation_dataset"
        wanted = _in_dataset(connection, names.canonical(request.evaluation_dataset))
    found = [_evaluation(connection, one, app, where) for one in wanted]
    for one in found:
        if not one.HasField("golden"):
            raise unimplemented(f"The run of a scenario, as {one.name} is")
    return found


def _in_dataset(connection: Connection, name: str) -> list[str]:
    found = list(require(connection, name, "evaluationDatasets").evaluations)
    if not found:
        raise failed_precondition(f"{name} has no evaluations.")
    return found


def _evaluation(connection: Connection, name: str, app: str, where: str) -> Message:
    if not names.matches(name, f"{app}/evaluations/*"):
        raise invalid_argument(where, f"'{name[:200]}' is not the name of one of the app's.")
    return require(connection, name, "evaluations")

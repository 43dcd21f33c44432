"""Evaluations in the files of apps."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from tests.ces.conftest import client
from tests.ces.evaluations.conftest import Evaluations, expected, user
from tests.ces.talking import Builder, lookup_order
from tests.ces.test_app_archives import exported, imported, packed, unpacked
from tests.conftest import Server


@pytest.fixture
def own(server: Server) -> Evaluations:
    """An app of the test's own with a tool, an expectation, an evaluation of both and a dataset."""
    builder = Builder(client(server, "grpc", "v1"))
    tool = builder.tool("order-tool", lookup_order())
    builder.update(root_agent=builder.agent("Support", tools=[tool]))
    made = Evaluations(client(server, "grpc", "v1beta", "EvaluationService"), builder.name)
    expectation = {"display_name": "Polite", "llm_criteria": {"prompt": "The agent is polite."}}
    request = {"parent": builder.name, "evaluation_expectation": expectation}
    polite = made.client.create_evaluation_expectation(request).name
    steps = [user("Where is my order TL-2041?"), expected(tool_call={"tool": tool})]
    golden = {"turns": [{"steps": steps}], "evaluation_expectations": [polite]}
    evaluation = made.create(display_name="Order state", golden=golden)
    made.dataset(evaluation.name)
    return made


def goldens(evaluations: Evaluations) -> list[Any]:
    return list(evaluations.client.list_evaluations(parent=evaluations.app))


def test_evaluations_go_with_their_app(server: Server, own: Evaluations) -> None:
    agents = client(server, "grpc", "v1")
    own.run(goldens(own)[0].name)
    content = exported(agents, own.app)
    [path] = [one for one in unpacked(content) if "/evaluations/" in one]
    assert path.endswith("/evaluations/Order_state/Order_state.json")
    written = json.loads(unpacked(content)[path])
    assert written["golden"]["evaluationExpectations"] == ["Polite"]
    assert "lastCompletedResult" not in written

    made = imported(agents, content, app_id=f"app-{uuid4().hex[:8]}")
    assert list(made.warnings) == []
    copy = Evaluations(own.client, made.name)
    [evaluation] = goldens(copy)
    [turn] = evaluation.golden.turns
    assert turn.steps[1].expectation.tool_call.tool == f"{made.name}/tools/order-tool"
    [dataset] = own.client.list_evaluation_datasets(parent=made.name)
    assert list(dataset.evaluations) == [evaluation.name]
    assert copy.run(evaluation_dataset=dataset.name).progress.passed_count == 1


def test_an_import_replaces_evaluations_of_the_same_name(server: Server, own: Evaluations) -> None:
    agents = client(server, "grpc", "v1")
    [before] = goldens(own)
    app_id = own.app.rpartition("/")[2]
    files = unpacked(exported(agents, own.app))
    [path] = [one for one in files if "/evaluations/" in one]
    changed = {**json.loads(files[path]), "description": "Changed."}
    imported(agents, packed({**files, path: changed}), app_id=app_id)
    [after] = goldens(own)
    assert (after.name, after.description) == (before.name, "Changed.")
    overwrite = {"conflict_resolution_strategy": "OVERWRITE"}
    kept = {one: text for one, text in files.items() if "/evaluation" not in one}
    imported(agents, packed(kept), app_id=app_id, import_options=overwrite)
    assert goldens(own) == []


def test_an_evaluation_that_names_what_is_not_there_is_left_out(
    server: Server, own: Evaluations
) -> None:
    agents = client(server, "grpc", "v1")
    files = unpacked(exported(agents, own.app))
    golden = {"turns": [{"steps": [{"expectation": {"noToolCalls": True}}]}]}
    alone = {"displayName": "Alone", "golden": golden}
    [path] = [one for one in files if "/evaluations/" in one]
    root = path.partition("/")[0]
    content = packed({**files, f"{root}/evaluations/Alone/Alone.json": alone})
    made = imported(agents, content, app_id=f"app-{uuid4().hex[:8]}")
    [warning] = made.warnings
    assert warning.startswith("evaluations/Alone is left out: ")
    assert "user_input" in warning

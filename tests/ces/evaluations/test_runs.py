"""Evaluations, datasets, runs and results as resources, over REST, gRPC and MCP."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
import pytest
from google.api_core import exceptions
from google.cloud import ces_v1beta as ces

from tests.ces.conftest import call, client
from tests.ces.evaluations.conftest import ANSWER, QUESTION, Evaluations, expected, reply, user
from tests.ces.talking import Builder, lookup_order, talk
from tests.conftest import Server

States = ces.EvaluationRun.EvaluationRunState


def hello() -> list[dict[str, Any]]:
    return [user("Hello"), expected(no_tool_calls=True)]


def test_an_evaluation_is_made_read_changed_and_deleted(evaluations: Evaluations) -> None:
    made = evaluations.create(hello(), tags=["smoke"])
    service, name = evaluations.client, made.name
    assert made.etag
    assert made.create_time
    assert service.get_evaluation(name=name) == made
    change = {"name": name, "description": "Greets."}
    request = {"evaluation": change, "update_mask": {"paths": ["description"]}}
    assert service.update_evaluation(request).tags == ["smoke"]
    found = service.list_evaluations({"parent": evaluations.app, "filter": 'description="Greets."'})
    assert name in [one.name for one in found]
    with pytest.raises(exceptions.Conflict, match="etag"):
        service.delete_evaluation({"name": name, "etag": "stale"})
    service.delete_evaluation(name=name)
    with pytest.raises(exceptions.NotFound, match=name):
        service.get_evaluation(name=name)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"display_name": ""}, "evaluation.display_name"),
        ({"golden": None}, "evaluation.golden"),
        ({"golden": {"turns": []}}, "evaluation.golden.turns"),
        ({"golden": {"turns": [{"steps": [reply("x")]}]}}, r"turns\[0\].steps.user_input"),
        ({"golden": {"turns": [{"steps": hello()}] * 101}}, "at most 100"),
        (
            {
                "golden": {
                    "turns": [{"steps": [user("x"), expected(tool_call={"tool": "nowhere"})]}]
                }
            },
            "tool_call.tool",
        ),
    ],
)
def test_what_an_evaluation_may_not_be_is_refused(
    evaluations: Evaluations, fields: dict[str, Any], reason: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        evaluations.create(hello(), **fields)


def test_display_names_are_of_one_evaluation_each(evaluations: Evaluations) -> None:
    made = evaluations.create(hello())
    with pytest.raises(exceptions.Conflict, match=made.display_name):
        evaluations.create(hello(), display_name=made.display_name)


def test_an_evaluation_whose_tool_is_gone_is_invalid(server: Server) -> None:
    agents = client(server, "grpc", "v1")
    builder = Builder(agents)
    own = Evaluations(client(server, "grpc", "v1beta", "EvaluationService"), builder.name)
    tool = builder.tool("order-tool", lookup_order())
    made = own.create([user("Hi"), expected(tool_call={"tool": tool})])
    assert not own.client.get_evaluation(name=made.name).invalid
    agents.delete_tool(name=tool)
    assert own.client.get_evaluation(name=made.name).invalid


def test_an_evaluation_in_a_dataset_is_deleted_by_force(evaluations: Evaluations) -> None:
    service = evaluations.client
    made = evaluations.create(hello())
    dataset = evaluations.dataset(made.name)
    assert service.get_evaluation(name=made.name).evaluation_datasets == [dataset.name]
    with pytest.raises(exceptions.BadRequest, match=dataset.name):
        service.delete_evaluation(name=made.name)
    service.delete_evaluation({"name": made.name, "force": True})
    assert service.get_evaluation_dataset(name=dataset.name).evaluations == []


def test_a_dataset_is_made_read_changed_and_deleted(evaluations: Evaluations) -> None:
    service = evaluations.client
    one, other = evaluations.create(hello()), evaluations.create(hello())
    dataset = evaluations.dataset(one.name)
    change = {"name": dataset.name, "evaluations": [one.name, other.name]}
    request = {"evaluation_dataset": change, "update_mask": {"paths": ["evaluations"]}}
    assert service.update_evaluation_dataset(request).evaluations == [one.name, other.name]
    assert dataset.name in [
        each.name for each in service.list_evaluation_datasets(parent=evaluations.app)
    ]
    with pytest.raises(exceptions.BadRequest, match=r"evaluation_dataset\.evaluations"):
        evaluations.dataset(f"{evaluations.app}/evaluations/nowhere")
    service.delete_evaluation_dataset(name=dataset.name)
    with pytest.raises(exceptions.NotFound, match=dataset.name):
        service.get_evaluation_dataset(name=dataset.name)


def test_what_only_a_model_could_judge_is_kept_and_skipped(evaluations: Evaluations) -> None:
    service = evaluations.client
    criteria = {"prompt": "The agent is polite."}
    expectation = {"display_name": f"Polite {uuid4().hex[:8]}", "llm_criteria": criteria}
    request = {"parent": evaluations.app, "evaluation_expectation": expectation}
    name = service.create_evaluation_expectation(request).name
    bad = {"display_name": "Nothing"}
    with pytest.raises(exceptions.BadRequest, match="llm_criteria"):
        service.create_evaluation_expectation({**request, "evaluation_expectation": bad})
    assert service.get_evaluation_expectation(name=name).llm_criteria.prompt == criteria["prompt"]
    listed = service.list_evaluation_expectations(parent=evaluations.app)
    assert name in [one.name for one in listed]
    golden = {"turns": [{"steps": hello()}], "evaluation_expectations": [name]}
    made = evaluations.create(golden=golden)
    assert evaluations.run(made.name).progress.passed_count == 1
    [result] = evaluations.results(made.name)
    [unjudged] = result.golden_result.evaluation_expectation_results
    assert (unjudged.evaluation_expectation, unjudged.outcome) == (
        name,
        ces.EvaluationResult.Outcome.SKIPPED,
    )
    change = {"name": name, "display_name": f"Kind {uuid4().hex[:8]}"}
    request = {"evaluation_expectation": change, "update_mask": {"paths": ["display_name"]}}
    assert service.update_evaluation_expectation(request).llm_criteria.prompt == criteria["prompt"]
    service.delete_evaluation_expectation(name=name)
    with pytest.raises(exceptions.NotFound, match=name):
        service.get_evaluation_expectation(name=name)
    assert service.get_evaluation(name=made.name).invalid


def test_a_run_tells_how_many_passed(evaluations: Evaluations) -> None:
    good, bad = evaluations.create(hello()), evaluations.create([user("Hello"), reply("No.")])
    dataset = evaluations.dataset(good.name, bad.name)
    run = evaluations.run(evaluation_dataset=dataset.name, run_count=2)
    assert run.state == States.COMPLETED
    assert run.display_name.startswith(f"{dataset.display_name} run - ")
    progress = run.progress
    assert (progress.total_count, progress.completed_count) == (4, 4)
    assert (progress.passed_count, progress.failed_count, progress.error_count) == (2, 2, 0)
    assert run.evaluation_run_summaries[good.name].passed_count == 2
    assert run.evaluation_run_summaries[bad.name].failed_count == 2
    assert len(run.evaluation_results) == 4
    assert run.operation.startswith("projects/")
    results = evaluations.results(
        f"{evaluations.app}/evaluations/-", filter=f'evaluation_run="{run.name}"'
    )
    assert sorted(one.name for one in results) == sorted(run.evaluation_results)


def test_an_evaluation_shows_its_results(evaluations: Evaluations) -> None:
    service = evaluations.client
    made = evaluations.create(hello())
    first, second = evaluations.run(made.name), evaluations.run(made.name)
    shown = service.get_evaluation(name=made.name)
    assert list(shown.evaluation_runs) == [second.name, first.name]
    assert shown.last_completed_result.name == second.evaluation_results[0]
    [metrics] = shown.aggregated_metrics.metrics_by_app_version
    assert (metrics.app_version_id, metrics.pass_count, metrics.fail_count) == ("", 2, 0)
    assert not shown.last_ten_results
    request = {"parent": evaluations.app, "last_ten_results": True}
    [listed] = [one for one in service.list_evaluations(request) if one.name == made.name]
    assert len(listed.last_ten_results) == 2


def test_results_and_runs_are_deleted(evaluations: Evaluations) -> None:
    service = evaluations.client
    made = evaluations.create(hello())
    first, second = evaluations.run(made.name), evaluations.run(made.name)
    [result] = first.evaluation_results
    assert service.get_evaluation_result(name=result).evaluation_run == first.name
    service.delete_evaluation_result(name=result)
    with pytest.raises(exceptions.NotFound, match=result):
        service.get_evaluation_result(name=result)
    service.delete_evaluation_run(name=second.name).result()
    assert evaluations.results(made.name) == []
    with pytest.raises(exceptions.NotFound, match=second.name):
        service.get_evaluation_run(name=second.name)
    listed = [one.name for one in service.list_evaluation_runs(parent=evaluations.app)]
    assert first.name in listed
    assert second.name not in listed


def test_a_run_that_goes_on_is_cancelled_before_it_is_deleted(
    evaluations_rpc: Evaluations,
) -> None:
    service, made = evaluations_rpc.client, evaluations_rpc.create(*[hello()] * 20)
    running = service.run_evaluation(
        {"app": evaluations_rpc.app, "evaluations": [made.name], "run_count": 50}
    )
    name = running.metadata.evaluation_run
    with pytest.raises(exceptions.BadRequest, match="still running"):
        service.delete_evaluation_run(name=name)
    running.cancel()
    with pytest.raises(exceptions.Cancelled):
        running.result()
    assert service.get_evaluation_run(name=name).state == States.CANCELLED
    service.delete_evaluation_run(name=name).result()


def test_a_version_may_be_run(server: Server, evaluations_rpc: Evaluations) -> None:
    agents, app = client(server, "grpc", "v1"), evaluations_rpc.app
    version = agents.create_app_version(
        {"parent": app, "app_version": {"display_name": "First"}}
    ).name
    made = evaluations_rpc.create(hello())
    run = evaluations_rpc.run(made.name, app_version=version)
    assert (run.app_version, run.app_version_display_name) == (version, "First")
    [result] = evaluations_rpc.results(made.name)
    assert result.app_version == version
    agents.delete_app_version(name=version)


@pytest.mark.parametrize(
    ("fields", "error", "reason"),
    [
        ({}, exceptions.BadRequest, "evaluations"),
        ({"evaluations": ["projects/p"]}, exceptions.BadRequest, "evaluations"),
        ({"evaluations": ["APP/evaluations/nowhere"]}, exceptions.NotFound, "nowhere"),
        ({"evaluation_dataset": "APP/evaluationDatasets/none"}, exceptions.NotFound, "none"),
        (
            {"run_count": 0, "evaluations": ["APP/evaluations/x"]},
            exceptions.BadRequest,
            "run_count",
        ),
        (
            {
                "evaluations": ["APP/evaluations/x"],
                "evaluation_dataset": "APP/evaluationDatasets/x",
            },
            exceptions.BadRequest,
            "not both",
        ),
        (
            {"evaluations": ["APP/evaluations/x"], "app_version": "APP/versions/none"},
            exceptions.NotFound,
            "none",
        ),
        ({"generate_latency_report": True}, exceptions.MethodNotImplemented, "latency_report"),
        ({"config": {"evaluation_channel": "AUDIO"}}, exceptions.MethodNotImplemented, "AUDIO"),
    ],
)
def test_what_cannot_be_run_is_refused(
    evaluations: Evaluations, fields: dict[str, Any], error: Any, reason: str
) -> None:
    def named(value: Any) -> Any:
        if isinstance(value, list):
            return [named(one) for one in value]
        return value.replace("APP", evaluations.app) if isinstance(value, str) else value

    request = {"app": evaluations.app, **{key: named(one) for key, one in fields.items()}}
    with pytest.raises(error, match=reason):
        evaluations.client.run_evaluation(request)


def test_scenarios_are_kept_but_not_run(evaluations: Evaluations) -> None:
    told = {"agent_response": {"role": "agent", "chunks": [{"text": "36 months"}]}}
    scenario = {"task": "Ask.", "rubrics": ["It is told."], "scenario_expectations": [told]}
    made = evaluations.create(golden=None, scenario=scenario)
    assert made.scenario.task == "Ask."
    with pytest.raises(exceptions.MethodNotImplemented, match="scenario"):
        evaluations.run(made.name)


def test_a_conversation_becomes_an_evaluation(server: Server, evaluations: Evaluations) -> None:
    spoken = talk(client(server, "grpc", "v1beta", "SessionService"), evaluations.app)
    spoken.say(QUESTION)
    spoken.say("I have a question about my invoice.")
    conversation = spoken.session.replace("/sessions/", "/conversations/")
    request = {"conversation": conversation}
    made = evaluations.client.generate_evaluation(request).result()
    first, second = made.golden.turns
    called, said = (one.expectation for one in first.steps[1:])
    assert first.steps[0].user_input.text == QUESTION
    assert (called.tool_call.tool, called.tool_call.id) == (
        f"{evaluations.app}/tools/docs-tool",
        "",
    )
    assert ANSWER in said.agent_response.chunks[0].text
    transfers = [one.expectation.agent_transfer.target_agent for one in second.steps]
    assert f"{evaluations.app}/agents/Billing" in transfers
    assert evaluations.run(made.name).progress.passed_count == 1
    nobody = f"{evaluations.app}/conversations/nobody"
    with pytest.raises(exceptions.NotFound, match="nobody"):
        evaluations.client.generate_evaluation({"conversation": nobody})


def test_mcp_clients_evaluate_too(http: httpx.Client, app: str) -> None:
    golden = {"turns": [{"steps": [{"userInput": {"text": "Hello"}}]}]}
    evaluation = {"displayName": f"Over MCP {uuid4().hex[:8]}", "golden": golden}
    made = call(http, "create_evaluation", {"parent": app, "evaluation": evaluation})
    name = made["structuredContent"]["name"]
    begun = call(http, "run_evaluation", {"app": app, "evaluations": [name]})
    operation = call(http, "get_operation", {"name": begun["structuredContent"]["name"]})
    run = operation["structuredContent"]["metadata"]["evaluationRun"]
    shown = call(http, "get_evaluation_run", {"name": run})["structuredContent"]
    assert shown["progress"]["passedCount"] == 1
    wanted = {"parent": f"{app}/evaluations/-", "filter": f'evaluation_run="{run}"'}
    listed = call(http, "list_evaluation_results", wanted)
    names = [one["name"] for one in listed["structuredContent"]["evaluationResults"]]
    assert shown["evaluationResults"] == names
    assert call(http, "delete_evaluation", {"name": name})["isError"] is False
    assert call(http, "get_evaluation", {"name": name})["isError"] is True

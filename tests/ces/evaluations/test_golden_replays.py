"""What golden evaluations find in the turns that they replay."""

from __future__ import annotations

from typing import Any

import pytest
from google.cloud import ces_v1beta as ces

from tests.ces.conftest import client
from tests.ces.evaluations.conftest import ANSWER, QUESTION, Evaluations, expected, reply, user
from tests.ces.talking import Builder
from tests.conftest import Server

Outcome = ces.EvaluationResult.Outcome
PASS, FAIL, SKIPPED = Outcome.PASS, Outcome.FAIL, Outcome.SKIPPED
COMPARISONS = ces.EvaluationMetricsConfig.ComparisonType


def docs(app: str, **fields: Any) -> dict[str, Any]:
    """The expectation that documents are searched."""
    return expected(tool_call={"tool": f"{app}/tools/docs-tool", **fields})


def order(app: str, **args: Any) -> dict[str, Any]:
    """The expectation that an order is looked up."""
    return expected(tool_call={"tool": f"{app}/tools/order-tool", "args": args})


def turn(result: Any) -> Any:
    [replayed] = result.golden_result.turn_replay_results
    return replayed


def outcomes(result: Any) -> list[Any]:
    return [one.outcome for one in turn(result).expectation_outcome]


def test_a_conversation_that_goes_as_expected_passes(evaluations: Evaluations) -> None:
    result = evaluations.replayed(user(QUESTION), docs(evaluations.app), reply(ANSWER))
    assert result.execution_state == ces.EvaluationResult.ExecutionState.COMPLETED
    assert result.evaluation_status == PASS
    assert outcomes(result) == [PASS, PASS]
    replayed = turn(result)
    assert replayed.semantic_similarity_result.score == 4
    assert replayed.semantic_similarity_result.label == "Fully Consistent"
    assert replayed.overall_tool_invocation_result.tool_invocation_score == 1
    assert replayed.tool_ordered_invocation_score == 1
    assert replayed.turn_latency
    assert [one.tool for one in replayed.tool_call_latencies] == [
        f"{evaluations.app}/tools/docs-tool"
    ]


def test_the_conversation_of_a_replay_can_be_read(server: Server, evaluations: Evaluations) -> None:
    result = evaluations.replayed(user(QUESTION), docs(evaluations.app), reply(ANSWER))
    found = client(server, "grpc", "v1beta").get_conversation(name=turn(result).conversation)
    assert found.source == ces.Conversation.Source.EVAL
    assert found.turns[0].messages[0].chunks[0].text == QUESTION


@pytest.mark.parametrize(
    ("text", "score", "outcome"),
    [
        (ANSWER, 4, PASS),
        ("The warranty of the Skylark 3 is 36 months.", 3, PASS),
        ("The Skylark 3 weather station has a warranty of 24 months.", 1, FAIL),
        ("We are open from nine to five.", 0, FAIL),
    ],
)
def test_replies_are_scored_by_what_they_say(
    evaluations_rpc: Evaluations, text: str, score: int, outcome: Any
) -> None:
    result = evaluations_rpc.replayed(user(QUESTION), docs(evaluations_rpc.app), reply(text))
    found = turn(result).expectation_outcome[1]
    assert found.outcome == found.semantic_similarity_result.outcome == outcome
    similar = found.semantic_similarity_result.score
    assert (similar >= score) if outcome == PASS else (similar <= score)
    assert result.evaluation_status == outcome
    assert ANSWER in found.observed_agent_response.chunks[0].text


@pytest.mark.parametrize(
    ("comparison", "text", "outcome"),
    [
        (COMPARISONS.CONTAINS, "36 MONTHS", PASS),
        (COMPARISONS.CONTAINS, "24 months", FAIL),
        (COMPARISONS.EQUALS, ANSWER, PASS),
        (COMPARISONS.EQUALS, "36 months", FAIL),
    ],
)
def test_replies_may_be_compared_by_letters(
    evaluations_rpc: Evaluations, comparison: Any, text: str, outcome: Any
) -> None:
    wanted = reply(text, comparison_type=comparison)
    result = evaluations_rpc.replayed(user(QUESTION), docs(evaluations_rpc.app), wanted)
    assert outcomes(result) == [PASS, outcome]


@pytest.mark.parametrize(
    ("args", "score", "outcome"),
    [
        ({"order_number": "TL-2041"}, 1.0, PASS),
        ({}, 1.0, PASS),
        ({"order_number": "TL-9999"}, 0.0, FAIL),
        ({"order_number": "TL-2041", "other": 1}, 0.5, FAIL),
    ],
)
def test_the_arguments_of_a_call_are_compared(
    evaluations_rpc: Evaluations, args: dict[str, Any], score: float, outcome: Any
) -> None:
    wanted = order(evaluations_rpc.app, **args)
    result = evaluations_rpc.replayed(user("Where is my order TL-2041?"), wanted)
    [found] = turn(result).expectation_outcome
    assert (found.outcome, found.tool_invocation_result.outcome) == (outcome, outcome)
    assert found.tool_invocation_result.parameter_correctness_score == score
    assert found.observed_tool_call.args["order_number"] == "TL-2041"


def test_some_arguments_may_be_wrong_if_that_is_said(evaluations_rpc: Evaluations) -> None:
    wanted = order(evaluations_rpc.app, order_number="TL-2041", other=1)
    wanted["expectation"]["expectation_level_metrics_thresholds_override"] = {
        "tool_invocation_parameter_correctness_threshold": 0.5
    }
    assert outcomes(evaluations_rpc.replayed(user("Where is my order TL-2041?"), wanted)) == [PASS]


def test_a_tool_that_is_not_called_fails(evaluations: Evaluations) -> None:
    result = evaluations.replayed(user("Hello"), order(evaluations.app))
    assert outcomes(result) == [FAIL]
    replayed = turn(result)
    assert replayed.expectation_outcome[0].tool_invocation_result.explanation
    assert replayed.overall_tool_invocation_result.tool_invocation_score == 0
    assert result.evaluation_status == FAIL


def test_calls_that_are_not_expected_fail_unless_allowed(evaluations_rpc: Evaluations) -> None:
    steps = user(QUESTION), reply(ANSWER)
    result = evaluations_rpc.replayed(*steps)
    assert outcomes(result) == [PASS, FAIL]
    assert turn(result).expectation_outcome[1].observed_tool_call.display_name == "search_docs"
    allowed = {
        "golden_evaluation_metrics_thresholds": {
            "tool_matching_settings": {"extra_tool_call_behavior": "ALLOW"}
        }
    }
    result = evaluations_rpc.replayed(*steps, evaluation_metrics_threshold_override=allowed)
    assert outcomes(result) == [PASS, SKIPPED]
    assert result.evaluation_status == PASS


def test_no_calls_may_be_expected(evaluations_rpc: Evaluations) -> None:
    none = expected(no_tool_calls=True)
    assert outcomes(evaluations_rpc.replayed(user("Hello"), none)) == [PASS]
    assert outcomes(evaluations_rpc.replayed(user(QUESTION), none))[0] == FAIL


def test_a_transfer_may_be_expected(evaluations: Evaluations) -> None:
    billing = {"target_agent": f"{evaluations.app}/agents/Billing"}
    said = user("I have a question about my invoice.")
    assert outcomes(evaluations.replayed(said, expected(agent_transfer=billing))) == [PASS]
    assert outcomes(evaluations.replayed(said, {"agent_transfer": billing})) == [PASS]
    assert outcomes(evaluations.replayed(user("Hello"), {"agent_transfer": billing})) == [FAIL]


@pytest.mark.parametrize(
    ("variables", "outcome"),
    [
        ({"tier": "gold", "orders": 2}, PASS),
        ({"tier": "gold", "orders": 3}, FAIL),
    ],
)
def test_variables_may_be_expected_to_change(
    server: Server, variables: dict[str, Any], outcome: Any
) -> None:
    builder = Builder(client(server, "grpc", "v1"))
    code = "def before_agent_callback(context):\n    context.state.update(tier='gold', orders=2)\n"
    builder.update(
        root_agent=builder.agent("Support", before_agent_callbacks=[{"python_code": code}])
    )
    service = client(server, "grpc", "v1beta", "EvaluationService")
    changed = expected(updated_variables=variables)
    result = Evaluations(service, builder.name).replayed(user("Hello"), changed)
    assert outcomes(result) == [outcome]


def test_a_mocked_tool_is_not_run(evaluations: Evaluations) -> None:
    mock = {
        "tool": f"{evaluations.app}/tools/order-tool",
        "response": {"message": "It is on its way."},
    }
    result = evaluations.replayed(
        user("Where is my order TL-2041?"),
        expected(mock_tool_response=mock),
        order(evaluations.app, order_number="TL-2041"),
        expected(tool_response=mock),
        reply("It is on its way."),
    )
    assert outcomes(result) == [SKIPPED, PASS, PASS, PASS]
    assert result.evaluation_status == PASS


def test_what_is_not_to_be_checked_is_skipped(evaluations_rpc: Evaluations) -> None:
    result = evaluations_rpc.replayed(
        user("Hello"), reply("Nobody says this.", skip_evaluation=True), expected(note="A note.")
    )
    assert outcomes(result) == [SKIPPED, SKIPPED]
    assert result.evaluation_status == PASS


def test_later_turns_go_on_from_earlier_ones(evaluations: Evaluations) -> None:
    made = evaluations.create(
        [user(QUESTION), docs(evaluations.app)],
        [user("And the Pro?"), docs(evaluations.app), reply("60 months")],
    )
    assert evaluations.run(made.name).progress.passed_count == 1
    [result] = evaluations.results(made.name)
    first, second = result.golden_result.turn_replay_results
    assert first.conversation == second.conversation


def test_thresholds_may_be_of_one_turn(evaluations_rpc: Evaluations) -> None:
    steps = [user(QUESTION), docs(evaluations_rpc.app), reply("We are open from nine to five.")]
    override = {"semantic_similarity_success_threshold": 0}
    turns = [{"steps": steps, "turn_level_metrics_thresholds_override": override}]
    made = evaluations_rpc.create(golden={"turns": turns})
    assert evaluations_rpc.run(made.name).progress.passed_count == 1


def test_a_turn_that_cannot_be_run_is_an_error(evaluations: Evaluations) -> None:
    made = evaluations.create([{"user_input": {"audio": b"x"}}])
    run = evaluations.run(made.name)
    assert run.progress.error_count == run.evaluation_run_summaries[made.name].error_count == 1
    [result] = evaluations.results(made.name)
    assert result.execution_state == ces.EvaluationResult.ExecutionState.ERROR
    assert "audio" in result.error_info.error_message

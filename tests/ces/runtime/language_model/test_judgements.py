"""What a model judges: policies of guardrails, and expectations of evaluations."""

from __future__ import annotations

from typing import Any

import pytest
from google.cloud import ces_v1beta as ces

from tests.ces.conftest import client
from tests.ces.evaluations.conftest import Evaluations, user
from tests.ces.runtime.language_model.conftest import GREETING
from tests.ces.runtime.parts import run
from tests.ces.talking import Builder, texts
from tests.chat_server import ChatServer
from tests.conftest import Server

STOPPED = "Not that."
ACTION = {"respond_immediately": {"responses": [{"text": STOPPED}]}}
YES, NO = "YES\nIt is about cars.", "NO\nIt is not."
SAID = "Which car is the fastest?"
Outcome = ces.EvaluationResult.Outcome


def policy(scope: str = "USER_QUERY", **fields: Any) -> dict[str, Any]:
    return {"prompt": "No talk of cars.", "policy_scope": scope, **fields}


def guarded(sessions: Any, app: Builder, **kind: Any) -> Any:
    name = app.guardrail("no-cars", action=ACTION, **kind)
    return run(sessions, app, app.agent("Support", guardrails=[name]))


@pytest.mark.parametrize("kind", ["llm_policy", "custom_policy"])
def test_a_policy_stops_what_violates_it(
    sessions: Any, app: Builder, model: ChatServer, kind: str
) -> None:
    is_own = kind == "custom_policy"
    fields = {"llm_prompt_security": {kind: policy()}} if is_own else {kind: policy()}
    one = guarded(sessions, app, **fields)
    model.replies += [YES, NO]
    outputs = one.say(SAID)
    assert texts(outputs) == STOPPED
    assert "It is about cars." in str(outputs[-1].diagnostic_info.root_span)
    (judged,) = model.requests
    assert "No talk of cars." in judged["messages"][-1]["content"]
    assert f"user: {SAID}" in judged["messages"][-1]["content"]
    assert texts(one.say("And how are you today?")) == GREETING


@pytest.mark.parametrize(
    ("scope", "replies", "expected"),
    [
        ("POLICY_SCOPE_UNSPECIFIED", [YES], STOPPED),
        ("AGENT_RESPONSE", ["I like fast cars.", YES], STOPPED),
        ("AGENT_RESPONSE", ["I like fast trains.", NO], "I like fast trains."),
        ("USER_QUERY_AND_AGENT_RESPONSE", [NO, "I like fast cars.", YES], STOPPED),
    ],
)
def test_a_policy_is_for_what_its_scope_says(
    sessions: Any, app: Builder, model: ChatServer, scope: str, replies: list[str], expected: str
) -> None:
    model.replies += replies
    one = guarded(sessions, app, llm_policy=policy(scope))
    assert texts(one.say(SAID)) == expected
    assert not model.replies


def test_what_the_agent_says_is_judged_with_what_was_said_before(
    sessions: Any, app: Builder, model: ChatServer
) -> None:
    one = guarded(sessions, app, llm_policy=policy("AGENT_RESPONSE", max_conversation_messages=2))
    model.replies += ["I like fast trains.", NO, "I like fast trams.", NO]
    one.say("What do you like?")
    one.say("What else do you like?")
    judged = model.requests[-1]["messages"][-1]["content"]
    assert "user: What else do you like?\nSupport: I like fast trams." in judged
    assert "trains" not in judged


@pytest.mark.parametrize(("allowed", "expected"), [(False, GREETING), (True, STOPPED)])
def test_short_utterances_are_judged_if_the_policy_says_so(
    sessions: Any, app: Builder, model: ChatServer, allowed: bool, expected: str
) -> None:
    one = guarded(sessions, app, llm_policy=policy(allow_short_utterance=allowed))
    model.replies += [YES] if allowed else []
    assert texts(one.say("Fast cars")) == expected


def test_words_are_counted_in_any_script(sessions: Any, app: Builder, model: ChatServer) -> None:
    model.replies += [YES]
    one = guarded(sessions, app, llm_policy=policy())
    assert texts(one.say("\u901f\u3044\u8eca\u306e\u60c5\u5831\u3092\u6559\u3048\u3066")) == STOPPED


@pytest.mark.parametrize(("opens", "expected"), [(False, STOPPED), (True, GREETING)])
def test_a_policy_that_is_not_judged_stops_unless_it_fails_open(
    sessions: Any, app: Builder, model: ChatServer, opens: bool, expected: str
) -> None:
    one = guarded(sessions, app, llm_policy=policy(fail_open=opens))
    model.replies += ["Perhaps."]
    assert texts(one.say(SAID)) == expected


@pytest.fixture
def evaluations(server: Server, app: Builder) -> Evaluations:
    """EvaluationService for an app with one agent."""
    app.update(root_agent=app.agent("Support"))
    return Evaluations(client(server, "grpc", "v1beta", "EvaluationService"), app.name)


@pytest.mark.parametrize(
    ("verdict", "outcome", "explanation"),
    [
        ("YES\nIt greets.", Outcome.PASS, "It greets."),
        ("No. It is rude.", Outcome.FAIL, "It is rude."),
        ("Verdict: YES\nIt greets.", Outcome.PASS, "It greets."),
        ("Perhaps.", Outcome.SKIPPED, "its verdict is neither yes nor no"),
    ],
)
def test_an_expectation_in_words_is_judged(
    evaluations: Evaluations, model: ChatServer, verdict: str, outcome: Outcome, explanation: str
) -> None:
    criteria = {"display_name": "Polite", "llm_criteria": {"prompt": "The agent is polite."}}
    request = {"parent": evaluations.app, "evaluation_expectation": criteria}
    name = evaluations.client.create_evaluation_expectation(request).name
    golden = {"turns": [{"steps": [user("Hello")]}], "evaluation_expectations": [name]}
    made = evaluations.create(golden=golden)
    model.replies += [GREETING, verdict]
    evaluations.run(made.name)
    (result,) = evaluations.results(made.name)
    (judged,) = result.golden_result.evaluation_expectation_results
    assert (judged.evaluation_expectation, judged.outcome) == (name, outcome)
    assert explanation in judged.explanation
    failed = outcome == Outcome.FAIL
    assert result.evaluation_status == (Outcome.FAIL if failed else Outcome.PASS)
    asked = model.requests[-1]["messages"][-1]["content"]
    assert f"user: Hello\nSupport: {GREETING}" in asked
    assert "The agent is polite." in asked

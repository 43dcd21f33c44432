"""A golden conversation replayed: its user's inputs are sent, and what the agents do is checked.

The agents are rules that give the same replies to the same inputs, so the turns are those of one
session, as in the service's naive replay; to show an agent the expected turns in place of its own
would lose what it has asked the user for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from emulator.ces.environment import Environment
from emulator.ces.evaluation_service.expectations import Checks
from emulator.ces.evaluation_service.observed import Observed, text_of, tool_name
from emulator.ces.evaluation_service.similarity import similarity, similarity_result
from emulator.ces.evaluation_service.thresholds import Thresholds
from emulator.ces.runtime.context import Mocked
from emulator.ces.runtime.run_turn import run_turn
from emulator.ces.runtime.session.records import conversation_name
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_RESULT = ces.EvaluationResult
_TOOL = "Tool"  # The spans of tool calls.


class GoldenReplay:
    """The replay of an evaluation's golden conversation in a session of its own."""

    def __init__(
        self, environment: Environment, app: str, version: str, thresholds: Message
    ) -> None:
        self._environment = environment
        self._session = f"{app}/sessions/eval-{environment.ids.new()}"
        self._config = ces.SessionConfig(session=self._session, app_version=version)
        self._thresholds = thresholds

    async def run(self, golden: Message, result: Message) -> None:
        """Replay the turns, and tell of each in the EvaluationResult; an error ends it."""
        for turn in golden.turns:
            try:
                replayed = await self._turn(turn)
            except ApiError as error:
                result.execution_state = _RESULT.ERROR
                result.error_info.CopyFrom(self._error(error))
                return
            result.golden_result.turn_replay_results.append(replayed)
        result.golden_result.evaluation_expectation_results.extend(_unjudged(golden))
        result.execution_state = _RESULT.COMPLETED
        passes = all(map(_passes, result.golden_result.turn_replay_results))
        result.evaluation_status = _RESULT.PASS if passes else _RESULT.FAIL

    async def _turn(self, golden: Message) -> Message:
        steps = list(golden.steps)
        inputs = [one.user_input for one in steps if one.HasField("user_input")]
        source = ces.Conversation.EVAL
        turn = await run_turn(
            self._environment, self._config, inputs, source=source, mocked=_mocked(steps)
        )
        thresholds = Thresholds.of(self._thresholds, golden)
        observed, expected = Observed.of(turn.messages), list(_expectations(steps))
        checks = Checks(observed, thresholds)
        replayed = _RESULT.GoldenResult.TurnReplayResult(
            conversation=conversation_name(self._session),
            expectation_outcome=[*map(checks.outcome, expected), *checks.extra_calls()],
            tool_call_latencies=_latencies(turn, observed),
        )
        replayed.turn_latency.CopyFrom(turn.spans.root.duration)
        _add_tools(replayed, observed, expected, thresholds)
        _add_similarity(replayed, observed, expected, thresholds)
        return replayed

    def _error(self, error: ApiError) -> Message:
        return ces.EvaluationErrorInfo(
            error_type=ces.EvaluationErrorInfo.RUNTIME_FAILURE,
            error_message=error.told,
            session_id=self._session.rpartition("/")[2],
        )


def _unjudged(golden: Message) -> Iterator[Message]:
    """The results of expectations in words, which only a language model could judge."""
    for name in golden.evaluation_expectations:
        yield _RESULT.EvaluationExpectationResult(
            evaluation_expectation=name,
            outcome=_RESULT.SKIPPED,
            explanation="It is for a language model to judge.",
        )


def _expectations(steps: Sequence[Message]) -> Iterator[Message]:
    """What a turn expects; a step that transfers says that the agents are to do so."""
    for step in steps:
        if step.HasField("expectation"):
            yield step.expectation
        elif step.HasField("agent_transfer"):
            yield ces.Evaluation.GoldenExpectation(agent_transfer=step.agent_transfer)


def _mocked(steps: Sequence[Message]) -> dict[str, Mocked]:
    """The responses that stand in for tools in a turn, by the tools' names."""
    found: dict[str, Mocked] = {}
    for step in steps:
        mock = step.expectation.mock_tool_response
        if step.expectation.HasField("mock_tool_response"):
            found.setdefault(tool_name(mock), []).append(struct_dict(mock.response))
    return found


def _latencies(turn: Turn, observed: Observed) -> Iterator[Message]:
    """How long each tool took that ran."""
    calls = {call.id: call for call in observed.tool_calls}
    for span in _spans(turn.spans.root):
        call = calls.get(struct_dict(span.attributes).get("tool call id", ""))
        if span.name == _TOOL and call is not None:
            yield _RESULT.ToolCallLatency(
                tool=tool_name(call),
                display_name=call.display_name,
                start_time=span.start_time,
                end_time=span.end_time,
                execution_latency=span.duration,
            )


def _spans(span: Message) -> Iterator[Message]:
    yield span
    for child in span.child_spans:
        yield from _spans(child)


def _add_tools(
    replayed: Message, observed: Observed, expected: Sequence[Message], thresholds: Thresholds
) -> None:
    """Tell how many of the expected tools were called, and how many of them in order."""
    wanted = [tool_name(one.tool_call) for one in expected if one.HasField("tool_call")]
    if not wanted:
        return
    called = list(map(tool_name, observed.tool_calls))
    score = sum(min(wanted.count(one), called.count(one)) for one in set(wanted)) / len(wanted)
    overall = replayed.overall_tool_invocation_result
    overall.tool_invocation_score = replayed.tool_invocation_score = score
    overall.outcome = _RESULT.PASS if score >= thresholds.tools else _RESULT.FAIL
    replayed.tool_ordered_invocation_score = _in_order(wanted, called) / len(wanted)


def _in_order(wanted: Sequence[str], called: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(called) + 1)
    for one in wanted:
        row = [0, *_next_row(one, called, row)]
    return row[-1]


def _next_row(one: str, called: Sequence[str], above: Sequence[int]) -> Iterator[int]:
    left = 0
    for other, (before, over) in zip(called, pairwise(above), strict=True):
        left = before + 1 if one == other else max(left, over)
        yield left


def _add_similarity(
    replayed: Message, observed: Observed, expected: Sequence[Message], thresholds: Thresholds
) -> None:
    """Tell how alike all that was said is to all that was to be said."""
    texts = [text_of(one.agent_response) for one in expected if one.HasField("agent_response")]
    if texts:
        score = similarity("\n".join(texts), text_of(observed.reply))
        result = similarity_result(score, thresholds.similarity)
        replayed.semantic_similarity_result.CopyFrom(result)


def _passes(replayed: Message) -> bool:
    """Whether no expectation of a turn failed, nor enough of its tools."""
    outcomes = [one.outcome for one in replayed.expectation_outcome]
    tools = replayed.overall_tool_invocation_result.outcome
    return _RESULT.FAIL not in (*outcomes, tools)

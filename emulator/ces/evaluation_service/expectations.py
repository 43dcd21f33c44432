"""What a golden turn expects of the agents, compared with what they did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from emulator.ces.evaluation_service.observed import Observed, text_of, tool_name
from emulator.ces.evaluation_service.similarity import similarity, similarity_result
from emulator.ces.evaluation_service.thresholds import SIMILAR, Thresholds
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_PASS, _FAIL, _SKIPPED = (
    ces.EvaluationResult.PASS,
    ces.EvaluationResult.FAIL,
    ces.EvaluationResult.SKIPPED,
)
_TYPES = ces.EvaluationMetricsConfig.ComparisonType


class Checks:
    """The expectations of one turn, checked in order: each call is matched once."""

    def __init__(self, observed: Observed, thresholds: Thresholds) -> None:
        self._observed = observed
        self._thresholds = thresholds
        self._calls = list(observed.tool_calls)
        self._responses = list(observed.tool_responses)
        self._checks: Mapping[str, Callable[[Message, Message], bool]] = {
            "tool_call": self._tool_call,
            "tool_response": self._tool_response,
            "agent_response": self._agent_response,
            "agent_transfer": self._agent_transfer,
            "updated_variables": self._updated_variables,
            "no_tool_calls": self._no_tool_calls,
        }

    def outcome(self, expectation: Message) -> Message:
        """The GoldenExpectationOutcome of an expectation; a mock or a note has nothing to check."""
        outcome = ces.EvaluationResult.GoldenExpectationOutcome(expectation=expectation)
        check = self._checks.get(expectation.WhichOneof("condition") or "")
        if check is None or expectation.skip_evaluation:
            outcome.outcome = _SKIPPED
        else:
            outcome.outcome = _PASS if check(expectation, outcome) else _FAIL
        return outcome

    def extra_calls(self) -> list[Message]:
        """The outcomes of calls that no expectation was for."""
        kind = ces.EvaluationResult.GoldenExpectationOutcome
        outcome = _FAIL if self._thresholds.extra_calls_fail else _SKIPPED
        return [kind(observed_tool_call=call, outcome=outcome) for call in self._calls]

    def _tool_call(self, expectation: Message, outcome: Message) -> bool:
        wanted = expectation.tool_call
        arguments = struct_dict(wanted.args)
        same = [one for one in self._calls if tool_name(one) == tool_name(wanted)]
        result = outcome.tool_invocation_result
        if not same:
            result.outcome, result.explanation = _FAIL, "The tool was not called."
            return False
        scores = [_share(arguments, struct_dict(one.args), expectation) for one in same]
        best = same[scores.index(max(scores))]
        self._calls.remove(best)
        outcome.observed_tool_call.CopyFrom(best)
        result.parameter_correctness_score = max(scores)
        passes = max(scores) >= self._thresholds.for_expectation(expectation).arguments
        result.outcome = _PASS if passes else _FAIL
        return passes

    def _tool_response(self, expectation: Message, outcome: Message) -> bool:
        wanted = expectation.tool_response
        same = [one for one in self._responses if tool_name(one) == tool_name(wanted)]
        if not same:
            return False
        self._responses.remove(same[0])
        outcome.observed_tool_response.CopyFrom(same[0])
        expected, got = struct_dict(wanted.response), struct_dict(same[0].response)
        return _share(expected, got, expectation) == 1.0

    def _agent_response(self, expectation: Message, outcome: Message) -> bool:
        reply = self._observed.reply
        outcome.observed_agent_response.CopyFrom(reply)
        wanted, said = text_of(expectation.agent_response), text_of(reply)
        if expectation.comparison_type in (_TYPES.EQUALS, _TYPES.CONTAINS):
            return _agrees(wanted, said, expectation)
        result = similarity_result(similarity(wanted, said), self._thresholds.similarity)
        outcome.semantic_similarity_result.CopyFrom(result)
        return bool(result.outcome == _PASS)

    def _agent_transfer(self, expectation: Message, outcome: Message) -> bool:
        wanted = expectation.agent_transfer.target_agent
        found = [one for one in self._observed.transfers if one.target_agent == wanted]
        if shown := found or self._observed.transfers:
            outcome.observed_agent_transfer.CopyFrom(shown[0])
        return bool(found)

    def _updated_variables(self, expectation: Message, outcome: Message) -> bool:
        wanted = struct_dict(expectation.updated_variables)
        return _share(wanted, self._observed.variables, expectation) == 1.0

    def _no_tool_calls(self, expectation: Message, outcome: Message) -> bool:
        if self._calls:
            outcome.observed_tool_call.CopyFrom(self._calls[0])
        return not self._observed.tool_calls or not expectation.no_tool_calls


def _share(expected: Mapping[str, Any], got: Mapping[str, Any], expectation: Message) -> float:
    """The share in [0, 1] of what is expected that there is; 1 where nothing is."""
    if not expected:
        return 1.0
    right = (key in got and _agrees(one, got[key], expectation) for key, one in expected.items())
    return sum(right) / len(expected)


def _agrees(expected: Any, got: Any, expectation: Message) -> bool:
    """Whether a value is as expected, compared as the expectation says: as equal by default."""
    if not (isinstance(expected, str) and isinstance(got, str)):
        return bool(expected == got)
    match expectation.comparison_type:
        case _TYPES.CONTAINS:
            return expected.casefold() in got.casefold()
        case _TYPES.SEMANTIC_SIMILARITY:
            return similarity(expected, got) >= SIMILAR
    return expected == got

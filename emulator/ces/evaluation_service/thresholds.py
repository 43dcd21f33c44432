"""From which scores on a golden evaluation passes: an evaluation's own, else its app's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulator.surface.registry import Message

SIMILAR = 3
"""The least score (0..4) of texts that say the same: "Default is >= 3"."""

_CORRECT = 1.0  # "Default is 1.0"


class Thresholds(NamedTuple):
    """The least score of a reply (0..4), and of tools and of their arguments ([0, 1])."""

    similarity: int
    tools: float
    arguments: float
    extra_calls_fail: bool

    @classmethod
    def of(cls, settings: Message, turn: Message) -> Thresholds:
        """Those of EvaluationMetricsThresholds, for a turn that may have its own."""
        golden = settings.golden_evaluation_metrics_thresholds
        levels = (turn.turn_level_metrics_thresholds_override, golden.turn_level_metrics_thresholds)
        matching = golden.tool_matching_settings
        return cls(
            int(_first(levels, "semantic_similarity_success_threshold", SIMILAR)),
            _first(levels, "overall_tool_invocation_correctness_threshold", _CORRECT),
            _argument_threshold(golden.expectation_level_metrics_thresholds),
            matching.extra_tool_call_behavior != matching.ALLOW,
        )

    def for_expectation(self, expectation: Message) -> Thresholds:
        """The same for an expectation, which may have its own."""
        own = expectation.expectation_level_metrics_thresholds_override
        return self._replace(arguments=_argument_threshold(own, self.arguments))


def effective(app: Message, evaluation: Message) -> Message:
    """The EvaluationMetricsThresholds that count for an evaluation of an app."""
    if evaluation.HasField("evaluation_metrics_threshold_override"):
        return evaluation.evaluation_metrics_threshold_override
    return app.evaluation_metrics_thresholds


def _argument_threshold(level: Message, default: float = _CORRECT) -> float:
    return _first((level,), "tool_invocation_parameter_correctness_threshold", default)


def _first(levels: Sequence[Message], field: str, default: float) -> float:
    return next((getattr(one, field) for one in levels if one.HasField(field)), default)

"""What an evaluation shows of its results: the latest ones, and how many passed."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from emulator.ces.evaluation_service.observed import tool_name
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.messages import ces
from emulator.surface.registry import Message

RESULTS = "results"
_LAST = 10
_NEWEST_FIRST = (("create_time", True),)
_RESULT = ces.EvaluationResult


def add_results(connection: Connection, evaluation: Message, *, last_ten: bool) -> None:
    """Fill the fields of an evaluation that its results make, the newest result first."""
    rows = resources.children(connection, evaluation.name, RESULTS, _NEWEST_FIRST)
    results = [_RESULT.FromString(body) for _, _, body in rows]
    evaluation.evaluation_runs.extend(dict.fromkeys(one.evaluation_run for one in results))
    completed = [one for one in results if one.execution_state == _RESULT.COMPLETED]
    if completed:
        evaluation.last_completed_result.CopyFrom(completed[0])
        metrics = evaluation.aggregated_metrics.metrics_by_app_version
        metrics.extend(_by_version(completed))
    if last_ten:
        evaluation.last_ten_results.extend(results[:_LAST])


def _by_version(results: Sequence[Message]) -> Iterator[Message]:
    """The metrics of the results of each version of the app; the draft has no id."""
    versions: dict[str, list[Message]] = defaultdict(list)
    for result in results:
        versions[names.resource_id(result.app_version)].append(result)
    for version, those in versions.items():
        statuses = Counter(one.evaluation_status for one in those)
        metrics = ces.AggregatedMetrics.MetricsByAppVersion(
            app_version_id=version,
            pass_count=statuses[_RESULT.PASS],
            fail_count=statuses[_RESULT.FAIL],
            tool_metrics=_of_tools(those),
        )
        scores = [one.semantic_similarity_result.score for one in _turns(those) if _is_scored(one)]
        if scores:
            metrics.semantic_similarity_metrics.add(score=math.fsum(scores) / len(scores))
        yield metrics


def _of_tools(results: Sequence[Message]) -> Iterator[Message]:
    """How often each tool was called as expected, and how often not."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for turn in _turns(results):
        for one in turn.expectation_outcome:
            if one.expectation.HasField("tool_call"):
                counts[tool_name(one.expectation.tool_call)][one.outcome] += 1
    for tool, found in counts.items():
        yield ces.AggregatedMetrics.ToolMetrics(
            tool=tool, pass_count=found[_RESULT.PASS], fail_count=found[_RESULT.FAIL]
        )


def _turns(results: Sequence[Message]) -> Iterator[Message]:
    return (turn for one in results for turn in one.golden_result.turn_replay_results)


def _is_scored(turn: Message) -> bool:
    return bool(turn.HasField("semantic_similarity_result"))

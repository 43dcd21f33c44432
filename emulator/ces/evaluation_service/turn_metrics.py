"""What is measured of a replayed turn: how long it took, its tools in order, how alike its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from emulator.ces.evaluation_service.observed import Observed, text_of, tool_name
from emulator.ces.evaluation_service.similarity import similarity, similarity_result
from emulator.ces.evaluation_service.thresholds import Thresholds
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_RESULT = ces.EvaluationResult
_TOOL = "Tool"  # The spans of tool calls.


def add_latencies(replayed: Message, root: Message, observed: Observed) -> None:
    """Tell how long the turn took whose root span is given, and each tool that ran in it."""
    replayed.turn_latency.CopyFrom(root.duration)
    replayed.tool_call_latencies.extend(_latencies(root, observed))


def _latencies(root: Message, observed: Observed) -> Iterator[Message]:
    calls = {call.id: call for call in observed.tool_calls}
    for span in _spans(root):
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


def add_tools(
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


def add_similarity(
    replayed: Message, observed: Observed, expected: Sequence[Message], thresholds: Thresholds
) -> None:
    """Tell how alike all that was said is to all that was to be said."""
    texts = [text_of(one.agent_response) for one in expected if one.HasField("agent_response")]
    if texts:
        score = similarity("\n".join(texts), text_of(observed.reply))
        result = similarity_result(score, thresholds.similarity)
        replayed.semantic_similarity_result.CopyFrom(result)

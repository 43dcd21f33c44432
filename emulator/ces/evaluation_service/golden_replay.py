"""A golden conversation replayed: its user's inputs are sent, and what the agents do is checked.

The turns are those of one session, as in the service's naive replay; to show an agent the expected
turns in place of its own would lose what it has asked the user for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulator.ces.environment import Environment
from emulator.ces.evaluation_service import turn_metrics
from emulator.ces.evaluation_service.expectations import Checks
from emulator.ces.evaluation_service.judged_expectations import judged
from emulator.ces.evaluation_service.observed import Observed, tool_name
from emulator.ces.evaluation_service.thresholds import Thresholds
from emulator.ces.runtime.chat.transcript import transcript
from emulator.ces.runtime.context import Mocked
from emulator.ces.runtime.run_turn import run_turn
from emulator.ces.runtime.session.records import conversation_name
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_RESULT = ces.EvaluationResult


class GoldenReplay:
    """The replay of an evaluation's golden conversation in a session of its own."""

    def __init__(
        self, environment: Environment, app: str, version: str, thresholds: Message
    ) -> None:
        self._environment = environment
        self._session = f"{app}/sessions/eval-{environment.ids.new()}"
        self._config = ces.SessionConfig(session=self._session, app_version=version)
        self._thresholds = thresholds
        self._conversation: list[str] = []

    async def run(self, golden: Message, result: Message) -> None:
        """Replay the turns, and tell of each in the EvaluationResult; an error ends it."""
        replayed = result.golden_result.turn_replay_results
        try:
            for turn in golden.turns:
                replayed.append(await self._turn(turn))
            names = golden.evaluation_expectations
            expectations = await judged(self._environment, names, self._conversation)
        except ApiError as error:
            result.execution_state = _RESULT.ERROR
            result.error_info.CopyFrom(self._error(error))
            return
        result.golden_result.evaluation_expectation_results.extend(expectations)
        result.execution_state = _RESULT.COMPLETED
        is_met = all(one.outcome != _RESULT.FAIL for one in expectations)
        passes = is_met and all(map(_passes, replayed))
        result.evaluation_status = _RESULT.PASS if passes else _RESULT.FAIL

    async def _turn(self, golden: Message) -> Message:
        steps = list(golden.steps)
        inputs = [one.user_input for one in steps if one.HasField("user_input")]
        source = ces.Conversation.EVAL
        turn = await run_turn(
            self._environment, self._config, inputs, source=source, mocked=_mocked(steps)
        )
        self._conversation += transcript(turn.app, turn.messages)
        thresholds = Thresholds.of(self._thresholds, golden)
        observed, expected = Observed.of(turn.messages), list(_expectations(steps))
        checks = Checks(observed, thresholds)
        replayed = _RESULT.GoldenResult.TurnReplayResult(
            conversation=conversation_name(self._session),
            expectation_outcome=[*map(checks.outcome, expected), *checks.extra_calls()],
        )
        turn_metrics.add_latencies(replayed, turn.spans.root, observed)
        turn_metrics.add_tools(replayed, observed, expected, thresholds)
        turn_metrics.add_similarity(replayed, observed, expected, thresholds)
        return replayed

    def _error(self, error: ApiError) -> Message:
        return ces.EvaluationErrorInfo(
            error_type=ces.EvaluationErrorInfo.RUNTIME_FAILURE,
            error_message=error.told,
            session_id=self._session.rpartition("/")[2],
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


def _passes(replayed: Message) -> bool:
    """Whether no expectation of a turn failed, nor enough of its tools."""
    outcomes = [one.outcome for one in replayed.expectation_outcome]
    tools = replayed.overall_tool_invocation_result.outcome
    return _RESULT.FAIL not in (*outcomes, tools)

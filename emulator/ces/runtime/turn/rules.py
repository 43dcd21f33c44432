"""The next steps of an agent as rules decide them, where no language model is set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from emulator.ces.runtime import parameters
from emulator.ces.runtime.planning import planner, prerequisites, tool_results
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation, Transfer
from emulator.ces.runtime.planning.instructions.parameter_values import (
    passed_arguments,
    steps_for_tool,
)
from emulator.ces.runtime.planning.policy import argument_limits, result_handling
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.turn import examples, situations
from emulator.ces.runtime.turn.tool_calls import Result
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.registry import Message


class Rules:
    """The rules of an agent in a turn; `handled` are the display names of the turn's agents so far.

    There is no transfer to any of these.
    """

    def __init__(self, turn: Turn, agent: Message, handled: Sequence[str]) -> None:
        self._turn = turn
        self._agent = agent
        self._handled = handled

    async def steps(
        self, tools: Sequence[Message], results: Sequence[Result], then: PendingCall | None
    ) -> Sequence[Decision]:
        """The next steps, after the results of calls or `then`, what waits for these."""
        if results:
            decision = await self._after_results(tools, results, then)
        else:
            decision = await self._planned(tools)
        parallel = decision.parallel if isinstance(decision, Call) else ()
        return [*planner.announcement(decision), decision, *parallel]

    async def _planned(self, tools: Sequence[Message]) -> Decision:
        state, text = self._turn.state, situations.user_text(self._turn)
        example = examples.example_step(self._turn.app, self._agent, tools, text)
        if example is not None and not self._goes_back(example):
            return example
        situation = await self._situation(tools)
        decision = _with_nested_arguments(planner.plan(situation), situation)
        if not isinstance(decision, Transfer):  # Who goes on knows what waits.
            state.open_call = None
        return decision

    async def _situation(self, tools: Sequence[Message]) -> Situation:
        return await situations.situation(self._turn, self._agent, tools, self._handled)

    def _goes_back(self, step: Decision) -> bool:
        return isinstance(step, Transfer) and step.agent.display_name in self._handled

    async def _after_results(
        self, tools: Sequence[Message], results: Sequence[Result], then: PendingCall | None
    ) -> Decision:
        """Say the results, make the call that waits for them, or ask elsewhere."""
        words = {tool_results.in_words(one.tool, one.response): None for one in results}
        nothing = [*words] == [tool_results.NOTHING_FOUND]
        situation = await self._situation(tools)
        query = str(results[0].args.get("query"))
        found = planner.after_empty_search(situation, query, then) if nothing else None
        called = [one.tool for one in results]
        told = prerequisites.after_results(situation, called, "\n".join(words), then)
        if isinstance(told, Say) and then is None:
            responses = [(one.tool, one.response) for one in results]
            told = planner.results_followed(situation, responses, told.text)
        limit = argument_limits.limited(situation, told)
        limit = limit and replace(limit, text="\n".join((*words, limit.text)))
        told = limit or result_handling.prohibited(situation, told) or told
        return _with_nested_arguments(found or told, situation)


def _with_nested_arguments(decision: Decision, situation: Situation) -> Decision:
    """A decision with arguments as the tool takes them, and those of the instruction."""
    if not isinstance(decision, Call):
        return decision
    tool, own = decision.tool, steps_for_tool(situation.instruction, decision.tool.display_name)
    given = passed_arguments(own, parameters.schema_of(tool), situation.variables)
    return replace(decision, args=parameters.nested(tool, given | decision.args))

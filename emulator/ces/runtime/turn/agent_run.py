"""One agent's part of a turn: it plans, calls tools and speaks, until it is done or transfers."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from emulator.ces.runtime import callbacks, guardrails, llm_messages, parameters
from emulator.ces.runtime.planning import verification
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Show, Transfer
from emulator.ces.runtime.sandbox.client import Outcome
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.toolsets import tools_of
from emulator.ces.runtime.turn import tool_calls, transfer_rules
from emulator.ces.runtime.turn.language_model import LanguageModel
from emulator.ces.runtime.turn.rules import Rules
from emulator.ces.runtime.turn.tool_calls import Result
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import failed_precondition, unimplemented
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_MOST_CALLS = 20


class AgentRun:
    """An agent in a turn; `handled` are the display names of the turn's agents so far, its own too.

    There is no transfer to any of these, unless a rule or a callback makes it.
    """

    def __init__(self, turn: Turn, agent: Message, handled: Sequence[str]) -> None:
        self._turn = turn
        self._agent = agent
        self._rules = Rules(turn, agent, handled)
        api = turn.environment.chat_api
        self._language_model = LanguageModel(api, turn, agent, handled) if api else None
        self._model_decided = False
        self._tools: list[Message] = []
        self._results: list[Result] = []
        self._then: PendingCall | None = None
        self._calls = 0
        self._is_stopped = False

    async def run(self) -> Message | None:
        """The agent that this one transfers to; None when it has answered."""
        if self._agent.HasField("remote_dialogflow_agent"):
            raise unimplemented("Agent.remote_dialogflow_agent")
        with self._turn.spans.span("Agent", name=self._agent.display_name):
            stopped, target = await self._checked("before_agent", self._turn.inputs.text)
            if stopped:
                return target
            outcome = await self._called_back("before_agent")
            if outcome.value is not None:
                self._tell(outcome.value)
                return None
            target = (
                await transfer_rules.forced_target(self._turn, self._agent) or await self._think()
            )
            if target is None:
                self._tell((await self._called_back("after_agent")).value)
            return target

    async def _think(self) -> Message | None:
        self._tools = await self._offered()
        resumed = self._results = self._resumed()
        target = await self._work()
        is_heard = self._is_stopped or self._model_decided  # A model reads all at once.
        if resumed and target is None and self._turn.inputs.text and not is_heard:
            self._results = []  # What was said beside the results is to be answered as well.
            target = await self._work()
        state = self._turn.state
        if state.beside and target is None and not (self._is_stopped or state.ended):
            self._turn.wanted, state.beside, self._results = state.beside, "", []
            target = await self._work()
        return target

    async def _work(self) -> Message | None:
        """Take steps until one is no call."""
        while True:
            steps, target = await self._model()
            has_calls = any(isinstance(step, Call) for step in steps)
            if has_calls:
                self._results = []
            for step in steps:
                target = await self._take(step)
                if target is not None:
                    return target
            tool_calls.end_turn_for_client(self._turn)
            if not has_calls:
                return target

    async def _model(self) -> tuple[Sequence[Decision], Message | None]:
        """The next steps; none if a guardrail stops them, which may name another agent."""
        stopped, target = await self._checked("before_model", "", lambda: [self._request()])
        if not stopped:
            steps = await self._decided()
            stopped, target = await self._checked("after_model", "", lambda: [_response(*steps)])
        self._is_stopped = stopped
        return () if stopped else steps, target

    def _request(self) -> callbacks.Argument:
        return "LlmRequest", llm_messages.llm_request(self._turn, self._agent, self._tools)

    async def _take(self, step: Decision) -> Message | None:
        match step:
            case Transfer(target, wanted, asks):
                tool_calls.end_turn_for_client(self._turn)
                self._turn.state.open_call = asks or self._turn.state.open_call
                self._turn.wanted = wanted or self._turn.wanted
                return target
            case Call():
                self._count_call()
                self._then = step.then
                self._turn.state.beside = step.beside or self._turn.state.beside
                made = await tool_calls.call(self._turn, self._agent, step)
                self._remember_call(step)
                if made is not None:
                    self._results.append(Result(step.tool, step.args, *made))
                    self._remember_result(step.tool, step.args, made[0])
            case Say():
                return await self._say(step)
            case Show(payload):
                self._turn.show(self._agent, payload)
        return None

    def _remember_call(self, call: Call) -> None:
        args = parameters.flattened(parameters.schema_of(call.tool), call.args)
        self._turn.state.memory.add_call(call.tool, args)

    def _remember_result(
        self, tool: Message, args: dict[str, Any], response: dict[str, Any]
    ) -> None:
        denied = verification.denies_identity(tool, self._agent.instruction, response)
        if not (response.get("error") or denied):
            schema = parameters.schema_of(tool)
            args = parameters.flattened(schema, args)
            self._turn.state.memory.add_result(tool, schema, args, response)
            if verification.verifies(tool):
                self._turn.state.memory.verified = verification.identity(args, response)

    def _count_call(self) -> None:
        self._calls += 1
        if self._calls > _MOST_CALLS:
            raise failed_precondition(
                f"The agent {self._agent.display_name} called more than {_MOST_CALLS} tools in a "
                "turn."
            )

    async def _decided(self) -> Sequence[Decision]:
        """The steps of the model or the rules, or of a callback in their place."""
        turn, agent, tools, request = self._turn, self._agent, self._tools, None
        if agent.before_model_callbacks:
            given = (callbacks.CONTEXT, self._request())
            outcome = await self._called_back("before_model", given[1])
            if outcome.value is not None:
                return list(llm_messages.decisions(outcome.value, turn.app, tools))
            _, (_, request) = callbacks.arguments_after(given, outcome)
            hidden = llm_messages.hidden_tools(request)
            tools = [tool for tool in tools if tool.display_name not in hidden]
        steps = await self._steps(tools, request)
        if agent.after_model_callbacks:
            outcome = await self._called_back("after_model", _response(*steps))
            if outcome.value is not None:
                others = llm_messages.decisions(outcome.value, turn.app, self._tools)
                return [_with_pending_call(one, steps) for one in others]
        return steps

    async def _steps(self, tools: Sequence[Message], request: Any) -> Sequence[Decision]:
        """The steps of the model; those of the rules without one, and where it fails.

        The `request` is as callbacks have left it, None without any.
        """
        turn, agent, model = self._turn, self._agent, self._language_model
        name = agent.model_settings.model or turn.app.app.model_settings.model or "rules"
        with turn.spans.span("LLM", agent=agent.display_name, model=name) as attributes:
            steps: Sequence[Decision] = ()
            if model is not None:
                request = request or self._request()[1]
                steps = await model.steps_if_possible(tools, request, attributes)
            self._model_decided = bool(steps)
            return steps or await self._rules.steps(tools, self._results, self._then)

    async def _offered(self) -> list[Message]:
        """The agent's tools that still exist."""
        turn = self._turn
        found = [tool for tool in map(turn.app.find, self._agent.tools) if tool is not None]
        for one in self._agent.toolsets:
            toolset = turn.app.require(one.toolset)
            found += await tools_of(turn.context(self._agent), toolset, one.tool_ids)
        return found

    def _resumed(self) -> list[Result]:
        """The results of the client's functions that the turn's inputs have.

        The turn is over at once if some are still missing.
        """
        turn, results = self._turn, []
        for _, response in turn.inputs.tool_responses:
            pending = next(one for one in turn.state.pending if one.id == response.id)
            turn.state.pending.remove(pending)
            self._then = pending.then
            tool = turn.app.require(pending.tool)
            results.append(Result(tool, pending.args, struct_dict(response.response), []))
            self._remember_result(tool, pending.args, results[-1].response)
            tool_calls.record_response(turn, "user", tool, pending.id, results[-1].response)
        turn.inputs.tool_responses = []
        if results and turn.state.pending:
            raise tool_calls.Paused
        return results

    async def _say(self, said: Say) -> Message | None:
        """Speak, unless a guardrail stops it; the agent that the guardrail transfers to."""
        self._turn.state.open_call = said.asks
        stopped, target = await self._checked("after_agent", said.text)
        if stopped:
            return target
        self._turn.say(self._agent, said.text)
        self._turn.cite(said.text, [chunk for one in self._results for chunk in one.citations])
        for one in self._results:
            one.citations.clear()  # What is said next is not their words.
        return None

    async def _checked(
        self, stage: str, text: str, about: guardrails.About = tuple
    ) -> tuple[bool, Message | None]:
        """Whether a guardrail stops the agent, and the agent that it transfers to."""
        guardrail = await guardrails.triggered(self._turn, self._agent, stage, text, about)
        if guardrail is None:
            return False, None
        if guardrail.action.HasField("transfer_agent"):
            target = self._turn.app.require(guardrail.action.transfer_agent.agent)
            is_here = target.name == self._agent.name
            return (False, None) if is_here else (True, target)
        self._turn.say(self._agent, await guardrails.response(self._turn, guardrail))
        return True, None

    async def _called_back(self, stage: str, *arguments: callbacks.Argument) -> Outcome:
        """The outcome of a stage's callbacks; variables that they change are recorded."""
        before = copy.deepcopy(self._turn.state.variables)
        given = (callbacks.CONTEXT, *arguments)
        outcome = await callbacks.run(self._turn, self._agent, stage, *given)
        tool_calls.record_variable_changes(self._turn, self._agent, before)
        return outcome

    def _tell(self, content: Any) -> None:
        """Give the user the content of a callback around the agent."""
        for one in llm_messages.outputs_in(content):
            if isinstance(one, Say):
                self._turn.say(self._agent, one.text)
            else:
                self._turn.show(self._agent, one.payload)


def _response(*steps: Decision) -> callbacks.Argument:
    return "LlmResponse", llm_messages.llm_response(*steps)


def _with_pending_call(given: Decision, steps: Sequence[Decision]) -> Decision:
    """A callback's step with the pending call of the step that it takes the place of."""
    for step in steps:
        if isinstance(step, Say) and isinstance(given, Say) and step.asks is not None:
            return replace(given, asks=step.asks)
        if isinstance(step, Call) and isinstance(given, Call) and step.tool == given.tool:
            return replace(given, then=step.then)
    return given

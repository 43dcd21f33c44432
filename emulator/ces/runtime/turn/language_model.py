"""The next steps of an agent as a language model decides them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from emulator.ces.runtime import llm_messages
from emulator.ces.runtime.chat.conversation import chat_messages
from emulator.ces.runtime.chat.functions import Function, by_name, tool_function, transfer_function
from emulator.ces.runtime.chat.reply import llm_response
from emulator.ces.runtime.planning.decisions import Decision
from emulator.ces.runtime.turn import examples, transfer_rules
from emulator.ces.runtime.turn.turn import Turn
from emulator.chat_api import ChatApi, ChatError, Completion
from emulator.surface.registry import Message

_PREFACE = (
    'You are "{name}", an agent that talks with a user. Do what the instruction below says. '
    "Call a function wherever it is needed, and never make up what it would tell you. Write to "
    "the user in plain text, and say nothing of functions or of other agents."
)

log = logging.getLogger(__name__)


class LanguageModel:
    """The model of an agent in a turn; `handled` are the display names of the turn's agents so far.

    It is offered no transfer to any of these.
    """

    def __init__(self, api: ChatApi, turn: Turn, agent: Message, handled: Sequence[str]) -> None:
        self._api = api
        self._turn = turn
        self._agent = agent
        self._handled = handled

    async def steps_if_possible(
        self, tools: Sequence[Message], request: Any, attributes: dict[str, Any]
    ) -> Sequence[Decision]:
        """The next steps after an LlmRequest; none where the model fails or does what it may not.

        The `attributes` of the span get what it took, or went wrong.
        """
        try:
            return await self._steps(tools, request, attributes)
        except ChatError as error:
            note = f"The model did not decide: {error}. The rules did."
            attributes |= {"model": "rules", "error": note}
            log.warning(note)
            return ()

    async def _steps(
        self, tools: Sequence[Message], request: Any, attributes: dict[str, Any]
    ) -> Sequence[Decision]:
        targets = await self._targets()
        functions = _functions(tools, targets)
        completion = await asyncio.to_thread(self._api.complete, self._asked(request, functions))
        attributes |= {"model": self._api.name, **_tokens(completion)}
        response = llm_response(completion, functions)
        _resolve_transfers(response, targets)
        self._turn.state.open_call = None  # What the rules wait for is settled by this, or not.
        return list(llm_messages.decisions(response, self._turn.app, tools))

    def _asked(self, request: Any, functions: Mapping[str, Function]) -> dict[str, Any]:
        preface = _PREFACE.format(name=self._agent.display_name)
        names = {one.called: name for name, one in reversed([*functions.items()])}
        messages = chat_messages(request, preface, self._addition(), names)
        asked = {"messages": messages, "temperature": self._temperature()}
        if functions:  # Some servers take no "tool_choice" for "none".
            offered = [one.declaration(name) for name, one in functions.items()]
            asked |= {"tools": offered, "tool_choice": "auto"}
        return asked

    def _addition(self) -> str:
        """What follows the instruction: the day, and the examples of the agent."""
        today = self._turn.state.variables.get("current_date")
        shown = examples.transcripts(self._turn.app, self._agent)
        return "\n\n".join(filter(None, (f"Today is {today}." if today else "", *shown)))

    def _temperature(self) -> float:
        """That of the agent, else that of the app; else 0, for answers that vary least."""
        for settings in (self._agent.model_settings, self._turn.app.app.model_settings):
            if settings.HasField("temperature"):
                return round(float(settings.temperature), 3)
        return 0

    async def _targets(self) -> list[Message]:
        """The agents that it may transfer to."""
        children, parents = await transfer_rules.allowed_agents(self._turn, self._agent)
        return [one for one in (*children, *parents) if one.display_name not in self._handled]


def _functions(tools: Iterable[Message], targets: Sequence[Message]) -> dict[str, Function]:
    """The tools, and the transfer in place of the system's tool for it, which offers no names."""
    kept = [one for one in tools if one.system_tool.name != llm_messages.TRANSFER]
    functions = [tool_function(one) for one in kept]
    return by_name([transfer_function(targets), *functions] if targets else functions)


def _resolve_transfers(response: dict[str, Any], targets: Sequence[Message]) -> None:
    """Name the agents of transfers by their resource names, which no two agents share."""
    names = {one.display_name: one.name for one in reversed(targets)}
    calls = (part.get("function_call") or {} for part in response["content"]["parts"])
    for call in calls:
        if call.get("name") == llm_messages.TRANSFER:
            wanted = str(call["args"].get("agent_name"))
            if wanted not in names:
                raise ChatError(f"it transferred to '{wanted[:100]}', which the agent may not")
            call["args"]["agent_name"] = names[wanted]


def _tokens(completion: Completion) -> dict[str, int]:
    """The tokens of a completion, under the names that a span has for them."""
    counts = {"input token count": "prompt_tokens", "output token count": "completion_tokens"}
    given = {name: completion.usage.get(field) for name, field in counts.items()}
    return {name: count for name, count in given.items() if type(count) is int}

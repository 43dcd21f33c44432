"""Policies in words of an app's own, which only a language model can judge."""

from __future__ import annotations

import logging

from emulator.ces.runtime.chat.judge import judge
from emulator.ces.runtime.chat.transcript import transcript
from emulator.ces.runtime.turn.turn import Turn
from emulator.chat_api import ChatError
from emulator.retrieval.text.analysis import tokens
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_SCOPES = ces.Guardrail.LlmPolicy
_STAGES = {
    "before_agent": (
        _SCOPES.POLICY_SCOPE_UNSPECIFIED,
        _SCOPES.USER_QUERY,
        _SCOPES.USER_QUERY_AND_AGENT_RESPONSE,
    ),
    "after_agent": (_SCOPES.AGENT_RESPONSE, _SCOPES.USER_QUERY_AND_AGENT_RESPONSE),
}
_MOST_MESSAGES = 10  # The reference's default.
_SHORT = 3  # In words; the reference skips "short utterances" and names no length.

_QUESTION = "Does what was said last violate this policy?\n{prompt}"

log = logging.getLogger(__name__)


async def violation(turn: Turn, agent: Message, policy: Message, stage: str, text: str) -> str:
    """How a text violates a policy; the empty string if it does not, or without a model.

    A policy that cannot be judged is violated unless it says to `fail_open`.
    """
    api = turn.environment.chat_api
    if api is None or policy.policy_scope not in _STAGES.get(stage, ()):
        return ""
    if not text.strip() or (len(tokens(text)) < _SHORT and not policy.allow_short_utterance):
        return ""
    said = [*transcript(turn.app, turn.spoken())]
    if stage == "after_agent":  # It is not recorded before it has passed.
        said.append(f"{agent.display_name}: {text}")
    latest = said[-(policy.max_conversation_messages or _MOST_MESSAGES) :]
    try:
        verdict = await judge(api, _QUESTION.format(prompt=policy.prompt), latest)
    except ChatError as error:
        log.warning("The model did not judge a policy: %s.", error)
        return "" if policy.fail_open else f"The policy was not judged: {error}."
    return (verdict.reason or "The policy is violated.") if verdict.is_yes else ""

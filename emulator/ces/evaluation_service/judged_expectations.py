"""Expectations in words of a whole conversation, which only a language model can judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from emulator.ces.environment import Environment
from emulator.ces.runtime.chat.judge import judge
from emulator.ces.stored_resources import require
from emulator.chat_api import ChatApi, ChatError
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_RESULT = ces.EvaluationResult
_QUESTION = "Is this met?\n{prompt}"


async def judged(
    environment: Environment, expectations: Iterable[str], conversation: Sequence[str]
) -> list[Message]:
    """The results of expectations, by their names; SKIPPED without a model, and where it fails."""
    api = environment.chat_api
    if api is None:
        return [*_skipped(expectations, "It is for a language model to judge.")]
    return [await _result(environment, api, name, conversation) for name in expectations]


async def _result(
    environment: Environment, api: ChatApi, name: str, conversation: Sequence[str]
) -> Message:
    with environment.store.read() as connection:
        prompt = require(connection, name, "evaluationExpectations").llm_criteria.prompt
    try:
        verdict = await judge(api, _QUESTION.format(prompt=prompt), conversation)
    except ChatError as error:
        [skipped] = _skipped([name], f"The model did not judge it: {error}.")
        return skipped
    return _RESULT.EvaluationExpectationResult(
        evaluation_expectation=name,
        prompt=prompt,
        outcome=_RESULT.PASS if verdict.is_yes else _RESULT.FAIL,
        explanation=verdict.reason,
    )


def _skipped(expectations: Iterable[str], reason: str) -> Iterator[Message]:
    for name in expectations:
        yield _RESULT.EvaluationExpectationResult(
            evaluation_expectation=name, outcome=_RESULT.SKIPPED, explanation=reason
        )

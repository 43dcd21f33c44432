"""Guardrails: what is found in what users and agents say, and what happens then.

Content filters and code run as they are. Where the service asks a language model, rules judge:
those that classify queries stand for prompt security, those that rate answers for the model's
safety. A policy in words of its own is for a language model, and finds nothing without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from emulator.answering.banned_phrases import banned_phrase, folded
from emulator.answering.classify import QueryKind, classify
from emulator.answering.safety import BLOCKED_FROM, Level, harm
from emulator.ces.runtime import callbacks
from emulator.ces.runtime.chat.writing import written_if_possible
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.policies import violation
from emulator.ces.runtime.regular_expressions import first_match
from emulator.ces.runtime.tools.code import BadCode, read
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import failed_precondition
from emulator.surface.registry import Message
from emulator.surface.validation import enum_name

About: TypeAlias = Callable[[], Sequence[callbacks.Argument]]

_ATTACKS = (QueryKind.JAIL_BREAKING_QUERY, QueryKind.ADVERSARIAL_QUERY)
_QUOTED = re.compile('["\u201c]([^"\u201d]+)["\u201d]')

_LISTS: Mapping[str, str] = {
    "before_agent": "banned_contents_in_user_input",
    "after_agent": "banned_contents_in_agent_response",
}


async def triggered(
    turn: Turn, agent: Message, stage: str, text: str, about: About
) -> Message | None:
    """The first guardrail of the app or the agent that stops a text at a stage.

    Users' texts are looked at `before_agent`, once a turn; agents' `after_agent`. Code may stand
    `before_model` and `after_model` too, and takes what it is `about`, as callbacks there do.
    """
    names = dict.fromkeys([*turn.app.app.guardrails, *agent.guardrails])
    if stage == "before_agent":
        names = dict.fromkeys(name for name in names if name not in turn.checked)
        turn.checked |= names.keys()
    for name in names:
        guardrail = turn.app.find(name)
        if guardrail is None or not guardrail.enabled:
            continue
        _check_action(guardrail)
        reason = await _reason(turn, agent, guardrail, stage, text, about)
        if reason:
            kind = guardrail.WhichOneof("guardrail_type")
            named = {"agent": agent.display_name, "name": guardrail.display_name, "type": kind}
            with turn.spans.span("Guardrail", **named, reason=reason):
                return guardrail
    return None


def _check_action(guardrail: Message) -> None:
    """FAILED_PRECONDITION, in the words of the service, for a guardrail that would do nothing."""
    if guardrail.action.WhichOneof("action") is None:
        raise failed_precondition(
            f"Trigger action type ACTION_NOT_SET is not supported for {guardrail.display_name}."
        )


async def response(turn: Turn, guardrail: Message) -> str:
    """What is said in place of the text that a guardrail stopped.

    The service chooses one of the responses at random, or lets a model write to a prompt; here the
    first one is said, or without a model what the prompt has in quotation marks.
    """
    action = guardrail.action
    prompt = action.generative_answer.prompt
    api = turn.environment.chat_api
    if prompt and (text := await written_if_possible(api, prompt, turn.inputs.text)):
        return text
    quoted = _QUOTED.search(prompt)
    if quoted:
        return quoted[1]
    enabled = (one.text for one in action.respond_immediately.responses if not one.disabled)
    return next(enabled, replies.REFUSED)


async def _reason(
    turn: Turn, agent: Message, guardrail: Message, stage: str, text: str, about: About
) -> str:
    """Why a guardrail stops a text; the empty string if it does not."""
    match guardrail.WhichOneof("guardrail_type"):
        case "content_filter" if stage in _LISTS:
            return await _banned(guardrail, stage, text)
        case "llm_prompt_security" if stage == "before_agent":
            return await _attack(turn, agent, guardrail.llm_prompt_security, text)
        case "llm_policy":
            return await violation(turn, agent, guardrail.llm_policy, stage, text)
        case "model_safety" if stage == "after_agent":
            return _harm(guardrail.model_safety.safety_settings, text)
        case "code_callback":
            return await _code(turn, agent, guardrail, stage, about)
    return ""


async def _banned(guardrail: Message, stage: str, text: str) -> str:
    content = guardrail.content_filter
    banned = [*content.banned_contents, *getattr(content, _LISTS[stage])]
    if content.match_type == content.REGEXP_MATCH:
        plain = [folded(one, content.disregard_diacritics) for one in banned]
        said = folded(text, content.disregard_diacritics)
        found = await first_match(plain, said, f"the guardrail {guardrail.display_name}")
    else:
        found = banned_content(content, banned, text)
    return f"The text has the banned content '{found}'." if found else ""


async def _attack(turn: Turn, agent: Message, security: Message, text: str) -> str:
    if security.HasField("custom_policy"):
        return await violation(turn, agent, security.custom_policy, "before_agent", text)
    kinds = classify(text)
    return next((f"The text is a {kind.value}." for kind in _ATTACKS if kind in kinds), "")


def _harm(settings: Iterable[Message], text: str) -> str:
    levels = harm(text)
    for setting in settings:
        category = enum_name(setting, "category")
        blocked_from = BLOCKED_FROM.get(enum_name(setting, "threshold"))
        level = levels.get(category, Level.NEGLIGIBLE)
        if blocked_from is not None and level >= blocked_from:
            return f"The text is rated {level.name} in {category}."
    return ""


async def _code(turn: Turn, agent: Message, guardrail: Message, stage: str, about: About) -> str:
    field = f"{stage}_callback"
    callback = getattr(guardrail.code_callback, field)
    if callback.disabled or not guardrail.code_callback.HasField(field):
        return ""
    where, code = f"the guardrail {guardrail.display_name}", callback.python_code
    function, taken = _entry(code, field)
    arguments = (callbacks.CONTEXT, *about())[:taken]
    outcome = await callbacks.function_result(turn, agent, where, code, function, arguments)
    return _decision(outcome.value)


def _entry(text: str, name: str) -> tuple[str, int]:
    """The function of that name, else the first one, and how many arguments it takes."""
    try:
        code = read(text)
        function = code.entry(name if name in code.functions else "")
    except BadCode:  # Whoever runs it is told.
        return "", 1
    taken = function.args
    return function.name, 2 if taken.vararg else len(taken.posonlyargs) + len(taken.args)


def _decision(decided: Any) -> str:
    if isinstance(decided, Mapping) and decided.get("decision") == "TRIGGER":
        return str(decided.get("reason") or "The code has triggered.")
    return ""


def banned_content(content: Message, banned: Iterable[str], text: str) -> str:
    """The first banned string that a text has; the empty string if there is none."""
    whole_words = content.match_type == content.WORD_BOUNDARY_STRING_MATCH
    no_diacritics = content.disregard_diacritics
    return banned_phrase(banned, text, whole_words=whole_words, no_diacritics=no_diacritics)

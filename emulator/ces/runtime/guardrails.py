"""Guardrails: what is found in what users and agents say, and what happens then.

Content filters and code run here. Those that ask a language model find nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from emulator.ces.runtime import callbacks, replies
from emulator.ces.runtime.turn import Turn
from emulator.surface.errors import unimplemented
from emulator.surface.registry import Message

_LISTS: Mapping[str, str] = {
    "before_agent": "banned_contents_in_user_input",
    "after_agent": "banned_contents_in_agent_response",
}


async def triggered(turn: Turn, agent: Message, stage: str, text: str) -> Message | None:
    """The first guardrail of the app or the agent that stops a text at a stage.

    Users' texts are looked at `before_agent`, once a turn; agents' `after_agent`. Code may stand
    `before_model` and `after_model` too.
    """
    names = dict.fromkeys([*turn.app.app.guardrails, *agent.guardrails])
    if stage == "before_agent":
        names = dict.fromkeys(name for name in names if name not in turn.checked)
        turn.checked |= names.keys()
    for name in names:
        guardrail = turn.app.find(name)
        if guardrail is None or not guardrail.enabled:
            continue
        reason = await _reason(turn, agent, guardrail, stage, text)
        if reason:
            kind = guardrail.WhichOneof("guardrail_type")
            about = {"agent": agent.display_name, "name": guardrail.display_name, "type": kind}
            with turn.spans.span("Guardrail", **about, reason=reason):
                return guardrail
    return None


def response(guardrail: Message) -> str:
    """What is said in place of the text that a guardrail stopped; UNIMPLEMENTED for a model's."""
    action = guardrail.action
    if action.HasField("generative_answer"):
        raise unimplemented(
            "guardrail.action.generative_answer", "use respond_immediately or transfer_agent"
        )
    enabled = (one.text for one in action.respond_immediately.responses if not one.disabled)
    return next(enabled, replies.REFUSED)  # The service takes one at random.


async def _reason(turn: Turn, agent: Message, guardrail: Message, stage: str, text: str) -> str:
    if guardrail.HasField("content_filter") and stage in _LISTS:
        content = guardrail.content_filter
        banned = [*content.banned_contents, *getattr(content, _LISTS[stage])]
        found = banned_content(content, banned, text)
        return f"The text has the banned content '{found}'." if found else ""
    field = f"{stage}_callback"
    if guardrail.HasField("code_callback") and guardrail.code_callback.HasField(field):
        callback = getattr(guardrail.code_callback, field)
        if not callback.disabled:
            where = f"the guardrail {guardrail.display_name}"
            code = callback.python_code
            return _decision((await callbacks.called(turn, agent, where, code)).value)
    return ""


def _decision(decided: Any) -> str:
    if isinstance(decided, Mapping) and decided.get("decision") == "TRIGGER":
        return str(decided.get("reason") or "The code has triggered.")
    return ""


def banned_content(content: Message, banned: Iterable[str], text: str) -> str:
    """The first banned content that a text has; the empty string if there is none."""
    plain = _folded(text, content.disregard_diacritics)
    for one in filter(None, banned):
        if content.match_type == content.REGEXP_MATCH:
            pattern = one
        else:
            pattern = re.escape(_folded(one, content.disregard_diacritics))
            if content.match_type == content.WORD_BOUNDARY_STRING_MATCH:
                pattern = rf"(?<!\w){pattern}(?!\w)"
        if re.search(pattern, plain, re.IGNORECASE):
            return one
    return ""


def _folded(text: str, without_diacritics: bool) -> str:
    if not without_diacritics:
        return text
    parts = unicodedata.normalize("NFKD", text)
    return "".join(one for one in parts if not unicodedata.combining(one))

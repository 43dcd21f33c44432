"""What an agent does next, decided by rules where the service asks a language model.

A tool or a child agent is chosen by the words that the user's text shares with its name, its
description, and the sentence of the agent's instruction that refers to it as `{@TOOL: name}` or
`{@AGENT: name}`. A question that fits none goes to the agent's data store tool.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

from emulator.answering.classify import QueryKind, classify
from emulator.ces.runtime import replies
from emulator.ces.runtime.arguments import as_answer, read_arguments
from emulator.ces.runtime.inputs import in_words
from emulator.ces.runtime.state import PendingCall
from emulator.ces.runtime.tools.data_store import text_config
from emulator.ces.runtime.tools.names import description
from emulator.retrieval import analysis
from emulator.surface.registry import Message

# A word of the name tells more than one of the description. One of each is enough for a tool; an
# agent, which can send back what is not its own, needs less.
_NAME_WEIGHT = 2
_ENOUGH = 3
_ENOUGH_FOR_AGENTS = 2
_NAMED = 1_000

_REFERENCE = re.compile(r"\{@(TOOL|AGENT):([^}]+)\}")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SMALL_TALK = (QueryKind.NON_ANSWER_SEEKING_QUERY, QueryKind.NON_ANSWER_SEEKING_QUERY_V2)
_INACTIVE = re.compile(r"<context>.*</context>", re.DOTALL)
_FAREWELL = re.compile(
    r"(?:ok(?:ay)?|thanks?(?: you)?|great|no|that(?:'s| is) all)?[\s,.!]*"
    r"(?:good ?bye|bye(?: bye)?|end (?:the |this )?(?:session|chat|conversation)|hang up)[\s.!]*",
    re.IGNORECASE,
)
_ABOUT_ITSELF = re.compile(r"\b(?:who|what) (?:are|can) you\b|\bhelp\b|your name", re.IGNORECASE)
_CAPABILITIES = re.compile(r"\bwhat\b(?>.*?\bcan (?:you|i)\b).*\b(?:do|help|ask)\b", re.IGNORECASE)
_THANKS = re.compile(r"\bthank|\bthx\b|\bcheers\b|appreciate", re.IGNORECASE)
_ACKNOWLEDGED = re.compile(
    r"(?:(?:ok(?:ay)?|cool|great|nice|awesome|perfect|yes|yep|sure|no|nope|never ?mind|no problem|"
    r"good job|well done)[\s,.!]*)+",
    re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:my|mine|ours?)\b", re.IGNORECASE)
_ESCALATION = re.compile(
    r"\b(?:speak|talk|transfer|connect|escalate|pass|put)\b.*"
    r"\b(?:human|person|representative|operator|colleague|someone|supervisor|live agent)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Call:
    """Call a tool."""

    tool: Message
    args: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Let another agent go on."""

    agent: Message


@dataclass(frozen=True, slots=True)
class Say:
    """Answer the user; `asks` is the call that waits for what is asked."""

    text: str
    asks: PendingCall | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Give the client a payload."""

    payload: dict[str, Any]


Decision: TypeAlias = Call | Transfer | Say | Show


@dataclass(frozen=True, slots=True)
class Situation:
    """What an agent has to decide by.

    `tools` are offered with the schemas of their parameters, `children` are the agents that may be
    transferred to, and `parents` what those above would have to decide by. `question` is the text
    made to stand alone. Who `is_new_here` has the turn from another agent.
    """

    agent: Message
    text: str
    question: str
    tools: Sequence[tuple[Message, Message]] = ()
    children: Sequence[Message] = ()
    parents: Sequence[Situation] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)
    open_call: PendingCall | None = None
    is_new_here: bool = False


def plan(situation: Situation) -> Decision:
    """The next step of an agent that has not called a tool yet for what the user said."""
    return _resumed(situation) or _matched(situation) or _otherwise(situation)


def announced(decision: Decision) -> Sequence[Say]:
    """What an agent says before it does what it has decided: the last words of a session."""
    if isinstance(decision, Call) and _is_end(decision.tool):
        escalated = decision.args.get("session_escalated") is True
        return (Say(replies.HANDED_OVER if escalated else replies.GOODBYE),)
    return ()


def _resumed(situation: Situation) -> Decision | None:
    """Go on with a call that waits for an argument, if the text can be one."""
    waiting = situation.open_call
    for tool, schema in situation.tools if waiting else ():
        if waiting is not None and tool.name == waiting.tool:
            return _answered(waiting, tool, schema, situation.text)
    return None


def _answered(waiting: PendingCall, tool: Message, schema: Message, text: str) -> Decision | None:
    missing = [name for name in schema.required if name not in waiting.args]
    value = as_answer(missing[0], schema.properties[missing[0]], text) if missing else None
    if value is None:
        return None
    return _call_or_ask(tool, schema, {**waiting.args, missing[0]: value}, missing[1:])


def _matched(situation: Situation) -> Decision | None:
    """What the words of the text fit best, tools before agents."""
    ended = _ending(situation)
    if ended is not None:
        return ended
    return _fitting(situation)


def _fitting(situation: Situation, short_of: int = 0) -> Decision | None:
    """What fits best of what fits well enough, or is so much short of it."""
    options = _options(situation)
    scored = [(score, option) for score, enough, option in options if score >= enough - short_of]
    _, best = max(scored, key=itemgetter(0), default=(0, None))
    return _with_arguments(situation, *best) if isinstance(best, tuple) else best


def _options(
    situation: Situation,
) -> Iterator[tuple[int, int, Transfer | tuple[Message, Message]]]:
    """How well each tool with its schema, and each agent, fits; and how well is enough.

    An agent above fits as well as the best of its own tools and of its other children.
    """
    said, text = _terms(situation.text), situation.text
    hints = _hints(situation.agent.instruction)
    for tool, schema in situation.tools:
        if not tool.HasField("system_tool"):
            hint = hints.get(("TOOL", tool.display_name), "")
            score = _score(tool.display_name, description(tool), hint, text, said)
            yield score, _ENOUGH, (tool, schema)
    for score, transfer in _children(situation):
        yield score, _ENOUGH_FOR_AGENTS, transfer
    for parent in situation.parents:
        fitting = (score for score, enough, _ in _options(parent) if score >= enough)
        yield max(fitting, default=0), _ENOUGH_FOR_AGENTS, Transfer(parent.agent)


def _children(situation: Situation) -> Iterator[tuple[int, Transfer]]:
    """How well each agent below fits."""
    hints, said = _hints(situation.agent.instruction), _terms(situation.text)
    for agent in situation.children:
        hint = hints.get(("AGENT", agent.display_name), "")
        yield (
            _score(agent.display_name, agent.description, hint, situation.text, said),
            Transfer(agent),
        )


def _otherwise(situation: Situation) -> Decision:
    """A greeting for small talk, the data store tool for a question, else the agent above.

    Who has none of these calls a tool that has something to do with it, or sends the user to an
    agent below that has anything.
    """
    text = situation.text.strip()
    if not in_words(text) or any(kind in classify(text) for kind in _SMALL_TALK):
        return Say(_small_talk(situation.agent, text))
    for tool, _ in situation.tools:
        if tool.HasField("data_store_tool"):
            return _search(situation, tool)
    if situation.parents:
        return Transfer(situation.parents[0].agent)
    likeliest = _fitting(situation, short_of=1)
    if likeliest is not None:
        return likeliest
    if situation.is_new_here or _CAPABILITIES.search(text):
        return Say(replies.introduction(situation.agent))
    return Say(replies.NO_CAPABILITY)


def _small_talk(agent: Message, text: str) -> str:
    if _ABOUT_ITSELF.search(text):
        return replies.introduction(agent)
    if _THANKS.search(text):
        return replies.WELCOME
    if _ACKNOWLEDGED.fullmatch(text) or _INACTIVE.fullmatch(text):
        return replies.ELSE
    return replies.greeting(agent)


def _ending(situation: Situation) -> Decision | None:
    """End the session if the user asks for it and the agent may."""
    text = situation.text.strip()
    tool = next((one for one, _ in situation.tools if _is_end(one)), None)
    if tool is None:
        return None
    if _FAREWELL.fullmatch(text):
        return Call(tool, {"reason": "The user has said goodbye.", "session_escalated": False})
    if _ESCALATION.search(text):
        return Call(tool, {"reason": "The user asks for a person.", "session_escalated": True})
    return None


def _is_end(tool: Message) -> bool:
    return bool(tool.system_tool.name == "end_session")


def _with_arguments(situation: Situation, tool: Message, schema: Message) -> Decision | None:
    if tool.HasField("data_store_tool"):
        return _search(situation, tool)
    read = read_arguments(schema, situation.text, situation.variables)
    if tool.widget_tool.data_mapping.source_tool_name:
        read.missing.clear()  # Another tool's response may have them.
    searches = any(one.HasField("data_store_tool") for one, _ in situation.tools)
    if read.missing and searches and _is_general(situation.text):
        return None
    return _call_or_ask(tool, schema, read.found, read.missing)


def _search(situation: Situation, tool: Message) -> Call:
    """Search for the question, as the user put it if the tool rewrites none."""
    rewrites = not text_config(tool.data_store_tool).rewriter_config.disabled
    return Call(tool, {"query": situation.question if rewrites else situation.text})


def _is_general(text: str) -> bool:
    """Whether it is a question about nothing of the user's own: one that documents may answer."""
    return text.rstrip().endswith("?") and _PERSONAL.search(text) is None


def _call_or_ask(
    tool: Message, schema: Message, args: dict[str, Any], missing: Sequence[str]
) -> Decision:
    if not missing:
        return Call(tool, args)
    first = missing[0]
    text = replies.question_for(first, schema.properties[first].description)
    return Say(text, PendingCall("", tool.name, args))


def _score(name: str, description: str, hint: str, text: str, said: frozenset[str]) -> int:
    is_there = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    if is_there and ("_" in name or "@" in text or "=" in text):
        return _NAMED
    named, told = _terms(_HUMP.sub(" ", name)), _terms(description)
    score = _NAME_WEIGHT * len(said & named) + len(said & (told | _terms(hint)))
    says_all = len(told) > 1 and told <= said
    return max(score, _ENOUGH) if says_all else score


@lru_cache(maxsize=1024)
def _terms(text: str) -> frozenset[str]:
    return frozenset(analysis.terms(text))


@lru_cache(maxsize=64)
def _hints(instruction: str) -> Mapping[tuple[str, str], str]:
    """What the instruction says of each tool and agent in the sentences that refer to it."""
    found: dict[tuple[str, str], str] = {}
    for sentence in _sentences(instruction):
        rest = _REFERENCE.sub(" ", sentence)
        for kind, name in _REFERENCE.findall(sentence):
            key = kind, name.strip()
            found[key] = f"{found.get(key, '')} {rest}"
    return found


def _sentences(instruction: str) -> Iterator[str]:
    for line in instruction.splitlines():
        yield from re.split(r"(?<=[.;!?])\s+", line)

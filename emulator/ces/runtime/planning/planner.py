"""What an agent does next, decided by rules where the service asks a language model.

A tool or a child agent is chosen by the words that the user's text shares with its name, its
description, and the sentence of the agent's instruction that refers to it as `{@TOOL: name}` or
`{@AGENT: name}`. A question that fits none goes to the agent's data store tool; what is none, to
what it has anything to do with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from emulator.ces.runtime.planning import (
    choosing,
    conversing,
    picking,
    replies,
    resuming,
    searching,
    sending,
)
from emulator.ces.runtime.planning.actions import is_end
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.requests import wishes
from emulator.ces.runtime.state import PendingCall

Rule: TypeAlias = Callable[[Situation], Decision | None]

RULES: Sequence[Rule] = (
    # Words that ask for nothing, or for the end, whatever else they have in common with tools.
    conversing.thanked,
    conversing.ended,
    # What was going on: a call to be made otherwise, or one that waits for what is said now.
    resuming.corrected,
    resuming.resumed,
    # What the text asks for in so many words, or is short for, or has the arguments of.
    picking.picked,
    picking.asked_about,
    choosing.noted,
    choosing.fitting,
    choosing.called_again,
    choosing.following,
    choosing.known_by_its_arguments,
    conversing.said_as_instructed,
    # Nothing new is asked for: what waits goes on waiting.
    sending.sent_back,
    resuming.asked_again,
    # No tool fits: small talk, a question for the documents, what is near enough, then anything.
    conversing.chatted,
    searching.answered_by_documents,
    choosing.related,
    choosing.begun,
    searching.searched,
    choosing.related_or_asked_for,
    choosing.only_tool,
    # Another agent may know.
    sending.sent_to_who_may_know,
    resuming.unanswered,
    sending.sent_up,
    conversing.introduced,
)
"""In the order in which they are asked; the first that decides, decides."""


def plan(situation: Situation) -> Decision:
    """The next step of an agent that has not called a tool yet for what the user said."""
    asked = (rule(situation) for rule in RULES)
    decided = (decision for decision in asked if decision is not None)
    return next(decided, Say(replies.NO_CAPABILITY))


def instead(situation: Situation, query: str, then: PendingCall | None = None) -> Decision | None:
    """What has something to do with a query that no document answers, `then` what waits.

    The question is asked as the user put it; then what was told before may answer it, or if nothing
    waits another tool.
    """
    text, tool = situation.text, searching.documents(situation)
    if tool is not None and query != text and not wishes(text):
        return Call(tool, {"query": text}, then)
    told = replies.told_of(text, situation.memory.told)
    if told:
        return Say(told, then)
    if then is not None:
        return None
    tools = [one for one in situation.tools if not one.tool.HasField("data_store_tool")]
    others = replace(situation, tools=tools)
    return choosing.related_or_asked_for(others) or choosing.known_by_its_arguments(others)


def announced(decision: Decision) -> Sequence[Say]:
    """What an agent says before it does what it has decided: the last words of a session."""
    if isinstance(decision, Call) and decision.says:
        return (Say(decision.says),)
    if isinstance(decision, Call) and is_end(decision.tool):
        escalated = decision.args.get("session_escalated") is True
        return (Say(replies.HANDED_OVER if escalated else replies.GOODBYE),)
    return ()

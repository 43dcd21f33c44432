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

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.policy import (
    agent_transfer,
    document_search,
    item_selection,
    slot_filling,
    small_talk,
    tool_selection,
)
from emulator.ces.runtime.planning.understanding.requests import wishes
from emulator.ces.runtime.planning.understanding.tool_verbs import is_end
from emulator.ces.runtime.session.state import PendingCall

Rule: TypeAlias = Callable[[Situation], Decision | None]

RULES: Sequence[Rule] = (
    # Words that ask for nothing, or for the end, whatever else they have in common with tools.
    small_talk.thanked,
    small_talk.ended,
    # What was going on: a call to be made otherwise, or one that waits for what is said now.
    slot_filling.corrected,
    slot_filling.resumed,
    # What the text asks for in so many words, or is short for, or has the arguments of.
    item_selection.picked,
    item_selection.asked_about,
    tool_selection.noted,
    tool_selection.fitting,
    tool_selection.called_again,
    tool_selection.following,
    tool_selection.known_by_its_arguments,
    small_talk.said_as_instructed,
    # Nothing new is asked for: what waits goes on waiting.
    agent_transfer.sent_back,
    slot_filling.asked_again,
    # No tool fits: small talk, a question for the documents, what is near enough, then anything.
    small_talk.chatted,
    document_search.answered_by_documents,
    tool_selection.related,
    tool_selection.begun,
    document_search.searched,
    tool_selection.related_or_asked_for,
    tool_selection.only_tool,
    # Another agent may know.
    agent_transfer.sent_to_who_may_know,
    slot_filling.unanswered,
    agent_transfer.sent_up,
    small_talk.introduced,
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
    text, tool = situation.text, document_search.documents(situation)
    if tool is not None and query != text and not wishes(text):
        return Call(tool, {"query": text}, then)
    told = replies.told_of(text, situation.memory.told)
    if told:
        return Say(told, then)
    if then is not None:
        return None
    tools = [one for one in situation.tools if not one.tool.HasField("data_store_tool")]
    others = replace(situation, tools=tools)
    return tool_selection.related_or_asked_for(others) or tool_selection.known_by_its_arguments(
        others
    )


def announced(decision: Decision) -> Sequence[Say]:
    """What an agent says before it does what it has decided: the last words of a session."""
    if isinstance(decision, Call) and decision.says:
        return (Say(decision.says),)
    if isinstance(decision, Call) and is_end(decision.tool):
        escalated = decision.args.get("session_escalated") is True
        return (Say(replies.HANDED_OVER if escalated else replies.GOODBYE),)
    return ()

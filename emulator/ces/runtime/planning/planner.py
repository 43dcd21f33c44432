"""What an agent does next, decided by rules where the service asks a language model.

A tool or a child agent is chosen by the words that the user's text shares with its name, its
description, and the sentence of the agent's instruction that refers to it as `{@TOOL: name}` or
`{@AGENT: name}`. A question that fits none goes to the agent's data store tool; what is none, to
what it has anything to do with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from emulator.ces.runtime.planning import prerequisites, replies, tool_results
from emulator.ces.runtime.planning.candidates import is_lookup
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.policy import (
    agent_transfer,
    argument_limits,
    document_search,
    ellipsis,
    item_selection,
    result_handling,
    retelling,
    slot_filling,
    small_talk,
    tool_selection,
)
from emulator.ces.runtime.planning.understanding.requests import (
    expresses_wish,
    requested_verbs,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    ends_session,
    has_side_effects,
    request_terms,
)
from emulator.ces.runtime.planning.verification import verifies
from emulator.ces.runtime.session.state import PendingCall
from emulator.surface.registry import Message

Rule: TypeAlias = Callable[[Situation], Decision | None]

RULES: Sequence[Rule] = (
    # Words that ask for nothing, or for the end, whatever else they have in common with tools.
    small_talk.thanks_answered,
    small_talk.session_ended,
    small_talk.case_ended,
    # What was going on: a call to be made otherwise, or one that waits for what is said now.
    slot_filling.latest_call_corrected,
    slot_filling.pending_call_filled,
    agent_transfer.answer_passed_on,
    agent_transfer.selection_passed_on,
    # What the text asks for in so many words, or is short for, or has the arguments of.
    item_selection.item_selected,
    item_selection.item_described,
    tool_selection.recorded,
    retelling.deed_told_again,
    ellipsis.deed_for_another,
    tool_selection.best_candidate,
    ellipsis.repeated_lookup,
    ellipsis.ellipsis_resolved,
    retelling.told_again,
    small_talk.instructed_answer,
    tool_selection.selected_by_arguments,
    tool_selection.lookup_of_case,
    tool_selection.tool_of_case,
    retelling.pending_thing_looked_up,
    # Nothing new is asked for: what waits goes on waiting.
    agent_transfer.transferred_to_pending,
    slot_filling.pending_question_repeated,
    # No tool fits: small talk, a question for the documents, what is near enough, then anything.
    small_talk.small_talk_answered,
    document_search.general_question_searched,
    tool_selection.related_candidate,
    tool_selection.opening_tool_called,
    document_search.anything_searched,
    tool_selection.related_candidate_or_question,
    tool_selection.only_tool,
    # Another agent may know.
    agent_transfer.transferred_to_documents,
    slot_filling.fallback_with_pending_question,
    agent_transfer.transferred_to_parent,
    small_talk.agent_introduced,
)
"""In the order in which they are asked; the first that decides, decides."""


def plan(situation: Situation) -> Decision:
    """The next step of an agent that has not called a tool yet for what the user said."""
    if slot_filling.is_offer_lapsed(situation):
        situation = replace(situation, open_call=None)
    decision = _decided(situation)
    return (
        argument_limits.limited(situation, decision)
        or result_handling.prohibited(situation, decision)
        or prerequisites.verification_of_another(situation, decision)
        or decision
    )


def _decided(situation: Situation) -> Decision:
    """What the first rule decides; what was done last is only told again."""
    otherwise = replies.NO_CAPABILITY
    for rule in RULES:
        decision = rule(situation)
        if decision is None:
            continue
        if not _was_done(situation, decision):
            return decision
        otherwise = tool_results.value_in_words(situation.memory.told) or tool_results.DONE
    return Say(otherwise)


def _was_done(situation: Situation, decision: Decision) -> bool:
    """Whether a decision is to do what was done last, for a text that does not ask for it anew."""
    pending = decision.asks if isinstance(decision, Say) else None
    name = decision.tool.name if isinstance(decision, Call) else pending and pending.tool
    args = decision.args if isinstance(decision, Call) else pending.args if pending else {}
    memory, waiting = situation.memory, situation.open_call
    if name != memory.tool or memory.has_failed or args != memory.args or waiting is not None:
        return False
    tool = next((one for one, _ in situation.tools if one.name == name), None)
    if tool is None or not has_side_effects(tool):
        return False
    return not requested_verbs(situation.text) & request_terms(tool)


def after_empty_search(
    situation: Situation, query: str, then: PendingCall | None = None
) -> Decision | None:
    """What has something to do with a query that no document answers, `then` what waits.

    The question is asked as the user put it; then what was told before may answer it, or if nothing
    waits another tool.
    """
    text, tool = situation.text, document_search.data_store_tool(situation)
    if tool is not None and query != text and not expresses_wish(text):
        return Call(tool, {"query": text}, then)
    told = tool_results.values_asked_for(text, situation.memory.told)
    if told:
        return Say(told, then)
    if then is not None:
        return None
    tools = [one for one in situation.tools if not one.tool.HasField("data_store_tool")]
    others = replace(situation, tools=tools)
    return (
        tool_selection.related_candidate_or_question(others)
        or tool_selection.selected_by_arguments(others)
        or tool_selection.any_text_searched(others)
    )


def results_followed(
    situation: Situation, results: Sequence[tuple[Message, Mapping[str, Any]]], words: str
) -> Decision:
    """The step after results that nothing waits for, which `words` tell."""
    is_verified = not situation.memory.has_failed and any(verifies(tool) for tool, _ in results)
    wanted = _wanted_before(situation, words) if is_verified else None
    return wanted or result_handling.result_handled(situation, results, words)


def _wanted_before(situation: Situation, words: str) -> Decision | None:
    """The step to what users asked for who would not be verified first, but were then.

    A lookup that was not called yet, or the question for what it needs.
    """
    for text in reversed(situation.earlier):
        asked = replace(situation, text=text, standalone_text=text, open_call=None)
        step = tool_selection.best_candidate(asked)
        is_new = isinstance(step, Call) and step.tool.name not in situation.memory.called
        if isinstance(step, Call) and is_lookup(step.tool):
            return step if is_new else None
        if isinstance(step, Say) and step.asks is not None:
            return replace(step, text=f"{words}\n{step.text}")
    return None


def announcement(decision: Decision) -> Sequence[Say]:
    """What an agent says before it does what it has decided: the last words of a session."""
    if isinstance(decision, Call) and decision.says:
        return (Say(decision.says),)
    if isinstance(decision, Call) and ends_session(decision.tool):
        escalated = decision.args.get("session_escalated") is True
        return (Say(replies.HANDED_OVER if escalated else replies.GOODBYE),)
    return ()

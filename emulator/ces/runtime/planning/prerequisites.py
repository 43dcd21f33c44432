"""What comes before a call or a transfer: other calls, who the user is, the user's confirmation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from emulator.ces.runtime.arguments.entity_types import ID_TERMS, EntityType, entity_type
from emulator.ces.runtime.arguments.extraction import Arguments
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.argument_filling import filled_arguments
from emulator.ces.runtime.planning.candidates import is_lookup
from emulator.ces.runtime.planning.decisions import (
    Call,
    Decision,
    Offered,
    Say,
    Situation,
    Transfer,
)
from emulator.ces.runtime.planning.instructions.consent import is_for_anybody
from emulator.ces.runtime.planning.instructions.steps import (
    follows,
    prerequisites_of,
    references_in_order,
    steps,
)
from emulator.ces.runtime.planning.pending_call import PendingToolCall, needs_confirmation
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.intents import may_be_intended
from emulator.ces.runtime.planning.understanding.tool_verbs import has_side_effects
from emulator.ces.runtime.planning.verification import is_of_another, verifies
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.names import own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.names import is_of
from emulator.surface.registry import Message


def call_or_prerequisite(
    situation: Situation, tool: Message, schema: Message, read: Arguments
) -> Decision:
    """The call, one that the instruction has before it, or the question for what is missing."""
    wanted = PendingToolCall(tool, schema, read.found)
    first = _prerequisite_call(situation, tool, schema, read.missing)
    if first is not None:
        goal = PendingCall("", tool.name, read.found)
        args = _prerequisite_arguments(situation, *first, read.found)
        return PendingToolCall(*first, args, goal).called_or_asked()
    if read.missing or needs_confirmation(situation, tool) or wanted.to_be_changed:
        return wanted.question()
    then = None if has_side_effects(tool) else call_left_open(situation, tool)
    return Call(tool, read.found, then)


def verification_of_another(situation: Situation, decision: Decision) -> Decision | None:
    """What comes before a call with the id of somebody else than the user who is verified.

    The verification once more, asked for what the id does not tell; a refusal where it is not at
    hand; None for all other calls.
    """
    verified = situation.memory.verified
    if not isinstance(decision, Call) or not is_of_another(verified, decision.tool, decision.args):
        return None
    own = next((one for one in situation.tools if verifies(one.tool)), None)
    if own is None:
        return Say(replies.NO_CAPABILITY)
    args = {name: one for name, one in decision.args.items() if name in own.schema.properties}
    goal = PendingCall("", decision.tool.name, dict(decision.args), decision.then)
    return PendingToolCall(*own, args, goal).called_or_asked()


def call_left_open(situation: Situation, tool: Message) -> PendingCall | None:
    """The pending call while a tool is called: for the pending tool itself, the call behind it.

    No call that was only offered: nothing is called for that.
    """
    waiting = situation.open_call
    if waiting is None or waiting.is_offered:
        return None
    return waiting.then if waiting.tool == tool.name else waiting


def _prerequisite_arguments(
    situation: Situation, tool: Message, schema: Message, wanted: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a prerequisite: those of the call that is wanted, and what else is known.

    The id of an order is not taken for that of a customer.
    """
    about = {value: _name_terms(name) for name, value in wanted.items() if isinstance(value, str)}
    found = filled_arguments(situation, tool, schema).found
    return {
        name: wanted.get(name, value)
        for name, value in found.items()
        if entity_type(name, schema.properties[name]) is not EntityType.CODE
        or value not in about
        or name in wanted
        or about[value] & _name_terms(name)
    }


def _name_terms(name: str) -> frozenset[str]:
    return terms(as_words(name)) - ID_TERMS


def goal_call(situation: Situation, tool: Message, schema: Message) -> PendingCall | None:
    """The call for which the instruction has a tool called first.

    It is named later and for all cases, has side effects, and shares a required parameter.
    """
    said, first = situation.instruction, tool.display_name
    named = references_in_order(said)
    for name in named[named.index(first) :]:
        for other, taken in situation.tools:
            shared = set(schema.required) & set(taken.required)
            if other.display_name == name and shared and has_side_effects(other):
                is_wanted = may_be_intended(situation.text, other) and follows(said, first, name)
                return PendingCall("", other.name, {}) if is_wanted else None
    return None


def _prerequisite_call(
    situation: Situation, tool: Message, schema: Message, missing: Sequence[str]
) -> Offered | None:
    """The tool that the instruction names before another one and that was not called yet.

    One that verifies who the user is comes first; a lookup with a shared parameter, or of what a
    missing id is of, comes before a tool with side effects, unless it is named for other cases
    only.
    """
    named = references_in_order(situation.instruction)
    if tool.display_name not in named:
        return None
    by_name = {one.tool.display_name: one for one in situation.tools}
    first = prerequisites_of(situation.instruction, "TOOL", tool.display_name)
    above = named[: named.index(tool.display_name)]
    is_free = is_for_anybody(situation.instruction, tool.display_name)
    for name in named:
        one = by_name.get(name)
        if one is None or one.tool.name in situation.memory.called or not is_lookup(one.tool):
            continue
        shared = _is_of_same(situation, one, tool, schema) or _finds(one, schema, missing)
        is_first = name in first and shared and has_side_effects(tool)
        if is_first or (name in above and verifies(one.tool) and not is_free):
            return one
    return None


def _is_of_same(situation: Situation, lookup: Offered, tool: Message, schema: Message) -> bool:
    """Whether a lookup shares a required parameter, and has nothing else to be asked for.

    Free lessons for an instrument on a day have nothing to do with the rental of an instrument,
    unless a step names both.
    """
    if not {*lookup.schema.required} & {*schema.required}:
        return False
    both = {lookup.tool.display_name, tool.display_name}
    is_one_step = any(
        both <= {name for _, name in one.names} for one in steps(situation.instruction)
    )
    missing = filled_arguments(situation, *lookup).missing
    return is_one_step or {*missing} <= {*schema.properties}


def _finds(lookup: Offered, schema: Message, missing: Sequence[str]) -> bool:
    """Whether a lookup finds what a missing id is of: flights for `flight_number`."""
    named, known = terms(as_words(own_name(lookup.tool))), schema.properties
    kinds = (EntityType.CODE, EntityType.PATTERN)
    ids = (name for name in missing if entity_type(name, known[name]) in kinds)
    return any(_name_terms(name) & named for name in ids if name not in lookup.schema.properties)


def transfer_or_prerequisite(situation: Situation, agent: Message) -> Decision:
    """The transfer to a child, or the verification that the instruction has before it."""
    first = prerequisites_of(situation.instruction, "AGENT", agent.display_name)
    goal = PendingCall("", agent.name, {"text": situation.text})
    own = _verification(situation)
    if own is not None and own.tool.display_name in first:
        args = filled_arguments(situation, *own).found
        return PendingToolCall(*own, args, goal).called_or_asked()
    theirs = _verification_below(situation.children, first)
    if theirs is not None:
        child, one = theirs
        found = filled_arguments(child, *one).found
        return Transfer(child.agent, asks=PendingCall("", one.tool.name, found, goal))
    theirs = _verification_below(situation.handled, first)
    if theirs is None:
        return Transfer(agent)
    if dialogue_acts.refuses(situation.text, wholly=True):
        return Say(replies.ANYTHING_ELSE)
    # A transfer to a parent does not avoid it.
    return PendingToolCall(*theirs[1], {}, goal).question()


def _verification_below(
    agents: Iterable[Situation], first: Set[str]
) -> tuple[Situation, Offered] | None:
    """The first agent among prerequisites that has to verify who the user is, and its tool."""
    found = ((one, _verification(one)) for one in agents if one.agent.display_name in first)
    return next(((one, tool) for one, tool in found if tool is not None), None)


def _verification(situation: Situation) -> Offered | None:
    """The tool that verifies who the user is, if it was not called yet."""
    said, called = situation.agent.instruction, situation.memory.called
    left = (one for one in situation.tools if one.tool.name not in called)
    return next((one for one in left if verifies(one.tool, said)), None)


def after_results(
    situation: Situation, tools: Sequence[Message], words: str, then: PendingCall | None
) -> Decision:
    """The step after results, which are in `words`: `then`, the call that waited for them.

    It goes on waiting after a search of documents, without a question.
    """
    if then is None or all(one.HasField("data_store_tool") for one in tools):
        return Say(words, then)
    if situation.memory.has_failed:  # Else it would be called without end; users may correct it.
        return _asked_anew(situation, tools, words, then)
    target = _agent_to_resume(situation, then.tool)
    if target is not None:
        return Transfer(target, then.args["text"])
    found = next((one for one in situation.tools if one.tool.name == then.tool), None)
    if found is None:
        return Say(words)
    step = _next_step(situation, *found, then)
    return replace(step, text=f"{words}\n{step.text}") if isinstance(step, Say) else step


def _asked_anew(
    situation: Situation, tools: Sequence[Message], words: str, then: PendingCall
) -> Say:
    """The question of a verification that has failed, once more: what waits for it still does.

    Not for who is verified as somebody else. What was wanted of another agent waits by itself.
    """
    if is_of(then.tool, "agents"):
        return Say(words, then)
    own = next((one for one in situation.tools if one.tool in tools and verifies(one.tool)), None)
    if own is None or situation.memory.verified:
        return Say(words)
    asked = PendingToolCall(*own, {}, then).question()
    return replace(asked, text=f"{words}\n{asked.text}")


def _agent_to_resume(situation: Situation, agent: str) -> Message | None:
    """The next agent on the way to a pending transfer: a child, or a parent of that agent."""
    for one in situation.children:
        if one.agent.name == agent:
            return one.agent
    above = (one.agent for one in situation.parents if agent in one.agent.child_agents)
    return next(above, None)


def _next_step(situation: Situation, tool: Message, schema: Message, then: PendingCall) -> Decision:
    """The next step to a pending call; one with side effects has to be confirmed."""
    known = dict(situation.memory.values_for(schema))
    read = filled_arguments(replace(situation, text="", standalone_text=""), tool, schema)
    read.found |= {name: known.get(name, one) for name, one in then.args.items()}
    read.missing = [name for name in read.missing if name not in read.found]
    step = call_or_prerequisite(situation, tool, schema, read)
    is_done = isinstance(step, Call) and has_side_effects(step.tool)
    return PendingToolCall(tool, schema, read.found).question() if is_done else step

"""What an agent does about what a tool has answered, as its instruction has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from emulator.ces.runtime.arguments.extraction import Arguments
from emulator.ces.runtime.parameters import schema_of
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.argument_filling import filled_arguments
from emulator.ces.runtime.planning.candidates import word_pairs
from emulator.ces.runtime.planning.decisions import Call, Decision, Offered, Say, Situation
from emulator.ces.runtime.planning.instructions.branches import (
    Branch,
    branches,
    holds,
    prohibitions,
    said_after,
)
from emulator.ces.runtime.planning.instructions.parameter_values import passed_arguments
from emulator.ces.runtime.planning.instructions.steps import (
    Step,
    references,
    steps,
    with_variables,
)
from emulator.ces.runtime.planning.instructions.utterances import utterance
from emulator.ces.runtime.planning.pending_call import PendingToolCall
from emulator.ces.runtime.planning.prerequisites import (
    call_or_prerequisite,
    transfer_or_prerequisite,
)
from emulator.ces.runtime.planning.tool_results import value_in_words
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    ends_session,
    has_side_effects,
    request_terms,
)
from emulator.ces.runtime.tools.names import description, own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

_OFFERS = re.compile(
    r"\b(?:offer|propose|suggest)\b|\bask\b.*\b(?:if|whether)\b", re.IGNORECASE | re.DOTALL
)
_LATER = re.compile(r"\b(?:when|once|after|if|unless|until)\b", re.IGNORECASE)
_QUESTION = re.compile(r"[\"\u201c]([^\"\u201d]+\?)[\"\u201d]")
# "May I add you to our list?" offers something, unlike "May I have your name?".
_CONSENT = re.compile(
    r"(?:shall|should|may|can|could) (?:i|we)\b(?! (?:have|get|ask|know|help|assist))"
    r"|(?:do|would) you (?:want|like)\b",
    re.IGNORECASE,
)
_ENOUGH = 2


def result_handled(
    situation: Situation, results: Iterable[tuple[Message, Mapping[str, Any]]], words: str
) -> Decision:
    """The step that the instruction has after `words` that tell the results of tools.

    What is offered waits for a yes; without a case for such results, nothing more is done.
    """
    for tool, response in results:
        for branch in branches(situation.instruction, tool.display_name):
            is_meant = fits_step(situation, tool, branch.trigger)
            if is_meant and holds(branch.case, own_name(tool), response):
                return _followed(situation, branch, words)
    said = [*_said_after(situation, [tool for tool, _ in results])]
    if said and _CONSENT.match(said[-1]):
        return _offer(situation, said[-1], "\n".join((words, *said[:-1])), said[-1])
    return Say("\n".join((words, *said)))


def _said_after(situation: Situation, tools: Iterable[Message]) -> Iterator[str]:
    """What the steps that are followed have said after tools in all cases."""
    for tool in tools:
        for one in said_after(situation.instruction, tool.display_name):
            if fits_step(situation, tool, one.trigger):
                yield with_variables(one.action, situation.variables)


def fits_step(situation: Situation, tool: Message, trigger: str) -> bool:
    """Whether no other step with a tool has a trigger that fits better what the user said."""
    own = (one for one in steps(situation.instruction) if ("TOOL", tool.display_name) in one.names)
    said = terms(" ".join((*situation.memory.said, situation.text)))
    fits = {one.trigger: len(terms(one.trigger) & said) for one in own if one.trigger}
    return not trigger or fits.get(trigger, 0) >= max(fits.values(), default=0)


def prohibited(situation: Situation, decision: Decision) -> Say | None:
    """What an agent says instead of a call, or a question for it, that the latest result forbids.

    None if the instruction has no such case, or if that result was of something else.
    """
    pending = decision.asks if isinstance(decision, Say) else None
    name = decision.tool.name if isinstance(decision, Call) else pending and pending.tool
    args = decision.args if isinstance(decision, Call) else pending.args if pending else {}
    by_name, told = {one.name: one for one, _ in situation.tools}, situation.memory.told
    tool, source = by_name.get(name or ""), by_name.get(situation.memory.tool)
    if tool is None or source is None or not has_side_effects(tool):
        return None
    if any(told.get(key, value) != value for key, value in args.items()):
        return None
    for one in prohibitions(situation.instruction):
        is_meant = request_terms(tool) & terms(one.action)
        if is_meant and holds(one.case, own_name(source), told):
            return Say(f"{replies.NO_CAPABILITY} {value_in_words(told)}")
    said = _said_instead(situation, tool, source)
    return Say(f"{value_in_words(told)}\n{said}") if said else None


def _said_instead(situation: Situation, tool: Message, source: Message) -> str:
    """What the step of a tool has said in place of it, for what was told last; else empty."""
    named = "TOOL", tool.display_name
    own = {one.trigger for one in steps(situation.instruction) if named in one.names}
    for branch in branches(situation.instruction, source.display_name):
        action = branch.action
        is_own = branch.trigger and branch.trigger in own
        if is_own and holds(branch.case, own_name(source), situation.memory.told):
            is_all = not (_OFFERS.search(action) or [*references(action)])
            return with_variables(utterance(action), situation.variables) if is_all else ""
    return ""


def _followed(situation: Situation, branch: Branch, words: str) -> Decision:
    action = branch.action
    question = _QUESTION.search(action)
    said = "" if question else with_variables(utterance(action), situation.variables)
    text = "\n".join(filter(None, (words, said)))
    if _OFFERS.search(action) or question:
        return _offer(situation, action, text, question[1] if question else "")
    for name, end in references(action):
        if not _LATER.search(action[:end]):
            return _done(situation, branch, name, text)
    return Say(text)


def _done(situation: Situation, branch: Branch, name: str, text: str) -> Decision:
    """The transfer to an agent below, or the call of a tool that was not called just now."""
    below = next((one for one in situation.children if one.agent.display_name == name), None)
    if below is not None:
        return transfer_or_prerequisite(situation, below.agent)
    found = (one for one in situation.tools if one.tool.display_name == name)
    one = next(found, None)
    if one is None or one.tool.name == situation.memory.tool:
        return Say(text)
    if ends_session(one.tool):
        own = [Step(branch.action, (), "")]
        given = passed_arguments(own, schema_of(one.tool), situation.variables)
        return Call(one.tool, {"reason": branch.case, **given}, says=text)
    step = call_or_prerequisite(situation, *one, _known(situation, one))
    if isinstance(step, Call):
        return replace(step, says=text)
    return replace(step, text=f"{text}\n{step.text}") if isinstance(step, Say) else step


def _offer(situation: Situation, action: str, text: str, question: str) -> Decision:
    """The question whether that is to be done which an action speaks of, beside what is said."""
    named = {name for name, _ in references(action)}
    found = [one for one in situation.tools if has_side_effects(one.tool)]
    own = [one for one in found if one.tool.display_name in named]
    scored = [(_shared(action, one.tool), place) for place, one in enumerate(found)]
    best, place = max(scored, key=lambda one: (one[0], -one[1]), default=(0, 0))
    if not own and best < _ENOUGH:
        return Say("\n".join(filter(None, (text, question))))
    one = own[0] if own else found[place]
    offered = PendingToolCall(*one, _known(situation, one).found, is_offered=True).question()
    return replace(offered, text=f"{text}\n{question or offered.text}")


def _shared(action: str, tool: Message) -> int:
    """How many terms an action shares with a tool; those of its name and its verbs count twice."""
    said = terms(action) | terms(word_pairs(action))
    named = said & (terms(as_words(own_name(tool))) | request_terms(tool))
    return 2 * len(named) + len(said & terms(description(tool)) - named)


def _known(situation: Situation, one: Offered) -> Arguments:
    """The arguments that the session knows; the text asked for something else."""
    return filled_arguments(replace(situation, text="", standalone_text=""), *one)

"""A pending call or the latest call, filled, confirmed, corrected or dropped by the user's text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from emulator.ces.runtime.arguments.elicited import read_answer, without_values
from emulator.ces.runtime.arguments.entity_types import EntityType, entity_type, is_open_ended
from emulator.ces.runtime.arguments.extraction import extracted
from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.planning.argument_filling import selected_item_values
from emulator.ces.runtime.planning.candidates import candidates, is_lookup
from emulator.ces.runtime.planning.decisions import Call, Decision, Offered, Say, Situation
from emulator.ces.runtime.planning.items.item_references import referenced_item, referenced_values
from emulator.ces.runtime.planning.items.listed_items import has_list
from emulator.ces.runtime.planning.pending_call import (
    PendingToolCall,
    confirms,
    needs_confirmation,
    pending_call,
)
from emulator.ces.runtime.planning.policy.changes import change_of
from emulator.ces.runtime.planning.prerequisites import call_left_open
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.intents import may_be_intended
from emulator.ces.runtime.planning.understanding.questions import is_question, proposes_alternative
from emulator.ces.runtime.planning.understanding.requests import (
    expresses_wish,
    is_request,
    requested_verbs,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    TELLING,
    has_side_effects,
    request_terms,
    verb_terms,
)
from emulator.ces.runtime.words import terms
from emulator.surface.registry import Message

_ASKS_BACK = re.compile(
    r"(?:(?:but|and|ok|hm+|sorry)[\s,]+)*(?:why|what for|how come|what do you mean)\b"
    r"(?:\W+\w+){0,5}\W*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\s*(?:(?:hm+|oh|well|sorry|actually|wait|ok(?:ay)?)\b[\s,.]*)*(?:no|nope)\b[\s,.]*"
    r"(?:(?:rather|i meant?|actually)\b[\s,.]*)?",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:one|with)\b", re.IGNORECASE)
_MAKES_IT = re.compile(
    r"\b(?:can|could|may) (?:i|we) (?:please |still )?make (?:it|that)\b", re.IGNORECASE
)
_DO_IT = re.compile(
    r"(?:(?:ok(?:ay)?|fine|good|great|perfect|alright|well|please|then|now|just)[\s,.!]+)*"
    r"(\w+) (?:it|that|this|them)(?:,?\s+(?:please|now|then))*[\s.!]*",
    re.IGNORECASE,
)


def pending_call_filled(situation: Situation) -> Decision | None:
    """The pending call with what the text answers; dropped if the user refuses."""
    waiting = _pending(situation)
    if waiting is None:
        return None
    if _is_called_off(situation, waiting):
        return Say(replies.ABANDONED)
    if waiting.is_offered:
        return _offer_answered(situation, waiting)
    if _ASKS_BACK.fullmatch(situation.text.strip()):
        return waiting.question()
    picks = _selected(situation, waiting)
    return waiting.with_arguments(picks) if picks else _answered(situation, waiting)


def _answered(situation: Situation, waiting: PendingToolCall) -> Decision | None:
    """What follows a no, a yes or values for the pending call; None if a text has none of them."""
    text, said = situation.text, _new_values(waiting, situation)
    is_wanted = may_be_intended(text, waiting.tool) or (said and proposes_alternative(text))
    args = waiting.args  # "The 8th" is one of their month.
    tells = is_wanted and extracted(waiting.schema, text, situation.variables, before=args)
    if dialogue_acts.refuses(text, wholly=waiting.takes_any_text) and not tells:
        return Say(replies.ABANDONED)
    if not waiting.missing and (beside := _request_beside_yes(situation, waiting)):
        done = waiting._replace(is_confirmed=True).with_arguments({})
        return replace(done, beside=beside) if isinstance(done, Call) else done
    is_yes = confirms(text) and not _requests_another_tool(situation, waiting.tool)
    if not waiting.missing and (is_yes or repeats_request(waiting.tool, text)):
        is_same = said.keys().isdisjoint(waiting.args)  # Else it is no yes to what was asked.
        return waiting._replace(is_confirmed=is_same).with_arguments(said)
    if waiting.missing and not (said or waiting.takes_any_text) and dialogue_acts.only_agrees(text):
        return waiting.question()  # "Yes, go ahead" is no city.
    if not is_wanted or (is_question(text) and not said):
        return None
    answer = read_answer(waiting.schema, text, situation.variables, waiting.args)
    refreshed = _list_refreshed(situation, waiting, said, answer)
    return refreshed or _filled_with_answer(situation, waiting, said, answer)


def _request_beside_yes(situation: Situation, waiting: PendingToolCall) -> str:
    """What else a user asks beside a yes, which has nothing to do with what waits; else empty."""
    beside = dialogue_acts.said_beside_yes(situation.text)
    verbs = requested_verbs(beside) or terms(beside) & TELLING
    is_request = is_question(beside) or expresses_wish(beside) or bool(verbs)
    is_other = not _new_values(waiting, replace(situation, text=beside))
    is_more = is_request and is_other and not dialogue_acts.has_reservation(beside)
    return beside if beside and is_more else ""


def _is_called_off(situation: Situation, waiting: PendingToolCall) -> bool:
    """Whether the user calls the pending call off; "cancel it" may also ask for a tool."""
    verb = terms(dialogue_acts.call_off_verb(situation.text))
    is_own = not verb.isdisjoint(verb_terms(waiting.tool))
    return bool(verb) and not is_own and not _requests_another_tool(situation, waiting.tool)


def _offer_answered(situation: Situation, waiting: PendingToolCall) -> Decision | None:
    """What follows a yes to what was offered, or a no; nothing else is an answer to it."""
    if confirms(situation.text):
        said = _new_values(waiting, situation)
        return waiting._replace(is_offered=False, is_confirmed=True).with_arguments(said)
    is_no = dialogue_acts.refuses(situation.text, wholly=False)
    return Say(replies.ABANDONED) if is_no else None


def is_offer_lapsed(situation: Situation) -> bool:
    """Whether something was offered, and the text is no answer to that, and no question first."""
    call, text = situation.open_call, situation.text
    if call is None or not call.is_offered or is_question(text):
        return False
    return not (confirms(text) or dialogue_acts.refuses(text, wholly=False))


def _list_refreshed(
    situation: Situation,
    waiting: PendingToolCall,
    said: Mapping[str, Any],
    answer: Mapping[str, Any],
) -> Decision | None:
    """The lookup that listed items, with other arguments: "Rather on Friday"."""
    asked, known = waiting.missing, waiting.schema.properties
    # Any text may be what is open, but a number is: "two of us" are no two nights.
    answered = {name for name in answer if not is_open_ended(name, known[name])}
    if not asked or {*asked} & {*said, *answered}:
        return None
    again = latest_call_repeated(situation)
    if again is None or not (has_list(situation.memory.told) and is_lookup(again.tool)):
        return None
    return again if again.args.keys() & said.keys() else None


def _selected(situation: Situation, waiting: PendingToolCall) -> dict[str, Any]:
    """The values of the listed item that a text selects, and no more: "No, the morning one".

    A name alone does not select if a name was asked for.
    """
    text = situation.text
    asked = extracted(waiting.schema, text, situation.variables).keys() & {*waiting.missing[:1]}
    if is_question(text) or (asked and not _POINTS.search(text)):
        return {}
    meant = replace(situation, text=_NO.sub("", text, count=1))
    return selected_item_values(meant, waiting.tool, waiting.schema)


def _filled_with_answer(
    situation: Situation,
    waiting: PendingToolCall,
    said: Mapping[str, Any],
    answer: Mapping[str, Any],
) -> Decision | None:
    """The pending call with the values of the text, unless the text is for another tool."""
    text = situation.text
    if not waiting.takes_any_text and _requests_another_tool(situation, waiting.tool):
        return None
    if answer.keys() - said.keys() and _fits_another_tool(situation, waiting):
        return None
    # What answers the question is not meant for anything else: "4" years are no other amount.
    beside = replace(situation, text=without_values(text, answer))
    others = _new_values(waiting, beside).items()
    taken = answer.values()
    news = {name: one for name, one in others if not (name in answer or one in taken)}
    news |= _pointed_at(situation, waiting)
    return waiting.with_arguments({**answer, **news}) if answer or news else None


def _pointed_at(situation: Situation, waiting: PendingToolCall) -> Mapping[str, Any]:
    """The missing values of the listed item that a text points at: "the later one, for three"."""
    where = situation.text, situation.today, situation.memory.listing
    return referenced_values(waiting.missing, *where) if referenced_item(*where) else {}


def _pending(situation: Situation) -> PendingToolCall | None:
    """The pending call; values of the text that do not answer it go to the call behind it."""
    waiting = pending_call(situation)
    goal = waiting and waiting.then
    schema = next((one for tool, one in situation.tools if goal and tool.name == goal.tool), None)
    if waiting is None or goal is None or schema is None or is_question(situation.text):
        return waiting
    text, variables = situation.text, situation.variables
    answer = read_answer(waiting.schema, text, variables, waiting.args).values()
    said = extracted(schema, text, variables, goal.args).items()
    news = {name: one for name, one in said if one not in answer}
    return waiting._replace(then=replace(goal, args=goal.args | news))


def latest_call_corrected(situation: Situation) -> Decision | None:
    """The latest call with corrected arguments, unless the pending call is corrected.

    A call with side effects is only repeated if the user says that another value was meant.
    """
    text = situation.text
    if not dialogue_acts.corrects(text) or not (is_request(text) or _MAKES_IT.search(text)):
        return None
    again = latest_call_repeated(situation)
    if again is None or _requests_another_tool(situation, again.tool):
        return None
    waiting = pending_call(situation)
    if waiting and not waiting.missing and _new_values(waiting, situation):
        return None
    if _best_tool(situation) not in (None, again.tool):
        return None
    is_free = not waiting and may_be_intended(text, again.tool)
    if has_side_effects(again.tool) and not is_free:
        return None
    change = change_of(situation, again) if has_side_effects(again.tool) else None
    if change is not None:
        return question_for_call(situation, change)
    is_meant = _may_repeat(again.tool, text) and not needs_confirmation(situation, again.tool)
    return again if is_meant else question_for_call(situation, again)


def _requests_another_tool(situation: Situation, tool: Message) -> bool:
    """Whether a text requests another tool, of any agent: "Actually, cancel it"."""
    wanted = requested_verbs(situation.text)
    if wanted & request_terms(tool):
        return False
    agents = (situation, *situation.parents, *situation.children)
    return any(wanted & request_terms(one) for agent in agents for one, _ in agent.tools)


def _best_tool(situation: Situation) -> Message | None:
    """The tool with the highest score; None if an agent has a higher one, or there is none."""
    found = max(candidates(situation), key=itemgetter(0), default=(0, None))[1]
    return found.tool if isinstance(found, Offered) else None


def _fits_another_tool(situation: Situation, waiting: PendingToolCall) -> bool:
    """Whether another lookup fits the text best, so that it is no value for this tool."""
    if waiting.takes_any_text or not has_side_effects(waiting.tool):
        return False
    best = _best_tool(situation)
    return best is not None and is_lookup(best)


def _may_repeat(tool: Message, text: str) -> bool:
    return not has_side_effects(tool) or dialogue_acts.substitutes(text) or expresses_wish(text)


def question_for_call(situation: Situation, call: Call) -> Decision:
    """The question for the first missing argument of a call, or for its confirmation."""
    return PendingToolCall(call.tool, situation.schema_of(call.tool), call.args).question()


def latest_call_repeated(situation: Situation) -> Call | None:
    """The latest call with the arguments that the text changes; None if it changes none."""
    memory = situation.memory
    for tool, schema in situation.tools:
        if tool.name == memory.tool and not tool.HasField("data_store_tool"):
            said = extracted(schema, situation.text, situation.variables, before=memory.args)
            news = {name: one for name, one in said.items() if memory.args.get(name) != one}
            if news:
                return Call(tool, {**memory.args, **news}, call_left_open(situation, tool))
    return None


def pending_question_repeated(situation: Situation) -> Decision | None:
    """The question of the pending call once more, unless the user asks something."""
    waiting = _pending(situation)
    return None if waiting is None or is_question(situation.text) else waiting.question()


def fallback_with_pending_question(situation: Situation) -> Decision | None:
    """That there is no answer, and the question of the pending call once more."""
    waiting = pending_call(situation)
    if waiting is None:
        return None
    said = waiting.question()
    return replace(said, text=f"{replies.NO_CAPABILITY} {said.text}")


def repeats_request(tool: Message, text: str) -> bool:
    """Whether a text only requests the tool once more: "cancel it"."""
    found = _DO_IT.fullmatch(text.strip())
    return found is not None and bool(terms(found[1]) & verb_terms(tool))


def _new_values(waiting: PendingToolCall, situation: Situation) -> dict[str, Any]:
    """The values of the text that the pending call lacks.

    A question changes no value, and what it names may be anything: "Is the Skylark 3 any good?".
    """
    text, args = situation.text, waiting.args
    said = extracted(waiting.schema, text, situation.variables, before=args)
    if is_question(text) and not (is_request(text) or proposes_alternative(text)):
        known = waiting.schema.properties
        names = {one for one in said if entity_type(one, known[one]) is EntityType.PROPER_NAME}
        said = {name: one for name, one in said.items() if name not in {*args, *names}}
    return {name: one for name, one in said.items() if args.get(name) != one}

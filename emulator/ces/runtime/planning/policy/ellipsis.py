"""What an elliptical text stands for: "And A-7?", "And in Oslo?"."""

from __future__ import annotations

import re
from dataclasses import replace

from emulator.ces.runtime.arguments.extraction import count_codes, extracted
from emulator.ces.runtime.planning.candidates import is_lookup
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.pending_call import needs_confirmation, pending_call
from emulator.ces.runtime.planning.policy.document_search import data_store_tool
from emulator.ces.runtime.planning.policy.slot_filling import (
    latest_call_repeated,
    pending_question_repeated,
    question_for_call,
)
from emulator.ces.runtime.planning.policy.tool_selection import best_candidate
from emulator.ces.runtime.planning.understanding.dialogue_acts import has_reservation
from emulator.ces.runtime.planning.understanding.questions import (
    is_elliptical,
    is_general_question,
    is_question,
    proposes_alternative,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import has_side_effects
from emulator.ces.runtime.planning.verification import verifies

_TOO = re.compile(r"\b(?:too|also|as well)\b", re.IGNORECASE)


def repeated_lookup(situation: Situation) -> Decision | None:
    """The latest lookup with a new argument, "and A-7?"; another call only if it has failed."""
    if not is_elliptical(situation.text) or pending_call(situation):
        return None
    again = latest_call_repeated(situation)
    if again is None or not (is_lookup(again.tool) or situation.memory.has_failed):
        return None
    is_asked_for = needs_confirmation(situation, again.tool)
    return question_for_call(situation, again) if is_asked_for else again


def deed_for_another(situation: Situation) -> Decision | None:
    """Whether the latest deed is to be done with another code as well: "and A-8 too"."""
    text = situation.text
    if not (is_elliptical(text) and _TOO.search(text)) or pending_call(situation):
        return None
    again = latest_call_repeated(situation)
    if again is None or not has_side_effects(again.tool) or has_reservation(text):
        return None
    has_code = count_codes(situation.schema_of(again.tool), text)
    return question_for_call(situation, again) if has_code else None


def ellipsis_resolved(situation: Situation) -> Decision | None:
    """The best candidate for the question that an elliptical text stands for: "And in Oslo?".

    A call must have an argument from the text itself, so that none is repeated as it was. There is
    no transfer if documents of this agent may answer.
    """
    if not is_elliptical(situation.text):
        return None
    children = [replace(one, text=one.standalone_text) for one in situation.children]
    parents = [replace(one, text=one.standalone_text) for one in situation.parents]
    asked = replace(situation, text=situation.standalone_text, children=children, parents=parents)
    decided = best_candidate(asked)
    if isinstance(decided, Say):  # One question at a time.
        return pending_question_repeated(situation) or decided
    if not isinstance(decided, Call):
        is_known = is_general_question(situation.text) and data_store_tool(situation) is not None
        return None if is_known else decided
    if has_side_effects(decided.tool):
        if has_reservation(situation.text):
            return None  # "And not the other one."
        if is_question(situation.text):
            asked_before = _earlier_lookup(situation)
            return asked_before or question_for_call(situation, decided)
        if not proposes_alternative(situation.text):
            return question_for_call(situation, decided)  # "7788" after "Don't block 7788".
    schema = situation.schema_of(decided.tool)
    return decided if extracted(schema, situation.text, situation.variables) else None


def _earlier_lookup(situation: Situation) -> Call | None:
    """The latest lookup with what the text has: "What about Oslo?" asks, whatever was done."""
    for name in reversed(situation.memory.called):
        for tool, schema in situation.tools:
            if tool.name == name and is_lookup(tool) and not verifies(tool):
                said = extracted(schema, situation.text, situation.variables)
                if said and said.keys() >= {*schema.required}:
                    return Call(tool, said)
    return None

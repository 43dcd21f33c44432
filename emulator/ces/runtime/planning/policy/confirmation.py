"""Whether a text certainly requests a tool; what is not certain, the user is asked to confirm."""

from __future__ import annotations

import re

from emulator.ces.runtime.arguments.dates import without_dates
from emulator.ces.runtime.arguments.extraction import Arguments, extracted
from emulator.ces.runtime.planning.candidates import in_agent_words
from emulator.ces.runtime.planning.decisions import Call, Decision, Situation
from emulator.ces.runtime.planning.instructions.consent import waives_confirmation
from emulator.ces.runtime.planning.instructions.steps import steps, terms_of_one_step
from emulator.ces.runtime.planning.pending_call import PendingToolCall
from emulator.ces.runtime.planning.prerequisites import call_or_prerequisite
from emulator.ces.runtime.planning.understanding import dialogue_acts
from emulator.ces.runtime.planning.understanding.intents import asks_for_ability
from emulator.ces.runtime.planning.understanding.requests import (
    expresses_wish,
    is_conditional,
    requested_verbs,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    has_side_effects,
    request_terms,
    verb_terms,
)
from emulator.ces.runtime.tools.names import own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

_WISHES = re.compile(r"\b(?:wants?|needs?|wish(?:es)?|asks?|requests?|like|choose|picks?)\b", re.I)
_YES = re.compile(r"\byes\b", re.IGNORECASE)
_STATES = re.compile(r"\b(?:is|are|was|were)\b", re.IGNORECASE)


def call_or_confirmation(
    situation: Situation, tool: Message, schema: Message, read: Arguments
) -> Decision:
    """The step to a call; a confirmation if it is not certain that the text requests it."""
    decided = call_or_prerequisite(situation, tool, schema, read)
    is_last = isinstance(decided, Call) and decided.tool is tool
    if is_last and not _is_certain_request(situation, tool, schema):
        return PendingToolCall(tool, schema, read.found).question()
    return decided


def reports_case_of(situation: Situation, tool: Message) -> bool:
    """Whether a text reports what an instruction has a tool called first for.

    "Something is broken or leaking" is such a case, "The user wants a refund" is one of wishes. The
    text has a word of the case that no other step has.
    """
    said = terms(situation.text) & terms_of_one_step(situation.instruction)
    for step in steps(situation.instruction):
        is_own = step.names[:1] == (("TOOL", tool.display_name),)
        if is_own and terms(step.trigger) & said and not _WISHES.search(step.trigger):
            return True
    return False


def _is_certain_request(situation: Situation, tool: Message, schema: Message) -> bool:
    """Whether a text certainly requests a tool: it has its verb, or only its name and arguments.

    Other texts may only report, "Order A-7 is broken", or ask whether something can be done.
    """
    if not has_side_effects(tool):
        return True
    said = extracted(schema, situation.text, situation.variables)
    if is_conditional(situation.text) or (not said and asks_for_ability(situation.text, tool)):
        return False
    if said and waives_confirmation(situation.instruction, tool.display_name):
        return True
    is_reserved = dialogue_acts.has_reservation(situation.text)
    if reports_case_of(situation, tool) and not is_reserved:
        return True
    words, wanted = terms(in_agent_words(situation)), requested_verbs(situation.text)
    # A yes to nothing is no wish: "yes, that bike".
    wish = expresses_wish(_YES.sub(" ", situation.text))
    if verb_terms(tool) & words or request_terms(tool) & wanted or wish:
        return True
    if is_reserved or _STATES.search(situation.text):
        return False
    named = terms(as_words(own_name(tool)))
    others = terms(without_dates(situation.text)) - terms(" ".join(map(str, said.values())))
    return len(said) + len(named & words) > 1 and not others - named

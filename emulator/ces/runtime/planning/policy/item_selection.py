"""The next step with one of the items that a tool has listed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from emulator.ces.runtime.planning import tool_results
from emulator.ces.runtime.planning.argument_filling import filled_arguments, selected_item_values
from emulator.ces.runtime.planning.candidates import is_lookup
from emulator.ces.runtime.planning.decisions import Decision, Offered, Say, Situation
from emulator.ces.runtime.planning.items.item_references import referenced_item, referenced_values
from emulator.ces.runtime.planning.pending_call import pending_call
from emulator.ces.runtime.planning.policy.confirmation import call_or_confirmation
from emulator.ces.runtime.planning.understanding.questions import is_question
from emulator.ces.runtime.planning.understanding.requests import is_request
from emulator.ces.runtime.planning.understanding.tool_verbs import has_side_effects

_THAT = re.compile(
    r"(?:(?:ok(?:ay)?|yes|great|good|fine|perfect|then|please|so|well|cool|alright)[\s,.!]+)*"
    r"(?:(?:i(?:['\u2019]ll| will)|let(?:['\u2019]s| me)) )?(?:take|have|book|choose|pick|get)?\s*"
    r"(?:that|this|the same)(?: one)?(?:,? (?:then|please))*[\s.!]*",
    re.IGNORECASE,
)


def item_selected(situation: Situation) -> Decision | None:
    """The call of the first tool in the instruction that takes the item that the text selects.

    The text says nothing else, "the morning one, please", and no call is pending.
    """
    memory = situation.memory
    has_listed = any(tool.name == memory.tool and is_lookup(tool) for tool, _ in situation.tools)
    if not has_listed or is_question(situation.text) or pending_call(situation) is not None:
        return None
    for one in situation.tools:
        said = _selected(situation, one) if has_side_effects(one.tool) else {}
        if said:
            return _step(situation, one, said)
    return None


def _selected(situation: Situation, one: Offered) -> dict[str, Any]:
    """The values of the item that a text selects; "that one" is that of the text before."""
    said = selected_item_values(situation, *one)
    if said or not (_THAT.fullmatch(situation.text.strip()) and situation.earlier):
        return said
    before, listing = situation.earlier[-1], situation.memory.listing
    return dict(referenced_values(one.schema.required, before, situation.today, listing))


def item_described(situation: Situation) -> Decision | None:
    """The listed item in words, for a question about it: "Is the evening one dearer?"."""
    thing = referenced_item(situation.text, situation.today, situation.memory.listing)
    is_known = thing and is_question(situation.text) and not is_request(situation.text)
    return Say(tool_results.item_in_words(thing), situation.open_call) if is_known else None


def _step(situation: Situation, one: Offered, said: dict[str, Any]) -> Decision:
    """The step to a call with the item's values, and those of the session."""
    read = filled_arguments(replace(situation, text="", standalone_text=""), *one)
    read.add(said)
    read.found |= said
    return call_or_confirmation(situation, *one, read)

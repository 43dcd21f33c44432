"""The arguments of a call: from the text, the listed items, the session and the instruction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from emulator.ces.runtime.arguments.elicited import without_values
from emulator.ces.runtime.arguments.entity_types import (
    DISTINCTIVE,
    EntityType,
    entity_type,
    takes_any_text,
)
from emulator.ces.runtime.arguments.extraction import Arguments, extracted, read_arguments
from emulator.ces.runtime.planning.decisions import Situation
from emulator.ces.runtime.planning.instructions.parameter_values import stated_values
from emulator.ces.runtime.planning.item_references import referenced_values, values_of_selection
from emulator.ces.runtime.planning.listed_items import IDENTIFIES
from emulator.ces.runtime.planning.understanding.intents import is_bare_request
from emulator.ces.runtime.planning.understanding.tool_verbs import request_terms
from emulator.ces.runtime.tools.names import own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

_ANOTHER = re.compile(r"\b(?:(?:an)?other|different)\s+(\w+)", re.IGNORECASE)
_MAKES_NEW = re.compile(r"(?:add|create|file|make|open|report|submit|write)\b", re.IGNORECASE)
_CHANGES = re.compile(r"(?:change|modify|set|switch|update)\b", re.IGNORECASE)


def filled_arguments(situation: Situation, tool: Message, schema: Message) -> Arguments:
    """The arguments that the text has, then those that the session knows."""
    read = read_arguments(schema, situation.text, _known(situation, tool, schema))
    times = [
        name for name in read.found if entity_type(name, schema.properties[name]) is EntityType.TIME
    ]
    # "Half past seven" is 19:30 if that is listed.
    read.found.update(item_values_for(situation, times))
    if read.missing:  # "Put it in my cart": the question says what.
        read.add(extracted(schema, situation.standalone_text, situation.variables))
        # What is made new is called like nothing that was listed.
        is_new = _MAKES_NEW.match(as_words(own_name(tool)))
        codes = [name for name in read.missing if not is_new or IDENTIFIES.search(name)]
        read.add(item_values_for(situation, codes))
        read.add(_recalled(situation, schema))
        for text in reversed(situation.earlier):
            read.add(_distinct(schema, text, situation))
        read.add(stated_values(situation.instruction, read.missing, situation.variables))
    return _without_the_request(situation, tool, schema, read)


def _known(situation: Situation, tool: Message, schema: Message) -> Mapping[str, Any]:
    """The variables that stand for arguments: what a tool changes is no longer what it was."""
    if not _CHANGES.match(as_words(own_name(tool))):
        return situation.variables
    known = schema.properties
    about = {name: entity_type(name, known[name]) for name in situation.variables if name in known}
    changed = {name for name, kind in about.items() if kind in (EntityType.ENUM, EntityType.NUMBER)}
    return {name: one for name, one in situation.variables.items() if name not in changed}


def item_values_for(situation: Situation, names: Sequence[str]) -> Mapping[str, Any]:
    """What the text tells apart of what a tool has listed."""
    told_last = situation.memory.told
    return referenced_values(names, situation.text, situation.today, told_last) if names else {}


def selected_item_values(situation: Situation, tool: Message, schema: Message) -> dict[str, Any]:
    """The arguments of a tool for who says no more than which of what was listed is taken."""
    told_last, verbs = situation.memory.told, request_terms(tool)
    return values_of_selection(schema, verbs, situation.text, situation.today, told_last)


def _recalled(situation: Situation, schema: Message) -> dict[str, Any]:
    """What the session remembers, but not of an order for who speaks of another order."""
    others = terms(" ".join(_ANOTHER.findall(situation.text)))
    known = situation.memory.recalled(schema)
    return {name: one for name, one in known if not terms(as_words(name)) & others}


def _distinct(schema: Message, text: str, situation: Situation) -> dict[str, Any]:
    """What an earlier text has that is told without a question for it: no number, and no name.

    What stood for something else already is not meant twice.
    """
    found = extracted(schema, text, situation.variables)
    kinds = {name: entity_type(name, schema.properties[name]) for name in found}
    spent = situation.memory.spent()
    return {
        name: one for name, one in found.items() if kinds[name] in DISTINCTIVE and one not in spent
    }


def _without_the_request(
    situation: Situation, tool: Message, schema: Message, read: Arguments
) -> Arguments:
    """What takes any text is asked for if the text says only what is to be done, and with what."""
    text = situation.text.strip()
    free = (name for name in read.found if takes_any_text(name, schema.properties[name]))
    whole = {name for name in free if read.found[name] == text}
    others = extracted(schema, text, situation.variables) if whole else {}
    if whole and is_bare_request(without_values(text, others), tool, schema):
        read.found = {name: one for name, one in read.found.items() if name not in whole}
        read.missing = [name for name in schema.required if name in {*read.missing, *whole}]
    return read

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
from emulator.ces.runtime.planning.items.item_references import (
    referenced_values,
    values_of_selection,
)
from emulator.ces.runtime.planning.items.listed_items import IDENTIFIES
from emulator.ces.runtime.planning.understanding.intents import is_bare_request
from emulator.ces.runtime.planning.understanding.tool_verbs import request_terms
from emulator.ces.runtime.tools.names import own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_ANOTHER = re.compile(r"\b(?:(?:an)?other|different)\s+(\w+)", re.IGNORECASE)
_MAKES_NEW = re.compile(r"(?:add|create|file|make|open|report|submit|write)\b", re.IGNORECASE)
_LETTERS = re.compile(r"([a-z]+)[-_]?\d", re.IGNORECASE)
_CHANGES = re.compile(r"(?:change|modify|set|switch|update)\b", re.IGNORECASE)


def filled_arguments(situation: Situation, tool: Message, schema: Message) -> Arguments:
    """The arguments of the text, then those of listed items, the session and the instruction."""
    read = _with_own_ids(situation, schema, _known(situation, tool, schema))
    times = [
        name for name in read.found if entity_type(name, schema.properties[name]) is EntityType.TIME
    ]
    # "Half past seven" is 19:30 if that is listed.
    read.found.update(_item_values_for(situation, times))
    if read.missing:  # "Put it in my cart": the standalone text says what.
        meant = extracted(schema, situation.standalone_text, situation.variables)
        read.add(_certain(schema, meant))
        # What a tool creates has a name of its own, and none of a listed item.
        is_new = _MAKES_NEW.match(as_words(own_name(tool)))
        codes = [name for name in read.missing if not is_new or IDENTIFIES.search(name)]
        read.add(_item_values_for(situation, codes))
        read.add(_recalled(situation, tool, schema, read.found))
        for text in reversed(situation.earlier):
            read.add(_distinct(schema, text, situation))
        read.add(stated_values(situation.instruction, read.missing, situation.variables))
    return _without_the_request(situation, tool, schema, read)


def _certain(schema: Message, found: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments that look like no others: names and numbers that were spoken of may be anything."""
    kinds = {name: entity_type(name, schema.properties[name]) for name in found}
    unsure = (EntityType.PROPER_NAME, EntityType.NUMBER)
    return {name: one for name, one in found.items() if kinds[name] not in unsure}


def _with_own_ids(situation: Situation, schema: Message, variables: Mapping[str, Any]) -> Arguments:
    """The arguments of the text; ids that the user was verified with are not taken for others.

    In "move it to FD-2" that is the fund, if the member is "M-812"; but "order B-8" is no "A-7".
    """
    read, text = read_arguments(schema, situation.text, variables), situation.text
    own = {
        name: one
        for name, one in situation.memory.verified.items()
        if name in read.found
        and (letters := _LETTERS.match(str(one)))
        and not re.search(rf"\b{letters[1]}[-_]?\d", text, re.IGNORECASE)
    }
    if not own:
        return read
    others = ces.Schema()
    others.CopyFrom(schema)
    for name in own:
        del others.properties[name]
    rest = read_arguments(others, text, variables)
    if not all(read.found[name] in rest.found.values() for name in own):
        return read
    return Arguments(own | rest.found, rest.missing)


def _known(situation: Situation, tool: Message, schema: Message) -> Mapping[str, Any]:
    """The variables that may be arguments; none of an old value for a tool that changes it."""
    if not _CHANGES.match(as_words(own_name(tool))):
        return situation.variables
    known = schema.properties
    about = {name: entity_type(name, known[name]) for name in situation.variables if name in known}
    changed = {name for name, kind in about.items() if kind in (EntityType.ENUM, EntityType.NUMBER)}
    return {name: one for name, one in situation.variables.items() if name not in changed}


def _item_values_for(situation: Situation, names: Sequence[str]) -> Mapping[str, Any]:
    """The values of these parameters that the listed item has to which the text refers."""
    listing = situation.memory.listing
    return referenced_values(names, situation.text, situation.today, listing) if names else {}


def selected_item_values(situation: Situation, tool: Message, schema: Message) -> dict[str, Any]:
    """The arguments of a tool if the text only selects a listed item; else none."""
    listing, verbs = situation.memory.listing, request_terms(tool)
    return values_of_selection(schema, verbs, situation.text, situation.today, listing)


def _recalled(
    situation: Situation, tool: Message, schema: Message, found: Mapping[str, Any]
) -> dict[str, Any]:
    """The remembered arguments; none of an order if the text is about another order."""
    others = terms(" ".join(_ANOTHER.findall(situation.text)))
    told = situation.memory.told if _is_of_another(situation, tool, schema, found) else {}
    known = situation.memory.values_for(schema)
    return {
        name: one
        for name, one in known
        if not (terms(as_words(name)) & others or told.get(name) == one)
    }


def _is_of_another(
    situation: Situation, tool: Message, schema: Message, found: Mapping[str, Any]
) -> bool:
    """Whether arguments are of another thing than was told last: a jacket, and not socks."""
    if _CHANGES.match(as_words(own_name(tool))):
        return False
    told, known = situation.memory.told, schema.properties
    names = (name for name in found if entity_type(name, known[name]) is EntityType.OTHER)
    pairs = ((terms(str(found[name])), terms(str(told[name]))) for name in names if name in told)
    return any(one.isdisjoint(other) for one, other in pairs)


def _distinct(schema: Message, text: str, situation: Situation) -> dict[str, Any]:
    """The arguments of distinctive types in an earlier text, without values that calls had."""
    found = extracted(schema, text, situation.variables)
    kinds = {name: entity_type(name, schema.properties[name]) for name in found}
    spent = situation.memory.used_values()
    return {
        name: one for name, one in found.items() if kinds[name] in DISTINCTIVE and one not in spent
    }


def _without_the_request(
    situation: Situation, tool: Message, schema: Message, read: Arguments
) -> Arguments:
    """Ask for a parameter that takes any text if the text is only the request itself."""
    text = situation.text.strip()
    free = (name for name in read.found if takes_any_text(name, schema.properties[name]))
    whole = {name for name in free if read.found[name] == text}
    others = extracted(schema, text, situation.variables) if whole else {}
    if whole and is_bare_request(without_values(text, others), tool, schema):
        read.found = {name: one for name, one in read.found.items() if name not in whole}
        read.missing = [name for name in schema.required if name in {*read.missing, *whole}]
    return read

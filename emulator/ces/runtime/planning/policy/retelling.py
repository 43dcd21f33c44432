"""What a tool has told, once more, for a question about just that: "When will it arrive?"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from emulator.ces.runtime.arguments.entity_types import ID_TERMS
from emulator.ces.runtime.arguments.extraction import Arguments
from emulator.ces.runtime.planning import tool_results
from emulator.ces.runtime.planning.candidates import is_lookup
from emulator.ces.runtime.planning.decisions import Call, Decision, Say, Situation
from emulator.ces.runtime.planning.items.listed_items import IDENTIFIES, NAMES, first_list
from emulator.ces.runtime.planning.pending_call import pending_call
from emulator.ces.runtime.planning.prerequisites import call_or_prerequisite
from emulator.ces.runtime.planning.understanding.questions import is_question, proposes_alternative
from emulator.ces.runtime.planning.understanding.requests import is_request, requested_verbs
from emulator.ces.runtime.planning.understanding.tool_verbs import has_side_effects, verb_terms
from emulator.ces.runtime.planning.verification import verifies
from emulator.ces.runtime.words import as_words, terms
from emulator.surface.registry import Message

_LEADS = r"\s*(?:(?:and|but|so|ok(?:ay)?|hm+|oh|sorry|thanks?|thank you|great|wait)\b[\s,.!]*)*"
_ASKS = re.compile(
    rf"{_LEADS}(?:(when|(?:at )?what time)|(how (?:much|expensive))"
    r"|(?:(?:can|could|would) you (?:please )?)?(?:tell|give|repeat|say)(?: me)?\b(?: again)?"
    r"|(?:what|which|who|where)(?:['\u2019]?s| (?:is|was|are|were|did|do|does|will))?)\b",
    re.IGNORECASE,
)
_DID = re.compile(
    rf"{_LEADS}(?:did|have|has|is|was|are|were)\s+(?:you|it|that|this|they)\b", re.IGNORECASE
)
_DONE = re.compile(r"\b(?:done|finished|sorted)\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:it|that|this|they|them)\b", re.IGNORECASE)
_AGAIN = re.compile(r"\bagain\b", re.IGNORECASE)
_WHEN = re.compile(r"\d{4}-\d\d-\d\d.*|[012]?\d:\d\d.*")
_PRICE = terms("price cost amount total fee fare charge")
_WORD = re.compile(r"[^\W_][\w-]*")
_GENERAL = ID_TERMS | terms("date day time")


def deed_told_again(situation: Situation) -> Decision | None:
    """What the latest deed gave, for a question about it: "What was my booking number?"."""
    tool = _latest_tool(situation)
    if tool is None or not has_side_effects(tool) or requested_verbs(situation.text):
        return None
    text, told = situation.text, _given(situation, tool)
    is_own = _DONE.search(text) or terms(text) & verb_terms(tool)
    asked = told if _DID.match(text) and is_own else _asked_for(text, told)
    return _told(situation, tool_results.value_in_words(asked)) if asked else None


def told_again(situation: Situation) -> Decision | None:
    """What the latest tool told, or one of the items that it listed, for a question about that."""
    text, tool = situation.text, _latest_tool(situation)
    if tool is None or not is_question(text) or is_request(text):
        return None
    item = _named_item(text, situation.memory.listing)
    found = tool_results.item_in_words(item) if item else ""
    return _told(
        situation, found or tool_results.value_in_words(_asked_for(text, _given(situation, tool)))
    )


def pending_thing_looked_up(situation: Situation) -> Decision | None:
    """The lookup of what waits to be done something with: "When is it?" before it is cancelled."""
    waiting, text = pending_call(situation), situation.text
    if waiting is None or not (_ASKS.match(text) and _IT.search(text)):
        return None
    ids = " ".join(str(one) for name, one in waiting.args.items() if IDENTIFIES.search(name))
    item = _named_item(ids, situation.memory.listing)
    if item:
        return _told(situation, tool_results.item_in_words(item))
    first = None if verifies(waiting.tool) else _only_lookup(situation, waiting.args)
    return replace(first, then=situation.open_call) if first else None


def _only_lookup(situation: Situation, args: Mapping[str, Any]) -> Call | None:
    """The call of the only lookup that these arguments are enough for, if nothing comes first."""
    found = list[Decision]()
    for tool, schema in situation.tools:
        if is_lookup(tool) and schema.required and {*schema.required} <= args.keys():
            own = Arguments({name: args[name] for name in schema.required})
            found.append(call_or_prerequisite(situation, tool, schema, own))
    first = found[0] if len(found) == 1 else None
    return first if isinstance(first, Call) else None


def _latest_tool(situation: Situation) -> Message | None:
    """The tool of the agent that was called last, with success, unless it verified the user."""
    memory = situation.memory
    own = (one for one, _ in situation.tools if one.name == memory.tool and memory.told)
    tool = None if memory.has_failed else next(own, None)
    return None if tool is None or verifies(tool) else tool


def _given(situation: Situation, tool: Message) -> Mapping[str, Any]:
    """What the latest tool gave; what was listed before a deed was not given by that."""
    told = situation.memory.told
    if not has_side_effects(tool):
        return told
    return {key: one for key, one in told.items() if not isinstance(one, list)}


def _told(situation: Situation, words: str) -> Decision | None:
    """The words, and the question that waits."""
    waiting = pending_call(situation)
    question = waiting.question().text if waiting else ""
    said = "\n".join(filter(None, (words, question)))
    return Say(said, situation.open_call) if words else None


def _asked_for(text: str, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values that a question asks for: by their names, by what "it" costs or when it is."""
    found, asked = _ASKS.match(text), terms(text)
    if found is None or not _is_about(text[found.end() :], told):
        return {}
    named = {key: one for key, one in told.items() if _is_named(key, asked)}
    if not named and proposes_alternative(text):
        named = {key: one for key, one in told.items() if terms(as_words(key)) - _GENERAL & asked}
    if named or not _IT.search(text):
        return named or (told if _AGAIN.search(text) else {})
    if found[1]:
        return {key: one for key, one in told.items() if _WHEN.fullmatch(str(one))}
    if found[2]:
        return {key: one for key, one in told.items() if terms(as_words(key)) & _PRICE}
    return told if _AGAIN.search(text) else {}


def _is_about(text: str, told: Mapping[str, Any]) -> bool:
    """Whether what a question asks has at most one word that was not told, and no other name."""
    known = terms(" ".join(f"{as_words(key)} {one}" for key, one in told.items()))
    known |= _GENERAL | _PRICE | terms("again")
    others = [word for word in _WORD.findall(text) if terms(word) - known]
    return len(others) < 2 and not any(word[0].isupper() and word != "I" for word in others)


def _is_named(key: str, asked: frozenset[str]) -> bool:
    """Whether a question has all words of a name, "due" of `due_date`."""
    words = terms(as_words(key))
    return bool(words) and (words - _GENERAL or words) <= asked


def _named_item(text: str, listing: Mapping[str, Any]) -> Mapping[str, Any]:
    """The only listed item whose id or name a text has."""
    found = [one for one in first_list(listing)[1] if _has_name(text, one)]
    return found[0] if len(found) == 1 else {}


def _has_name(text: str, item: Mapping[str, Any]) -> bool:
    names = (str(one) for key, one in item.items() if IDENTIFIES.search(key) or NAMES.match(key))
    return any(
        re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", text, re.IGNORECASE)
        for one in names
        if one
    )

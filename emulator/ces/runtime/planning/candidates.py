"""Candidate tools and agents for a text, scored by the words that it shares with their texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Set
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from emulator.answering.synonyms import replace_unknown_words
from emulator.ces.runtime.arguments.extraction import count_codes, count_enum_values, extracted
from emulator.ces.runtime.planning.decisions import Offered, Situation, Transfer
from emulator.ces.runtime.planning.instructions.steps import text_about
from emulator.ces.runtime.planning.understanding.intents import is_search_request, may_be_intended
from emulator.ces.runtime.planning.understanding.requests import (
    is_explicit_request,
    requested_verbs,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import (
    TELLING,
    has_side_effects,
    request_terms,
)
from emulator.ces.runtime.tools.names import description, own_name
from emulator.ces.runtime.words import as_words, terms
from emulator.retrieval.text import analysis
from emulator.retrieval.text.grammatical_number import is_plural
from emulator.surface.registry import Message

# A shared word of the name counts double. One of the name and one of the description are enough for
# a tool; an agent needs less, because it refuses itself what is not its own. A tool that is called
# by its name (`look_up id=7`) has a higher score than any other.
_NAME_WEIGHT = 2
_ENOUGH = 3
_ENOUGH_FOR_AGENTS = 2
_NAMED = 1_000
_WISHES = terms("want need like wish know")  # Users say so of anything.
_WORD = re.compile(r"[^\W_]+")
_NOUN = re.compile(r"\b(?:my|our|your|this|that) (\w+)", re.IGNORECASE)
_OBJECT = re.compile(r"\b(?:it|them|this|that|him|her|me|us)\b", re.IGNORECASE)


class _Texts(NamedTuple):
    """The texts of a tool or an agent; `hint` is what the instruction says of it."""

    name: str
    description: str
    hint: str


class _Request(NamedTuple):
    """A text in the agent's own words, the verbs that it requests, and their synonyms there.

    Those of the verbs that are for tools are no nouns: "reserve" is for no change of a reservation.
    """

    words: str
    verbs: Set[str]
    synonyms: Set[str]
    for_tools: Set[str]


Candidate: TypeAlias = Transfer | Offered


def candidates(
    situation: Situation, slack: int = 0, common: Set[str] | None = None
) -> Iterator[tuple[int, Candidate]]:
    """The tools, then the agents, whose score is at most `slack` below what is enough.

    Words that are `common` to most tools and agents do not count ("parcel" among tools for
    parcels), but for the verb that requests a tool; nor do codes, which several tools may take. The
    score of an agent is that of its best tool or child, that of a child also its own.
    """
    common = _common_terms(situation) if common is None else common
    asked = _request(situation)
    for offered in situation.tools:
        fits = _tool_score(situation, offered, asked, slack, common)
        if fits is not None and may_be_intended(situation.text, offered.tool):
            yield fits, offered
    for other in (*situation.children, *situation.parents):
        found = [fits for fits, _ in candidates(other, slack, common)]
        about = _agent_texts(situation, other.agent)
        enough = _ENOUGH_FOR_AGENTS - slack
        if other in situation.children and _overlap(asked.words, about, _WISHES) >= enough:
            found.append(_overlap(asked.words, about, common | _WISHES))
        if found:
            yield max(found), Transfer(other.agent)


def _request(situation: Situation) -> _Request:
    words, verbs = in_agent_words(situation), requested_verbs(situation.text)
    known = (request_terms(tool) for tool, _ in situation.tools)
    return _Request(words, verbs, requested_verbs(words) - verbs, verbs & {*chain(*known)})


def _tool_score(
    situation: Situation, offered: Offered, wanted: _Request, slack: int, common: Set[str]
) -> int | None:
    """The score of a tool; None if it is more than `slack` below what is enough."""
    (tool, schema), text = offered, situation.text
    about, (words, verbs, synonyms, verbal) = _tool_texts(situation, tool), wanted
    asked, same = verbs & request_terms(tool), synonyms & request_terms(tool)
    if not asked and same and extracted(schema, text, situation.variables):
        asked = same
    is_asked = asked or is_search_request(text, tool, schema)
    values = _NAME_WEIGHT * count_enum_values(schema, text)
    if slack and verbs and not is_asked and has_side_effects(tool):
        return None  # "Can we make it three?" asks for no cancellation.
    if not is_asked:
        enough = _ENOUGH_FOR_AGENTS if tool.HasField("agent_tool") else _ENOUGH
        known = _overlap(words, about, synonyms) + values
        is_near = (known or slack) and known < enough - slack
        # "A-7 is too late" is no request.
        if is_near and (is_lookup(tool) or is_explicit_request(text)):
            known += _NAME_WEIGHT * count_codes(schema, text)
        if known < enough - slack:
            return None
    fits = (
        _overlap(words, about, (common | synonyms | verbal) - asked)
        + values
        + _is_of_many(text, tool)
    )
    return max(fits, _ENOUGH) if is_asked else fits


def _is_of_many(text: str, tool: Message) -> bool:
    """Whether a text and a tool's name have the same noun in the plural: "my orders"."""
    named = (one for one in as_words(own_name(tool)).lower().split() if is_plural(one))
    return not {*named}.isdisjoint(_WORD.findall(text.lower()))


def _overlap(text: str, about: _Texts, common: Set[str] = frozenset()) -> int:
    """How many words a text shares with a name, counted double, and with the other texts."""
    is_there = re.search(rf"(?<!\w){re.escape(about.name)}(?!\w)", text)
    if is_there and ("_" in about.name or "=" in text):
        return _NAMED
    said = (terms(text) | terms(word_pairs(text))) - common
    named, said = said & terms(as_words(about.name)), said - (TELLING - terms(_nouns(text)))
    shared = len(said & terms(about.description)) + len(said & terms(about.hint))
    return _NAME_WEIGHT * len(named & said) + len(named - said) + shared


def _nouns(text: str) -> str:
    """Words that are nouns because they follow a possessive: "my list"."""
    return " ".join(_NOUN.findall(text))


@lru_cache(maxsize=64)
def word_pairs(text: str) -> str:
    """Each two neighbouring words as one: "pick it up" has `pickup`."""
    words = _WORD.findall(_OBJECT.sub(" ", text))
    return " ".join(f"{one}{other}" for one, other in pairwise(words))


def _tool_texts(situation: Situation, tool: Message) -> _Texts:
    said = text_about(situation.instruction, "TOOL", tool.display_name, own_name(tool))
    return _Texts(tool.display_name, description(tool), said)


def _agent_texts(situation: Situation, agent: Message) -> _Texts:
    said = text_about(situation.instruction, "AGENT", agent.display_name, agent.display_name)
    return _Texts(agent.display_name, agent.description, said)


def _all_texts(situation: Situation) -> Iterator[str]:
    """The texts of each tool and of each child, as one."""
    tools = (_tool_texts(situation, tool) for tool, _ in situation.tools)
    agents = (_agent_texts(situation, one.agent) for one in situation.children)
    for about in (*tools, *agents):
        yield f"{as_words(about.name)} {about.description} {about.hint}"


def _common_terms(situation: Situation) -> Set[str]:
    """The terms of most tools and agents of a situation and of its parents."""
    return _terms_of_most(
        tuple(one for each in (situation, *situation.parents) for one in _all_texts(each))
    )


@lru_cache(maxsize=64)  # An agent decides by the same texts in each of its turns.
def _terms_of_most(texts: tuple[str, ...]) -> frozenset[str]:
    count = Counter(term for one in texts for term in terms(one))
    return frozenset(term for term, times in count.items() if times > max(2, len(texts) / 2))


def in_agent_words(situation: Situation) -> str:
    """The text with words that the agent does not use replaced by synonyms that it does."""
    known = _terms_of(tuple(_all_texts(situation)))
    return replace_unknown_words(situation.text, lambda term: int(term in known))


@lru_cache(maxsize=64)
def _terms_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for one in texts for term in analysis.terms(one))


def is_lookup(tool: Message) -> bool:
    """Whether a tool has no side effects, searches no documents and is none of the system."""
    is_other = tool.HasField("data_store_tool") or tool.HasField("system_tool")
    return not (is_other or has_side_effects(tool))

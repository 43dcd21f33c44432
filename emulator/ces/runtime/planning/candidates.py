"""Which tools and agents fit a text, by the words that it shares with what is said of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Set
from functools import lru_cache
from itertools import pairwise
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
from emulator.surface.registry import Message

# A word of the name tells more than one of the description. One of each is enough for a tool; an
# agent, which knows itself what is not its own, needs less. A tool that is called by its name
# (`look_up id=7`) fits better than any other.
_NAME_WEIGHT = 2
_ENOUGH = 3
_ENOUGH_FOR_AGENTS = 2
_NAMED = 1_000
_WORD = re.compile(r"[^\W_]+")
_NOUN = re.compile(r"\b(?:my|our|your|this|that) (\w+)", re.IGNORECASE)
_OBJECT = re.compile(r"\b(?:it|them|this|that|him|her|me|us)\b", re.IGNORECASE)


class _About(NamedTuple):
    """What is said of a tool or an agent: `hint` is what the instruction says of it."""

    name: str
    description: str
    hint: str


class _Asked(NamedTuple):
    """What a text asks for: its words as the agent has them, its verbs, and the agent's verbs that
    mean the same."""

    words: str
    verbs: Set[str]
    alike: Set[str]


Candidate: TypeAlias = Transfer | Offered


def candidates(
    situation: Situation, short_of: int = 0, common: Set[str] | None = None
) -> Iterator[tuple[int, Candidate]]:
    """What fits well enough, or is so much short of it, and how well: tools before agents.

    How well is told without the words that are `common` to most of what there is: a parcel tells
    nothing among parcels, but the verb that asks for a tool does; and without codes, which several
    tools may take. An agent fits as well as the best of its own tools and children, and one below
    also as what is said of it.
    """
    common = _common(situation) if common is None else common
    asked = _read(situation)
    for offered in situation.tools:
        fits = _fit(situation, offered, asked, short_of, common)
        if fits is not None and may_be_intended(situation.text, offered.tool):
            yield fits, offered
    for other in (*situation.children, *situation.parents):
        found = [fits for fits, _ in candidates(other, short_of, common)]
        about = _of_agent(situation, other.agent)
        if (
            other in situation.children
            and _score(asked.words, about) >= _ENOUGH_FOR_AGENTS - short_of
        ):
            found.append(_score(asked.words, about, common))
        if found:
            yield max(found), Transfer(other.agent)


def _read(situation: Situation) -> _Asked:
    words, verbs = in_agent_words(situation), requested_verbs(situation.text)
    return _Asked(words, verbs, requested_verbs(words) - verbs)


def _fit(
    situation: Situation, offered: Offered, wanted: _Asked, short_of: int, common: Set[str]
) -> int | None:
    """How well a tool fits; None if it does not, or is more than so much short of it."""
    (tool, schema), text = offered, situation.text
    about, (words, verbs, alike) = _of_tool(situation, tool), wanted
    asked = verbs & request_terms(tool)
    if (
        not asked
        and (same := alike & request_terms(tool))
        and extracted(schema, text, situation.variables)
    ):
        asked = same
    is_asked = asked or is_search_request(text, tool, schema)
    values = _NAME_WEIGHT * count_enum_values(schema, text)
    if not is_asked:
        enough = _ENOUGH_FOR_AGENTS if tool.HasField("agent_tool") else _ENOUGH
        known = _score(words, about, alike) + values
        is_near = (known or short_of) and known < enough - short_of
        if is_near and (
            is_lookup(tool) or is_explicit_request(text)
        ):  # "A-7 is too late" is no wish.
            known += _NAME_WEIGHT * count_codes(schema, text)
        if known < enough - short_of:
            return None
    fits = _score(words, about, (common | alike) - asked) + values
    return max(fits, _ENOUGH) if is_asked else fits


def _score(text: str, about: _About, common: Set[str] = frozenset()) -> int:
    """How many words a text shares with a name, which weigh more, and with what is said of it."""
    is_there = re.search(rf"(?<!\w){re.escape(about.name)}(?!\w)", text)
    if is_there and ("_" in about.name or "=" in text):
        return _NAMED
    said = (terms(text) | terms(_joined(text))) - common
    named, said = said & terms(as_words(about.name)), said - (TELLING - terms(_nouns(text)))
    shared = len(said & terms(about.description)) + len(said & terms(about.hint))
    return _NAME_WEIGHT * len(named & said) + len(named - said) + shared


def _nouns(text: str) -> str:
    """Words that are no verbs, as what they belong to is said: "my list"."""
    return " ".join(_NOUN.findall(text))


@lru_cache(maxsize=64)
def _joined(text: str) -> str:
    """Each two words as one: "pick it up" for `pickup`."""
    words = _WORD.findall(_OBJECT.sub(" ", text))
    return " ".join(f"{one}{other}" for one, other in pairwise(words))


def _of_tool(situation: Situation, tool: Message) -> _About:
    said = text_about(situation.instruction, "TOOL", tool.display_name, own_name(tool))
    return _About(tool.display_name, description(tool), said)


def _of_agent(situation: Situation, agent: Message) -> _About:
    said = text_about(situation.instruction, "AGENT", agent.display_name, agent.display_name)
    return _About(agent.display_name, agent.description, said)


def _described(situation: Situation) -> Iterator[str]:
    """All that is said of each tool and of each child."""
    tools = (_of_tool(situation, tool) for tool, _ in situation.tools)
    agents = (_of_agent(situation, one.agent) for one in situation.children)
    for about in (*tools, *agents):
        yield f"{as_words(about.name)} {about.description} {about.hint}"


def _common(situation: Situation) -> Set[str]:
    """The terms of most tools and agents that a situation has, or one above it."""
    return _in_most(
        tuple(one for each in (situation, *situation.parents) for one in _described(each))
    )


@lru_cache(maxsize=64)  # An agent decides by the same texts in each of its turns.
def _in_most(texts: tuple[str, ...]) -> frozenset[str]:
    count = Counter(term for one in texts for term in terms(one))
    return frozenset(term for term, times in count.items() if times > max(2, len(texts) / 2))


def in_agent_words(situation: Situation) -> str:
    """The text with words that nothing of the agent's has replaced by others that something has."""
    known = _terms_of(tuple(_described(situation)))
    return replace_unknown_words(situation.text, lambda term: int(term in known))


@lru_cache(maxsize=64)
def _terms_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for one in texts for term in analysis.terms(one))


def is_lookup(tool: Message) -> bool:
    """Whether it tells what no document has, and does nothing."""
    return not (tool.HasField("data_store_tool") or has_side_effects(tool))

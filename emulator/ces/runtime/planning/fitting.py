"""Which tools and agents fit a text, by the words that it shares with what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from emulator.answering.synonyms import in_known_words
from emulator.ces.runtime.planning.actions import asked_by, does_something
from emulator.ces.runtime.planning.decisions import Situation, Transfer
from emulator.ces.runtime.planning.instructions import hints
from emulator.ces.runtime.planning.requests import may_be_wanted, wanted_verbs
from emulator.ces.runtime.tools.names import description
from emulator.ces.runtime.words import spelled, terms
from emulator.retrieval import analysis
from emulator.surface.registry import Message

# A word of the name tells more than one of the description. One of each is enough for a tool; an
# agent, which can send back what is not its own, needs less. A tool that is called by its name
# (`look_up id=7`) fits better than any other.
_NAME_WEIGHT = 2
_ENOUGH = 3
_ENOUGH_FOR_AGENTS = 2
_NAMED = 1_000

_Tool: TypeAlias = tuple[Message, Message]
Option: TypeAlias = Transfer | _Tool


def options(situation: Situation, short_of: int = 0) -> Iterator[tuple[int, Option]]:
    """What fits well enough, or is so much short of it, and how well: tools before agents.

    An agent above fits as well as the best of its own tools and of its other children.
    """
    words, wanted = own_words(situation), wanted_verbs(situation.text)
    instructed = hints(situation.agent.instruction)
    for option in situation.tools:
        tool = option[0]
        hint = instructed.get(("TOOL", tool.display_name), "")
        fits = _score(words, tool.display_name, description(tool), hint)
        if wanted and wanted & asked_by(tool):
            fits = max(fits, _ENOUGH)
        if fits >= _ENOUGH - short_of and may_be_wanted(situation.text, tool):
            yield fits, option
    enough = _ENOUGH_FOR_AGENTS - short_of
    for agent in (one.agent for one in situation.children):
        hint = instructed.get(("AGENT", agent.display_name), "")
        fits = _score(words, agent.display_name, agent.description, hint)
        if fits >= enough:
            yield fits, Transfer(agent)
    for parent in situation.parents:
        best = max((fits for fits, _ in options(parent, short_of)), default=0)
        if best >= enough:
            yield best, Transfer(parent.agent)


def _score(text: str, name: str, description: str, hint: str) -> int:
    """How many words a text shares with a name, which weigh more, and with what is said of it."""
    is_there = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    if is_there and ("_" in name or "=" in text):
        return _NAMED
    said = terms(text)
    shared = len(said & terms(description)) + len(said & terms(hint))
    return _NAME_WEIGHT * len(said & terms(spelled(name))) + shared


def own_words(situation: Situation) -> str:
    """The text with words that nothing of the agent's has replaced by others that something has."""
    instructed = hints(situation.agent.instruction)
    described = (
        *(f"{spelled(one.display_name)} {description(one)}" for one, _ in situation.tools),
        *(f"{one.agent.display_name} {one.agent.description}" for one in situation.children),
        *instructed.values(),
    )
    known = _terms_of(described)
    return in_known_words(situation.text, lambda term: int(term in known))


@lru_cache(maxsize=64)  # An agent decides by the same texts in each of its turns.
def _terms_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for one in texts for term in analysis.terms(one))


def only_tells(tool: Message) -> bool:
    """Whether it tells what no document has, and does nothing."""
    return not (tool.HasField("data_store_tool") or does_something(tool))

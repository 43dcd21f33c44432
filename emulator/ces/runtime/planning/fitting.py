"""Which tools and agents fit a text, by the words that it shares with what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from emulator.answering.synonyms import in_known_words
from emulator.ces.runtime.planning.actions import asked_by, does_something, verbs
from emulator.ces.runtime.planning.decisions import Situation, Transfer
from emulator.ces.runtime.planning.instructions import hints
from emulator.ces.runtime.planning.matching import ENOUGH, ENOUGH_FOR_AGENTS, score
from emulator.ces.runtime.planning.requests import may_be_wanted, wanted_verbs
from emulator.ces.runtime.tools.names import description, own_name
from emulator.ces.runtime.words import spelled, terms
from emulator.retrieval import analysis
from emulator.surface.registry import Message

_VERB = 0.5
_Tool: TypeAlias = tuple[Message, Message]
Option: TypeAlias = Transfer | _Tool


def options(situation: Situation, short_of: int = 0) -> Iterator[tuple[float, Option]]:
    """What fits well enough, or is so much short of it, and how well: tools before agents.

    Of tools whose words the text has it is rather that whose verb it has. An agent above fits as
    well as the best of its own tools and of its other children.
    """
    words, wanted = own_words(situation), wanted_verbs(situation.text)
    for tool in situation.tools:
        fits = score_of_tool(situation, tool[0], words)
        if does_something(tool[0]) and wanted & asked_by(tool[0]):
            fits = max(fits, ENOUGH)
        if fits >= ENOUGH - short_of and may_be_wanted(situation.text, tool[0]):
            yield fits + _VERB * _has_verb(words, tool[0]), tool
    enough = ENOUGH_FOR_AGENTS - short_of
    instructed = hints(situation.agent.instruction)
    for agent in (one.agent for one in situation.children):
        hint = instructed.get(("AGENT", agent.display_name), "")
        fits = score(words, agent.display_name, agent.description, hint)
        if fits >= enough:
            yield fits, Transfer(agent)
    for parent in situation.parents:
        best = max((fits for fits, _ in options(parent, short_of)), default=0)
        if best >= enough:
            yield best, Transfer(parent.agent)


def _has_verb(text: str, tool: Message) -> bool:
    if does_something(tool):
        return bool(verbs(tool) & terms(text))
    begins = (one.partition(" ")[0] for one in (spelled(own_name(tool)), description(tool)))
    return bool(terms(" ".join(begins)) & terms(text))


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


def score_of_tool(situation: Situation, tool: Message, words: str) -> int:
    """How well a tool fits words, by what the instruction says of it too."""
    hint = hints(situation.agent.instruction).get(("TOOL", tool.display_name), "")
    return score(words, tool.display_name, description(tool), hint)

"""What was searched for to make an answer, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from emulator.answering.evidence.records import RecordAnswer
from emulator.answering.values import ExpansionTerms, Idf, Passage
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found


@dataclass(frozen=True)
class Search:
    """A query, what was found for it, and how rare words are there if that is known.

    `expansion_terms` are those with which it was searched for, too; `records` says how what was
    found answers the query where each of it does, None for all other searches.
    """

    query: str
    found: Sequence[Found]
    idf: Idf | None = None
    expansion_terms: ExpansionTerms = field(default_factory=dict)
    records: RecordAnswer | None = None

    @cached_property
    def passages(self) -> Sequence[Passage]:
        """What was found as passages, each the reference of its own place."""
        return passages_of(self.found)


def references_of(searches: Sequence[Search]) -> Sequence[Found]:
    """What all searches found, each text once, the most relevant first."""
    if len(searches) == 1:
        return searches[0].found
    best: dict[tuple[str, int, str], Found] = {}
    for one in sorted(
        (one for search in searches for one in search.found), key=lambda one: -one.relevance
    ):
        best.setdefault(one.key, one)
    return list(best.values())

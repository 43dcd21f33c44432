"""Which references each segment of an answer stands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from emulator.answering.document_text.named_entities import names
from emulator.answering.document_text.parsed_text import parse, title_terms
from emulator.answering.values import ComposedAnswer, Evidence, Passage
from emulator.retrieval.text.analysis import content_terms

# Recorded answers cite one to three references a sentence.
MOST_SOURCES = 3

# A passage says the same if one of its sentences holds this share of the segment's terms, its
# names and numbers among them.
_SAME_CONTENT = 0.8


def cite(
    answer: ComposedAnswer, evidence: Sequence[Evidence], passages: Sequence[Passage]
) -> ComposedAnswer:
    """Return the answer with sources: the passage of each sentence and those that agree with it."""
    segments = (
        replace(segment, sources=_sources(segment.text, chosen.passage, passages))
        for segment, chosen in zip(answer.segments, evidence, strict=True)
    )
    return replace(answer, segments=tuple(segments))


def _sources(text: str, origin: int, passages: Sequence[Passage]) -> tuple[int, ...]:
    sources = [passages[origin].reference]
    content = frozenset(content_terms(text))
    for index, passage in enumerate(passages):
        if len(sources) == MOST_SOURCES:
            break
        if index != origin and _says(passage, text, content):
            sources += [passage.reference] if passage.reference not in sources else []
    return tuple(sorted(sources))  # As in recorded answers.


def _says(passage: Passage, text: str, content: frozenset[str]) -> bool:
    parsed, title = parse(passage.text), title_terms(passage.title)
    unsaid = content.difference(parsed.counts, title)
    needed = _SAME_CONTENT * len(content)
    if not content or len(content) - len(unsaid) < needed:
        return False
    if unsaid and not unsaid.isdisjoint(names(text)):
        return False
    return any(len(content & (sentence.terms | title)) >= needed for sentence in parsed.sentences)

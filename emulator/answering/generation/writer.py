"""Answers that something else writes, such as a language model; cited and grounded afterwards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from emulator.answering.document_text.segments import segments_of
from emulator.answering.generation.cite import MOST_SOURCES
from emulator.answering.grounding.ground import best_support, mean
from emulator.answering.grounding.statements import claims_something
from emulator.answering.values import (
    AnswerDraft,
    ComposedAnswer,
    Grounding,
    Passage,
    Question,
    Segment,
    Support,
)

log = logging.getLogger(__name__)

# The score from which a passage supports a sentence; the default of the API's grounding check.
_SUPPORTS = 0.6


class WriterError(Exception):
    """Nothing was written; the message says why, as a sentence about the model goes on."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question and the passages to answer it from."""

    question: Question
    passages: Sequence[Passage]


Writer = Callable[[Task], str]
"""Writes the text of an answer; raises WriterError."""


def rewrite(draft: AnswerDraft, task: Task, writer: Writer) -> AnswerDraft:
    """Return the draft in the words of the writer; as it is, with a note, if that fails."""
    try:
        text = writer(task)
    except WriterError as error:
        note = f"The model did not write the answer: {error}. The answer quotes the documents."
        log.warning(note)
        return replace(draft, note=note)
    grounding = grounding_of(tuple(segments_of(text)), task.passages)
    answer = ComposedAnswer(text, tuple(support.segment for support in grounding.supports))
    return AnswerDraft(answer, grounding)


def grounding_of(segments: Sequence[Segment], passages: Sequence[Passage]) -> Grounding:
    """Return how the passages support a text, whatever it cites: each segment with new sources."""
    supports = tuple(_support(segment, passages) for segment in segments)
    return Grounding(mean(supports), supports)


def _support(segment: Segment, passages: Sequence[Passage]) -> Support:
    """The sentence with the references that support it, and the score of the best one."""
    if not claims_something(segment.text):
        return Support(segment, None)
    scored = [(best_support(segment.text, one).score, one.reference) for one in passages]
    best_first = sorted(scored, key=lambda one: -one[0])
    sources = dict.fromkeys(reference for score, reference in best_first if score >= _SUPPORTS)
    cited = replace(segment, sources=tuple(sorted(list(sources)[:MOST_SOURCES])))
    return Support(cited, max((score for score, _ in scored), default=0.0))

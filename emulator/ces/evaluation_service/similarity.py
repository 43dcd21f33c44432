"""How alike two texts are, from 0 to 4, as evaluations score an agent's reply.

A language model judges in the service. Here the claims of the expected text are checked against the
reply as answers are checked against their sources: changed names, numbers and negation count.
"""

from __future__ import annotations

from emulator.answering.document_text.segments import segments_of
from emulator.answering.generation.writer import grounding_of
from emulator.answering.values import Passage
from emulator.surface.messages import ces
from emulator.surface.registry import Message

# The labels of the reference, with the least score of the grounding check (in [0, 1]) for each.
_LABELS = (
    "Completely Inconsistent / Contradictory",
    "Largely Inconsistent (Major Omissions)",
    "Partially Consistent (Minor Omissions)",
    "Mostly Consistent",
    "Fully Consistent",
)
_LEAST = (0.0, 0.15, 0.4, 0.6, 0.9)


def similarity(expected: str, said: str) -> int:
    """The score in 0..4 of how far a reply says what was expected; more may be said."""
    wanted, got = (" ".join(text.split()).casefold() for text in (expected, said))
    if wanted in got:
        return len(_LEAST) - 1 if wanted else 0
    score = grounding_of(tuple(segments_of(expected)), [Passage(said, "")]).score or 0.0
    return max(place for place, least in enumerate(_LEAST) if score >= least)


def similarity_result(score: int, threshold: int) -> Message:
    """The SemanticSimilarityResult of a score, which passes from the threshold on."""
    kind = ces.EvaluationResult
    return kind.SemanticSimilarityResult(
        score=score,
        label=_LABELS[score],
        explanation="Claims of the expected text, checked against the reply by rules.",
        outcome=kind.PASS if score >= threshold else kind.FAIL,
    )

"""Answers for one user: of passages that answer alike, those that speak of what concerns them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from emulator.answering.document_text.parsed_text import passage_terms
from emulator.answering.rephrasing.topics import content_words
from emulator.answering.values import Idf, Passage
from emulator.retrieval.text.analysis import terms

# What does not concern the user counts half: it still answers where nothing else does.
_LEAST = 0.5


def personalized(
    passages: Sequence[Passage], question: str, about: Sequence[str], idf: Idf
) -> list[Passage]:
    """Return the passages, best first, with scores for a user of whom these texts tell.

    What the question says itself tells nothing between them.
    """
    told = {term for text in about for word in content_words(text) for term in terms(word)}
    weights = {term: idf(term) for term in told.difference(terms(question))}
    shares = [_held(passage, weights) for passage in passages]
    most = max(shares, default=0.0)
    if not most:
        return list(passages)
    scored = (
        replace(passage, score=passage.score * (_LEAST + (1 - _LEAST) * share / most))
        for passage, share in zip(passages, shares, strict=True)
    )
    return sorted(scored, key=lambda passage: -passage.score)


def _held(passage: Passage, weights: dict[str, float]) -> float:
    said = passage_terms(passage)
    return sum(weights[term] for term in sorted(said & weights.keys()))

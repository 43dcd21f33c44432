"""How well an answer is supported by the passages it cites.

An answer that was taken from the passages word for word scores 1. The check does not know that:
it reads the text again, so that it holds for texts a language model wrote as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from emulator.answering.names import names
from emulator.answering.reading import read
from emulator.answering.values import ComposedAnswer, Grounding, Passage, Segment, Support
from emulator.retrieval.analysis import terms

# A changed name or number changes the claim; other words may be put differently.
_PARTICULAR_WEIGHT = 3.0
_WRONG_PARTICULAR = 0.5

# The same words in another order say something else now and then.
_ORDER_SHARE = 0.3


def ground(answer: ComposedAnswer, passages: Sequence[Passage]) -> Grounding:
    """Score each segment against the passages it cites; the whole is their mean by length.

    A segment without a claim (no content words) is not checked and does not count.
    """
    cited: dict[int, list[Passage]] = {}
    for passage in passages:
        cited.setdefault(passage.reference, []).append(passage)
    supports = tuple(Support(segment, _support(segment, cited)) for segment in answer.segments)
    return Grounding(_mean(supports), supports)


def support(claim: str, passages: Sequence[Passage]) -> float | None:
    """Return in [0, 1] how well the best passage supports a claim; `None` without a claim."""
    if not terms(claim):
        return None
    return max((_against(claim, passage) for passage in passages), default=0.0)


def _support(segment: Segment, cited: Mapping[int, Sequence[Passage]]) -> float | None:
    sources = [passage for source in segment.sources for passage in cited.get(source, ())]
    return support(segment.text, sources)


def _against(claim: str, passage: Passage) -> float:
    if claim in passage.text:
        return 1.0
    content, particulars = terms(claim), frozenset(names(claim))
    known = read(passage.text).counts.keys() | read(passage.title).counts.keys()
    weights = {term: _PARTICULAR_WEIGHT if term in particulars else 1.0 for term in content}
    held = sum(weight for term, weight in weights.items() if term in known) / sum(weights.values())
    pairs = set(pairwise(content))
    said = {*pairwise(terms(passage.title)), *pairwise(terms(passage.text))}
    in_order = len(pairs & said) / len(pairs) if pairs else held
    score = (1 - _ORDER_SHARE) * held + _ORDER_SHARE * in_order
    return score if particulars <= known else score * _WRONG_PARTICULAR


def _mean(supports: Sequence[Support]) -> float:
    checked = [(each.score, len(each.segment.text)) for each in supports if each.score is not None]
    length = sum(size for _, size in checked)
    return sum(score * size for score, size in checked) / length if length else 0.0

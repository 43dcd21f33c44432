"""How well an answer is supported by the passages it cites.

An answer that was taken from the passages word for word scores 1. The check does not know that:
it reads the text again, so that it holds for texts a language model wrote as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.named_entities import names
from emulator.answering.document_text.parsed_text import Reading, Sentence, families, read
from emulator.answering.generation.rendering import render
from emulator.answering.grounding.edits import changed
from emulator.answering.grounding.entailment import entailed
from emulator.answering.grounding.statements import claims_something, state
from emulator.answering.values import ComposedAnswer, Grounding, Passage, Segment, Support
from emulator.retrieval.text.analysis import terms

# Only the sentences that say most of the claim are compared closely, each with those around it.
_COMPARED = 3
_LONGEST_WINDOW = 3

# A claim that several sentences say together is a little less sure than one that a single one says.
_COST_OF_JOINING = 0.03
_DECIMALS = 4

# A claim that is a sentence of the passage but for what was changed in it is not saved by others
# that hold most of its words.
_COPY = 0.85
_SURE = 0.9
_LEFT_BY_COPY = 0.3


@dataclass(frozen=True, slots=True)
class Supporting:
    """How well a passage supports a claim, in [0, 1], and the sentences `[first, end)` that do."""

    score: float
    first: int
    end: int


NOTHING = Supporting(0.0, 0, 0)


def ground(answer: ComposedAnswer, passages: Sequence[Passage]) -> Grounding:
    """Score each segment against the passages it cites; the whole is their mean by length.

    A segment without a claim is not checked and does not count.
    """
    cited: dict[int, list[Passage]] = {}
    for passage in passages:
        cited.setdefault(passage.reference, []).append(passage)
    supports = tuple(Support(segment, _support(segment, cited)) for segment in answer.segments)
    return Grounding(mean(supports), supports)


def support(claim: str, passages: Sequence[Passage]) -> float | None:
    """Return in [0, 1] how well the best passage supports a claim; `None` without a claim."""
    if not claims_something(claim):
        return None
    best = 0.0
    for passage in passages:
        best = max(best, supporting(claim, passage).score)
        if best >= 1.0:
            break
    return best


def supporting(claim: str, passage: Passage) -> Supporting:
    """Return what in the passage supports the claim best."""
    reading = read(passage.text)
    for position, sentence in enumerate(reading.sentences):
        if sentence.text == claim or _shows(passage, position, sentence) == claim:
            return Supporting(1.0, position, position + 1)
    return _closely(claim, passage, reading)


def _shows(passage: Passage, position: int, sentence: Sentence) -> str:
    """What an answer shows of a row or a field, which is no sentence of its own."""
    if sentence.kind is not SentenceKind.ROW and not passage.structured:
        return sentence.text
    return render(passage, position)


def _closely(claim: str, passage: Passage, reading: Reading) -> Supporting:
    stated = state(claim)
    sentences = [each.text for each in reading.sentences]
    named = _named(passage.text) | state(passage.title).words
    best = NOTHING
    nearest = _nearest(claim, reading)
    for position in nearest:
        context = named | _heading(reading, position)
        for first, end in _windows(position, len(sentences)):
            if best.score >= 1.0:
                return best
            texts = [state(text) for text in sentences[first:end]]
            cost = _COST_OF_JOINING * (end - first - 1)
            score = entailed(stated, texts, context, best.score + cost) - cost
            if score > best.score:
                best = Supporting(round(score, _DECIMALS), first, end)
    if best.score < _SURE and any(
        changed(claim, sentences[position]) >= _COPY for position in nearest[:1]
    ):
        return replace(best, score=min(best.score, _LEFT_BY_COPY))
    return best


@lru_cache(maxsize=2048)
def _named(text: str) -> frozenset[str]:
    return frozenset(names(text))


def _nearest(claim: str, reading: Reading) -> list[int]:
    """The positions of the sentences that share most words with the claim."""
    wanted = frozenset(terms(claim))
    related = families(wanted)
    shared = [len(wanted & each.terms) + len(related & each.families) for each in reading.sentences]
    ranked = sorted(range(len(shared)), key=lambda position: (-shared[position], position))
    return [position for position in ranked[:_COMPARED] if shared[position]]


def _windows(position: int, count: int) -> Iterator[tuple[int, int]]:
    """The sentence alone, then with one and two of those around it."""
    for length in range(1, _LONGEST_WINDOW + 1):
        for first in range(position - length + 1, position + 1):
            if first >= 0 and first + length <= count:
                yield first, first + length


def _heading(reading: Reading, position: int) -> frozenset[str]:
    """The terms of what the sentence stands under."""
    heading = reading.sentences[position].heading
    return frozenset() if heading is None else reading.sentences[heading].terms


def _support(segment: Segment, cited: Mapping[int, Sequence[Passage]]) -> float | None:
    sources = [passage for source in segment.sources for passage in cited.get(source, ())]
    return support(segment.text, sources)


def mean(supports: Sequence[Support]) -> float:
    """Return the mean score of the supports that were checked, by length; 0 without any."""
    checked = [(each.score, len(each.segment.text)) for each in supports if each.score is not None]
    length = sum(size for _, size in checked)
    return sum(score * size for score, size in checked) / length if length else 0.0

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
from emulator.answering.document_text.parsed_text import ParsedText, Sentence, families, parse
from emulator.answering.generation.rendering import render
from emulator.answering.grounding.edits import changed
from emulator.answering.grounding.entailment import entailment_score
from emulator.answering.grounding.statements import claims_something, parse_statement
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
        best = max(best, best_support(claim, passage).score)
        if best >= 1.0:
            break
    return best


def best_support(claim: str, passage: Passage) -> Supporting:
    """Return what in the passage supports the claim best."""
    parsed = parse(passage.text)
    for position, sentence in enumerate(parsed.sentences):
        if sentence.text == claim or _shows(passage, position, sentence) == claim:
            return Supporting(1.0, position, position + 1)
    return _closely(claim, passage, parsed)


def _shows(passage: Passage, position: int, sentence: Sentence) -> str:
    """What an answer shows of a row or a field, which is no sentence of its own."""
    if sentence.kind is not SentenceKind.ROW and not passage.structured:
        return sentence.text
    return render(passage, position)


def _closely(claim: str, passage: Passage, parsed: ParsedText) -> Supporting:
    stated = parse_statement(claim)
    sentences = [each.text for each in parsed.sentences]
    named = _named(passage.text) | parse_statement(passage.title).words
    best = NOTHING
    nearest = _nearest(claim, parsed)
    for position in nearest:
        context = named | _heading(parsed, position)
        for first, end in _windows(position, len(sentences)):
            if best.score >= 1.0:
                return best
            texts = [parse_statement(text) for text in sentences[first:end]]
            cost = _COST_OF_JOINING * (end - first - 1)
            score = entailment_score(stated, texts, context, best.score + cost) - cost
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


def _nearest(claim: str, parsed: ParsedText) -> list[int]:
    """The positions of the sentences that share most words with the claim."""
    wanted = frozenset(terms(claim))
    related = families(wanted)
    shared = [len(wanted & each.terms) + len(related & each.families) for each in parsed.sentences]
    ranked = sorted(range(len(shared)), key=lambda position: (-shared[position], position))
    return [position for position in ranked[:_COMPARED] if shared[position]]


def _windows(position: int, count: int) -> Iterator[tuple[int, int]]:
    """The sentence alone, then with one and two of those around it."""
    for length in range(1, _LONGEST_WINDOW + 1):
        for first in range(position - length + 1, position + 1):
            if first >= 0 and first + length <= count:
                yield first, first + length


def _heading(parsed: ParsedText, position: int) -> frozenset[str]:
    """The terms of what the sentence stands under."""
    heading = parsed.sentences[position].heading
    return frozenset() if heading is None else parsed.sentences[heading].terms


def _support(segment: Segment, cited: Mapping[int, Sequence[Passage]]) -> float | None:
    sources = [passage for source in segment.sources for passage in cited.get(source, ())]
    return support(segment.text, sources)


def mean(supports: Sequence[Support]) -> float:
    """Return the mean score of the supports that were checked, by length; 0 without any."""
    checked = [(each.score, len(each.segment.text)) for each in supports if each.score is not None]
    length = sum(size for _, size in checked)
    return sum(score * size for score, size in checked) / length if length else 0.0

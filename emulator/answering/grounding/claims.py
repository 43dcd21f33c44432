"""Any text checked sentence by sentence against texts that are held to be true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum

from emulator.answering.document_text.parsed_text import parse
from emulator.answering.document_text.segments import segments_of
from emulator.answering.grounding.ground import Supporting, best_support
from emulator.answering.grounding.statements import claims_something
from emulator.answering.values import Passage


@dataclass(frozen=True, slots=True)
class Chunk:
    """The sentences of a fact that support a claim, and the index of the fact."""

    text: str
    fact: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a text: its UTF-8 bytes `[start_byte, end_byte)`, its score and its chunks.

    The score, in [0, 1], is that of the best fact; `None` if there is nothing to check. `chunks`
    are indexes of the chunks of all claims.
    """

    text: str
    start_byte: int
    end_byte: int
    score: float | None
    chunks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckedClaims:
    """The mean score of the claims that were checked, the claims, and all chunks they cite."""

    score: float
    claims: tuple[Claim, ...]
    chunks: tuple[Chunk, ...]


def check_claims(text: str, facts: Sequence[Passage], threshold: float) -> CheckedClaims:
    """Check each sentence of a text; facts that score at least `threshold` are cited.

    A fact that does not support the claim at all is not cited, however low the threshold is.
    """
    checked = cache(lambda claim: _checked(claim, facts, threshold))
    chunks: dict[Chunk, int] = {}
    claims: list[Claim] = []
    for each in segments_of(text):
        score, cited = checked(each.text)
        indexes = tuple(chunks.setdefault(chunk, len(chunks)) for chunk in cited)
        claims.append(Claim(each.text, each.start_byte, each.end_byte, score, indexes))
    scores = [claim.score for claim in claims if claim.score is not None]
    mean = fsum(scores) / len(scores) if scores else 0.0
    return CheckedClaims(mean, tuple(claims), tuple(chunks))


def _checked(
    claim: str, facts: Sequence[Passage], threshold: float
) -> tuple[float | None, list[Chunk]]:
    if not claims_something(claim):
        return None, []
    found = [best_support(claim, fact) for fact in facts]
    cited = [
        Chunk(_text(facts[index], one), index)
        for index, one in enumerate(found)
        if one.score >= threshold and one.score > 0
    ]
    return max((one.score for one in found), default=0.0), cited


def _text(fact: Passage, supported: Supporting) -> str:
    chosen = parse(fact.text).sentences[supported.first : supported.end]
    first, *others = chosen
    parts = [("\n" if each.starts_line else " ") + each.text for each in others]
    return first.text + "".join(parts)

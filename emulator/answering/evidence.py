"""Which sentences make the answer, and in which order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from emulator.answering.asking import Asked
from emulator.answering.lists import with_lists
from emulator.answering.scoring import Candidate, candidates
from emulator.answering.values import Evidence, Passage

# A further sentence must answer nearly as well as the best one: a short answer that is right is
# better than a long one that wanders off.
_LEAST_SHARE = 0.6

# A sentence that mostly repeats what was chosen and has no number of its own is left to the
# citations; one that overlaps (words in common over all words) gives way to one that adds more.
_REPETITION = 0.8
_OVERLAP_COST = 0.3

# A sentence that refers back is hard to read without the one before it.
_EXPLAINS_BONUS = 0.2

# Only the best candidates are compared with what was chosen.
_COMPARED = 12

_DIGIT = re.compile(r"\d")
_REFERS_BACK = re.compile(r"(?:It|Its|They|Their|He|She|His|Her|This|That|These|Those|Both)\b")


def find_evidence(asked: Asked, passages: Sequence[Passage], most: int) -> list[Evidence]:
    """Return the sentences that answer the question: at most `most`, and the lists they open."""
    chosen = _choose(candidates(asked, passages)[: most + _COMPARED], most)
    return with_lists(asked, passages, _in_order(chosen))


def _choose(pool: Sequence[Candidate], most: int) -> list[Candidate]:
    rest = list(pool)
    chosen: list[Candidate] = []
    while rest and len(chosen) < most:
        best = max(rest, key=lambda each: _gain(each, chosen))
        if chosen and _gain(best, chosen) < _LEAST_SHARE * chosen[0].score:
            break
        chosen.append(best)
        rest = [each for each in rest if each is not best and not _repeats(each, best)]
    return chosen


def _gain(candidate: Candidate, chosen: Iterable[Candidate]) -> float:
    overlap = max((_overlap(candidate, each) for each in chosen), default=0.0)
    gain = candidate.score - _OVERLAP_COST * overlap
    return gain + _EXPLAINS_BONUS * any(_explains(candidate, each) for each in chosen)


def _overlap(one: Candidate, other: Candidate) -> float:
    shared = len(one.terms & other.terms)
    return shared / (len(one.terms | other.terms) or 1)


def _repeats(one: Candidate, other: Candidate) -> bool:
    fresh = one.terms - other.terms
    if len(fresh) > (1 - _REPETITION) * len(one.terms):
        return False
    return not any(_DIGIT.search(term) for term in fresh)


def _explains(one: Candidate, other: Candidate) -> bool:
    """Whether the one stands before the other, which refers back ("It was ...")."""
    adjacent = one.passage == other.passage and one.position + 1 == other.position
    return adjacent and _REFERS_BACK.match(other.sentence.text) is not None


def _in_order(chosen: Sequence[Candidate]) -> list[Candidate]:
    """Best first, then the others by passage and position.

    Only a sentence that explains the best one goes before it.
    """
    if not chosen:
        return []
    first, *others = chosen
    ranked = list(dict.fromkeys(each.passage for each in chosen))
    others.sort(key=lambda each: (ranked.index(each.passage), each.position))
    before = [each for each in others if _explains(each, first)]
    return [*before, first, *(each for each in others if each not in before)]

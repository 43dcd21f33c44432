"""Both of two things that a question compares: what is told of the one, and of the other.

A sentence that says the names of both is rarely what tells them apart: a row, an entry of a list, a
section or a text of each does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.parsed_text import title_terms
from emulator.answering.evidence.heading_match import is_prose
from emulator.answering.evidence.scoring import Candidate
from emulator.answering.question_analysis.comparison import Sides, compared
from emulator.answering.question_analysis.question import DIFFERENCE, AnalyzedQuestion

# Of each side of a section or a text so many sentences are told.
_MOST_OF_SIDE = 2
# Among so many of the best sentences one that tells how both differ is looked for.
_MOST_NEAR = 12


def tell_both(asked: AnalyzedQuestion, scored: Sequence[Candidate]) -> list[Candidate]:
    """Return what tells of each of two things that are compared; nothing if that is not known.

    `scored` are the sentences that may be told, the best first. Those that say both and how they
    differ tell more; where the best one does, others than these may follow it.
    """
    sides = compared(asked)
    if sides is None or (scored and _tells_difference(asked, scored[0], sides)):
        return []
    near = scored[:_MOST_NEAR]
    if told := [each for each in near if _tells_difference(asked, each, sides)]:
        return told[:_MOST_OF_SIDE]
    for subject, most in _SUBJECTS:
        if found := _best_pair(sides, scored, subject, most):
            return found
    return []


def _tells_difference(asked: AnalyzedQuestion, told: Candidate, sides: Sides) -> bool:
    is_told = not told.sentence.terms.isdisjoint(DIFFERENCE)
    return is_told and all(_says_side(asked, told, side) for side in sides)


def _says_side(asked: AnalyzedQuestion, told: Candidate, side: Set[str]) -> bool:
    """Whether a sentence says the terms of a side: "2 metres" is no "Skylark 2"."""
    numbers = [asked.numbered[term] for term in side if term in asked.numbered]
    is_numbered = not any(pairs.isdisjoint(told.sentence.numbered) for pairs in numbers)
    return side <= told.sentence.terms and is_numbered


def _best_pair(
    sides: Sides,
    scored: Sequence[Candidate],
    subject: Callable[[Candidate], Set[str]],
    most: int,
) -> list[Candidate]:
    """The best candidates of either side, which have to be of the same table or document."""
    found: dict[str, tuple[list[Candidate], list[Candidate]]] = {}
    for each in scored:
        said = subject(each)
        for number, (own, other) in enumerate((sides, sides[::-1])):
            if own <= said and other.isdisjoint(said):
                found.setdefault(_place(each, sides), ([], []))[number].append(each)
    pairs = [pair for pair in found.values() if all(pair)]
    if not pairs:
        return []
    best = max(pairs, key=lambda pair: sum(side[0].score for side in pair))
    return [each for side in best for each in _in_order(side[:most])]


def _place(candidate: Candidate, sides: Sides) -> str:
    """What the two sides have in common: their document, unless it is one of theirs."""
    title = candidate.matched.passage.title
    return "" if any(side <= title_terms(title) for side in sides) else title


def _in_order(side: Sequence[Candidate]) -> list[Candidate]:
    return sorted(side, key=lambda each: (each.passage, each.position))


def _of_row(candidate: Candidate) -> Set[str]:
    if candidate.sentence.kind is not SentenceKind.ROW:
        return frozenset()
    return title_terms(candidate.sentence.text.partition(" | ")[0])


def _of_entry(candidate: Candidate) -> Set[str]:
    term, colon, _ = candidate.sentence.text.partition(": ")
    return title_terms(term) if colon and candidate.sentence.kind is SentenceKind.ITEM else set()


def _of_section(candidate: Candidate) -> Set[str]:
    heading = candidate.sentence.heading
    if heading is None or not is_prose(candidate.sentence):
        return frozenset()
    return candidate.matched.parsed.sentences[heading].terms


def _of_text(candidate: Candidate) -> Set[str]:
    return title_terms(candidate.matched.passage.title) if is_prose(candidate.sentence) else set()


_SUBJECTS = ((_of_row, 1), (_of_entry, 1), (_of_section, _MOST_OF_SIDE), (_of_text, _MOST_OF_SIDE))

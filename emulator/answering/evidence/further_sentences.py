"""What may follow the best sentence: most others are about something else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from emulator.answering.document_text.layout import SentenceKind, is_field
from emulator.answering.evidence.answer_patterns.measures import MEASURES
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.evidence.scoring import Candidate, expected_in_name, is_unasked_field
from emulator.answering.evidence.term_strengths import title_is_named
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion

# A sentence that says so much of the question, and holds what is asked for, settles it. What comes
# after it must say half of the question, and half of what it says beside names.
_LEAST_SETTLING = 0.75
_LEAST_SAID = 0.5

# Where the best sentence and what stands around it say so much of the question, most of the others
# are about something else. What comes after it must have this share of its score, or the larger one
# if it says less than half of the question itself.
_NEARLY_ALL = 0.9
_LEAST_SHARE_OF_TOLD = 0.7
_LEAST_SHARE_OF_CONTEXT = 0.8

# A thing has one amount or date of a kind.
_SINGLE_VALUED = MEASURES.keys() | {AnswerType.TIME}

# What says all of such a question, and names none, only leads up to the answer.
_NEED_NAME_OR_DATE = (AnswerType.PERSON, AnswerType.PLACE, AnswerType.TIME)

# What to do, and why, is rarely told in one sentence.
_MULTI_SENTENCE = (AnswerType.STEPS, AnswerType.REASON)

# Who it was is told by a name, when by a date: a sentence without adds nothing.
_NEED_PATTERN = (AnswerType.PERSON, AnswerType.TIME)


def with_further_sentences(asked: AnalyzedQuestion, pool: Sequence[Candidate]) -> list[Candidate]:
    """Return the best sentence, which is the first, and those of the others that may follow it.

    What adds nothing to one that settles the question is left out, as are items of lists on other
    things, rows that say less and what another record says in other fields than the first. What is
    told to do beside the best is of the same section.
    """
    if not pool:
        return []
    best, *rest = pool
    if best.says_more:
        rest = [each for each in rest if not _is_aside(asked, each, best)]
    rest = [each for each in rest if not _is_other_row(asked, each, pool)]
    if first := next((each for each in pool if is_field(each.sentence.text)), None):
        rest = [each for each in rest if not _is_other_field(asked, each, first)]
    if _is_answered(asked, best):
        rest = [each for each in rest if _answers_as_well(asked, each, best)]
    if asked.answer_type is AnswerType.STEPS and matches_answer_type(asked, best.sentence.text):
        rest = [each for each in rest if _is_in_section(each, best)]
    settled = _settles(asked, best)
    return [best, *(each for each in rest if _follows(asked, each, best, settled=settled))]


def _follows(
    asked: AnalyzedQuestion, candidate: Candidate, best: Candidate, *, settled: bool
) -> bool:
    if settled and asked.is_polar:
        return _weight_said(asked, asked.weights, candidate) >= _LEAST_SETTLING * asked.weight
    if (
        settled
        and asked.answer_type in _SINGLE_VALUED
        and _is_about_another(asked, candidate, best)
    ):
        return False
    if (
        settled
        and asked.answer_type in _NEED_PATTERN
        and not matches_answer_type(asked, candidate.sentence.text)
    ):
        return False
    must_add = settled or candidate.sentence.kind is SentenceKind.ITEM
    return not must_add or _adds(asked, candidate, best)


def _is_about_another(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether what a sentence tells is that of another thing, as in most other sections."""
    is_beside = _is_in_section(candidate, best)
    return not is_beside or bool((asked.names & best.terms) - candidate.terms)


def _is_in_section(candidate: Candidate, best: Candidate) -> bool:
    of_text = candidate.passage == best.passage
    return of_text and candidate.sentence.heading == best.sentence.heading


def _is_answered(asked: AnalyzedQuestion, best: Candidate) -> bool:
    """Whether the amount that is asked for is told, or nearly all of the question is said.

    The date, the person or the place that is asked for must be told too.
    """
    if asked.answer_type in MEASURES:
        return matches_answer_type(asked, best.sentence.text)
    is_told = asked.answer_type not in _NEED_NAME_OR_DATE or matches_answer_type(
        asked, best.sentence.text
    )
    return is_told and best.coverage >= _NEARLY_ALL


def _answers_as_well(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether a sentence answers nearly as well as the best one.

    It may also stand under a heading that is the question, go on with what to do or why, say what
    the best one goes on from, or say a word that is expected and that it lacks.
    """
    if asked.answer_comes_first and candidate.matched.is_under_question(candidate.position):
        return True
    if asked.answer_type in _MULTI_SENTENCE and _comes_next(candidate, best):
        return True
    says_half = _weight_said(asked, asked.weights, candidate) >= _LEAST_SAID * asked.weight
    least = _LEAST_SHARE_OF_TOLD if says_half else _LEAST_SHARE_OF_CONTEXT
    if candidate.score >= least * best.score:
        return True
    lacking = asked.expected if asked.expected.isdisjoint(best.terms) else frozenset()
    return is_antecedent_of(candidate, best) or not lacking.isdisjoint(candidate.terms)


def _comes_next(candidate: Candidate, best: Candidate) -> bool:
    """Whether a sentence stands right after the best one, in the section of that."""
    return _is_in_section(candidate, best) and candidate.position == best.position + 1


def _is_aside(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether a sentence only has the subject of its document in common with the question.

    It may still hold what is asked for, or say what the best one refers back to.
    """
    if candidate.says_more or is_antecedent_of(candidate, best):
        return False
    return not matches_answer_type(asked, candidate.sentence.text)


def _is_other_row(asked: AnalyzedQuestion, candidate: Candidate, pool: Sequence[Candidate]) -> bool:
    """Whether a row says less of what is asked than another of its text, as most of a table do."""
    if candidate.sentence.kind is not SentenceKind.ROW:
        return False
    beside = (each for each in pool if each.passage == candidate.passage)
    rows = (each for each in beside if each.sentence.kind is SentenceKind.ROW)
    most = max(_weight_said(asked, asked.weights, row) for row in rows)
    return _weight_said(asked, asked.weights, candidate) < most


def _is_other_field(asked: AnalyzedQuestion, candidate: Candidate, first: Candidate) -> bool:
    """Whether it is a field that is not asked for.

    That of a record which is not named must be that of the first one, too.
    """
    title, text = candidate.matched.passage.title, candidate.sentence.text
    if not candidate.matched.passage.structured or not is_field(text):
        return False
    if is_unasked_field(candidate.matched, candidate.position):
        return True
    if title == first.matched.passage.title:
        return False
    name, _, _ = first.sentence.text.partition(": ")
    return not text.startswith(f"{name}: ") and not title_is_named(asked, title)


def _settles(asked: AnalyzedQuestion, candidate: Candidate) -> bool:
    """Whether the sentence says nearly all of the question and holds what it asks for.

    To "Is it ...?" a sentence that says all of it is the answer; what to do is rarely told in one.
    """
    if asked.answer_type is AnswerType.STEPS:
        return False
    covered = _weight_said(asked, asked.weights, candidate) >= _LEAST_SETTLING * asked.weight
    return covered and (asked.is_polar or matches_answer_type(asked, candidate.sentence.text))


def _adds(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether a sentence speaks of what is asked, not only of whom or of what it is asked."""
    if _weight_said(asked, asked.weights, candidate) < _LEAST_SAID * asked.weight:
        return False
    if expected_in_name(asked, candidate.sentence) and asked.expected.isdisjoint(best.terms):
        return True
    wanted = [term for term in asked.weights if term not in asked.names]
    told = _weight_said(asked, wanted, best)
    if wanted and not told and not asked.expected.isdisjoint(best.terms):
        return not asked.expected.isdisjoint(candidate.terms)  # The best one is known by these.
    return _weight_said(asked, wanted, candidate) >= _LEAST_SAID * told


def _weight_said(asked: AnalyzedQuestion, wanted: Iterable[str], candidate: Candidate) -> float:
    """Return the weight of terms that the sentence says."""
    return math.fsum([asked.weights[term] for term in wanted if term in candidate.terms])


def is_antecedent_of(one: Candidate, other: Candidate) -> bool:
    """Whether the one stands before the other, which refers back ("It was ...")."""
    adjacent = one.passage == other.passage and one.position + 1 == other.position
    return adjacent and other.sentence.refers_back

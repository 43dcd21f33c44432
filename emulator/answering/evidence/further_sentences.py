"""Which sentences may follow the best one: most others are about something else."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from emulator.answering.document_text.layout import SentenceKind, is_field, tells_of_others
from emulator.answering.document_text.parsed_text import title_terms
from emulator.answering.evidence.answer_patterns.measures import MEASURES
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.evidence.penalties import is_unasked_field
from emulator.answering.evidence.scoring import Candidate, expected_in_name
from emulator.answering.evidence.term_strengths import title_is_named
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion

# A sentence settles the question if it says this share of it and matches the answer type. Those
# that follow must say half of the question, and half of what it says beside names.
_LEAST_SETTLING = 0.75
_LEAST_SAID = 0.5

# If the best sentence covers this share of the question in its context, most others are about
# something else. Those that follow must have a share of its score: the larger one if they say less
# than half of the question themselves.
_NEARLY_ALL = 0.9
_LEAST_SHARE_OF_TOLD = 0.7
_LEAST_SHARE_OF_CONTEXT = 0.8

_YES_OR_NO = re.compile(r"(?:yes|no)\b(?=[,.:;!])", re.IGNORECASE)

# Answer types of which a thing has one value.
_SINGLE_VALUED = MEASURES.keys() | {AnswerType.TIME}

# A sentence that covers such a question without a name or date only leads up to the answer.
_NEED_NAME_OR_DATE = (AnswerType.PERSON, AnswerType.PLACE, AnswerType.TIME)

# Instructions and reasons rarely fit into one sentence.
_MULTI_SENTENCE = (AnswerType.STEPS, AnswerType.REASON)

# A sentence without a name or a date adds nothing to answers of these types.
_NEED_PATTERN = (AnswerType.PERSON, AnswerType.TIME)


def with_further_sentences(asked: AnalyzedQuestion, pool: Sequence[Candidate]) -> list[Candidate]:
    """Return the best sentence, which is the first, and those of the others that may follow it.

    Left out are sentences that add nothing to one that settles the question, items of lists about
    other things, rows that say less of the question, and fields of other records but the one that
    stands first. Instructions must be in the section of the best sentence.
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
    if _is_told_by_section(asked, best):
        rest = [each for each in rest if _is_in_section(each, best)]
    rest = [each for each in rest if not _lacks_subject(asked, each, best)]
    settled = _settles(asked, best)
    return [best, *(each for each in rest if _follows(asked, each, best, settled=settled))]


def _is_told_by_section(asked: AnalyzedQuestion, best: Candidate) -> bool:
    """Whether the section of the best sentence is the answer: what to do, or a yes or no."""
    if asked.answer_type is AnswerType.STEPS:
        is_typed = best.sentence.kind is SentenceKind.CODE
        return is_typed or matches_answer_type(asked, best.sentence.text)
    return asked.is_polar and _YES_OR_NO.match(best.sentence.text) is not None


def _lacks_subject(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether a text nowhere says what the title above the best sentence says of the question.

    A record need not say what it is: "Address: 7 Mill Lane" of the "Ulva" that is an office.
    """
    if _is_of_other_section(asked, candidate, best):
        return True
    if candidate.passage == best.passage or candidate.matched.passage.structured:
        return False
    subject = best.matched.title.keys() & asked.specific
    other = candidate.matched
    return subject.isdisjoint(other.title) and not subject <= other.parsed.counts.keys()


def _is_of_other_section(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether its heading does not say what that of the best one does: "Ireland" for "Sweden"."""
    subject = _said_by_heading(best) - best.matched.title.keys()
    if asked.compares or _is_in_section(candidate, best) or subject.isdisjoint(asked.specific):
        return False
    return subject.isdisjoint(candidate.terms | _said_by_heading(candidate))


def _said_by_heading(candidate: Candidate) -> frozenset[str]:
    """The terms of the question that the heading of a sentence of prose says."""
    heading, matched = candidate.sentence.heading, candidate.matched
    if heading is None or matched.parsed.sentences[heading].kind is not SentenceKind.HEADING:
        return frozenset()
    return frozenset(matched.strengths[heading])


def _follows(
    asked: AnalyzedQuestion, candidate: Candidate, best: Candidate, *, settled: bool
) -> bool:
    if settled and _is_of_others(candidate, best):
        return True
    if settled and asked.is_polar:
        return _weight_said(asked, asked.weights, candidate) >= _LEAST_SETTLING * asked.weight
    if (
        settled
        and asked.answer_type in _SINGLE_VALUED
        and _is_about_another(asked, candidate, best)
    ):
        return False
    if settled and asked.answer_type in _NEED_PATTERN:
        is_told = matches_answer_type(asked, candidate.sentence.text)
        if not is_told or _is_other_entry(asked, candidate, best):
            return False
    must_add = settled or candidate.sentence.kind is SentenceKind.ITEM
    return not must_add or _adds(asked, candidate, best)


def _is_of_others(candidate: Candidate, best: Candidate) -> bool:
    """Whether it goes on with what the best one does not hold for: "Others cost 5 euros"."""
    if candidate.position != best.position + 1 or candidate.passage != best.passage:
        return False
    return tells_of_others(candidate.sentence.text)


def _is_other_entry(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether it tells of another name in a list: "Bo leads the Oslo office" beside Pune's."""
    if candidate.sentence.kind is not SentenceKind.ITEM:
        return False
    return bool((asked.names & best.terms) - candidate.terms)


def _is_about_another(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether the value that a sentence tells is probably of another thing."""
    is_beside = _is_in_section(candidate, best)
    return not is_beside or bool((asked.names & best.terms) - candidate.terms)


def _is_in_section(candidate: Candidate, best: Candidate) -> bool:
    of_text = candidate.passage == best.passage
    return of_text and candidate.sentence.heading == best.sentence.heading


def _is_answered(asked: AnalyzedQuestion, best: Candidate) -> bool:
    """Whether the best sentence has the amount that is asked for, or covers nearly all that is.

    In the latter case it must have the date, person or place that is asked for.
    """
    if asked.answer_type in MEASURES:
        return matches_answer_type(asked, best.sentence.text)
    is_told = asked.answer_type not in _NEED_NAME_OR_DATE or matches_answer_type(
        asked, best.sentence.text
    )
    return is_told and best.coverage >= _NEARLY_ALL


def _answers_as_well(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether a sentence answers nearly as well as the best one.

    It may also stand under a heading that restates the question, continue instructions or reasons,
    have the antecedent of the best one, or an expected word that the best one lacks.
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
    """Whether a sentence stands right after the best one, in the same section."""
    return _is_in_section(candidate, best) and candidate.position == best.position + 1


def _is_aside(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether a sentence has only the subject of its document in common with the question.

    One that matches the answer type or has the antecedent of the best one is no aside, nor is what
    goes on by telling whether it is so of what the best one leaves out.
    """
    if candidate.says_more or is_antecedent_of(candidate, best):
        return False
    if asked.is_polar and _comes_next(candidate, best) and _says_what_lacks(asked, candidate, best):
        return False
    return not matches_answer_type(asked, candidate.sentence.text)


def _says_what_lacks(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether it says a term of the question that the best one, its heading and title do not."""
    heading, matched = best.sentence.heading, best.matched
    above = set(matched.title if heading is None else matched.title | matched.strengths[heading])
    return not candidate.terms.isdisjoint(asked.specific - best.terms - above)


def _is_other_row(asked: AnalyzedQuestion, candidate: Candidate, pool: Sequence[Candidate]) -> bool:
    """Whether a row says less of the question than another row of its text."""
    if candidate.sentence.kind is not SentenceKind.ROW:
        return False
    beside = (each for each in pool if each.passage == candidate.passage)
    rows = (each for each in beside if each.sentence.kind is SentenceKind.ROW)
    most = max(_weight_said(asked, asked.weights, row) for row in rows)
    return _weight_said(asked, asked.weights, candidate) < most


def _is_other_field(asked: AnalyzedQuestion, candidate: Candidate, first: Candidate) -> bool:
    """Whether it is a field that is not asked for, or of a record that is not.

    A field of one that is not named must be that of the first record, too. Where all of that one's
    title is said, only those are asked for: "Who made Harbour?" does not ask of "Harbour II".
    """
    title, text = candidate.matched.passage.title, candidate.sentence.text
    if not candidate.matched.passage.structured:
        return False
    if _is_titled(asked, first) and not _is_titled(asked, candidate):
        return True
    if not is_field(text):
        return False
    if is_unasked_field(candidate.matched, candidate.position):
        return True
    if title == first.matched.passage.title:
        return False
    name, _, _ = first.sentence.text.partition(": ")
    return not text.startswith(f"{name}: ") and not title_is_named(asked, title)


def _is_titled(asked: AnalyzedQuestion, candidate: Candidate) -> bool:
    """Whether a question says all of the title."""
    titled = title_terms(candidate.matched.passage.title)
    return bool(titled) and titled <= asked.terms


def _settles(asked: AnalyzedQuestion, candidate: Candidate) -> bool:
    """Return whether a sentence says nearly all of the question and matches its answer type.

    A yes/no question has no answer type to match; instructions are never settled by one sentence.
    """
    if asked.answer_type is AnswerType.STEPS:
        return False
    covered = _weight_said(asked, asked.weights, candidate) >= _LEAST_SETTLING * asked.weight
    return covered and (asked.is_polar or matches_answer_type(asked, candidate.sentence.text))


def is_told(asked: AnalyzedQuestion, candidate: Candidate) -> bool:
    """Return whether a sentence holds what is asked for, as far as its pattern shows.

    Any sentence may name some person or place: it must say nearly all of the question, too.
    """
    if asked.answer_type in (AnswerType.PERSON, AnswerType.PLACE):
        return _settles(asked, candidate)
    return matches_answer_type(asked, candidate.sentence.text)


def _adds(asked: AnalyzedQuestion, candidate: Candidate, best: Candidate) -> bool:
    """Whether a sentence says something of what is asked, not only the name it is asked about."""
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
    """Return the weight of those of the terms that the sentence says."""
    return math.fsum([asked.weights[term] for term in wanted if term in candidate.terms])


def is_antecedent_of(one: Candidate, other: Candidate) -> bool:
    """Whether one sentence stands right before another that refers back ("It was ...").

    In other languages than English, of which whole paragraphs tell of "him", it must name what that
    is.
    """
    adjacent = one.passage == other.passage and one.position + 1 == other.position
    if not adjacent or not other.sentence.refers_back:
        return False
    return one.matched.asked.is_english or not one.sentence.refers_back

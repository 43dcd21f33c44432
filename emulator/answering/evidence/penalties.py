"""Features of what is no answer; each is a factor below 1 by which a score is multiplied."""

from __future__ import annotations

import re

from emulator.answering.document_text.layout import SentenceKind, is_field
from emulator.answering.document_text.parsed_text import Sentence, numbered, opens_list
from emulator.answering.evidence.announcements import is_denied
from emulator.answering.evidence.answer_patterns.measures import (
    MEASURES,
    asks_difference,
    is_difference,
)
from emulator.answering.evidence.passage_match import PassageMatch
from emulator.answering.evidence.yes_no_fields import contradicts_question, is_yes_no_field
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import DIFFERENCE, AnalyzedQuestion
from emulator.retrieval.text.analysis import terms

# What only announces an answer does not hold it.
_FACTORS = {
    SentenceKind.HEADING: 0.3,
    SentenceKind.QUESTION: 0.3,
    SentenceKind.HEADER_ROW: 0.3,
    SentenceKind.BOILERPLATE: 0.6,
    SentenceKind.CODE: 0.3,
}
# A sentence with no term beyond those of the question and the title does not answer "What ...?".
_NOTHING_NEW_FACTOR = 0.3
# "What is collected?" is not answered by what is not collected, nor the other way round; a
# comparison may be answered by either.
_OTHER_POLARITY_FACTOR = 0.85
# "Which plans have SSO?" does not ask for a record that says "Has sso: no.".
_CONTRADICTING_FACTOR = 0.3
# A sentence without an amount in the unit that is asked for.
_NO_AMOUNT_FACTOR = 0.8
# A difference between two amounts does not tell either.
_DIFFERENCE_FACTOR = 0.8
# "During the probation it is two weeks" does not tell how long that is, "which lasts a year" does.
_OTHER_SPAN_FACTOR = 0.7
_HOW_LONG_IS = re.compile(r"how long (?:is|are|was|were)\b", re.IGNORECASE)
_AT_THAT_TIME = re.compile(
    r"\b(?:after|before|during|since|throughout|until|within) (?:(?:an?|the|our|your) )?"
    r"((?:[\w-]+ ?){1,3})",
    re.IGNORECASE,
)
_LASTS = re.compile(r"\b(?:lasts?|lasted|takes?|took)\b")
# What an outdated text says may no longer hold.
_OUTDATED_FACTOR = 0.8
# Who is champion now is not told by who became it in 1886.
_PAST_FACTOR = 0.5
_PRESENT = frozenset({"current", "currently", "must", "now", "nowadays", "today"})
_ASKS_FOR_PRESENT = re.compile(
    r"\b(?:currently|now|nowadays|today|must)\b|\b(?:the|your|our|its|their|whose) current \w",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:in|from|until|till|between|during) (?:\w+ ){0,3}(?:1\d|20)\d\d\b"
    r"|\b(?:former|previous)\b",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"\bsince\b|\b(?:has|have) been\b|\b(?:current(?:ly)?|now(?:adays)?|today|must|can)\b",
    re.IGNORECASE,
)
# "Skylark 3" is not the "Skylark 2" that is asked about.
_OTHER_NUMBER_FACTOR = 0.5
# A field that is neither named nor expected tells something else about the record; coordinates mean
# nothing to a reader.
_OTHER_FIELD_FACTOR = 0.5
_COORDINATE = re.compile(r"\b(?:latitude|longitude): ", re.IGNORECASE)


def penalty(matched: PassageMatch, position: int, fits_type: bool) -> float:
    """Return what the score of a sentence is multiplied by, in (0, 1].

    `fits_type` says whether it holds an answer of the type that is asked for.
    """
    asked, sentence = matched.asked, matched.parsed.sentences[position]
    factor = _FACTORS.get(sentence.kind, 1.0)
    if factor < 1.0 and _is_usual_place(matched, position, fits_type):
        factor = 1.0
    if (
        not fits_type
        and _adds_nothing(matched, position)
        and not is_yes_no_field(matched, position)
    ):
        factor *= _NOTHING_NEW_FACTOR
    if contradicts_question(matched, position):
        factor *= _CONTRADICTING_FACTOR
    elif not asked.compares and is_of_other_polarity(matched, position):
        factor *= _OTHER_POLARITY_FACTOR
    if asked.answer_type in MEASURES:
        factor *= _factor_of_amount(asked, sentence, fits_type)
    if matched.is_outdated:
        factor *= _OUTDATED_FACTOR
    if not asked.words.isdisjoint(_PRESENT) and _is_past(asked, sentence):
        factor *= _PAST_FACTOR
    if asked.numbered and _is_about_another(matched, sentence):
        factor *= _OTHER_NUMBER_FACTOR
    if matched.passage.structured and (
        is_unasked_field(matched, position) or _COORDINATE.search(sentence.text)
    ):
        factor *= _OTHER_FIELD_FACTOR
    return factor


def _is_past(asked: AnalyzedQuestion, sentence: Sentence) -> bool:
    """Whether a sentence says when something was so, and not that it still is, as is asked."""
    if _ASKS_FOR_PRESENT.search(asked.text) is None:
        return False
    return _PAST.search(sentence.text) is not None and _STILL.search(sentence.text) is None


def _is_usual_place(matched: PassageMatch, position: int, fits_type: bool) -> bool:
    """Whether a heading, boilerplate or code is where such an answer usually stands."""
    asked, sentence = matched.asked, matched.parsed.sentences[position]
    if sentence.kind is SentenceKind.CODE:
        return asked.answer_type is AnswerType.STEPS and matched.is_command(position)
    if not fits_type:
        return False
    if sentence.kind is SentenceKind.HEADING:  # Release notes: "Version 4 (2 May 2025)".
        return asked.answer_type is AnswerType.TIME
    if sentence.kind is not SentenceKind.BOILERPLATE:
        return False
    is_date = asked.answer_type is AnswerType.TIME and bool(matched.strengths[position])
    # "When was it last updated?", "Who owns it?"
    return is_date or asked.answer_type is AnswerType.PERSON


def is_of_other_polarity(matched: PassageMatch, position: int) -> bool:
    """Whether a sentence says what is so where it is asked what is not, or the other way round."""
    asked, sentences = matched.asked, matched.parsed.sentences
    if asked.asks_which and is_denied(sentences, position):
        return not asked.is_negated
    return asked.asks_what and sentences[position].is_negated != asked.is_negated


def _factor_of_amount(asked: AnalyzedQuestion, sentence: Sentence, fits_type: bool) -> float:
    if not fits_type:
        return _NO_AMOUNT_FACTOR
    if not asks_difference(asked.words) and is_difference(sentence.text):
        return _DIFFERENCE_FACTOR
    return _OTHER_SPAN_FACTOR if _tells_other_span(asked, sentence.text) else 1.0


def _tells_other_span(asked: AnalyzedQuestion, text: str) -> bool:
    """Whether what is asked for its length only tells when something else is so."""
    if _HOW_LONG_IS.match(asked.text) is None or _LASTS.search(text):
        return False
    return asked.specific <= frozenset(terms(" ".join(_AT_THAT_TIME.findall(text))))


def _adds_nothing(matched: PassageMatch, position: int) -> bool:
    sentence = matched.parsed.sentences[position]
    if not sentence.terms or not matched.known_terms >= sentence.terms:
        return False
    if matched.asked.is_polar or sentence.kind in _FACTORS:
        return False
    if matched.asked.compares and not sentence.terms.isdisjoint(DIFFERENCE):
        return False  # How it differs comes after it.
    if matched.asked.asks_for_version:
        return False  # The heading says in which one it is so.
    return not opens_list(matched.parsed.sentences, position)  # What it opens is new.


def _is_about_another(matched: PassageMatch, sentence: Sentence) -> bool:
    """Whether the sentence and its title name things of that kind by other numbers only.

    A question may name two of a kind, such as "gear 1 and gear 2": either will do.
    """
    wanted = frozenset().union(*matched.asked.numbered.values())
    pairs = sentence.numbered | numbered(matched.passage.title)
    others = {word for word, _ in pairs}.difference(word for word, _ in pairs & wanted)
    return any(word in others for word, _ in wanted)


def is_unasked_field(matched: PassageMatch, position: int) -> bool:
    """Whether what a record says there is neither named nor expected."""
    own, title = matched.strengths[position], matched.title
    sentence = matched.parsed.sentences[position]
    named = not own.keys() <= title.keys()
    if not named and not is_field(sentence.text):
        named = any(own.get(term) == 1.0 for term in title)
    return not named and matched.asked.expected.isdisjoint(sentence.terms)

"""How well each sentence of the passages answers the question.

A score is the share of the question's weight that the sentence covers, in [0, 1], times one plus
the bonuses for features of an answer, plus a share of the score of its passage; all that times
its `penalties`. Bonuses raise nothing where nothing is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emulator.answering.document_text.layout import SentenceKind, is_field
from emulator.answering.document_text.parsed_text import Sentence, opens_list, title_terms
from emulator.answering.evidence.answer_patterns import other_languages
from emulator.answering.evidence.answer_patterns.measures import MEASURES
from emulator.answering.evidence.answer_patterns.patterns import defines, says_count
from emulator.answering.evidence.passage_match import PassageMatch, match_passage
from emulator.answering.evidence.penalties import is_of_other_polarity, penalty
from emulator.answering.evidence.price_rows import tells_answer_type
from emulator.answering.evidence.term_strengths import title_is_named
from emulator.answering.generation.rendering import without_unit
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Passage
from emulator.retrieval.text.analysis import terms

_PASSAGE_BONUS = 0.3  # times the passage's score relative to the best one's
_TYPE_BONUS = 0.2
_MEASURE_BONUS = 0.4  # an amount in the unit that is asked for is a clearer sign than any number
_COUNTED_BONUS = 0.2  # for a number of just that
_DEFINES_BONUS = 0.3
_OPENS_BONUS = 0.3  # for the first sentence under a heading that is what is asked
_STEP_BONUS = 0.3  # for an item of a list under a heading about the question
_LIST_BONUS = 0.3  # for what opens a list, or a table, of which the question asks for the items
_ENUMERATION_BONUS = 0.1  # for several things in a row, where several are asked for
_PHRASE_BONUS = 0.1  # for words that stand together in the question
_SUBJECT_BONUS = 0.2  # for records, and rows, of which the question says the name
_EXPECTED_BONUS = 0.1
_MOST_EXPECTED = 2
_EXPECTED_FIELD_BONUS = 0.3  # for a field of a record whose name is a word that is expected

# A translation says the same; what is in the question's language is to be read.
_FOREIGN_FACTOR = 0.7

# What says no name of the question, where a title says one, is about somebody or something else.
_UNNAMED_FACTOR = 0.7


# "Dundee, Utrecht and Pune".
_ENUMERATION = re.compile(r"\w, (?:[\w'-]+ ){0,3}[\w'-]+,? (?:and|or) \w")


class Candidate(NamedTuple):
    """A sentence that could be part of the answer.

    `terms` are those it says, the title of its record included; `coverage` is the share of the
    question's weight that it says in its context; `matched` is its passage.
    """

    passage: int
    position: int
    sentence: Sentence
    terms: frozenset[str]
    score: float
    coverage: float
    matched: PassageMatch

    @property
    def says_more(self) -> bool:
        """Whether it says any of the question that the title of its document does not."""
        return self.matched.says_more_than_title(self.position)

    @property
    def is_foreign(self) -> bool:
        """Whether it is in another language than the question."""
        return self.matched.is_sentence_foreign(self.position)

    @property
    def opens_section(self) -> bool:
        """Whether it is the first sentence of prose under its heading.

        One that announces an example, continues behind one or stands in parentheses is not.
        """
        text = self.sentence.text
        is_aside = text.endswith(":") or text.startswith("(") or text[0].islower()
        return not is_aside and self.matched.is_lead_sentence(self.position)


def score_sentences(asked: AnalyzedQuestion, passages: Sequence[Passage]) -> list[Candidate]:
    """Return the sentences that say a term of the question, or stand under a heading that does.

    Where a heading is the question word for word, only the sentences below it are returned, and
    the first of prose gets the highest score of them. Best first; ties keep the order of the text.
    """
    best = max((passage.score for passage in passages), default=0.0) or 1.0
    all_matched = [match_passage(asked, passage) for passage in passages]
    found = [
        candidate
        for index, matched in enumerate(all_matched)
        for candidate in _of_passage(index, matched, matched.passage.score / best)
    ]
    if len({each.is_foreign for each in all_matched}) > 1:
        found = [_lowered_abroad(each) for each in found]
    if others := _unnamed(asked, all_matched):
        found = [_lowered_unnamed(each) if each.passage in others else each for each in found]
    told = [each for each in found if each.matched.answers_verbatim_question(each.position)]
    if any(each.sentence.kind is not SentenceKind.BOILERPLATE for each in told):
        highest = max(each.score for each in told)
        found = [each._replace(score=highest) if each.opens_section else each for each in told]
    return sorted(found, key=lambda each: -each.score)


def _lowered_abroad(candidate: Candidate) -> Candidate:
    if not candidate.is_foreign:
        return candidate
    return candidate._replace(score=candidate.score * _FOREIGN_FACTOR)


def _unnamed(asked: AnalyzedQuestion, all_matched: Sequence[PassageMatch]) -> frozenset[int]:
    """Which passages say none of the names of the question that are in titles of the others."""
    names = {name for name in asked.names & asked.terms if not any(map(str.isdigit, name))}
    titled = names.intersection(name for each in all_matched for name in each.title)
    if not titled:
        return frozenset()
    return frozenset(
        index
        for index, each in enumerate(all_matched)
        if titled.isdisjoint(each.title) and titled.isdisjoint(each.parsed.counts)
    )


def _lowered_unnamed(candidate: Candidate) -> Candidate:
    return candidate._replace(score=candidate.score * _UNNAMED_FACTOR)


def _of_passage(index: int, matched: PassageMatch, relative_score: float) -> Iterator[Candidate]:
    structured = matched.passage.structured
    subject = frozenset(title_terms(matched.passage.title) if structured else ())
    of_subject = 1.0 + (_SUBJECT_BONUS * _subject_share(matched) if structured else 0.0)
    shared_bonus = _PASSAGE_BONUS * relative_score
    for position, sentence in enumerate(matched.parsed.sentences):
        if matched.mentions_topic(position):
            covered = matched.coverage(position)
            fits_type = tells_answer_type(matched.asked, matched.passage, sentence)
            score = covered * (of_subject + _bonus(matched, position, fits_type)) + shared_bonus
            score *= penalty(matched, position, fits_type)
            said = sentence.terms | subject if subject else sentence.terms
            yield Candidate(index, position, sentence, said, score, covered, matched)


def _bonus(matched: PassageMatch, position: int, fits_type: bool) -> float:
    asked, sentence = matched.asked, matched.parsed.sentences[position]
    is_opened = _opens_answer(matched, position, fits_type)
    if not (is_opened or fits_type or asked.has_answer_cues or matched.passage.structured):
        return 0.0
    bonus = _OPENS_BONUS if is_opened else 0.0
    if fits_type:
        bonus += _MEASURE_BONUS if asked.answer_type in MEASURES else _TYPE_BONUS
    if fits_type and says_count(asked, sentence.text):
        bonus += _COUNTED_BONUS
    if not asked.is_english and other_languages.says_count(asked, sentence.text):
        bonus += _TYPE_BONUS
    if asked.answer_type is AnswerType.DEFINITION and defines(asked, sentence.text):
        bonus += _DEFINES_BONUS
    if asked.answer_type is AnswerType.STEPS and _is_step(matched, position, fits_type):
        bonus += _STEP_BONUS
    if sentence.kind is SentenceKind.ROW:
        bonus += _subject_row_bonus(asked, sentence)
    if asked.is_list_question and _tells_items(matched, position):
        bonus += _LIST_BONUS
    elif asked.is_list_question and _ENUMERATION.search(sentence.text):
        bonus += _ENUMERATION_BONUS
    if matched.phrases and any(map(sentence.text.lower().__contains__, matched.phrases)):
        bonus += _PHRASE_BONUS
    if matched.passage.structured:
        bonus += _EXPECTED_FIELD_BONUS * expected_in_name(asked, sentence)
    if asked.expected:
        bonus += _EXPECTED_BONUS * min(len(matched.expected(position)), _MOST_EXPECTED)
    return bonus


def _opens_answer(matched: PassageMatch, position: int, fits_type: bool) -> bool:
    """Whether it gets the bonus of what stands first below a heading that restates the question.

    A sentence that matches the answer type gets it only for numbers.
    """
    asked = matched.asked
    if matched.is_answering_row(position) or _is_whole_section(matched, position):
        return True
    if asked.is_negated and is_of_other_polarity(matched, position):
        return False
    tells = (
        asked.answer_type is AnswerType.NUMBER
        if fits_type
        else asked.answer_comes_first or asked.is_polar
    )
    return tells and not matched.is_how_to and matched.opens_answer(position)


def _tells_items(matched: PassageMatch, position: int) -> bool:
    """Whether it opens a list, or is of a table that the heading says the question is about."""
    is_opening = opens_list(matched.parsed.sentences, position, (SentenceKind.ITEM,))
    return is_opening or matched.is_answering_row(position)


def _subject_row_bonus(asked: AnalyzedQuestion, row: Sentence) -> float:
    """The bonus of a row whose first cell is what something is asked of: "SEV2", "log_level".

    Where more is asked by name a sentence of prose may say all of it, and does so better. The
    "Warranty" is asked for of something else.
    """
    subject = title_terms(row.text.partition(" | ")[0])
    if not subject <= asked.terms or asked.specific.isdisjoint(subject):
        return 0.0
    is_named = not asked.names.isdisjoint(subject)
    if subject >= asked.specific:
        return _SUBJECT_BONUS if is_named or subject != asked.terms else 0.0
    return _SUBJECT_BONUS / 2 if is_named else 0.0


def _is_step(matched: PassageMatch, position: int, fits_type: bool) -> bool:
    """Whether it is a list item or an instruction under a heading that says what is asked."""
    is_item = matched.parsed.sentences[position].kind is SentenceKind.ITEM
    is_told = matched.is_under_match(position) and (is_item or fits_type)
    is_told = is_told or matched.is_command(position)
    return is_told or matched.is_titled_step(position)


def _is_whole_section(matched: PassageMatch, position: int) -> bool:
    """Whether it is typed, and all that stands under a heading that restates the question."""
    is_how = matched.asked.answer_type is AnswerType.STEPS
    return is_how and matched.is_command(position) and matched.is_under_question(position)


def _subject_share(matched: PassageMatch) -> float:
    """How far a record is what the question names: 1, or 0.5 by the first word of its title."""
    title, asked = matched.passage.title, matched.asked
    if next(iter(title_terms(title)), None) not in asked.weights:
        return 0.0
    return 1.0 if title_is_named(asked, title) else 0.5


def expected_in_name(asked: AnalyzedQuestion, sentence: Sentence) -> float:
    """Return the share of expected words, in [0, 1], in the name of a field without its unit."""
    if asked.expected.isdisjoint(sentence.terms) or not is_field(sentence.text):
        return 0.0
    name = terms(without_unit(sentence.text.partition(":")[0]))
    return sum(term in asked.expected for term in name) / len(name) if name else 0.0

"""Figures without a unit: rows of price lists, "A2 | 11 | 35", and fields, "Budget: 9000"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from emulator.answering.document_text.layout import FIELD, SentenceKind
from emulator.answering.document_text.parsed_text import Sentence, headings_above, parse
from emulator.answering.document_text.tables import cells
from emulator.answering.evidence.answer_patterns.measures import MEASURES
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Passage
from emulator.retrieval.text.analysis import terms

_SUM = re.compile(r"\d[\d.,]*")
_PRICES = re.compile(r"\b(?:prices?|pricing|costs?|fees?|fares?|rates?|tariffs?|charges?)\b")


def tells_answer_type(asked: AnalyzedQuestion, passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence holds an answer of the type that is asked for, if it is a price by its
    table, or a number by the name of its field."""
    if matches_answer_type(asked, sentence.text):
        return True
    if passage.structured:
        return asked.answer_type in MEASURES and _is_number_asked_for(asked, sentence)
    is_price = asked.answer_type is AnswerType.MONEY and sentence.kind is SentenceKind.ROW
    return is_price and _is_of_price_list(passage, sentence)


def _is_number_asked_for(asked: AnalyzedQuestion, sentence: Sentence) -> bool:
    """Whether it is a field with a number, the name of which the question says."""
    field = FIELD.fullmatch(sentence.text)
    if field is None or _SUM.fullmatch(field["value"]) is None:
        return False
    return not asked.terms.isdisjoint(terms(field["name"]))


def _is_of_price_list(passage: Passage, row: Sentence) -> bool:
    """Whether a row has a bare number behind its name, and what is above it speaks of prices."""
    _, *values = cells(row.text)
    if not any(map(_SUM.fullmatch, values)):
        return False
    return any(_PRICES.search(text.lower()) for text in _above(passage, row))


def _above(passage: Passage, sentence: Sentence) -> Iterator[str]:
    """Yield the title, and the headers and headings that a sentence stands under."""
    yield passage.title
    sentences = parse(passage.text).sentences
    yield from (sentences[each].text for each in headings_above(sentences, sentence))

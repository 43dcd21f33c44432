"""Rows of price lists, whose cells tell sums without a currency: "A2 | 11 | 35"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.parsed_text import Sentence, headings_above, parse
from emulator.answering.document_text.tables import cells
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Passage

_SUM = re.compile(r"\d[\d.,]*")
_PRICES = re.compile(r"\b(?:prices?|pricing|costs?|fees?|fares?|rates?|tariffs?|charges?)\b")


def tells_answer_type(asked: AnalyzedQuestion, passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence holds an answer of the type that is asked for, if it is a price by its
    table."""
    if matches_answer_type(asked, sentence.text):
        return True
    is_price = asked.answer_type is AnswerType.MONEY and sentence.kind is SentenceKind.ROW
    return is_price and _is_of_price_list(passage, sentence)


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

"""What is told by yes or no: a field of a record, or a cell under the name of its column."""

from __future__ import annotations

from emulator.answering.document_text.layout import FIELD, SentenceKind
from emulator.answering.document_text.parsed_text import Sentence
from emulator.answering.document_text.tables import cells
from emulator.answering.evidence.passage_match import PassageMatch
from emulator.answering.evidence.term_strengths import title_is_named
from emulator.retrieval.text.analysis import terms

_VALUES = {"yes": True, "true": True, "no": False, "false": False}


def is_yes_no_field(matched: PassageMatch, position: int) -> bool:
    """Whether a sentence is a field of a record that tells yes or no."""
    sentence = matched.parsed.sentences[position]
    return matched.passage.structured and _field_value(sentence) is not None


def contradicts_question(matched: PassageMatch, position: int) -> bool:
    """Whether a record, or a row, is none of those that are asked for.

    Who asks which have something means those that say yes, who asks which have not those that say
    no; of one that the question names either is told.
    """
    asked, sentence = matched.asked, matched.parsed.sentences[position]
    if not asked.asks_what or asked.compares:
        return False
    if matched.passage.structured:
        told, is_meant = _field_value(sentence), title_is_named(asked, matched.passage.title)
    else:
        told, is_meant = _row_value(matched, sentence), bool(matched.strengths[position])
    return told is asked.is_negated and not is_meant


def _field_value(sentence: Sentence) -> bool | None:
    field = FIELD.fullmatch(sentence.text)
    return _value(field["value"]) if field else None


def _row_value(matched: PassageMatch, sentence: Sentence) -> bool | None:
    """What a row tells by yes or no, if one thing only that it so tells is asked after."""
    header = None if sentence.heading is None else matched.parsed.sentences[sentence.heading]
    if header is None or header.kind is not SentenceKind.HEADER_ROW:
        return None
    names, values = cells(header.text), cells(sentence.text)
    columns = zip(names[-len(values) :], map(_value, values[-len(names) :]), strict=True)
    told = [
        value
        for name, value in columns
        if value is not None and not matched.asked.terms.isdisjoint(terms(name))
    ]
    return told[0] if len(told) == 1 else None


def _value(text: str) -> bool | None:
    return _VALUES.get(text.rstrip(".").lower())

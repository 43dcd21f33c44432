"""Yes/no values: fields of a record, and cells of a table under the name of their column."""

from __future__ import annotations

from emulator.answering.document_text.layout import SentenceKind, truth_value, yes_or_no
from emulator.answering.document_text.parsed_text import Sentence
from emulator.answering.document_text.tables import cells
from emulator.answering.evidence.passage_match import PassageMatch
from emulator.answering.evidence.term_strengths import title_is_named
from emulator.retrieval.text.analysis import terms


def is_yes_no_field(matched: PassageMatch, position: int) -> bool:
    """Whether a sentence is a field of a record with the value yes or no."""
    sentence = matched.parsed.sentences[position]
    return matched.passage.structured and yes_or_no(sentence.text) is not None


def contradicts_question(matched: PassageMatch, position: int) -> bool:
    """Whether a record or a row has the opposite value of the one that is asked for.

    "Which have ...?" and "Are there any with ...?" ask for those with yes, "Which have no ...?" for
    those with no. Of a thing that the question names either value answers; what kind of thing a row
    is does not name it: "Which rooms ...?" and "Brook room".
    """
    asked, sentence = matched.asked, matched.parsed.sentences[position]
    if not asked.asks_which or asked.compares:
        return False
    is_record = matched.passage.structured
    told = yes_or_no(sentence.text) if is_record else _row_value(matched, sentence)
    if told is not asked.is_negated:
        return False
    if is_record:
        return not title_is_named(asked, matched.passage.title)
    return matched.strengths[position].keys() <= asked.kind_of_things


def _row_value(matched: PassageMatch, sentence: Sentence) -> bool | None:
    """The yes/no value in the one column that the question names; None if there is not just one."""
    header = None if sentence.heading is None else matched.parsed.sentences[sentence.heading]
    if header is None or header.kind is not SentenceKind.HEADER_ROW:
        return None
    names, values = cells(header.text), cells(sentence.text)
    columns = zip(names[-len(values) :], map(truth_value, values[-len(names) :]), strict=True)
    told = [
        value
        for name, value in columns
        if value is not None and not matched.asked.terms.isdisjoint(terms(name))
    ]
    return told[0] if len(told) == 1 else None

"""What stands above a sentence and has to be told with it: an item of a list says nothing alone.

"Damage by salt water" means one thing under "The warranty covers:" and another under "The warranty
does not cover:". Who asks for a version or a date is told the heading that names it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from emulator.answering.document_text.layout import ITEM_MARK, SentenceKind, is_field
from emulator.answering.document_text.parsed_text import Sentence, headings_above, opens_list
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.comparison import compared
from emulator.answering.question_analysis.question import AnalyzedQuestion

_VERSION = re.compile(r"\d+\.\d+")


def announcement(
    asked: AnalyzedQuestion, sentences: Sequence[Sentence], position: int
) -> list[int]:
    """Return the positions of what has to be told before a sentence, in order."""
    above = _heading_that_answers(asked, sentences, position) if is_told_by_heading(asked) else None
    opening = _opening(sentences, position) if _is_fragment(sentences[position]) else None
    side = _side_above(asked, sentences, position) if asked.compares else None
    return [each for each in (above, side, opening) if each is not None]


def is_denied(sentences: Sequence[Sentence], position: int) -> bool:
    """Whether it is an item that says nothing alone of a list of what is not so."""
    if not _is_fragment(sentences[position]):
        return False
    opening = _opening(sentences, position)
    return opening is not None and sentences[opening].is_negated


def first_of_list(sentences: Sequence[Sentence], position: int) -> int:
    """Return the position of the first sentence of the list that a sentence is of."""
    while position > 0 and is_in_list(sentences, position - 1):
        position -= 1
    return position


def is_in_list(
    sentences: Sequence[Sentence],
    position: int,
    kinds: Container[SentenceKind] = (SentenceKind.ITEM,),
) -> bool:
    """Whether the sentence is an item, or goes on in the line of one."""
    while position > 0 and not sentences[position].starts_line:
        position -= 1
    return sentences[position].kind in kinds


def _is_fragment(sentence: Sentence) -> bool:
    """Whether it is an item that is no whole sentence, and tells no "Norway: 60 euros"."""
    if sentence.kind is not SentenceKind.ITEM or is_field(sentence.text):
        return False
    mark = ITEM_MARK.match(sentence.text)
    return not sentence.is_ended or sentence.text[mark.end() if mark else 0].islower()


def _opening(sentences: Sequence[Sentence], position: int) -> int | None:
    """What announces the list that an item is of, or its heading if that denies all of them.

    Behind an item with a colon it is not known which of both lists one is of.
    """
    first = first_of_list(sentences, position)
    if any(sentences[each].text.endswith(":") for each in range(first, position)):
        return None
    if first and opens_list(sentences, first - 1):
        return first - 1
    heading = sentences[position].heading
    return heading if heading is not None and sentences[heading].is_negated else None


def is_told_by_heading(asked: AnalyzedQuestion) -> bool:
    """Whether a heading may tell what is asked of all below it: "Notes for 3.7 (21 May 2024)"."""
    return asked.asks_for_version or asked.answer_type is AnswerType.TIME


def _heading_that_answers(
    asked: AnalyzedQuestion, sentences: Sequence[Sentence], position: int
) -> int | None:
    """The heading with a version or a date that a sentence without one stands under."""
    if _tells(asked, sentences[position].text):
        return None
    above = headings_above(sentences, sentences[position])
    return next((each for each in above if _tells(asked, sentences[each].text)), None)


def _side_above(
    asked: AnalyzedQuestion, sentences: Sequence[Sentence], position: int
) -> int | None:
    """The heading that says of which of two compared things a sentence is that does not say so."""
    heading, sides = sentences[position].heading, compared(asked) or ()
    if heading is None or sentences[heading].kind is not SentenceKind.HEADING:
        return None
    said = frozenset().union(*(each.terms for each in sentences[heading + 1 : position + 1]))
    named = [side for side in sides if side <= sentences[heading].terms]
    return None if all(side <= said for side in named) else heading


def _tells(asked: AnalyzedQuestion, text: str) -> bool:
    """Whether a text tells the version or the date that is asked for."""
    if not asked.asks_for_version:
        return matches_answer_type(asked, text)
    return any(number not in asked.text for number in _VERSION.findall(text))

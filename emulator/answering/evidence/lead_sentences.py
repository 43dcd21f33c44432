"""The lead sentences of a text: the answer to a question that asks for the text as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulator.answering.evidence.heading_match import is_prose
from emulator.answering.evidence.passage_match import PassageMatch, match_passage
from emulator.answering.evidence.scoring import Candidate
from emulator.answering.evidence.term_strengths import title_says_all
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Passage


def lead_sentences(asked: AnalyzedQuestion, passages: Sequence[Passage]) -> list[Candidate]:
    """Return the first sentence of each section of the text that is asked for, in order.

    The text is the first document whose title says all of the question; without one there are none.
    Of a single section all sentences are returned.
    """
    titled = list(_with_title(asked, passages))
    if not titled:
        return []
    document = titled[0][1].passage.document
    text = [one for one in titled if one[1].passage.document == document]
    text.sort(key=lambda one: one[1].passage.position)
    said = [each for index, matched in text for each in _prose_candidates(index, matched)]
    first = [each for each in said if each.matched.is_lead_sentence(each.position)]
    return first if len(first) > 1 else said


def _with_title(
    asked: AnalyzedQuestion, passages: Sequence[Passage]
) -> Iterator[tuple[int, PassageMatch]]:
    for index, passage in enumerate(passages):
        matched = match_passage(asked, passage)
        is_text = not passage.structured and not matched.is_outdated
        if is_text and title_says_all(asked, matched.title):
            yield index, matched


def _prose_candidates(index: int, matched: PassageMatch) -> Iterator[Candidate]:
    for position, sentence in enumerate(matched.parsed.sentences):
        if is_prose(sentence):
            yield Candidate(index, position, sentence, sentence.terms, 1.0, 1.0, matched)

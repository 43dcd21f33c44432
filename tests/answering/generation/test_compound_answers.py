"""Answers to parts put together: text, bytes, support."""

from __future__ import annotations

import pytest

from emulator.answering import pipeline
from emulator.answering.generation.compound_answers import join_answers
from emulator.answering.values import (
    AnswerDraft,
    ComposedAnswer,
    Grounding,
    Question,
    Segment,
    SkipReason,
    Support,
)

STRAY = Question("What is the capital of Mongolia?")


def draft(
    *sentences: str, source: int = 0, score: float = 1.0, separator: str = " "
) -> AnswerDraft:
    """An answer of these sentences, all with one source."""
    segments = []
    end = 0
    for number, text in enumerate(sentences):
        start = end + (len(separator) if number else 0)
        end = start + len(text.encode())
        segments.append(Segment(text, start, end, (source,)))
    supports = tuple(Support(segment, score) for segment in segments)
    text = separator.join(sentences)
    return AnswerDraft(ComposedAnswer(text, tuple(segments)), Grounding(score, supports))


def test_texts_follow_each_other_and_bytes_are_counted_on() -> None:
    joined = join_answers([draft("Ä first.", "And more."), draft("Ön.", source=3)])
    assert joined.answer.text == "Ä first. And more. Ön."
    encoded = joined.answer.text.encode()
    for segment in joined.answer.segments:
        assert encoded[segment.start_byte : segment.end_byte].decode() == segment.text
    assert [segment.sources for segment in joined.answer.segments] == [(0,), (0,), (3,)]
    assert joined.grounding is not None
    assert [one.segment for one in joined.grounding.supports] == list(joined.answer.segments)


def test_repeated_sentences_are_said_once() -> None:
    joined = join_answers([draft("One.", "Two."), draft("Two.", "Three.")])
    assert joined.answer.text == "One. Two. Three."


def test_lists_keep_their_lines() -> None:
    joined = join_answers([draft("Steps:", "1. Go.", separator="\n"), draft("It weighs 310 g.")])
    assert joined.answer.text == "Steps:\n1. Go.\nIt weighs 310 g."


def test_support_is_the_mean_by_length() -> None:
    joined = join_answers(
        [draft("123456789.", score=1.0), draft("abc de fghi jk lmno pqrst uvw.", score=0.5)]
    )
    assert joined.grounding is not None
    assert joined.grounding.score == pytest.approx((10 + 30 * 0.5) / 40)


def test_parts_without_an_answer_do_not_count() -> None:
    none = pipeline.skipped(SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED, STRAY)
    only = draft("One.")
    assert join_answers([none, only]) is only
    assert join_answers([none, pipeline.skipped(SkipReason.NO_RELEVANT_CONTENT, STRAY)]) is none
    assert join_answers([only]) is only

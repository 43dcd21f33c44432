"""The answers to the parts of a compound question, put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from emulator.answering.grounding.ground import mean
from emulator.answering.values import AnswerDraft, ComposedAnswer, Grounding, Support


def join_answers(drafts: Sequence[AnswerDraft]) -> AnswerDraft:
    """Return one answer from those of the parts, in their order; what repeats is left out.

    Parts without an answer do not count, unless there is no other: then the first says why.
    """
    answered = [draft for draft in drafts if draft.skipped is None]
    if len(answered) < 2:
        return (answered or list(drafts))[0]
    text = ""
    supports: list[Support] = []
    said: set[str] = set()
    for draft in answered:
        opens = True
        for separator, support in _sentences(draft):
            segment = support.segment
            if segment.text in said:
                continue
            said.add(segment.text)
            text += _between(text, draft) + separator.lstrip() if opens else separator
            start = len(text.encode())
            text += segment.text
            moved = replace(segment, start_byte=start, end_byte=len(text.encode()))
            supports.append(replace(support, segment=moved))
            opens = False
    segments = tuple(support.segment for support in supports)
    grounding = Grounding(mean(supports), tuple(supports))
    note = next((draft.note for draft in drafts if draft.note), "")
    return AnswerDraft(ComposedAnswer(text, segments), grounding, note=note)


def _sentences(draft: AnswerDraft) -> Iterator[tuple[str, Support]]:
    """Each segment with its support, and what separates it from the one before."""
    encoded = draft.answer.text.encode()
    scores = [one.score for one in draft.grounding.supports] if draft.grounding else []
    end = 0
    for number, segment in enumerate(draft.answer.segments):
        score = scores[number] if number < len(scores) else None
        yield encoded[end : segment.start_byte].decode(), Support(segment, score)
        end = segment.end_byte


def _between(text: str, draft: AnswerDraft) -> str:
    """What separates two answers: a list or a table keeps lines of its own."""
    if not text:
        return ""
    return "\n" if "\n" in text or "\n" in draft.answer.text else " "

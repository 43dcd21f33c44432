"""Answers that are given whatever the documents say, so that every branch of an app can be tested.

They are written as the API writes an Answer, beside a pattern for the questions that get them:

    {"question": "refund|money back", "answerText": "You get it back within 30 days."}
    {"question": "salary", "answerSkippedReasons": ["NO_RELEVANT_CONTENT"]}

A file of them holds for all calls, the header `x-emulator-answer` for one, and before the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from emulator.answering.document_text.segments import segments_of
from emulator.answering.values import AnswerDraft, ComposedAnswer, Segment, SkipReason
from emulator.surface import caller
from emulator.surface.decoder import decode_into
from emulator.surface.errors import ApiError, failed_precondition, invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_enums

HEADER = "x-emulator-answer"

_PACKAGE = "google.cloud.discoveryengine.v1alpha"  # Its answers have all fields.
_STATES = ("STATE_UNSPECIFIED", "SUCCEEDED", "FAILED", "IN_PROGRESS")
_ASSIGNED = ("name", "createTime", "completeTime")
_SAYING = "`answerText`, `answerSkippedReasons`, `summarySkippedReasons` and `state`"


class UnreadableAnswer(ValueError):
    """A prescribed answer is not what it should be; the message says where and why."""


@dataclass(frozen=True, slots=True)
class ForcedAnswer:
    """An answer for the questions in which the pattern occurs, in any case of its letters.

    `summary_reasons` are for summaries, which know reasons that answers do not. One that has
    nothing else is for summaries only.
    """

    question: re.Pattern[str]
    answer: Message
    summary_reasons: tuple[str, ...]

    def draft(self, references: int) -> AnswerDraft:
        """The text with what it cites, among so many references if it brings none of its own.

        FAILED_PRECONDITION if it cites one that is not there.
        """
        reasons = self.answer.answer_skipped_reasons
        reason = SkipReason(de.Answer.AnswerSkippedReason.Name(reasons[0])) if reasons else None
        text = self.answer.answer_text
        segments = tuple(_cited(self.answer)) or tuple(segments_of(text))
        highest = max((source for one in segments for source in one.sources), default=-1)
        there = len(self.answer.references) or references
        if highest >= there:
            raise failed_precondition(
                f"The prescribed answer cites reference {highest}, and there are {there}: give it "
                "`references`, or ask what the documents tell of."
            )
        return AnswerDraft(ComposedAnswer(text, segments), skipped=reason)


@dataclass(frozen=True, slots=True)
class ForcedAnswers:
    """The answers of a file, the first that fits a question first."""

    of_file: Sequence[ForcedAnswer] = ()

    def to(self, question: str, *, for_summary: bool = False) -> ForcedAnswer | None:
        """What the running call's question gets, if anything; INVALID_ARGUMENT for a bad header."""
        header = caller.client.get().header(HEADER)
        known = self.of_file if header is None else (*_of_header(header), *self.of_file)
        fitting = (one for one in known if one.question.search(question))
        return next((one for one in fitting if for_summary or _says_anything(one.answer)), None)


def read_file(path: Path) -> ForcedAnswers:
    """The answers of a JSON file: one, or a list; UnreadableAnswer if they are not."""
    try:
        return ForcedAnswers(tuple(_read(path.read_bytes())))
    except OSError as error:
        raise UnreadableAnswer(str(error.strerror)) from None


def _of_header(text: str) -> Iterable[ForcedAnswer]:
    try:
        return _read(text.encode())
    except UnreadableAnswer as error:
        raise invalid_argument(HEADER, f"{error}.") from None


def _read(data: bytes) -> list[ForcedAnswer]:
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise UnreadableAnswer(f"it is not JSON: {error}") from None
    entries = value if isinstance(value, list) else [value]
    return [_entry(entry, number) for number, entry in enumerate(entries, start=1)]


def _entry(value: object, number: int) -> ForcedAnswer:
    try:
        if not isinstance(value, dict):
            raise UnreadableAnswer("it is not an object")
        fields = dict(value)
        pattern, reasons = fields.pop("question", ""), fields.pop("summarySkippedReasons", [])
        answer = _answer(fields)
        if not (reasons or _says_anything(answer)):
            raise UnreadableAnswer(f"there is none of {_SAYING}")
        return ForcedAnswer(_pattern(pattern), answer, _summary_reasons(reasons))
    except (UnreadableAnswer, ApiError) as error:
        told = error.told if isinstance(error, ApiError) else " ".join(str(error).split())
        reason = told.rstrip(".")
        raise UnreadableAnswer(f"in answer {number}, {reason}") from None


def _pattern(source: object) -> re.Pattern[str]:
    if not isinstance(source, str):
        raise UnreadableAnswer("`question` is not a string")
    try:
        return re.compile(source, re.IGNORECASE)
    except re.error as error:
        raise UnreadableAnswer(f"`question` is no regular expression: {error}") from None


def _answer(fields: dict[str, Any]) -> Message:
    answer = de.Answer()
    decode_into(answer, fields, _PACKAGE)
    for field, _ in answer.ListFields():
        if field.json_name in _ASSIGNED:
            raise UnreadableAnswer(f"`{field.json_name}` is not for you to say")
    _check_reasons(answer)
    check_enums(answer)
    if de.Answer.State.Name(answer.state) not in _STATES:
        raise UnreadableAnswer("`state` is neither SUCCEEDED, FAILED nor IN_PROGRESS")
    for span in (*answer.citations, *answer.grounding_supports):
        _check_span(answer.answer_text.encode(), span)
    return answer


def _says_anything(answer: Message) -> bool:
    return bool(answer.answer_text or answer.answer_skipped_reasons or answer.state)


def _check_reasons(answer: Message) -> None:
    known = de.Answer.AnswerSkippedReason.values()[1:]
    for reason in answer.answer_skipped_reasons:
        if reason not in known:
            raise UnreadableAnswer(f"{reason} is none of `answerSkippedReasons`")


def _check_span(text: bytes, span: Message) -> None:
    start, end = span.start_index, span.end_index
    try:
        if not 0 <= start < end <= len(text):
            raise ValueError
        text[:start].decode(), text[start:end].decode()
    except ValueError:
        raise UnreadableAnswer(
            f"bytes {start} to {end} are no part of `answerText`, which has {len(text)}"
        ) from None
    for source in span.sources:
        if not (source.reference_id.isascii() and source.reference_id.isdigit()):
            raise UnreadableAnswer(f"`referenceId` {source.reference_id!r} is no number")


def _summary_reasons(names: object) -> tuple[str, ...]:
    known = de.SearchResponse.Summary.SummarySkippedReason.keys()[1:]
    if not isinstance(names, list) or not all(name in known for name in names):
        raise UnreadableAnswer(f"`summarySkippedReasons` is no list of {', '.join(known)}")
    return tuple(names)


def _cited(answer: Message) -> Iterable[Segment]:
    text = answer.answer_text.encode()
    for one in answer.citations:
        sources = tuple(int(source.reference_id) for source in one.sources)
        said = text[one.start_index : one.end_index].decode()
        yield Segment(said, one.start_index, one.end_index, sources)

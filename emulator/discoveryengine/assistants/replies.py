"""An answer as the replies of an assistant, whole and in the parts of its stream."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple

from emulator.answering.values import AnswerDraft, SkipReason
from emulator.discoveryengine.answers.messages import text_parts
from emulator.discoveryengine.answers.pipeline import AnswerRun
from emulator.discoveryengine.assistants.banned_phrases import enforcement_result
from emulator.discoveryengine.assistants.references import reference
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

# What else is skipped is said in a reply: an assistant answers what it finds nothing on, too.
_SKIPPED: Mapping[SkipReason | None, str] = {
    SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED: "NON_ASSIST_SEEKING_QUERY_IGNORED",
    SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED_V2: "NON_ASSIST_SEEKING_QUERY_IGNORED",
    SkipReason.CUSTOMER_POLICY_VIOLATION: "CUSTOMER_POLICY_VIOLATION",
}


class Reply(NamedTuple):
    """An AssistAnswer, the draft that it is made from, and the SessionInfo of its turn."""

    answer: Message
    draft: AnswerDraft
    session: Message | None


def assist_answer(made: AnswerRun, banned: Sequence[str]) -> Message:
    """The AssistAnswer, with one reply unless it was skipped; `banned` are phrases it must not say.

    What cites nothing, such as what is said where nothing was found, is not grounded.
    """
    answer = de.AssistAnswer(state=_state(made))
    skipped = made.draft.skipped
    reason = _SKIPPED[SkipReason.CUSTOMER_POLICY_VIOLATION] if banned else _SKIPPED.get(skipped)
    if reason is not None:
        answer.state = answer.SKIPPED
        answer.assist_skipped_reasons.append(de.AssistAnswer.AssistSkippedReason.Value(reason))
        if banned:
            answer.customer_policy_enforcement_result.CopyFrom(enforcement_result(banned))
    elif made.draft.answer.text:
        content = answer.replies.add().grounded_content
        content.content.role, content.content.text = "model", made.draft.answer.text
        _ground(content, made)
    return answer


def is_small_talk(answer: Message) -> bool:
    """Whether nothing was asked: as recorded, the service then tells no name and no session."""
    return answer.NON_ASSIST_SEEKING_QUERY_IGNORED in answer.assist_skipped_reasons


def at_once(whole: Reply, token: str) -> Message:
    """All of it in one message, where the replies have no ids."""
    response = de.StreamAssistResponse(
        answer=whole.answer, session_info=whole.session, assist_token=token
    )
    for reply in response.answer.replies:
        reply.ClearField("reply_id")
    return response


async def stream(whole: Reply, token: str, *, is_told_early: bool) -> AsyncIterator[Message]:
    """The parts of a stream: the text sentence by sentence, then how it ended and what grounds it.

    Every part has the session if it is told early.
    """
    early = whole.session if is_told_early else None
    for reply in whole.answer.replies:
        for text in text_parts(whole.draft):
            part = de.StreamAssistResponse(assist_token=token, session_info=early)
            part.answer.state = part.answer.IN_PROGRESS
            shown = part.answer.replies.add(create_time=reply.create_time)
            shown.grounded_content.content.role = reply.grounded_content.content.role
            shown.grounded_content.content.text = text
            yield part
    last = de.StreamAssistResponse(
        answer=whole.answer, session_info=whole.session, assist_token=token
    )
    for reply in last.answer.replies:
        reply.grounded_content.ClearField("content")
    yield last


def _state(made: AnswerRun) -> int:
    """The state, which a test may prescribe."""
    prescribed = made.forced.answer.state if made.forced is not None else 0
    name = de.Answer.State.Name(prescribed or de.Answer.SUCCEEDED)
    return int(de.AssistAnswer.State.Value(name))


def _ground(content: Message, made: AnswerRun) -> None:
    """Tell which references the sentences rest on; only those that are cited are listed."""
    segments = made.draft.answer.segments
    cited = list(dict.fromkeys(source for one in segments for source in one.sources))
    scores = _scores(made.draft)
    for one in (segment for segment in segments if segment.sources):
        content.text_grounding_metadata.segments.add(
            start_index=one.start_byte,
            end_index=one.end_byte,
            reference_indices=[cited.index(source) for source in one.sources],
            grounding_score=scores.get(one.start_byte, 0.0),
            text=one.text,
        )
    for source in cited:
        content.text_grounding_metadata.references.append(reference(made, source))


def _scores(draft: AnswerDraft) -> Mapping[int, float]:
    """How well the sentences are grounded, by where they begin."""
    supports = draft.grounding.supports if draft.grounding else ()
    return {one.segment.start_byte: one.score for one in supports if one.score is not None}

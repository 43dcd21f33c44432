"""Answers that are still being made: ended with an error where they cannot be."""

from __future__ import annotations

from emulator.discoveryengine.sessions import records
from emulator.storage import sessions
from emulator.storage.store import Store
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_INTERRUPTED = "The emulator was stopped while the answer was being made."


def failed_answer(answer: Message, reason: str) -> Message:
    """What an answer becomes that cannot be made: the reason stands in its step."""
    ended = de.Answer(name=answer.name, state=de.Answer.FAILED)
    ended.create_time.CopyFrom(answer.create_time)
    ended.steps.add(state=de.Answer.Step.FAILED, description=reason)
    return ended


def end_interrupted(store: Store) -> None:
    """End what an earlier process was about to answer."""
    with store.write() as connection:
        for body in sessions.pending_answers(connection):
            records.finish_answer(
                connection, failed_answer(de.Answer.FromString(body), _INTERRUPTED)
            )

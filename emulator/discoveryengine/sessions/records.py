"""Sessions as messages: read and written with their turns, inside an open transaction."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from typing import NamedTuple

from emulator.control.ids import Ids
from emulator.storage import sessions
from emulator.storage.conditions import labels_text
from emulator.storage.sessions import SessionRow
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.messages import copied, microseconds, timestamp
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


class Place(NamedTuple):
    """A turn in a stored run: where the run begins, its turns as a Session, and which it is."""

    start: int
    run: Message
    offset: int


def load(connection: Connection, name: str, with_turns: bool = True) -> Message:
    """The session of that canonical name; NOT_FOUND if there is none."""
    body = sessions.get(connection, name)
    if body is None:
        raise not_found("Session", name)
    session = de.Session.FromString(body)
    if with_turns:
        add_turns(connection, session)
    return session


def add_turns(connection: Connection, *found: Message) -> None:
    """Fill the turns of sessions that were read without them."""
    turns = sessions.turns.of(connection, [session.name for session in found])
    for session in found:
        session.MergeFromString(turns.get(session.name, b""))


def turns_before(
    connection: Connection, session: str, position: int = sys.maxsize
) -> Sequence[Message]:
    """The turns before a position, oldest first: the last 32 or some more."""
    first, body = sessions.turns.before(connection, session, position)
    turns: Sequence[Message] = de.Session.FromString(body).turns[: position - first]
    return turns


def place_of(connection: Connection, session: str, query_id: str) -> Place | None:
    """Where the last turn is whose question has that id, if there is one."""
    for start, body in sessions.turns.having(connection, session, query_id.encode()):
        run = de.Session.FromString(body)
        places = [place for place, turn in enumerate(run.turns) if turn.query.query_id == query_id]
        if places:
            return Place(start, run, places[-1])
    return None


def add_answer(connection: Connection, session: str, answer: Message) -> None:
    """Store a new answer of a session."""
    body = answer.SerializeToString()
    sessions.add_answer(connection, answer.name, session, _text_of_answer(answer), body)


def add_assist_answer(connection: Connection, session: str, query_id: str, answer: Message) -> None:
    """Name and store what an assistant answered to the question of that id in a session."""
    answer.name = assist_answer_name(session, query_id)
    said = "".join(reply.grounded_content.content.text for reply in answer.replies)
    sessions.add_answer(connection, answer.name, session, said, answer.SerializeToString())


def answer_name(session: str, turn: Message) -> str:
    """The name under which the answer of a turn is stored, if it has one.

    A turn tells only that of an Answer; an assistant's is named after the question.
    """
    return str(turn.answer) or assist_answer_name(session, turn.query.query_id)


def assist_answer_name(session: str, query_id: str) -> str:
    """The name of what an assistant answered to the question of that id."""
    return f"{session}/assistAnswers/{names.resource_id(query_id)}"


def finish_answer(connection: Connection, answer: Message) -> None:
    """Store what an answer has become that was still being made."""
    sessions.finish_answer(
        connection, answer.name, _text_of_answer(answer), answer.SerializeToString()
    )


def _text_of_answer(answer: Message) -> str:
    """The text of an answer; empty if there is none, or only what is said in its place."""
    return "" if answer.answer_skipped_reasons else str(answer.answer_text)


def add_answers(connection: Connection, session: Message) -> None:
    """Fill `detailed_answer`, or `detailed_assist_answer`, of the turns that have an answer."""
    answers = sessions.answers(connection, session.name)
    for turn in session.turns:
        if body := answers.get(answer_name(session.name, turn)):
            detailed = turn.detailed_answer if turn.answer else turn.detailed_assist_answer
            detailed.MergeFromString(body)


def complete_turns(session: Message, ids: Ids, known: Collection[str] = ()) -> None:
    """Make the turns that a client sent fit to be stored.

    Each question gets an id of its own unless it has one of the `known`. Answers are resources
    beside the session: a copy of one in a turn is only shown, never stored.
    """
    for turn in session.turns:
        turn.ClearField("detailed_answer")
        turn.ClearField("detailed_assist_answer")
        if turn.HasField("query") and turn.query.query_id not in known:
            turn.query.query_id = question_id(session.name, ids)


def question_id(session: str, ids: Ids) -> str:
    """The name of a new question in a session."""
    return f"{names.location(session)}/questions/{ids.new()}"


def create(connection: Connection, session: Message, time: int) -> None:
    """Store a new session that has its name, with the turns it was given.

    Until its first turn it ends when it starts, as recorded sessions do.
    """
    session.start_time.CopyFrom(timestamp(time))
    session.end_time.CopyFrom(timestamp(time))
    if session.turns:
        _name_by_question(session, session.turns[0])
    sessions.add(connection, _row(session, time, time))
    sessions.turns.add_first(connection, session.name, list(map(_body, session.turns)))


def save(connection: Connection, session: Message, time: int, with_turns: bool = False) -> None:
    """Store a changed session; its turns only when they are said to have changed."""
    sessions.replace(connection, _row(session, microseconds(session.start_time), time))
    if with_turns:
        sessions.turns.replace(connection, session.name, list(map(_body, session.turns)))


def append_turn(connection: Connection, session: Message, turn: Message, time: int) -> None:
    """Store a new turn; the session ends, for now, with it and is named by its first question."""
    _name_by_question(session, turn)
    session.end_time.CopyFrom(timestamp(time))
    save(connection, session, time)
    sessions.turns.add(connection, session.name, [_body(turn)])


def answer_turn(
    connection: Connection, session: Message, query_id: str, answer: str, time: int
) -> None:
    """Store the answer of a turn that is there; NOT_FOUND if it was deleted meanwhile."""
    found = place_of(connection, session.name, query_id)
    if found is None:
        raise not_found("Turn", query_id)
    turn = found.run.turns[found.offset]
    turn.answer = answer or turn.answer
    session.end_time.CopyFrom(timestamp(time))
    save(connection, session, time)
    body = found.run.SerializeToString()
    sessions.turns.replace_run(connection, session.name, found.start, body)


def _body(turn: Message) -> bytes:
    return bytes(de.Session(turns=[turn]).SerializeToString())


def _name_by_question(session: Message, turn: Message) -> None:
    session.display_name = session.display_name or turn.query.text


def _row(session: Message, created: int, updated: int) -> SessionRow:
    session.state = session.state or de.Session.IN_PROGRESS
    body = copied(session)
    body.ClearField("turns")
    return SessionRow(
        name=session.name,
        parent=names.parent(session.name),
        user_pseudo_id=session.user_pseudo_id,
        state=session.state,
        display_name=session.display_name,
        is_pinned=session.is_pinned,
        labels=labels_text(session.labels),
        create_time=created,
        update_time=updated,
        body=body.SerializeToString(),
    )

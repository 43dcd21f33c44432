"""The turn of a session that a call adds, or goes on with."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from emulator.answering.rephrasing.rephrase import recent_turns
from emulator.answering.values import Turn
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.sessions import records
from emulator.storage import sessions
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """A turn of a session; `position` is its place if it is there already.

    The session comes without its turns; one that has no start time is not stored yet.
    """

    environment: Environment
    session: Message
    query_id: str
    position: int | None = None

    def history(self) -> list[Turn]:
        """The turns before this one, as far as they count."""
        if not self.session.HasField("start_time"):
            return []
        before = sys.maxsize if self.position is None else self.position
        with self.environment.store.read() as connection:
            turns = recent_turns(records.turns_before(connection, self.session.name, before))
            answers = [records.answer_name(self.session.name, turn) for turn in turns]
            said = sessions.said(connection, answers)
        pairs = zip(turns, answers, strict=True)
        return [Turn(turn.query.text, said.get(answer, "")) for turn, answer in pairs]

    def results(self) -> Sequence[Message] | None:
        """What a search found for the question of this turn; None if none was made for it."""
        if self.position is None:
            return None
        with self.environment.store.read() as connection:
            body = sessions.get_results(connection, self.session.name, self.query_id)
        listed = de.AnswerQueryRequest.SearchSpec.SearchResultList
        return None if body is None else listed.FromString(body).search_results

    def record(self, connection: Connection, text: str, answer: str = "") -> Message:
        """Store the turn, with the name of its answer if it has one; returns the session then.

        A new session is stored with it. One that is there already is read again, as another call
        may have changed or deleted it in the meantime; it comes without its turns.
        """
        now = self.environment.clock.now()
        turn = de.Session.Turn(answer=answer)
        turn.query.text, turn.query.query_id = text, self.query_id
        if not self.session.HasField("start_time"):
            self.session.turns.append(turn)
            records.create(connection, self.session, now)
            return self.session
        current = records.load(connection, self.session.name, with_turns=False)
        if self.position is None:
            records.append_turn(connection, current, turn, now)
        else:
            records.answer_turn(connection, current, self.query_id, answer, now)
        return current


def open_turn(
    environment: Environment, parent: str, request: Message, query_id: str, where: str
) -> SessionTurn:
    """The turn of a call in the session that it names: a new one, or the one of a question's id.

    For `-` the session is new as well, and of the request's user. `parent` is the engine or data
    store that serves the call, `where` the field of the id. INVALID_ARGUMENT for a session that is
    not of the parent or a question that is not of the session, NOT_FOUND for a session that does
    not exist.
    """
    name = names.canonical(request.session)
    if not names.matches(name, f"{parent}/sessions/*"):
        raise invalid_argument(
            "session",
            f"'{name[:200]}' is not a session of {parent}, which serves the call: "
            f"those are {parent}/sessions/*, and - begins one.",
        )
    if names.resource_id(name) == "-":
        new, user = f"{parent}/sessions/{environment.ids.new()}", request.user_pseudo_id
        opened = de.Session(name=new, user_pseudo_id=user)
    else:
        with environment.store.read() as connection:
            opened = records.load(connection, name, with_turns=False)
    if query_id:
        return _known_turn(environment, opened, query_id, where)
    return SessionTurn(environment, opened, records.question_id(opened.name, environment.ids))


def passing_turn(environment: Environment, parent: str) -> SessionTurn:
    """The turn of a call that is kept in no session: as recorded, the name says so."""
    passing = de.Session(name=f"{parent}/sessions/session-less-{environment.ids.new()}")
    return SessionTurn(environment, passing, records.question_id(passing.name, environment.ids))


def _known_turn(
    environment: Environment, session: Message, query_id: str, where: str
) -> SessionTurn:
    name = names.canonical(query_id)
    with environment.store.read() as connection:
        found = records.place_of(connection, session.name, name)
    if found is None:
        raise invalid_argument(where, f"'{name[:200]}' is not a question of {session.name}.")
    return SessionTurn(environment, session, name, found.start + found.offset)

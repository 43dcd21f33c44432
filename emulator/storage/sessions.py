"""Sessions with their turns and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, literal_column, select, update
from sqlmodel import col

from emulator.storage.listing import Listing, bodies
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import Answer, Session, Turn

COLUMNS: Mapping[str, Any] = {
    "parent": col(Session.parent),
    "name": col(Session.name),
    "user_pseudo_id": col(Session.user_pseudo_id),
    "state": col(Session.state),
    "display_name": col(Session.display_name),
    "is_pinned": col(Session.is_pinned),
    "labels": col(Session.labels),
    "create_time": col(Session.create_time),
    "update_time": col(Session.update_time),
}
"""What sessions can be filtered and ordered by."""

# Projects shared by several users are not stored, so no session belongs to one.
_LISTED = {**COLUMNS, "collaborative_project": literal_column("''")}

_NAMED = bindparam("key") == col(Session.name)
_GET = Statement(select(col(Session.body)).where(_NAMED))
_ADD = Statement(insert(Session))
_REPLACE = Statement(
    update(Session)
    .where(_NAMED)
    .values({name: bindparam(f"new_{name}") for name in [*COLUMNS, "body"]})
)
_REMOVE = Statement(delete(Session).where(_NAMED))
_REMOVE_BELOW = Statement(delete(Session).where(bindparam("key") == col(Session.parent)))

_OF_SESSION = bindparam("key") == col(Turn.session)
_TURNS = Statement(select(col(Turn.body)).where(_OF_SESSION).order_by(col(Turn.position)))
_LAST_TURNS = Statement(
    select(col(Turn.body))
    .where(_OF_SESSION)
    .order_by(col(Turn.position).desc())
    .limit(bindparam("count"))
)
_NEXT_POSITION = Statement(
    select(func.coalesce(func.max(col(Turn.position)) + 1, 0)).where(_OF_SESSION)
)
_ADD_TURN = Statement(insert(Turn))
_REMOVE_TURNS = Statement(delete(Turn).where(_OF_SESSION))

_ADD_ANSWER = Statement(insert(Answer))
_GET_ANSWER = Statement(select(col(Answer.body)).where(bindparam("key") == col(Answer.name)))
_ANSWERS = Statement(
    select(col(Answer.name), col(Answer.body)).where(bindparam("key") == col(Answer.session))
)


class SessionRow(NamedTuple):
    """A session's columns; `labels` as `conditions.labels_text` writes them."""

    name: str
    parent: str
    user_pseudo_id: str
    state: int
    display_name: str
    is_pinned: bool
    labels: str
    create_time: int
    update_time: int
    body: bytes


def add(connection: Connection, row: SessionRow) -> None:
    """Store a new session; IntegrityError if the name is taken."""
    _ADD.run(connection, **row._asdict())


def replace(connection: Connection, row: SessionRow) -> None:
    """Store the new state of a session."""
    values = {f"new_{name}": value for name, value in row._asdict().items()}
    _REPLACE.run(connection, key=row.name, **values)


def get(connection: Connection, name: str) -> bytes | None:
    """The body of a session, without its turns."""
    body: bytes | None = _GET.value(connection, key=name)
    return body


def remove(connection: Connection, name: str) -> bool:
    """Delete a session with its turns and answers; False if there is none."""
    return _REMOVE.run(connection, key=name) == 1


def remove_below(connection: Connection, parent: str) -> None:
    """Delete all sessions of a parent."""
    _REMOVE_BELOW.run(connection, key=parent)


def page(connection: Connection, listing: Listing) -> list[bytes]:
    """The bodies of the sessions that a listing selects."""
    return bodies(connection, _LISTED, col(Session.body), listing)


def turns(connection: Connection, session: str) -> list[bytes]:
    """The bodies of a session's turns, in order."""
    return _TURNS.column(connection, key=session)


def last_turns(connection: Connection, session: str, count: int) -> list[bytes]:
    """The bodies of a session's latest turns, oldest first."""
    return _LAST_TURNS.column(connection, key=session, count=count)[::-1]


def add_turn(connection: Connection, session: str, query_id: str, body: bytes) -> None:
    """Append a turn."""
    position = _NEXT_POSITION.value(connection, key=session)
    _ADD_TURN.run(connection, session=session, position=position, query_id=query_id, body=body)


def replace_turns(connection: Connection, session: str, turns: Sequence[tuple[str, bytes]]) -> None:
    """Store (query id, body) pairs as all the turns of a session."""
    _REMOVE_TURNS.run(connection, key=session)
    rows = (
        {"session": session, "position": position, "query_id": query_id, "body": body}
        for position, (query_id, body) in enumerate(turns)
    )
    _ADD_TURN.run_many(connection, rows)


def add_answer(connection: Connection, name: str, session: str, body: bytes) -> None:
    """Store an answer of a session."""
    _ADD_ANSWER.run(connection, name=name, session=session, body=body)


def get_answer(connection: Connection, name: str) -> bytes | None:
    """The body of an answer."""
    body: bytes | None = _GET_ANSWER.value(connection, key=name)
    return body


def answers(connection: Connection, session: str) -> dict[str, bytes]:
    """All answers of a session by name."""
    return {row[0]: row[1] for row in _ANSWERS.rows(connection, key=session)}

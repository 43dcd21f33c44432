"""Sessions with their turns and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlmodel import col

from emulator.storage.listing import Listing, bodies
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


@dataclass(frozen=True, slots=True)
class SessionRow:
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
    connection.execute(insert(Session).values(**asdict(row)))


def replace(connection: Connection, row: SessionRow) -> None:
    """Store the new state of a session."""
    connection.execute(update(Session).where(col(Session.name) == row.name).values(**asdict(row)))


def get(connection: Connection, name: str) -> bytes | None:
    """The body of a session, without its turns."""
    return connection.execute(select(col(Session.body)).where(col(Session.name) == name)).scalar()


def remove(connection: Connection, name: str) -> bool:
    """Delete a session with its turns and answers; False if there is none."""
    return connection.execute(delete(Session).where(col(Session.name) == name)).rowcount == 1


def remove_below(connection: Connection, parent: str) -> None:
    """Delete all sessions of a parent."""
    connection.execute(delete(Session).where(col(Session.parent) == parent))


def page(connection: Connection, listing: Listing) -> Sequence[bytes]:
    """The bodies of the sessions that a listing selects."""
    return bodies(connection, COLUMNS, col(Session.body), listing)


def turns(connection: Connection, session: str) -> Sequence[bytes]:
    """The bodies of a session's turns, in order."""
    query = select(col(Turn.body)).where(col(Turn.session) == session)
    return connection.execute(query.order_by(col(Turn.position))).scalars().all()


def last_turns(connection: Connection, session: str, count: int) -> Sequence[bytes]:
    """The bodies of a session's latest turns, oldest first."""
    query = select(col(Turn.body)).where(col(Turn.session) == session)
    latest = query.order_by(col(Turn.position).desc()).limit(count)
    return list(reversed(connection.execute(latest).scalars().all()))


def add_turn(connection: Connection, session: str, query_id: str, body: bytes) -> None:
    """Append a turn."""
    query = select(func.coalesce(func.max(col(Turn.position)) + 1, 0))
    position = connection.execute(query.where(col(Turn.session) == session)).scalar_one()
    connection.execute(
        insert(Turn).values(session=session, position=position, query_id=query_id, body=body)
    )


def find_turn(connection: Connection, session: str, query_id: str) -> bytes | None:
    """The body of the turn that a query id names."""
    query = select(col(Turn.body)).where(
        col(Turn.session) == session, col(Turn.query_id) == query_id
    )
    return connection.execute(query).scalar()


def replace_turn(connection: Connection, session: str, query_id: str, body: bytes) -> None:
    """Store the new state of the turn that a query id names."""
    statement = update(Turn).where(col(Turn.session) == session, col(Turn.query_id) == query_id)
    connection.execute(statement.values(body=body))


def replace_turns(connection: Connection, session: str, turns: Sequence[tuple[str, bytes]]) -> None:
    """Store (query id, body) pairs as all the turns of a session."""
    connection.execute(delete(Turn).where(col(Turn.session) == session))
    rows = [
        {"session": session, "position": position, "query_id": query_id, "body": body}
        for position, (query_id, body) in enumerate(turns)
    ]
    if rows:
        connection.execute(insert(Turn), rows)


def add_answer(connection: Connection, name: str, session: str, body: bytes) -> None:
    """Store an answer of a session."""
    connection.execute(insert(Answer).values(name=name, session=session, body=body))


def get_answer(connection: Connection, name: str) -> bytes | None:
    """The body of an answer."""
    return connection.execute(select(col(Answer.body)).where(col(Answer.name) == name)).scalar()


def answers(connection: Connection, session: str) -> dict[str, bytes]:
    """All answers of a session by name."""
    query = select(col(Answer.name), col(Answer.body)).where(col(Answer.session) == session)
    return {row[0]: row[1] for row in connection.execute(query)}

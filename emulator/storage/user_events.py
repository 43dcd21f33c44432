"""User events of data stores and of locations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.statements import LISTED, Connection, Statement, listed
from emulator.storage.tables import USER_EVENTS

_COLUMNS: Mapping[str, Any] = {
    "event_type": USER_EVENTS.c.event_type,
    "event_time": USER_EVENTS.c.event_time,
    "user_pseudo_id": USER_EVENTS.c.user_pseudo_id,
    "user_id": USER_EVENTS.c.user_id,
}

_OF_PARENT = bindparam("key") == USER_EVENTS.c.parent
_ADD = Statement(insert(USER_EVENTS))
_QUERIES = Statement(
    select(USER_EVENTS.c.query, func.count())
    .where(_OF_PARENT, USER_EVENTS.c.query != "")
    .group_by(USER_EVENTS.c.query)
)
_RECENT = Statement(
    select(USER_EVENTS.c.query, func.max(USER_EVENTS.c.event_time))
    .where(
        _OF_PARENT,
        USER_EVENTS.c.query != "",
        bindparam("user") == USER_EVENTS.c.user_pseudo_id,
    )
    .group_by(USER_EVENTS.c.query)
    .order_by(func.max(USER_EVENTS.c.event_time).desc())
)
_AFTER = Statement(
    select(USER_EVENTS.c.id, USER_EVENTS.c.body)
    .where(
        _OF_PARENT,
        USER_EVENTS.c.id > bindparam("after"),
        USER_EVENTS.c.event_type.in_(select(LISTED.c.value)),
    )
    .order_by(USER_EVENTS.c.id)
)


class UserEventRow(NamedTuple):
    """An event's columns; the time is in microseconds since the epoch."""

    parent: str
    event_type: str
    user_pseudo_id: str
    user_id: str
    event_time: int
    query: str
    body: bytes


def add(connection: Connection, events: Iterable[UserEventRow]) -> None:
    """Store events."""
    _ADD.run_many(connection, ((None, *event) for event in events))


def remove(connection: Connection, parent: str, condition: Condition) -> int:
    """Delete the events of a parent that a condition holds for; answers how many."""
    query = delete(USER_EVENTS).where(USER_EVENTS.c.parent == parent, to_sql(condition, _COLUMNS))
    return Statement(query).run(connection)


def queries(connection: Connection, parent: str) -> list[tuple[str, int]]:
    """What was searched for, and how often."""
    return _QUERIES.rows(connection, key=parent)


def recent_queries(connection: Connection, parent: str, user: str) -> list[tuple[str, int]]:
    """What a user searched for, the latest first, with the time of the last search."""
    return _RECENT.rows(connection, key=parent, user=user)


def events_after(
    connection: Connection, parent: str, last: int, types: Iterable[str]
) -> list[tuple[int, bytes]]:
    """The events of a parent of these types with higher numbers than this one, in order."""
    return _AFTER.rows(connection, key=parent, after=last, listed=listed(types))

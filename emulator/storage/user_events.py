"""User events of data stores and of locations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select
from sqlmodel import col

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import UserEvent

COLUMNS: Mapping[str, Any] = {
    "event_type": col(UserEvent.event_type),
    "event_time": col(UserEvent.event_time),
    "user_pseudo_id": col(UserEvent.user_pseudo_id),
    "user_id": col(UserEvent.user_id),
}
"""What events can be filtered by."""

_OF_PARENT = bindparam("key") == col(UserEvent.parent)
_ADD = Statement(insert(UserEvent))
_REMOVE_ALL = Statement(delete(UserEvent).where(_OF_PARENT))
_QUERIES = Statement(
    select(col(UserEvent.query), func.count())
    .where(_OF_PARENT, col(UserEvent.query) != "")
    .group_by(col(UserEvent.query))
)
_RECENT = Statement(
    select(col(UserEvent.query), func.max(col(UserEvent.event_time)))
    .where(
        _OF_PARENT,
        col(UserEvent.query) != "",
        bindparam("user") == col(UserEvent.user_pseudo_id),
    )
    .group_by(col(UserEvent.query))
    .order_by(func.max(col(UserEvent.event_time)).desc())
)
_BOUNDS = Statement(
    select(
        func.coalesce(func.min(col(UserEvent.id)), 0), func.coalesce(func.max(col(UserEvent.id)), 0)
    ).where(_OF_PARENT)
)
_SEARCHES = Statement(
    select(col(UserEvent.body)).where(
        _OF_PARENT,
        col(UserEvent.id) > bindparam("after"),
        col(UserEvent.event_type) == "search",
    )
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
    _ADD.run_many(connection, (event._asdict() for event in events))


def count(connection: Connection, parent: str, condition: Condition) -> int:
    """How many events of a parent a condition holds for."""
    query = select(func.count()).where(col(UserEvent.parent) == parent, to_sql(condition, COLUMNS))
    return int(Statement(query).value(connection))


def remove(connection: Connection, parent: str, condition: Condition) -> int:
    """Delete the events of a parent that a condition holds for; answers how many."""
    query = delete(UserEvent).where(col(UserEvent.parent) == parent, to_sql(condition, COLUMNS))
    return Statement(query).run(connection)


def remove_all(connection: Connection, parent: str) -> None:
    """Delete all events of a parent."""
    _REMOVE_ALL.run(connection, key=parent)


def queries(connection: Connection, parent: str) -> list[tuple[str, int]]:
    """What was searched for, and how often."""
    return _QUERIES.rows(connection, key=parent)


def recent_queries(connection: Connection, parent: str, user: str) -> list[tuple[str, int]]:
    """What a user searched for, the latest first, with the time of the last search."""
    return _RECENT.rows(connection, key=parent, user=user)


def bounds(connection: Connection, parent: str) -> tuple[int, int]:
    """The numbers of the first and the last event of a parent, 0 if it has none."""
    first, last = _BOUNDS.first(connection, key=parent) or (0, 0)
    return first, last


def searches_after(connection: Connection, parent: str, last: int) -> list[bytes]:
    """The search events of a parent with higher numbers than this one."""
    return _SEARCHES.column(connection, key=parent, after=last)

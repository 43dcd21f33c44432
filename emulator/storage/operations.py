"""Long-running operations by name."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update
from sqlmodel import col

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.tables import Operation


def get(connection: Connection, name: str) -> bytes | None:
    """The body of an operation."""
    query = select(col(Operation.body)).where(col(Operation.name) == name)
    return connection.execute(query).scalar()


def add(connection: Connection, name: str, done: bool, time: int, body: bytes) -> None:
    """Store a new operation."""
    connection.execute(insert(Operation).values(name=name, done=done, create_time=time, body=body))


def replace(connection: Connection, name: str, done: bool, body: bytes) -> None:
    """Store the new state of an operation."""
    statement = update(Operation).where(col(Operation.name) == name)
    connection.execute(statement.values(done=done, body=body))


def remove(connection: Connection, name: str) -> bool:
    """Forget an operation; False if there is none."""
    statement = delete(Operation).where(col(Operation.name) == name)
    return connection.execute(statement).rowcount == 1


def unfinished(connection: Connection) -> Sequence[bytes]:
    """The bodies of the operations that are not done."""
    query = select(col(Operation.body)).where(col(Operation.done).is_(False))
    return connection.execute(query).scalars().all()


def page(
    connection: Connection, prefix: str, condition: Condition, offset: int, limit: int
) -> Sequence[bytes]:
    """The bodies of operations whose names begin with the prefix, newest first."""
    query = (
        select(col(Operation.body))
        .where(col(Operation.name).startswith(prefix, autoescape=True))
        .where(to_sql(condition, {"done": col(Operation.done)}))
        .order_by(col(Operation.create_time).desc(), col(Operation.name))
    )
    return connection.execute(query.offset(offset).limit(limit)).scalars().all()

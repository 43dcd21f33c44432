"""Long-running operations by name."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update
from sqlmodel import col

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import Operation

_BODIES = select(col(Operation.body))
_NAMED = bindparam("key") == col(Operation.name)
_GET = Statement(_BODIES.where(_NAMED))
_ADD = Statement(insert(Operation))
_REPLACE = Statement(
    update(Operation).where(_NAMED).values(done=bindparam("is_done"), body=bindparam("new_body"))
)
_REMOVE = Statement(delete(Operation).where(_NAMED))
_UNFINISHED = Statement(_BODIES.where(col(Operation.done).is_(False)))


def get(connection: Connection, name: str) -> bytes | None:
    """The body of an operation."""
    body: bytes | None = _GET.value(connection, key=name)
    return body


def add(connection: Connection, name: str, done: bool, time: int, body: bytes) -> None:
    """Store a new operation."""
    _ADD.run(connection, name=name, done=done, create_time=time, body=body)


def replace(connection: Connection, name: str, done: bool, body: bytes) -> None:
    """Store the new state of an operation."""
    _REPLACE.run(connection, key=name, is_done=done, new_body=body)


def remove(connection: Connection, name: str) -> bool:
    """Forget an operation; False if there is none."""
    return _REMOVE.run(connection, key=name) == 1


def unfinished(connection: Connection) -> list[bytes]:
    """The bodies of the operations that are not done."""
    return _UNFINISHED.column(connection)


def page(
    connection: Connection, prefix: str, condition: Condition, offset: int, limit: int
) -> list[bytes]:
    """The bodies of operations whose names begin with the prefix, newest first."""
    query = (
        _BODIES.where(col(Operation.name).startswith(prefix, autoescape=True))
        .where(to_sql(condition, {"done": col(Operation.done)}))
        .order_by(col(Operation.create_time).desc(), col(Operation.name))
    )
    return Statement(query.offset(offset).limit(limit)).column(connection)

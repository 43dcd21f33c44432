"""Long-running operations by name."""

from __future__ import annotations

from sqlalchemy import and_, bindparam, delete, insert, or_, select, update

from emulator.storage.conditions import Condition, to_sql
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import OPERATIONS

_BODIES = select(OPERATIONS.c.body)
_NAMED = bindparam("key") == OPERATIONS.c.name
_GET = Statement(_BODIES.where(_NAMED))
_ADD = Statement(insert(OPERATIONS))
_REPLACE = Statement(
    update(OPERATIONS).where(_NAMED).values(done=bindparam("is_done"), body=bindparam("new_body"))
)
_REMOVE = Statement(delete(OPERATIONS).where(_NAMED))
_UNFINISHED = Statement(_BODIES.where(OPERATIONS.c.done.is_(False)))


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
    connection: Connection,
    prefix: str,
    condition: Condition,
    before: tuple[int, str] | None,
    limit: int,
) -> list[tuple[int, bytes]]:
    """Operations whose names begin with the prefix, newest first: (create time, body).

    With `before`, only those that come after the operation of that time and name.
    """
    name, time = OPERATIONS.c.name, OPERATIONS.c.create_time
    last = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    query = (
        select(time, OPERATIONS.c.body)
        .where(name >= prefix, name < last)
        .where(to_sql(condition, {"done": OPERATIONS.c.done}))
        .order_by(time.desc(), name)
    )
    if before is not None:
        query = query.where(or_(time < before[0], and_(time == before[0], name > before[1])))
    return [(at, body) for at, body in Statement(query.limit(limit)).rows(connection)]

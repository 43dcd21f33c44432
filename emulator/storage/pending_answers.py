"""Answers that are still being made."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update

from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import ANSWERS, PENDING_ANSWERS

_ADD = Statement(insert(PENDING_ANSWERS))
_REMOVE = Statement(delete(PENDING_ANSWERS).where(bindparam("key") == PENDING_ANSWERS.c.name))
_REPLACE = Statement(
    update(ANSWERS)
    .where(bindparam("key") == ANSWERS.c.name)
    .values(said=bindparam("new_said"), body=bindparam("new_body"))
)
_ALL = Statement(
    select(ANSWERS.c.body).join(PENDING_ANSWERS, PENDING_ANSWERS.c.name == ANSWERS.c.name)
)


def add(connection: Connection, name: str) -> None:
    """Say that a stored answer is still being made."""
    _ADD.run(connection, name=name)


def finish(connection: Connection, name: str, said: str, body: bytes) -> None:
    """Store what an answer has become; one that was deleted meanwhile stays so."""
    _REPLACE.run(connection, key=name, new_said=said, new_body=body)
    _REMOVE.run(connection, key=name)


def bodies(connection: Connection) -> list[bytes]:
    """The bodies of all answers that are still being made."""
    return _ALL.column(connection)

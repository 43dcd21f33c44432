"""Answers that are still being made."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update
from sqlmodel import col

from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import Answer, PendingAnswer

_ADD = Statement(insert(PendingAnswer))
_REMOVE = Statement(delete(PendingAnswer).where(bindparam("key") == col(PendingAnswer.name)))
_REPLACE = Statement(
    update(Answer).where(bindparam("key") == col(Answer.name)).values(body=bindparam("new_body"))
)
_ALL = Statement(
    select(col(Answer.body)).join(PendingAnswer, col(PendingAnswer.name) == col(Answer.name))
)


def add(connection: Connection, name: str) -> None:
    """Say that a stored answer is still being made."""
    _ADD.run(connection, name=name)


def finish(connection: Connection, name: str, body: bytes) -> None:
    """Store what an answer has become; one that was deleted meanwhile stays so."""
    _REPLACE.run(connection, key=name, new_body=body)
    _REMOVE.run(connection, key=name)


def bodies(connection: Connection) -> list[bytes]:
    """The bodies of all answers that are still being made."""
    return _ALL.column(connection)

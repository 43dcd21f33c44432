"""Sessions of agents with their turns, which are the conversations that are read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, select
from sqlmodel import col

from emulator.storage.records import Records
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import AgentSession, AgentTurn

_COLUMNS: Mapping[str, Any] = {
    "parent": col(AgentSession.parent),
    "name": col(AgentSession.name),
    "source": col(AgentSession.source),
    "start_time": col(AgentSession.start_time),
    "end_time": col(AgentSession.end_time),
    "logged": col(AgentSession.logged),
    "state": col(AgentSession.state),
}
_TRANSCRIPT = (
    select(func.group_concat(col(AgentTurn.transcript), "\n"))
    .where(col(AgentTurn.session) == col(AgentSession.name))
    .scalar_subquery()
)

_RECORDS = Records(AgentSession, _COLUMNS, {"transcript": _TRANSCRIPT})
add = _RECORDS.add
replace = _RECORDS.replace
get = _RECORDS.get
remove = _RECORDS.remove
remove_below = _RECORDS.remove_below
page = _RECORDS.page

_OF_SESSION = bindparam("key") == col(AgentTurn.session)
_STATE = Statement(
    select(col(AgentSession.body), col(AgentSession.state)).where(
        bindparam("key") == col(AgentSession.name)
    )
)
_IS_LOGGED = Statement(
    select(col(AgentSession.logged)).where(bindparam("key") == col(AgentSession.name))
)
_TURNS = Statement(select(col(AgentTurn.body)).where(_OF_SESSION).order_by(col(AgentTurn.position)))
_LAST_TURNS = Statement(
    select(col(AgentTurn.body))
    .where(_OF_SESSION)
    .order_by(col(AgentTurn.position).desc())
    .limit(bindparam("count"))
)
_ADD_TURN = Statement(insert(AgentTurn))


class AgentSessionRow(NamedTuple):
    """A session's columns; `name` and `parent` are those of the conversation."""

    name: str
    parent: str
    source: int
    start_time: int
    end_time: int
    logged: bool
    state: bytes
    body: bytes


class AgentTurnRow(NamedTuple):
    """A turn's columns."""

    session: str
    position: int
    transcript: str
    body: bytes


def state(connection: Connection, name: str) -> tuple[bytes, bytes] | None:
    """The conversation without its turns, and where its session stands."""
    found = _STATE.first(connection, key=name)
    return None if found is None else (found[0], found[1])


def is_logged(connection: Connection, name: str) -> bool:
    """Whether there is such a conversation to be read."""
    return bool(_IS_LOGGED.value(connection, key=name))


def turns(connection: Connection, name: str) -> list[bytes]:
    """The bodies of all turns, in order."""
    return _TURNS.column(connection, key=name)


def last_turns(connection: Connection, name: str, count: int) -> list[bytes]:
    """The bodies of the latest turns, oldest first."""
    return _LAST_TURNS.column(connection, key=name, count=count)[::-1]


def add_turn(connection: Connection, row: AgentTurnRow) -> None:
    """Append a turn; IntegrityError if there is one of that position."""
    _ADD_TURN.run(connection, **row._asdict())

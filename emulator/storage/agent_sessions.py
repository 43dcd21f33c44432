"""Sessions of agents with their turns, which are the conversations that are read back."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, func, insert, select

from emulator.storage.records import Records
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import AGENT_SESSIONS, AGENT_TURNS

_TRANSCRIPT = (
    select(func.group_concat(AGENT_TURNS.c.transcript, "\n"))
    .where(AGENT_TURNS.c.session == AGENT_SESSIONS.c.name)
    .scalar_subquery()
)

_RECORDS = Records(AGENT_SESSIONS, {"transcript": _TRANSCRIPT})
add = _RECORDS.add
replace = _RECORDS.replace
get = _RECORDS.get
remove = _RECORDS.remove
page = _RECORDS.page

_OF_SESSION = bindparam("key") == AGENT_TURNS.c.session
_STATE = Statement(
    select(AGENT_SESSIONS.c.body, AGENT_SESSIONS.c.state).where(
        bindparam("key") == AGENT_SESSIONS.c.name
    )
)
_IS_LOGGED = Statement(
    select(AGENT_SESSIONS.c.logged).where(bindparam("key") == AGENT_SESSIONS.c.name)
)
_TURNS = Statement(
    select(AGENT_TURNS.c.body)
    .where(_OF_SESSION, AGENT_TURNS.c.position > 0)
    .order_by(AGENT_TURNS.c.position)
)
_LAST_TURNS = Statement(
    select(AGENT_TURNS.c.body)
    .where(_OF_SESSION)
    .order_by(AGENT_TURNS.c.position.desc())
    .limit(bindparam("count"))
)
_ADD_TURN = Statement(insert(AGENT_TURNS))


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
    """A turn's columns; what a client brings from before the first turn has the position 0."""

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
    """The bodies of the latest turns, and of what was before the first, oldest first."""
    return _LAST_TURNS.column(connection, key=name, count=count)[::-1]


def add_turn(connection: Connection, row: AgentTurnRow) -> None:
    """Append a turn; IntegrityError if there is one of that position."""
    _ADD_TURN.run(connection, **row._asdict())

"""Sessions with their turns and answers, and what was found for the questions of turns."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import LargeBinary, bindparam, cast, delete, func, insert, literal, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from emulator.storage.records import Records
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import ANSWERS, SESSIONS, TURN_RESULTS, TURNS

TURNS_IN_A_RUN = 32

COLUMNS: Mapping[str, Any] = {
    "parent": SESSIONS.c.parent,
    "name": SESSIONS.c.name,
    "user_pseudo_id": SESSIONS.c.user_pseudo_id,
    "state": SESSIONS.c.state,
    "display_name": SESSIONS.c.display_name,
    "is_pinned": SESSIONS.c.is_pinned,
    "labels": SESSIONS.c.labels,
    "create_time": SESSIONS.c.create_time,
    "update_time": SESSIONS.c.update_time,
}
"""What sessions can be filtered and ordered by."""

# Projects shared by several users are not stored, so no session belongs to one.
_RECORDS = Records(SESSIONS, COLUMNS, {"collaborative_project": literal("")})
add = _RECORDS.add
replace = _RECORDS.replace
get = _RECORDS.get
remove = _RECORDS.remove
remove_below = _RECORDS.remove_below
page = _RECORDS.page

_OF_SESSION = bindparam("key") == TURNS.c.session
_TURNS = Statement(select(TURNS.c.body).where(_OF_SESSION).order_by(TURNS.c.position))
_RUNS = select(TURNS.c.position, TURNS.c.body).order_by(TURNS.c.position.desc())
_RUNS_BEFORE = Statement(_RUNS.where(_OF_SESSION, TURNS.c.position < bindparam("before")).limit(2))
_RUNS_WITH = Statement(_RUNS.where(_OF_SESSION, func.instr(TURNS.c.body, bindparam("part")) > 0))
_REPLACE_RUN = Statement(
    update(TURNS)
    .where(_OF_SESSION, bindparam("one") == TURNS.c.position)
    .values(body=bindparam("new_body"))
)
_NEXT_POSITION = Statement(
    select(TURNS.c.position + TURNS.c.length)
    .where(_OF_SESSION)
    .order_by(TURNS.c.position.desc())
    .limit(1)
)
_RUN = upsert(TURNS)
_ADD_TURN = Statement(
    _RUN.on_conflict_do_update(
        index_elements=["session", "position"],
        set_={
            "length": TURNS.c.length + 1,
            # Two BLOBs put together are TEXT, though none that could be read.
            "body": cast(TURNS.c.body.op("||")(_RUN.excluded.body), LargeBinary),
        },
    )
)
_ADD_RUN = Statement(insert(TURNS))
_REMOVE_TURNS = Statement(delete(TURNS).where(_OF_SESSION))

_ADD_ANSWER = Statement(insert(ANSWERS))
_GET_ANSWER = Statement(select(ANSWERS.c.body).where(bindparam("key") == ANSWERS.c.name))
_LISTED = func.json_each(bindparam("listed")).table_valued("value")
_SAID = Statement(
    select(ANSWERS.c.name, ANSWERS.c.said).where(ANSWERS.c.name.in_(select(_LISTED.c.value)))
)
_RESULTS = upsert(TURN_RESULTS)
_PUT_RESULTS = Statement(
    _RESULTS.on_conflict_do_update(
        index_elements=["session", "query_id"], set_={"body": _RESULTS.excluded.body}
    )
)
_GET_RESULTS = Statement(
    select(TURN_RESULTS.c.body).where(
        bindparam("key") == TURN_RESULTS.c.session,
        bindparam("one") == TURN_RESULTS.c.query_id,
    )
)
_ANSWERS = Statement(
    select(ANSWERS.c.name, ANSWERS.c.body).where(bindparam("key") == ANSWERS.c.session)
)


class SessionRow(NamedTuple):
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


def turns(connection: Connection, session: str) -> bytes:
    """The bodies of a session's turns, in order: together a Session with all of them."""
    return b"".join(_TURNS.column(connection, key=session))


def runs_before(
    connection: Connection, session: str, position: int = sys.maxsize
) -> list[tuple[int, bytes]]:
    """The last two runs that begin before a position, in order, each with where it begins."""
    return _RUNS_BEFORE.rows(connection, key=session, before=position)[::-1]


def runs_with(connection: Connection, session: str, part: bytes) -> list[tuple[int, bytes]]:
    """The runs whose bodies have those bytes, the last one first, each with where it begins."""
    return _RUNS_WITH.rows(connection, key=session, part=part)


def replace_run(connection: Connection, session: str, position: int, body: bytes) -> None:
    """Store the new state of the run that begins at a position."""
    _REPLACE_RUN.run(connection, key=session, one=position, new_body=body)


def add_turn(connection: Connection, session: str, body: bytes) -> None:
    """Append a turn: to the last run, or as a new one if that is full."""
    position = _NEXT_POSITION.value(connection, key=session) or 0
    first = position - position % TURNS_IN_A_RUN
    _ADD_TURN.run(connection, session=session, position=first, length=1, body=body)


def replace_turns(connection: Connection, session: str, turns: Sequence[bytes]) -> None:
    """Store these as all the turns of a session, in place of those it has."""
    _REMOVE_TURNS.run(connection, key=session)
    add_turns(connection, session, turns)


def add_turns(connection: Connection, session: str, turns: Sequence[bytes]) -> None:
    """Store these as the turns of a session that has none."""
    rows = (
        (session, first, len(run), b"".join(run))
        for first in range(0, len(turns), TURNS_IN_A_RUN)
        if (run := turns[first : first + TURNS_IN_A_RUN])
    )
    _ADD_RUN.run_many(connection, rows)


def add_answer(connection: Connection, name: str, session: str, said: str, body: bytes) -> None:
    """Store an answer of a session."""
    _ADD_ANSWER.run(connection, name=name, session=session, said=said, body=body)


def put_results(connection: Connection, session: str, query_id: str, body: bytes) -> None:
    """Store what a search found for a question, in place of what another did."""
    _PUT_RESULTS.run(connection, session=session, query_id=query_id, body=body)


def get_results(connection: Connection, session: str, query_id: str) -> bytes | None:
    """What a search found for a question."""
    body: bytes | None = _GET_RESULTS.value(connection, key=session, one=query_id)
    return body


def get_answer(connection: Connection, name: str) -> bytes | None:
    """The body of an answer."""
    body: bytes | None = _GET_ANSWER.value(connection, key=name)
    return body


def said(connection: Connection, answers: Sequence[str]) -> dict[str, str]:
    """What answers said, by name."""
    return dict(_SAID.rows(connection, listed=orjson.dumps(answers).decode()))


def answers(connection: Connection, session: str) -> dict[str, bytes]:
    """All answers of a session by name."""
    return {row[0]: row[1] for row in _ANSWERS.rows(connection, key=session)}

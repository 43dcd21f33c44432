"""Sessions with their turns and answers, and what was found for the questions of turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, literal, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from emulator.storage.records import Records
from emulator.storage.runs import Runs
from emulator.storage.statements import LISTED, Connection, Statement, listed
from emulator.storage.tables import ANSWERS, PENDING_ANSWERS, SESSIONS, TURN_RESULTS, TURNS

# Projects shared by several users are not stored, so no session belongs to one.
_RECORDS = Records(SESSIONS, {"collaborative_project": literal("")})
add = _RECORDS.add
replace = _RECORDS.replace
get = _RECORDS.get
remove = _RECORDS.remove
page = _RECORDS.page

turns = Runs(TURNS)

_ADD_ANSWER = Statement(insert(ANSWERS))
_GET_ANSWER = Statement(select(ANSWERS.c.body).where(bindparam("key") == ANSWERS.c.name))
_SAID = Statement(
    select(ANSWERS.c.name, ANSWERS.c.said).where(ANSWERS.c.name.in_(select(LISTED.c.value)))
)
_ADD_PENDING = Statement(insert(PENDING_ANSWERS))
_REMOVE_PENDING = Statement(
    delete(PENDING_ANSWERS).where(bindparam("key") == PENDING_ANSWERS.c.name)
)
_REPLACE_ANSWER = Statement(
    update(ANSWERS)
    .where(bindparam("key") == ANSWERS.c.name)
    .values(said=bindparam("new_said"), body=bindparam("new_body"))
)
_PENDING = Statement(
    select(ANSWERS.c.body).join(PENDING_ANSWERS, PENDING_ANSWERS.c.name == ANSWERS.c.name)
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


def add_answer(connection: Connection, name: str, session: str, said: str, body: bytes) -> None:
    """Store an answer of a session."""
    _ADD_ANSWER.run(connection, name=name, session=session, said=said, body=body)


def add_pending_answer(connection: Connection, name: str) -> None:
    """Say that a stored answer is still being made."""
    _ADD_PENDING.run(connection, name=name)


def finish_answer(connection: Connection, name: str, said: str, body: bytes) -> None:
    """Store what an answer has become; one that was deleted meanwhile stays so."""
    _REPLACE_ANSWER.run(connection, key=name, new_said=said, new_body=body)
    _REMOVE_PENDING.run(connection, key=name)


def pending_answers(connection: Connection) -> list[bytes]:
    """The bodies of all answers that are still being made."""
    return _PENDING.column(connection)


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
    return dict(_SAID.rows(connection, listed=listed(answers)))


def answers(connection: Connection, session: str) -> dict[str, bytes]:
    """All answers of a session by name."""
    return {row[0]: row[1] for row in _ANSWERS.rows(connection, key=session)}

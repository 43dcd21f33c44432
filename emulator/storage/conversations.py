"""Conversations with their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from emulator.storage.records import Records
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import CONVERSATION_MESSAGES, CONVERSATIONS

COLUMNS: Mapping[str, Any] = {
    "parent": CONVERSATIONS.c.parent,
    "name": CONVERSATIONS.c.name,
    "user_pseudo_id": CONVERSATIONS.c.user_pseudo_id,
    "state": CONVERSATIONS.c.state,
    "create_time": CONVERSATIONS.c.create_time,
    "update_time": CONVERSATIONS.c.update_time,
}
"""What conversations can be filtered and ordered by."""

_RECORDS = Records(CONVERSATIONS, COLUMNS)
add = _RECORDS.add
replace = _RECORDS.replace
get = _RECORDS.get
remove = _RECORDS.remove
remove_below = _RECORDS.remove_below
page = _RECORDS.page

_OF_CONVERSATION = bindparam("key") == CONVERSATION_MESSAGES.c.conversation
_MESSAGES = Statement(
    select(CONVERSATION_MESSAGES.c.body)
    .where(_OF_CONVERSATION)
    .order_by(CONVERSATION_MESSAGES.c.position)
)
_NEXT_POSITION = Statement(
    select(func.coalesce(func.max(CONVERSATION_MESSAGES.c.position) + 1, 0)).where(_OF_CONVERSATION)
)
_ADD_MESSAGE = Statement(insert(CONVERSATION_MESSAGES))
_REMOVE_MESSAGES = Statement(delete(CONVERSATION_MESSAGES).where(_OF_CONVERSATION))


class ConversationRow(NamedTuple):
    """A conversation's columns."""

    name: str
    parent: str
    user_pseudo_id: str
    state: int
    create_time: int
    update_time: int
    body: bytes


def messages(connection: Connection, conversation: str) -> list[bytes]:
    """The bodies of a conversation's messages, in order."""
    return _MESSAGES.column(connection, key=conversation)


def add_messages(connection: Connection, conversation: str, bodies: Sequence[bytes]) -> None:
    """Append messages."""
    first = _NEXT_POSITION.value(connection, key=conversation)
    rows = ((conversation, place, body) for place, body in enumerate(bodies, start=first))
    _ADD_MESSAGE.run_many(connection, rows)


def replace_messages(connection: Connection, conversation: str, bodies: Sequence[bytes]) -> None:
    """Store these as all the messages of a conversation."""
    _REMOVE_MESSAGES.run(connection, key=conversation)
    add_messages(connection, conversation, bodies)

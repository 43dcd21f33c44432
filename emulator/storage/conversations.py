"""Conversations with their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select
from sqlmodel import col

from emulator.storage.records import Records
from emulator.storage.statements import Connection, Statement
from emulator.storage.tables import Conversation, ConversationMessage

COLUMNS: Mapping[str, Any] = {
    "parent": col(Conversation.parent),
    "name": col(Conversation.name),
    "user_pseudo_id": col(Conversation.user_pseudo_id),
    "state": col(Conversation.state),
    "create_time": col(Conversation.create_time),
    "update_time": col(Conversation.update_time),
}
"""What conversations can be filtered and ordered by."""

_RECORDS = Records(Conversation, COLUMNS)
add = _RECORDS.add
replace = _RECORDS.replace
get = _RECORDS.get
remove = _RECORDS.remove
remove_below = _RECORDS.remove_below
page = _RECORDS.page

_OF_CONVERSATION = bindparam("key") == col(ConversationMessage.conversation)
_MESSAGES = Statement(
    select(col(ConversationMessage.body))
    .where(_OF_CONVERSATION)
    .order_by(col(ConversationMessage.position))
)
_NEXT_POSITION = Statement(
    select(func.coalesce(func.max(col(ConversationMessage.position)) + 1, 0)).where(
        _OF_CONVERSATION
    )
)
_ADD_MESSAGE = Statement(insert(ConversationMessage))
_REMOVE_MESSAGES = Statement(delete(ConversationMessage).where(_OF_CONVERSATION))


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
    rows = (
        {"conversation": conversation, "position": position, "body": body}
        for position, body in enumerate(bodies, start=first)
    )
    _ADD_MESSAGE.run_many(connection, rows)


def replace_messages(connection: Connection, conversation: str, bodies: Sequence[bytes]) -> None:
    """Store these as all the messages of a conversation."""
    _REMOVE_MESSAGES.run(connection, key=conversation)
    add_messages(connection, conversation, bodies)

"""Conversations with their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlmodel import col

from emulator.storage.listing import Listing, bodies
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

_NAMED = bindparam("key") == col(Conversation.name)
_GET = Statement(select(col(Conversation.body)).where(_NAMED))
_ADD = Statement(insert(Conversation))
_REPLACE = Statement(
    update(Conversation)
    .where(_NAMED)
    .values({name: bindparam(f"new_{name}") for name in [*COLUMNS, "body"]})
)
_REMOVE = Statement(delete(Conversation).where(_NAMED))
_REMOVE_BELOW = Statement(delete(Conversation).where(bindparam("key") == col(Conversation.parent)))

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


def add(connection: Connection, row: ConversationRow) -> None:
    """Store a new conversation; IntegrityError if the name is taken."""
    _ADD.run(connection, **row._asdict())


def replace(connection: Connection, row: ConversationRow) -> None:
    """Store the new state of a conversation."""
    values = {f"new_{name}": value for name, value in row._asdict().items()}
    _REPLACE.run(connection, key=row.name, **values)


def get(connection: Connection, name: str) -> bytes | None:
    """The body of a conversation, without its messages."""
    body: bytes | None = _GET.value(connection, key=name)
    return body


def remove(connection: Connection, name: str) -> bool:
    """Delete a conversation with its messages; False if there is none."""
    return _REMOVE.run(connection, key=name) == 1


def remove_below(connection: Connection, parent: str) -> None:
    """Delete all conversations of a parent."""
    _REMOVE_BELOW.run(connection, key=parent)


def page(connection: Connection, listing: Listing) -> list[bytes]:
    """The bodies of the conversations that a listing selects."""
    return bodies(connection, COLUMNS, col(Conversation.body), listing)


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

"""Conversations with their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlmodel import col

from emulator.storage.listing import Listing, bodies
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


@dataclass(frozen=True, slots=True)
class ConversationRow:
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
    connection.execute(insert(Conversation).values(**asdict(row)))


def replace(connection: Connection, row: ConversationRow) -> None:
    """Store the new state of a conversation."""
    statement = update(Conversation).where(col(Conversation.name) == row.name)
    connection.execute(statement.values(**asdict(row)))


def get(connection: Connection, name: str) -> bytes | None:
    """The body of a conversation, without its messages."""
    query = select(col(Conversation.body)).where(col(Conversation.name) == name)
    return connection.execute(query).scalar()


def remove(connection: Connection, name: str) -> bool:
    """Delete a conversation with its messages; False if there is none."""
    statement = delete(Conversation).where(col(Conversation.name) == name)
    return connection.execute(statement).rowcount == 1


def remove_below(connection: Connection, parent: str) -> None:
    """Delete all conversations of a parent."""
    connection.execute(delete(Conversation).where(col(Conversation.parent) == parent))


def page(connection: Connection, listing: Listing) -> Sequence[bytes]:
    """The bodies of the conversations that a listing selects."""
    return bodies(connection, COLUMNS, col(Conversation.body), listing)


def messages(connection: Connection, conversation: str) -> Sequence[bytes]:
    """The bodies of a conversation's messages, in order."""
    query = select(col(ConversationMessage.body)).where(
        col(ConversationMessage.conversation) == conversation
    )
    return connection.execute(query.order_by(col(ConversationMessage.position))).scalars().all()


def add_messages(connection: Connection, conversation: str, bodies: Sequence[bytes]) -> None:
    """Append messages."""
    query = select(func.coalesce(func.max(col(ConversationMessage.position)) + 1, 0)).where(
        col(ConversationMessage.conversation) == conversation
    )
    first = connection.execute(query).scalar_one()
    rows = [
        {"conversation": conversation, "position": first + index, "body": body}
        for index, body in enumerate(bodies)
    ]
    if rows:
        connection.execute(insert(ConversationMessage), rows)


def replace_messages(connection: Connection, conversation: str, bodies: Sequence[bytes]) -> None:
    """Store these as all the messages of a conversation."""
    statement = delete(ConversationMessage)
    connection.execute(statement.where(col(ConversationMessage.conversation) == conversation))
    add_messages(connection, conversation, bodies)

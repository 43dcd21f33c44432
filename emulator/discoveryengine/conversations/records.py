"""Conversations as messages: read and written with their messages, inside an open transaction."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.storage import conversations
from emulator.storage.conversations import ConversationRow
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import not_found
from emulator.surface.messages import copied, microseconds, timestamp
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


def load(connection: Connection, name: str, with_messages: bool = True) -> Message:
    """The conversation of that canonical name; NOT_FOUND if there is none."""
    body = conversations.get(connection, name)
    if body is None:
        raise not_found("Conversation", name)
    conversation = de.Conversation.FromString(body)
    if with_messages:
        add_messages(connection, conversation)
    return conversation


def add_messages(connection: Connection, *found: Message) -> None:
    """Fill the messages of conversations that were read without them."""
    messages = conversations.messages.of(connection, [one.name for one in found])
    for conversation in found:
        conversation.MergeFromString(messages.get(conversation.name, b""))


def add_last_messages(connection: Connection, conversation: Message) -> None:
    """Fill the last 32 messages, or some more."""
    _, body = conversations.messages.before(connection, conversation.name)
    conversation.MergeFromString(body)


def create(connection: Connection, conversation: Message, time: int) -> None:
    """Store a new conversation that has its name, with the messages it was given."""
    conversation.start_time.CopyFrom(timestamp(time))
    conversations.add(connection, _row(conversation, time, time))
    conversations.messages.add_first(connection, conversation.name, _bodies(conversation, time))


def save(connection: Connection, conversation: Message, time: int) -> None:
    """Store a changed conversation, its messages apart."""
    created = microseconds(conversation.start_time)
    conversations.replace(connection, _row(conversation, created, time))


def append(
    connection: Connection, conversation: Message, messages: Sequence[Message], time: int
) -> None:
    """Store further messages; the conversation ends, for now, with them."""
    conversation.end_time.CopyFrom(timestamp(time))
    save(connection, conversation, time)
    conversations.messages.add(connection, conversation.name, list(map(_body, messages)))


def replace_messages(connection: Connection, conversation: Message, time: int) -> None:
    """Store the conversation's messages in place of those before; new ones get this time."""
    conversations.messages.replace(connection, conversation.name, _bodies(conversation, time))


def _bodies(conversation: Message, time: int) -> list[bytes]:
    """What of the messages is stored; new ones get this time."""
    for message in conversation.messages:
        if not message.HasField("create_time"):
            message.create_time.CopyFrom(timestamp(time))
    return list(map(_body, conversation.messages))


def _body(message: Message) -> bytes:
    return bytes(de.Conversation(messages=[message]).SerializeToString())


def _row(conversation: Message, created: int, updated: int) -> ConversationRow:
    conversation.state = conversation.state or de.Conversation.IN_PROGRESS
    body = copied(conversation)
    body.ClearField("messages")
    return ConversationRow(
        name=conversation.name,
        parent=names.parent(conversation.name),
        user_pseudo_id=conversation.user_pseudo_id,
        state=conversation.state,
        create_time=created,
        update_time=updated,
        body=body.SerializeToString(),
    )

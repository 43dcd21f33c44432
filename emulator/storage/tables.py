"""The tables: real columns for what is filtered, sorted or looked up, a BLOB for the whole message.

Times are microseconds since the epoch; names are canonical resource names; `body` is the serialized
protobuf message of the resource.

They are declared as tables, not as models: rows are read and written as plain values, and to import
SQLModel, with all of SQLAlchemy that maps objects, would take one part in eight of every start.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
)

METADATA = MetaData()


def _text(name: str, *parts: ForeignKey, **options: Any) -> Column[str]:
    return Column(name, String, *parts, nullable=False, **options)


def _number(name: str, *parts: ForeignKey, **options: Any) -> Column[int]:
    return Column(name, Integer, *parts, nullable=False, **options)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def _bytes(name: str, **options: Any) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False, **options)


def _in(column: str) -> ForeignKey:
    """What is gone with the row that it refers to."""
    return ForeignKey(column, ondelete="CASCADE")


# A plain resource: data store, engine, schema, serving config and their like.
RESOURCES = Table(
    "resources",
    METADATA,
    _text("name", primary_key=True),
    _text("parent"),
    _text("kind"),
    _number("create_time"),
    _number("update_time"),
    _bytes("body"),
    Index("ix_resources_listed", "parent", "kind", "create_time", "name"),
)

# A session without its turns.
SESSIONS = Table(
    "sessions",
    METADATA,
    _text("name", primary_key=True),
    _text("parent"),
    _text("user_pseudo_id"),
    _number("state"),
    _text("display_name"),
    _flag("is_pinned"),
    _text("labels"),
    _number("create_time"),
    _number("update_time"),
    _bytes("body"),
    Index("ix_sessions_listed", "parent", "update_time"),
)

# Turns of a session, 32 in a row (see `runs`); the body is a Session with these turns alone.
TURNS = Table(
    "turns",
    METADATA,
    _text("session", _in("sessions.name"), primary_key=True),
    _number("position", primary_key=True),
    _number("length"),
    _bytes("body"),
)

# An answer that belongs to a session's turn. Later questions are read in the light of what it
# `said`, which is empty if there was no answer.
ANSWERS = Table(
    "answers",
    METADATA,
    _text("name", primary_key=True),
    _text("session", _in("sessions.name"), index=True),
    _text("said", server_default=""),
    _bytes("body"),
)

# An answer that is still being made.
PENDING_ANSWERS = Table(
    "pending_answers",
    METADATA,
    _text("name", _in("answers.name"), primary_key=True),
)

# What a search found for the question of a turn.
TURN_RESULTS = Table(
    "turn_results",
    METADATA,
    _text("session", _in("sessions.name"), primary_key=True),
    _text("query_id", primary_key=True),
    _bytes("body"),
)

# A conversation without its messages.
CONVERSATIONS = Table(
    "conversations",
    METADATA,
    _text("name", primary_key=True),
    _text("parent"),
    _text("user_pseudo_id"),
    _number("state"),
    _number("create_time"),
    _number("update_time"),
    _bytes("body"),
    Index("ix_conversations_listed", "parent", "update_time"),
)

# Messages of a conversation, 32 in a row (see `runs`); the body is a Conversation with these alone.
CONVERSATION_MESSAGES = Table(
    "conversation_messages",
    METADATA,
    _text("conversation", _in("conversations.name"), primary_key=True),
    _number("position", primary_key=True),
    _number("length"),
    _bytes("body"),
)

# A branch of a data store; `generation` counts the writes to its documents. Ids are never used
# again: they name the folder of the branch's index.
BRANCHES = Table(
    "branches",
    METADATA,
    _number("id", primary_key=True),
    _text("name", unique=True),
    _number("generation"),
    sqlite_autoincrement=True,
)

# A document of a branch. The bytes of its content stand apart and last: what is read of a row up to
# them is read without them. Body and content put together are read as the whole message.
DOCUMENTS = Table(
    "documents",
    METADATA,
    _number("id", primary_key=True),
    _number("branch", _in("branches.id")),
    _text("document"),
    _text("title"),
    _text("uri"),
    _flag("structured"),
    _number("index_time"),
    _bytes("body"),
    _bytes("content", server_default=text("x''")),
    UniqueConstraint("branch", "document"),
)

# A chunk of a document's content; `position` counts from 1, as in the chunk's name `c1`.
CHUNKS = Table(
    "chunks",
    METADATA,
    _number("document", _in("documents.id"), primary_key=True),
    _number("position", primary_key=True),
    _text("content"),
    _number("page_start"),
    _number("page_end"),
)

# The generation of a branch in which a document was last written or deleted. An index that stands
# at an earlier generation catches up by reading these.
DOCUMENT_CHANGES = Table(
    "document_changes",
    METADATA,
    _number("branch", _in("branches.id"), primary_key=True),
    _text("document", primary_key=True),
    _number("generation"),
    Index("ix_document_changes_since", "branch", "generation"),
    sqlite_with_rowid=False,
)

# What a user did; `query` is what was searched for, if anything was.
USER_EVENTS = Table(
    "user_events",
    METADATA,
    _number("id", primary_key=True),
    _text("parent", index=True),
    _text("event_type"),
    _text("user_pseudo_id"),
    _text("user_id"),
    _number("event_time"),
    _text("query"),
    _bytes("body"),
)

# A session of an app, and the conversation that is recorded of it, without its turns. `state` is
# where the session stands, as JSON. What is not `logged` is nobody's to read.
AGENT_SESSIONS = Table(
    "agent_sessions",
    METADATA,
    _text("name", primary_key=True),
    _text("parent"),
    _number("source"),
    _number("start_time"),
    _number("end_time"),
    _flag("logged"),
    _bytes("state"),
    _bytes("body"),
    Index("ix_agent_sessions_listed", "parent", "start_time"),
)

# One turn of such a session, with what was said in it; `position` counts from 1.
AGENT_TURNS = Table(
    "agent_turns",
    METADATA,
    _text("session", _in("agent_sessions.name"), primary_key=True),
    _number("position", primary_key=True),
    _text("transcript"),
    _bytes("body"),
)

# A long-running operation.
OPERATIONS = Table(
    "operations",
    METADATA,
    _text("name", primary_key=True),
    _flag("done"),
    _number("create_time"),
    _bytes("body"),
)

# A fact about the data itself, such as that the demo corpus was loaded.
FACTS = Table(
    "facts",
    METADATA,
    _text("key", primary_key=True),
    _text("value"),
)

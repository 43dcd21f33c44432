"""The tables: real columns for what is filtered, sorted or looked up, a BLOB for the whole message.

Times are microseconds since the epoch; names are canonical resource names; `body` is the serialized
protobuf message of the resource.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel


def _body() -> bytes:
    return Field(sa_column=Column(LargeBinary, nullable=False))  # type: ignore[no-any-return]


class Resource(SQLModel, table=True):
    """A plain resource: data store, engine, schema, serving config and their like."""

    __tablename__ = "resources"
    __table_args__ = (Index("ix_resources_listed", "parent", "kind", "create_time", "name"),)

    name: str = Field(primary_key=True)
    parent: str
    kind: str
    create_time: int
    update_time: int
    body: bytes = _body()


class Session(SQLModel, table=True):
    """A session without its turns."""

    __tablename__ = "sessions"

    name: str = Field(primary_key=True)
    parent: str = Field(index=True)
    user_pseudo_id: str
    state: int
    display_name: str
    is_pinned: bool
    labels: str
    create_time: int
    update_time: int
    body: bytes = _body()


class Turn(SQLModel, table=True):
    """One turn of a session; `position` counts from 0."""

    __tablename__ = "turns"

    session: str = Field(primary_key=True, foreign_key="sessions.name", ondelete="CASCADE")
    position: int = Field(primary_key=True)
    query_id: str
    body: bytes = _body()


class Answer(SQLModel, table=True):
    """An answer that belongs to a session's turn."""

    __tablename__ = "answers"

    name: str = Field(primary_key=True)
    session: str = Field(index=True, foreign_key="sessions.name", ondelete="CASCADE")
    body: bytes = _body()


class PendingAnswer(SQLModel, table=True):
    """An answer that is still being made."""

    __tablename__ = "pending_answers"

    name: str = Field(primary_key=True, foreign_key="answers.name", ondelete="CASCADE")


class TurnResults(SQLModel, table=True):
    """What a search found for the question of a turn."""

    __tablename__ = "turn_results"

    session: str = Field(primary_key=True, foreign_key="sessions.name", ondelete="CASCADE")
    query_id: str = Field(primary_key=True)
    body: bytes = _body()


class Conversation(SQLModel, table=True):
    """A conversation without its messages."""

    __tablename__ = "conversations"

    name: str = Field(primary_key=True)
    parent: str = Field(index=True)
    user_pseudo_id: str
    state: int
    create_time: int
    update_time: int
    body: bytes = _body()


class ConversationMessage(SQLModel, table=True):
    """One message of a conversation; `position` counts from 0."""

    __tablename__ = "conversation_messages"

    conversation: str = Field(
        primary_key=True, foreign_key="conversations.name", ondelete="CASCADE"
    )
    position: int = Field(primary_key=True)
    body: bytes = _body()


class Branch(SQLModel, table=True):
    """A branch of a data store; `generation` counts the writes to its documents.

    Ids are never used again: they name the folder of the branch's index.
    """

    __tablename__ = "branches"
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, sa_column=Column(Integer, primary_key=True))
    name: str = Field(unique=True)
    generation: int = 0


class Document(SQLModel, table=True):
    """A document of a branch."""

    __tablename__ = "documents"
    __table_args__ = (UniqueConstraint("branch", "document"),)

    id: int | None = Field(default=None, primary_key=True)
    branch: int = Field(foreign_key="branches.id", ondelete="CASCADE")
    document: str
    title: str
    uri: str
    structured: bool
    index_time: int
    body: bytes = _body()


class Chunk(SQLModel, table=True):
    """A chunk of a document's content; `position` counts from 1, as in the chunk's name `c1`."""

    __tablename__ = "chunks"

    document: int = Field(primary_key=True, foreign_key="documents.id", ondelete="CASCADE")
    position: int = Field(primary_key=True)
    content: str
    page_start: int
    page_end: int


class DocumentChange(SQLModel, table=True):
    """The generation of a branch in which a document was last written or deleted.

    An index that stands at an earlier generation catches up by reading these.
    """

    __tablename__ = "document_changes"
    __table_args__ = {"sqlite_with_rowid": False}

    branch: int = Field(primary_key=True, foreign_key="branches.id", ondelete="CASCADE")
    document: str = Field(primary_key=True)
    generation: int = Field(index=True)


class UserEvent(SQLModel, table=True):
    """What a user did; `query` is what was searched for, if anything was."""

    __tablename__ = "user_events"

    id: int | None = Field(default=None, primary_key=True)
    parent: str = Field(index=True)
    event_type: str
    user_pseudo_id: str
    user_id: str
    event_time: int
    query: str
    body: bytes = _body()


class AgentSession(SQLModel, table=True):
    """A session of an app, and the conversation that is recorded of it, without its turns.

    `state` is where the session stands, as JSON. What is not `logged` is nobody's to read.
    """

    __tablename__ = "agent_sessions"

    name: str = Field(primary_key=True)
    parent: str = Field(index=True)
    source: int
    start_time: int
    end_time: int
    logged: bool
    state: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    body: bytes = _body()


class AgentTurn(SQLModel, table=True):
    """One turn of such a session, with what was said in it; `position` counts from 1."""

    __tablename__ = "agent_turns"

    session: str = Field(primary_key=True, foreign_key="agent_sessions.name", ondelete="CASCADE")
    position: int = Field(primary_key=True)
    transcript: str
    body: bytes = _body()


class Operation(SQLModel, table=True):
    """A long-running operation."""

    __tablename__ = "operations"

    name: str = Field(primary_key=True)
    done: bool
    create_time: int
    body: bytes = _body()


class Fact(SQLModel, table=True):
    """A fact about the data itself, such as that the demo corpus was loaded."""

    __tablename__ = "facts"

    key: str = Field(primary_key=True)
    value: str
